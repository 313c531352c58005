import type { Json } from '../../../../engine/index.ts'
import { at, isList, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import type { Input, Reply } from '../../read/window.ts'

/** The time of a line where an app (Claude Desktop's Cowork) runs the client and keeps its output. */
export const AUDITED = '_audit_timestamp'

/** Recognizes prompts that are written twice: by the app that runs the client, and when the client begins with them. */
export class Echoes {
  /** How many prompts with this text have no echo yet. */
  readonly #waiting = new Map<string, number>()
  #newest: { readonly said: string; readonly isEcho: boolean } | null = null

  /** @param before what stands before the line in its window */
  isCopy(line: JsonRecord, before: Input | Reply | undefined): boolean {
    const said = saidIn(at(line, 'message', 'content') ?? null)
    if (said === null) return false
    const isEcho = at(line, 'isReplay') === true
    const waiting = this.#waiting.get(said) ?? 0
    if (isEcho && waiting > 0) {
      this.#waiting.set(said, waiting - 1)
      return true
    }
    const isAgain = before?.kind === 'input' && this.#newest?.said === said
    if (isAgain && !isEcho && (this.#newest?.isEcho === true || at(line, AUDITED) !== undefined)) return true
    if (!isEcho) this.#waiting.set(said, waiting + 1)
    this.#newest = { said, isEcho }
    return false
  }
}

/** The text of a prompt; null for one with pictures or results. */
function saidIn(content: Json): string | null {
  if (!isList(content)) return textOf(content) ?? null
  const texts = content.map((block) => textOf(at(block, 'text')))
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join('\n') : null
}
