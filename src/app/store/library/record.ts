import type { SetupChoice } from '../choice/choices.ts'
import { amount, isRecord, oneOf, orNull, record, text, whole, wrong } from './shape.ts'
import { LIBRARY_VERSION } from './schema.ts'

/** What the library keeps, in the order in which the page names them. */
export const KINDS = Object.freeze(['state', 'log', 'run', 'config', 'conversation'] as const)
export type Kind = (typeof KINDS)[number]

/** The log that a state or a run is about. */
export interface AboutLog {
  readonly name: string
  readonly size: number
  /** `contentHash` of its text. */
  readonly hash: string
}

/** What the library knows of an entry beside its content, which is a text. */
export interface LibraryRecord {
  readonly format: typeof LIBRARY_VERSION
  readonly id: string
  readonly kind: Kind
  readonly name: string
  /** By a person; '' for none. */
  readonly note: string
  /** What it is, in words. */
  readonly about: string
  /** Bytes of the content in UTF-8. */
  readonly size: number
  /** `contentHash` of the content; null for a conversation, which changes. Older records may lack it. */
  readonly hash: string | null
  readonly log: AboutLog | null
  /** What a person added to a kept log; missing: nothing. */
  readonly setup?: SetupChoice
  /** Milliseconds since 1970. */
  readonly savedAt: number
  readonly usedAt: number
  /** Grows with each change, so that a tab notices the change of another. */
  readonly revision: number
}

const shape = record(
  {
    format: whole,
    id: text,
    kind: oneOf(...KINDS),
    name: text,
    note: text,
    about: text,
    size: amount,
    hash: orNull(text),
    log: orNull(record({ name: text, size: amount, hash: text })),
    savedAt: amount,
    usedAt: amount,
    revision: whole,
  },
  { setup: record({}, { system: text, tools: text, model: text }) },
)

/** Why a record or its content cannot be used. */
export type Unreadable =
  | { readonly kind: 'newer'; readonly version: number }
  /** Its place, what is expected there, and what was found. */
  | { readonly kind: 'wrong'; readonly said: string }

/** Whether a value is a record that this page can use; else why not. */
export function unreadable(value: unknown, at = 'record'): Unreadable | null {
  if (!isRecord(value)) return { kind: 'wrong', said: wrong(value, at, 'a record') }
  const { format } = value
  if (typeof format === 'number' && format > LIBRARY_VERSION) return { kind: 'newer', version: format }
  const said = shape(value, at)
  if (said !== null) return { kind: 'wrong', said }
  return format === LIBRARY_VERSION
    ? null
    : { kind: 'wrong', said: wrong(format, `${at}.format`, String(LIBRARY_VERSION)) }
}

/** A new unique id; `randomUUID` is missing if the page was loaded without https. */
export function freshId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
}

/** Bytes of a text in UTF-8. */
export function bytesOf(content: string): number {
  return new Blob([content]).size
}
