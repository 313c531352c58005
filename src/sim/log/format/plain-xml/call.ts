import type { Json } from '../../../../engine/index.ts'
import { isRecord } from '../../json/guard.ts'
import { skipSpace } from '../../json/fault.ts'

/** A call written into the text of a reply: `<function=name>` with one `<parameter=x>…</parameter>` per line. */
export interface XmlCall {
  readonly name: string
  /** Parameters by name, unchanged; the whole body as one text if its layout differs. */
  readonly input: Json
  /** Start and end of the call in the text. */
  readonly start: number
  readonly end: number
}

/** The first complete call in a text, which is the one that such agents carry out; null if there is none. */
export function callIn(text: string): XmlCall | null {
  if (!text.includes(CLOSING)) return null
  const bodies = new Bodies(text)
  for (const match of text.matchAll(OPENING)) {
    const body = match.index + match[0].length
    const end = bodies.endOf(body)
    if (end < 0) continue
    const input = inputOf(text.slice(body, end))
    return { name: match[1] ?? '', input, start: match.index, end: end + CLOSING.length }
  }
  return null
}

/** The text of a call, exactly as `callIn` reads it. Values that are not texts are written as JSON. */
export function callText(name: string, input: Json): string {
  const body = typeof input === 'string' ? input : bodyOf(isRecord(input) ? input : { input })
  return `<function=${name}>${body}${CLOSING}`
}

const OPENING = /<function=([^<>\n]+)>/g
const CLOSING = '</function>'
const PARAMETER = /<parameter=([^<>\n]+)>/y
const PARAMETER_END = '</parameter>'

/**
 * Finds the ends of bodies in linear time: otherwise calls inside the values of others would be walked again for each
 * of them.
 */
class Bodies {
  readonly #text: string
  /** The end of what begins at a position, -1 if it does not end. */
  readonly #known = new Map<number, number>()
  /** The first end of a parameter at or after `#from`, -1 if there is none. */
  #from = 0
  #next: number | null = null

  constructor(text: string) {
    this.#text = text
  }

  /** Position of `</function>` after a body that begins at `start`; -1 if it is not a body. */
  endOf(start: number): number {
    const passed: number[] = []
    let at = start
    let end = -1
    for (;;) {
      const known = this.#known.get(at)
      if (known !== undefined) {
        end = known
        break
      }
      passed.push(at)
      const next = skipSpace(this.#text, at)
      if (this.#text.startsWith(CLOSING, next)) {
        end = next
        break
      }
      const parameter = parameterAt(this.#text, next)
      const close = parameter ? this.#closeAfter(parameter.value) : -1
      if (close < 0) break
      at = close + PARAMETER_END.length
    }
    for (const place of passed) this.#known.set(place, end)
    return end
  }

  #closeAfter(at: number): number {
    const reusable = this.#next !== null && at >= this.#from && (this.#next < 0 || at <= this.#next)
    if (reusable && this.#next !== null) return this.#next
    this.#from = at
    this.#next = this.#text.indexOf(PARAMETER_END, at)
    return this.#next
  }
}

function parameterAt(text: string, at: number): { readonly name: string; readonly value: number } | null {
  PARAMETER.lastIndex = at
  const match = PARAMETER.exec(text)
  return match ? { name: match[1] ?? '', value: at + match[0].length } : null
}

function inputOf(body: string): Json {
  const fields: [string, string][] = []
  let at = skipSpace(body, 0)
  for (let next = parameterAt(body, at); next; next = parameterAt(body, at)) {
    const close = body.indexOf(PARAMETER_END, next.value)
    fields.push([next.name, body.slice(next.value, close)])
    at = skipSpace(body, close + PARAMETER_END.length)
  }
  // repeated names, or names that an object would reorder, would not survive
  const input = Object.fromEntries(fields)
  return bodyOf(input) === body ? input : body
}

function bodyOf(input: { readonly [key: string]: Json }): string {
  const lines = Object.entries(input).map(
    ([name, value]) =>
      `<parameter=${name}>${typeof value === 'string' ? value : JSON.stringify(value)}${PARAMETER_END}\n`,
  )
  return `\n${lines.join('')}`
}

/**
 * Blank lines around calls, which need no text part as long as they are the usual ones. Before a call, the usual ones
 * are those that separated words from a call elsewhere in the conversation: such agents write them even without words.
 * Other blank lines become a part, and are the usual ones from then on. Reading and writing apply the same rule in the
 * same order.
 */
export class BlankLines {
  #before: string | null = null
  #after = ''

  /** True if the text before a call needs no part. */
  beforeIsUsual(text: string): boolean {
    const words = text.trimEnd()
    const usual = words === '' && text === this.usualBefore
    if (words === '') this.#before = text
    else this.#before ??= text.slice(words.length)
    return usual
  }

  /** True if the text after a call needs no part. */
  afterIsUsual(text: string): boolean {
    const blank = text.trim() === ''
    const usual = blank && text === this.#after
    if (blank) this.#after = text
    return usual
  }

  get usualBefore(): string {
    return this.#before ?? ''
  }

  get usualAfter(): string {
    return this.#after
  }
}

/** The beginning of results of such calls. */
const RESULT = 'OBSERVATION:'
/** The result of a command without output. */
const NO_OUTPUT = 'Your command ran successfully and did not produce any output.'

/** True for a text that identifies itself as a result. */
export function isResultText(text: string): boolean {
  return text.startsWith(RESULT) || text === NO_OUTPUT
}

/** A result as such an agent is shown it. */
export function resultText(text: string): string {
  return isResultText(text) ? text : `${RESULT}\n${text}`
}
