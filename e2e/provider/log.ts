import type { Violation } from '../../src/engine/index.ts'
import type { Credentials } from './headers.ts'

/** A request that came, and what became of it. */
export interface LoggedRequest {
  readonly n: number
  readonly method: string
  readonly path: string
  readonly query: string
  /** Without the key, which is told apart. */
  readonly headers: Readonly<Record<string, string>>
  readonly key: Credentials['key']
  readonly keyIn: Credentials['keyIn']
  /** Places in which the key stands and should not. */
  readonly leaks: readonly ('body' | 'url' | 'headers')[]
  readonly bytes: number
  /** The JSON of the body; null where there is none. */
  readonly body: unknown
  readonly violations: readonly Violation[]
  /** What was answered; 0 where nothing was. */
  readonly status: number
  /** The words of a refusal. */
  readonly refused: string | null
  /** The fault that met it. */
  readonly fault: string | null
  /** What the answer was billed for. */
  readonly usage: object | null
}

export type Entry = { -readonly [Field in keyof LoggedRequest]: LoggedRequest[Field] }

const KEY_HEADERS: ReadonlySet<string> = new Set(['authorization', 'x-api-key'])
const HIDDEN = '[key]'

/** The headers of a request as they may be shown. */
export function shownHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  key: string,
): Readonly<Record<string, string>> {
  const shown = Object.entries(headers).map(([name, value]) => {
    const told = Array.isArray(value) ? value.join(', ') : (value ?? '')
    return [name, KEY_HEADERS.has(name) ? HIDDEN : told.replaceAll(key, HIDDEN)] as const
  })
  return Object.fromEntries(shown)
}

/** Whether the key stands in a header that is not for it. */
export function leaksInHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  key: string,
): boolean {
  return Object.entries(headers).some(
    ([name, value]) => !KEY_HEADERS.has(name) && String(value ?? '').includes(key),
  )
}

/** A text without the key. */
export function withoutKey(text: string, key: string): string {
  return text.replaceAll(key, HIDDEN)
}
