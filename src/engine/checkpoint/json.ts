import type { Fault, Node } from './outline.ts'

/** Deeper nesting is refused: a checkpoint needs four levels. */
const DEEPEST = 64

export type ReadJson = { readonly node: Node } | { readonly fault: Fault }

/**
 * Reads JSON and records the position of every value, which `JSON.parse` does not report. If a key occurs twice, the
 * last one counts, as with `JSON.parse`. Linear in the text.
 *
 * @param start where the value begins
 * @param whole whether text after the end of the value is an error, and a comma after its last item; default: true
 */
export function readJson(text: string, start = 0, whole = true): ReadJson & { readonly end: number } {
  const reader = new Reader(text, start, whole)
  try {
    const node = reader.value(0)
    if (whole) reader.mustEnd()
    return { node, end: reader.at }
  } catch (error) {
    if (error instanceof Stop) return { fault: error.fault, end: reader.at }
    throw error
  }
}

class Stop extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}

const SPACE = /[ \t\r\n]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// eslint-disable-next-line no-control-regex -- JSON forbids raw control characters in strings
const PLAIN = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const LITERALS = Object.freeze([
  ['true', true],
  ['false', false],
  ['null', null],
] as const)

class Reader {
  readonly text: string
  at: number
  private readonly isStrict: boolean

  constructor(text: string, at: number, isStrict: boolean) {
    this.text = text
    this.at = at
    this.isStrict = isStrict
  }

  value(depth: number): Node {
    this.skip(SPACE)
    const at = this.at
    const char = this.text.charAt(at)
    if (depth > DEEPEST) this.stop('nested-too-deep', `at most ${DEEPEST} levels`)
    if (char === '{') return { at, value: this.fields(depth) }
    if (char === '[') return { at, value: this.items(depth) }
    if (char === '"') return { at, value: this.string() }
    NUMBER.lastIndex = at
    const number = NUMBER.exec(this.text)?.[0]
    if (number !== undefined) {
      this.at += number.length
      return { at, value: Number(number) }
    }
    for (const [word, value] of LITERALS)
      if (this.text.startsWith(word, at)) {
        this.at += word.length
        return { at, value }
      }
    return this.stop('invalid-json', 'a value')
  }

  mustEnd(): void {
    this.skip(SPACE)
    if (this.at < this.text.length) this.stop('invalid-json', 'the end of the text')
  }

  private fields(depth: number): Map<string, Node> {
    const fields = new Map<string, Node>()
    this.at++
    if (this.takes('}')) return fields
    for (;;) {
      this.skip(SPACE)
      if (this.text.charAt(this.at) !== '"') this.stop('invalid-json', 'a key in double quotes')
      const key = this.string()
      if (!this.takes(':')) this.stop('invalid-json', 'a colon')
      fields.set(key, this.value(depth + 1))
      if (this.takes('}')) return fields
      if (!this.takes(',')) this.stop('invalid-json', 'a comma or }')
      if (!this.isStrict && this.takes('}')) return fields
    }
  }

  private items(depth: number): Node[] {
    const items: Node[] = []
    this.at++
    if (this.takes(']')) return items
    for (;;) {
      items.push(this.value(depth + 1))
      if (this.takes(']')) return items
      if (!this.takes(',')) this.stop('invalid-json', 'a comma or ]')
      if (!this.isStrict && this.takes(']')) return items
    }
  }

  private string(): string {
    const start = this.at++
    for (;;) {
      this.skip(PLAIN)
      const char = this.text.charAt(this.at)
      if (char === '"') {
        this.at++
        return JSON.parse(this.text.slice(start, this.at)) as string
      }
      const before = this.at
      if (char === '\\') this.skip(ESCAPE)
      if (this.at === before)
        this.stop('invalid-json', char === '\\' ? 'a known escape after \\' : 'a closing quote')
    }
  }

  private takes(char: string): boolean {
    this.skip(SPACE)
    if (this.text.charAt(this.at) !== char) return false
    this.at++
    return true
  }

  private skip(pattern: RegExp): void {
    pattern.lastIndex = this.at
    this.at += pattern.exec(this.text)?.[0].length ?? 0
  }

  private stop(code: string, expected: string): never {
    const found =
      this.at >= this.text.length ? 'the end' : JSON.stringify(this.text.slice(this.at, this.at + 20))
    const message = `not a readable JSON text: expected ${expected}, found ${found}`
    throw new Stop({ code, message, at: this.at, expected, found })
  }
}
