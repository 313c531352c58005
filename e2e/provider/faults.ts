import type { RefusalType } from './refusal.ts'

/** A failure on demand. */
export type Fault = When &
  (
    | {
        readonly kind?: 'status'
        readonly status: number
        /** Seconds; null or missing: no `retry-after`. */
        readonly retryAfter?: number | null
        readonly type?: RefusalType
        readonly message?: string
        /** Value of `x-should-retry`. Missing: no header. */
        readonly shouldRetry?: boolean
      }
    /** An answer that is not JSON, or a stream with such an event. */
    | { readonly kind: 'malformed-stream'; readonly afterEvents?: number }
    /** The connection ends in the middle of an answer. */
    | { readonly kind: 'cut-stream'; readonly afterEvents?: number }
    /** The stream ends early, without an error. */
    | { readonly kind: 'short-stream'; readonly afterEvents?: number }
    /** No more events come. */
    | { readonly kind: 'stall-stream'; readonly afterEvents?: number }
    /** An error event in the stream. */
    | {
        readonly kind: 'error-event'
        readonly type?: RefusalType
        readonly message?: string
        readonly afterEvents?: number
      }
    /** No answer. */
    | { readonly kind: 'hang' }
    /** The connection is reset before an answer. */
    | { readonly kind: 'reset' }
    /** An HTML page of a proxy instead of an answer. */
    | { readonly kind: 'not-json' }
    /** No CORS headers, also not for the preflight. */
    | { readonly kind: 'no-cors' }
    /** A redirect to that address. */
    | { readonly kind: 'redirect'; readonly to: string }
  )

interface When {
  /** Number of requests; default 1. */
  readonly times?: number
  /** Only requests for this path. Missing: any path of the API. */
  readonly path?: string
}

/** Events before a stream breaks: the start, a ping, and the beginning of the first block. */
export const BEFORE_BREAK = 4

/** Faults that only an answer to a message can have. */
const OF_STREAMS: ReadonlySet<string> = new Set([
  'malformed-stream',
  'cut-stream',
  'short-stream',
  'stall-stream',
  'error-event',
] satisfies Fault['kind'][])

export function ofStreams({ kind }: Fault): boolean {
  return OF_STREAMS.has(kind ?? 'status')
}

/** Remaining faults, in the order of use. */
export interface FaultQueue {
  set(faults: readonly Fault[]): void
  /** Takes the first fault that applies to a request, and uses it up once. Only `no-cors` applies to a preflight. */
  take(path: string, method: string): Fault | null
  left(): number
}

export function createFaults(): FaultQueue {
  let queue: { readonly fault: Fault; left: number }[] = []
  return {
    set(faults) {
      queue = faults.map((fault) => ({ fault, left: fault.times ?? 1 }))
    },
    take(path, method) {
      const next = queue.find(
        ({ fault, left }) =>
          left > 0 &&
          (fault.path === undefined || fault.path === path) &&
          (method !== 'OPTIONS' || fault.kind === 'no-cors') &&
          (path === '/v1/messages' || !ofStreams(fault)),
      )
      if (next === undefined) return null
      next.left -= 1
      return next.fault
    },
    left: () => queue.reduce((sum, { left }) => sum + left, 0),
  }
}
