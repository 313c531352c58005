import type { SetupChoice } from '../choice/choices.ts'
import { shape as is } from '../../../sim/internal.ts'
import type { Wrong } from '../../../sim/internal.ts'
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

/** An object with these fields, and perhaps others. */
export const record = is.fields<Readonly<Record<string, unknown>>>

const shape = is.fields<LibraryRecord>({
  format: is.only(LIBRARY_VERSION),
  id: is.text,
  kind: is.oneOf(KINDS),
  name: is.text,
  note: is.text,
  about: is.text,
  size: is.number,
  hash: is.nullable(is.text),
  log: is.nullable(is.fields<AboutLog>({ name: is.text, size: is.number, hash: is.text })),
  setup: is.optional(
    is.fields<SetupChoice>({
      system: is.optional(is.text),
      tools: is.optional(is.text),
      model: is.optional(is.text),
    }),
  ),
  savedAt: is.number,
  usedAt: is.number,
  revision: is.count,
})

/** Why a record or its content cannot be used. */
export type Unreadable =
  | { readonly kind: 'newer'; readonly version: number }
  /** Its place, what is expected there, and what was found. */
  | { readonly kind: 'wrong'; readonly said: string }

/** Whether a value is a record that this page can use; else why not. */
export function unreadable(value: unknown, at = 'record'): Unreadable | null {
  const format = is.isFields(value) ? value['format'] : undefined
  if (typeof format === 'number' && format > LIBRARY_VERSION) return { kind: 'newer', version: format }
  const wrong = shape(value, {})
  return wrong === null ? null : { kind: 'wrong', said: told(wrong, at) }
}

/** Characters quoted of a wrong value. */
const TOLD = 60

/** What is wrong in a value that has a place of its own. */
export function told({ at: inside, expected, found }: Wrong, at: string): string {
  const place = inside.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  const said = found === undefined ? 'nothing' : printed(found)
  return `${at}${place} should be ${expected}, and is ${said.length > TOLD ? `${said.slice(0, TOLD)}…` : said}`
}

function printed(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    return typeof value
  }
}

/** A new unique id; `randomUUID` is missing if the page was loaded without https. */
export function freshId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
}

/** Bytes of a text in UTF-8. */
export function bytesOf(content: string): number {
  return new Blob([content]).size
}
