import type { Json, MediaSource, Message, Part } from '../engine/index.ts'

/** Messages in the engine's shape, and the system prompt that was in front of them. */
export interface EngineMessages {
  readonly system: string
  readonly messages: readonly Message[]
}

/**
 * Translates the messages of one client's conversation to the engine and back. It remembers what it translated: what
 * comes back unchanged is the client's own message, with every field that the engine does not read. Messages that an
 * edit shortened, and those that the engine wrote, are written with the fields that the client needs.
 */
export interface Adapter<Client> {
  toEngine(messages: readonly Client[]): EngineMessages
  /** The system prompt is written only if it came in the list: other clients pass it beside the messages. */
  fromEngine(request: { readonly system?: unknown; readonly messages: readonly Message[] }): Client[]
}

/** A part of a message, or several that were one thing of the client's. */
export type Piece<Original extends NonNullable<unknown>> =
  | { readonly original: Original }
  /** What an edit changed, or the engine wrote. */
  | { readonly original: null; readonly part: Part }

/** The client's own things, by the parts that the engine has of them. */
export class Originals<Original extends NonNullable<unknown>> {
  readonly #byKey = new Map<string, Original[]>()
  /** Numbers of parts that things have, by their first part; the largest first. */
  readonly #lengths = new Map<string, number[]>()

  keep(parts: readonly Part[], original: Original): void {
    const [first] = parts
    if (first === undefined) return
    const key = JSON.stringify(parts)
    const before = this.#byKey.get(key)
    if (before === undefined) this.#byKey.set(key, [original])
    else before.push(original)
    const start = JSON.stringify(first)
    const lengths = new Set([...(this.#lengths.get(start) ?? []), parts.length])
    this.#lengths.set(
      start,
      [...lengths].toSorted((a, b) => b - a),
    )
  }

  /**
   * The parts of each message as the client's own things where they are unchanged. Of equal things the newest are taken:
   * the oldest leave a window first.
   */
  pieces(messages: readonly (readonly Part[])[]): (readonly Piece<Original>[])[] {
    const keyed = messages.map((parts) => {
      const found: { readonly key: string | null; readonly part: Part }[] = []
      for (let at = 0; at < parts.length;) {
        const part = parts[at]
        if (part === undefined) break
        const length = (this.#lengths.get(JSON.stringify(part)) ?? []).find((count) =>
          this.#byKey.has(JSON.stringify(parts.slice(at, at + count))),
        )
        found.push({ key: length === undefined ? null : JSON.stringify(parts.slice(at, at + length)), part })
        at += length ?? 1
      }
      return found
    })
    const taken = new Map<string, number>()
    return keyed
      .toReversed()
      .map((found) =>
        found
          .toReversed()
          .map(({ key, part }): Piece<Original> => {
            if (key === null) return { original: null, part }
            const count = (taken.get(key) ?? 0) + 1
            taken.set(key, count)
            const originals = this.#byKey.get(key) ?? []
            const original = originals.at(-count) ?? originals[0]
            return original === undefined ? { original: null, part } : { original }
          })
          .reverse(),
      )
      .reverse()
  }
}

/** The parts of a message; a plain text is one. */
export function partsOfMessage({ content }: Message): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

/** A whole message as one part, for `Originals`. */
export function marked(role: Message['role'], parts: readonly Part[]): Part {
  return { type: 'text', text: JSON.stringify([role, parts]) }
}

/** A part that the engine has no type for, as a text of it: it is counted, and comes back as it was. */
export function opaque(value: unknown): Part {
  return { type: 'text', text: JSON.stringify(value) ?? '' }
}

/** A value that came from JSON. */
export function asJson(value: unknown): Json {
  return (value ?? null) as Json
}

export function isPresent(value: unknown): value is NonNullable<unknown> {
  return value !== null && value !== undefined
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textIn(record: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = record[key]
  return typeof value === 'string' ? value : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A medium by its address, or by a data URL. */
export function sourceOfUrl(url: string): MediaSource {
  const [, media_type, data] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? []
  return media_type === undefined || data === undefined
    ? { type: 'url', url }
    : { type: 'base64', media_type, data }
}
