import { ProblemError } from '../engine/index.ts'
import { jsonOf, unmeasured } from '../engine/internal.ts'
import type { Json, Message, Part, ToolResultPart } from '../engine/index.ts'

export type Fields = Readonly<Record<string, unknown>>

/** That something is not what it has to be: where, and what is there instead. */
export function problem(place: string, expected: string, value: unknown): ProblemError {
  const found = value === undefined ? 'missing' : (JSON.stringify(value) ?? typeof value).slice(0, 80)
  const message = `${place} has to be ${expected}, but is ${found}`
  return new ProblemError([{ severity: 'error', code: 'not-a-message', message, expected, found }])
}

/** The role of a message, if it is one of those. */
export function roleIn<Name extends string>(message: Fields, place: string, names: readonly Name[]): Name {
  const role = names.find((name) => name === message['role'])
  if (role === undefined) throw problem(`${place}.role`, names.join(', '), message['role'])
  return role
}

/** The parts of a content; a text is one of its own, nothing is none. */
export function contentIn(message: Fields, place: string): readonly unknown[] {
  const { content } = message
  if (content === null || content === undefined || content === '') return []
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) throw problem(`${place}.content`, 'a text or a list of parts', content)
  for (const [at, part] of content.entries())
    if (!isRecord(part) && typeof part !== 'string')
      throw problem(`${place}.content[${at}]`, 'a part, which is an object', part)
  return content as readonly unknown[]
}

/** The message as it goes back: an empty text, where a message without content would be refused. */
export function withContent<Client>(message: Client, parts: readonly unknown[]): Client {
  const { content } = message as { readonly content?: unknown }
  return parts.length > 0 || content === '' ? message : { ...message, content: '' }
}

/** The parts of a message; a plain text is one. */
export function partsOfMessage({ content }: Message): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

/** Things that the engine has no type for, as a text that is counted; they come back as they were. */
export function opaque(...things: readonly unknown[]): Part {
  const text = things.map((thing) => (typeof thing === 'string' ? thing : jsonOf(thing)))
  return { type: 'text', text: text.join('\n') }
}

/** A result, which is a failure if it says so. */
export function resultPart(
  tool_use_id: string,
  content: ToolResultPart['content'],
  isError: boolean,
): ToolResultPart {
  return { type: 'tool_result', tool_use_id, content, ...(isError ? { is_error: true } : {}) }
}

/** A value that came from JSON. */
export function asJson(value: unknown): Json {
  return (value ?? null) as Json
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textIn(record: Fields, key: string): string | undefined {
  const value = record[key]
  return typeof value === 'string' ? value : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Whether two values say the same, whatever they are marked with, and whatever the engine measured of a medium. */
export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const before = Object.entries(unmeasured(one))
  const after = Object.entries(unmeasured(other))
  return (
    before.length === after.length &&
    before.every(([key, value]) => Object.hasOwn(other, key) && same(value, (other as Fields)[key]))
  )
}

export function listOfMessages(given: unknown): readonly object[] {
  if (!Array.isArray(given)) throw problem('messages', 'a list of messages', given)
  for (const [at, message] of given.entries())
    if (!isRecord(message)) throw problem(`messages[${at}]`, 'an object', message)
  return given as readonly object[]
}

/** Whether a message has nothing but these fields. */
export function hasOnly(message: object, fields: ReadonlySet<string>): boolean {
  return Object.entries(message).every(
    ([key, value]) =>
      fields.has(key) ||
      value === null ||
      value === undefined ||
      (Array.isArray(value) && value.length === 0),
  )
}

/** Texts of several messages as one. */
export function joinedText(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}
