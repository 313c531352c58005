/** A word, number or sign of a condition, with its offset. */
export type Token = { readonly at: number; readonly text: string } & (
  | { readonly kind: 'word' | 'sign' }
  | { readonly kind: 'number'; readonly value: number }
  /** Not a token of the language; `fix` if it is one of another language. */
  | { readonly kind: 'unknown'; readonly fix?: string }
)

/** One token at its start; each alternative is tried once, so reading is linear. */
const TOKEN =
  /\s+|(?<number>-?(?:\d+(?:\.\d*)?|\.\d+))(?<unit>\s+%(?![%\w])|[%\w]*)|(?<word>[A-Za-z_]\w*)|(?<sign>[<>=!]=|[<>()])|(?<other>&&?|\|\|?|[!=]|[^\s\w<>=!()&|-]+|[\s\S])/uy

/** How the ending of a number changes it; a division gives exactly the share that is meant. */
const ENDINGS: Readonly<Record<string, (value: number) => number>> = Object.freeze({
  '': (value) => value,
  '%': (value) => value / 100,
  k: (value) => value * 1000,
})

/** Tokens that people know from other languages. */
const MEANT: Readonly<Record<string, string>> = Object.freeze({
  '&&': 'and',
  '&': 'and',
  '||': 'or',
  '|': 'or',
  '!': 'not',
  '=': '==',
})

/** The tokens of a text, in order. */
export function tokensIn(text: string): readonly Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const token = tokenOf(match)
    if (token !== null) tokens.push(token)
  }
  return tokens
}

function tokenOf(match: RegExpExecArray): Token | null {
  const { index: at, groups = {} } = match
  const [text] = match
  const { number, word, sign, other } = groups
  const unit = groups['unit']?.trim() ?? ''
  if (number !== undefined) {
    const meant = Object.hasOwn(ENDINGS, unit) ? ENDINGS[unit] : undefined
    const value = meant?.(Number(number))
    if (value === undefined || !Number.isFinite(value)) return { at, text, kind: 'unknown' }
    return { at, text, kind: 'number', value }
  }
  if (word !== undefined) return { at, text, kind: 'word' }
  if (sign !== undefined) return { at, text, kind: 'sign' }
  if (other === undefined) return null
  const fix = Object.hasOwn(MEANT, other) ? MEANT[other] : undefined
  return { at, text, kind: 'unknown', ...(fix === undefined ? {} : { fix }) }
}
