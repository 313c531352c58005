import type { Violation } from '../../src/engine/index.ts'
import type { Credentials } from './headers.ts'

/** A request and its outcome. */
export interface LoggedRequest {
  readonly n: number
  readonly method: string
  readonly path: string
  readonly query: string
  /** Without the key, which is a separate field. */
  readonly headers: Readonly<Record<string, string>>
  readonly key: Credentials['key']
  readonly keyIn: Credentials['keyIn']
  /** Places where the key must not be, but is. */
  readonly leaks: readonly ('body' | 'url' | 'headers')[]
  readonly bytes: number
  /** The JSON body; null if there is none. */
  readonly body: unknown
  readonly violations: readonly Violation[]
  /** Status of the answer; 0 if there was none. */
  readonly status: number
  /** The error text of a refusal. */
  readonly refused: string | null
  /** The fault that applied. */
  readonly fault: string | null
  /** The billed tokens. */
  readonly usage: object | null
}

export type Entry = { -readonly [Field in keyof LoggedRequest]: LoggedRequest[Field] }

const KEY_HEADERS: ReadonlySet<string> = new Set(['authorization', 'x-api-key'])
const HIDDEN = '[key]'

/** The headers of a request without the key. */
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

/** Whether a wrong header contains the key. */
export function leaksInHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  key: string,
): boolean {
  return Object.entries(headers).some(
    ([name, value]) => !KEY_HEADERS.has(name) && String(value ?? '').includes(key),
  )
}

/** The text with the key replaced. */
export function withoutKey(text: string, key: string): string {
  return text.replaceAll(key, HIDDEN)
}
