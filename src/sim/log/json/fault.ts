import written from './fault.json' with { type: 'json' }

/** Where and why a text is not JSON. */
export interface Fault {
  /** Offset of the first wrong character, from 0; the text's length if it just ends. */
  readonly offset: number
  readonly expected: string
}

type Expecting = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or ]' | 'comma or }' | 'end'

const WORDS: Readonly<Record<Expecting, string>> = Object.freeze(written)

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERALS = Object.freeze(['true', 'false', 'null'])

/**
 * Finds the first error of a text that `JSON.parse` refused; null if there is none. Engines word their errors
 * differently and some leave the position out, so their messages are not used. Nesting costs no call stack: open
 * brackets are kept in a list.
 */
export function findFault(text: string): Fault | null {
  const open: ('[' | '{')[] = []
  let expecting: Expecting = 'value'
  let at = 0

  const afterValue = (): Expecting => {
    const innermost = open.at(-1)
    return innermost === undefined ? 'end' : innermost === '[' ? 'comma or ]' : 'comma or }'
  }

  for (;;) {
    at = skipSpace(text, at)
    if (at >= text.length)
      return expecting === 'end' ? null : { offset: text.length, expected: WORDS[expecting] }
    const char = text.charAt(at)

    switch (expecting) {
      case 'value or ]':
      case 'value': {
        if (char === ']' && expecting === 'value or ]') {
          open.pop()
          at += 1
          expecting = afterValue()
        } else if (char === '{' || char === '[') {
          open.push(char)
          at += 1
          expecting = char === '{' ? 'key or }' : 'value or ]'
        } else {
          const end = endOfScalar(text, at)
          if (typeof end !== 'number')
            return end.offset === at ? { offset: at, expected: WORDS[expecting] } : end
          at = end
          expecting = afterValue()
        }
        break
      }
      case 'key or }':
      case 'key': {
        if (char === '}' && expecting === 'key or }') {
          open.pop()
          at += 1
          expecting = afterValue()
        } else if (char === '"') {
          const end = endOfString(text, at)
          if (typeof end !== 'number') return end
          at = end
          expecting = 'colon'
        } else return { offset: at, expected: WORDS[expecting] }
        break
      }
      case 'colon': {
        if (char !== ':') return { offset: at, expected: WORDS.colon }
        at += 1
        expecting = 'value'
        break
      }
      case 'comma or ]':
      case 'comma or }': {
        const closing: ']' | '}' = expecting === 'comma or ]' ? ']' : '}'
        if (char === ',') expecting = closing === ']' ? 'value' : 'key'
        else if (char === closing) {
          open.pop()
          expecting = afterValue()
        } else return { offset: at, expected: WORDS[expecting] }
        at += 1
        break
      }
      case 'end':
        return { offset: at, expected: WORDS.end }
    }
  }
}

/** The deepest nesting of brackets in a text, ignoring strings; exact for JSON, an upper bound for other text. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = closingQuote(text, at)
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return deepest
}

/**
 * The end of the bracketed value that begins at `start`, -1 if it does not close: what is inside need not be JSON. This
 * separates two objects that two writers put on one line.
 */
export function endOfBrackets(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = closingQuote(text, at)
    else if (code === 0x5b || code === 0x7b) depth += 1
    else if (code === 0x5d || code === 0x7d) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

/** The four characters that JSON calls white space. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** The first position from `from` on that is not white space. */
export function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1
  return at
}

/** Position of the quote that closes the string opened at `at`; the text's length if there is none. */
function closingQuote(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next++) {
    const code = text.charCodeAt(next)
    if (code === 0x5c) next += 1
    else if (code === 0x22) return next
  }
  return text.length
}

/** The end of a string, number or word that begins at `at`; an error at `at` itself means that none begins there. */
function endOfScalar(text: string, at: number): number | Fault {
  if (text.charAt(at) === '"') return endOfString(text, at)
  NUMBER.lastIndex = at
  if (NUMBER.test(text)) return NUMBER.lastIndex
  for (const literal of LITERALS) if (text.startsWith(literal, at)) return at + literal.length
  return { offset: at, expected: 'a value' }
}

/** The end of the string that opens at `start`, or its error. */
export function endOfString(text: string, start: number): number | Fault {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) return { offset: at, expected: 'no raw control character in a string' }
    if (code === 0x5c) {
      const escaped = text.charAt(at + 1)
      if (escaped === 'u') {
        for (let digit = at + 2; digit < at + 6; digit++)
          if (!/^[0-9a-fA-F]$/.test(text.charAt(digit)))
            return { offset: Math.min(digit, text.length), expected: 'four hexadecimal digits after \\u' }
        at += 5
      } else if (escaped !== '' && '"\\/bfnrt'.includes(escaped)) at += 1
      else return { offset: Math.min(at + 1, text.length), expected: 'one of "\\/bfnrtu after a backslash' }
    }
  }
  return { offset: text.length, expected: 'a closing quote' }
}
