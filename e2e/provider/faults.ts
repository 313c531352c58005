import type { RefusalType } from './refusal.ts'

/** Something that goes wrong on demand. */
export type Fault = When &
  (
    | {
        readonly kind?: 'status'
        readonly status: number
        /** Seconds; null or left out: no `retry-after`. */
        readonly retryAfter?: number | null
        readonly type?: RefusalType
        readonly message?: string
        /** What `x-should-retry` says; left out: nothing. */
        readonly shouldRetry?: boolean
      }
    /** An answer that is no JSON, or a stream with an event that is none. */
    | { readonly kind: 'malformed-stream'; readonly afterEvents?: number }
    /** The connection ends in the middle of an answer. */
    | { readonly kind: 'cut-stream'; readonly afterEvents?: number }
    /** The stream ends as if all were said, before it is. */
    | { readonly kind: 'short-stream'; readonly afterEvents?: number }
    /** A stream goes silent. */
    | { readonly kind: 'stall-stream'; readonly afterEvents?: number }
    /** An error is told within the stream. */
    | {
        readonly kind: 'error-event'
        readonly type?: RefusalType
        readonly message?: string
        readonly afterEvents?: number
      }
    /** No answer comes. */
    | { readonly kind: 'hang' }
    /** The connection ends before an answer. */
    | { readonly kind: 'reset' }
    /** A page of a proxy in place of an answer. */
    | { readonly kind: 'not-json' }
    /** A page may not read the answer, nor ask whether it may. */
    | { readonly kind: 'no-cors' }
    /** The answer is elsewhere. */
    | { readonly kind: 'redirect'; readonly to: string }
  )

interface When {
  /** Requests that it meets; default 1. */
  readonly times?: number
  /** Only requests for this path; left out: any of the API's. */
  readonly path?: string
}

/** Events that come before a stream breaks: the start, a ping, and the beginning of the first block. */
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

/** Faults that are left, in the order in which they are met. */
export interface FaultQueue {
  set(faults: readonly Fault[]): void
  /** Takes the first fault that meets a request, which is used up once more. A preflight meets only `no-cors`. */
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
