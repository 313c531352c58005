import { UsageError } from '../terminal/io.ts'

/** A figure that a condition names: of the tested lane, of a named one, or `baseline`; possibly over all logs. */
export interface Name {
  readonly kind: 'name'
  /** What is in front of the dot; null if there is none. */
  readonly lane: string | null
  readonly name: string
  readonly over: Over | null
  readonly column: number
}

export const OVERS = ['sum', 'mean', 'least', 'most'] as const
export type Over = (typeof OVERS)[number]

export type Arithmetic =
  | { readonly kind: 'number'; readonly value: number }
  | Name
  | {
      readonly kind: 'of'
      readonly operator: '+' | '-' | '*' | '/'
      readonly left: Arithmetic
      readonly right: Arithmetic
    }

export type Condition =
  | { readonly kind: 'both' | 'either'; readonly left: Condition; readonly right: Condition }
  | {
      readonly kind: 'compared'
      readonly operator: '>' | '>=' | '<' | '<=' | '=' | '!='
      readonly left: Arithmetic
      readonly right: Arithmetic
    }

interface Token {
  readonly text: string
  readonly kind: 'number' | 'word' | 'sign' | 'end'
  readonly column: number
}

/**
 * Reads a condition: comparisons of figures with `and`, `or` and parentheses, as in `cost > 1.05 * client` or
 * `constraints_lost > 0 or hybrid.edits >= 20`. A name in quotes may have any letters; 5% is 0.05, and 64k 64,000.
 *
 * @throws UsageError with the column
 */
export function conditionIn(text: string): Condition {
  const tokens = tokensOf(text)
  let at = 0
  const now = (): Token => tokens[at] ?? { text: '', kind: 'end', column: text.length + 1 }
  const take = (): Token => {
    const token = now()
    at += 1
    return token
  }
  const is = (...texts: readonly string[]): boolean => now().kind !== 'end' && texts.includes(now().text)
  const expected = (what: string): UsageError => wrong(text, now(), what)

  function either(): Condition {
    let left = both()
    while (is('or')) {
      take()
      left = { kind: 'either', left, right: both() }
    }
    return left
  }
  function both(): Condition {
    let left = compared()
    while (is('and')) {
      take()
      left = { kind: 'both', left, right: compared() }
    }
    return left
  }
  function compared(): Condition {
    const start = at
    if (is('(')) {
      // Parentheses around a comparison, or around a part of its left side: only what follows tells.
      try {
        take()
        const inside = either()
        if (!is(')')) throw expected('a closing parenthesis')
        take()
        return inside
      } catch (error) {
        if (!(error instanceof ConditionError)) throw error
        at = start
        try {
          return comparison()
        } catch (other) {
          // Of two ways to read it, the one that comes further is meant.
          throw other instanceof ConditionError && other.column > error.column ? other : error
        }
      }
    }
    return comparison()
  }
  function comparison(): Condition {
    const left = sum()
    const operator = now().text === '==' ? '=' : now().text
    if (
      operator !== '>' &&
      operator !== '>=' &&
      operator !== '<' &&
      operator !== '<=' &&
      operator !== '=' &&
      operator !== '!='
    )
      throw expected('one of > >= < <= = !=')
    take()
    return { kind: 'compared', operator, left, right: sum() }
  }
  function sum(): Arithmetic {
    let left = product()
    while (is('+', '-')) left = { kind: 'of', operator: take().text as '+' | '-', left, right: product() }
    return left
  }
  function product(): Arithmetic {
    let left = atom()
    while (is('*', '/')) left = { kind: 'of', operator: take().text as '*' | '/', left, right: atom() }
    return left
  }
  function atom(): Arithmetic {
    const token = take()
    if (token.kind === 'number') return { kind: 'number', value: numberOf(token.text) }
    if (token.text === '-' && token.kind === 'sign')
      return { kind: 'of', operator: '-', left: { kind: 'number', value: 0 }, right: atom() }
    if (token.text === '(' && token.kind === 'sign') {
      const inside = sum()
      if (!is(')')) throw expected('a closing parenthesis')
      take()
      return inside
    }
    const over = OVERS.find((one) => one === token.text)
    if (over !== undefined && is('(')) {
      take()
      const named = nameFrom(take())
      if (!is(')')) throw expected('a closing parenthesis')
      take()
      return { ...named, over }
    }
    return nameFrom(token)
  }
  function nameFrom(token: Token): Name {
    if (token.kind !== 'word') throw wrong(text, token, 'a metric, a lane or a number')
    if (!is('.')) return { kind: 'name', lane: null, name: token.text, over: null, column: token.column }
    take()
    const metric = take()
    if (metric.kind !== 'word') throw wrong(text, metric, `a metric of the lane ${token.text}`)
    return { kind: 'name', lane: token.text, name: metric.text, over: null, column: token.column }
  }

  const condition = either()
  if (now().kind !== 'end') throw expected('the end, and or or')
  return condition
}

class ConditionError extends UsageError {
  readonly column: number
  constructor(text: string, column: number, message: string) {
    super(`--fail-if '${text}', column ${column}: ${message}`)
    this.column = column
  }
}

export function wrongAt(text: string, column: number, message: string): UsageError {
  return new ConditionError(text, column, message)
}

function wrong(text: string, { text: found, kind, column }: Token, what: string): UsageError {
  return wrongAt(text, column, `expected ${what}, but found ${kind === 'end' ? 'the end' : found}`)
}

const TOKEN =
  /\s*(?:((?:\d+(?:_\d+)*(?:\.\d+)?|\.\d+)(?:[kKmM](?![\w-])|%)?)|"([^"]*)"|([A-Za-z_]\w*(?:-[A-Za-z_]\w*)*)|(>=|<=|==|!=|[-+*/()<>=.]))/y

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const from = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (match === null) {
      const column = from + text.slice(from).search(/\S/) + 1
      throw wrongAt(text, column, `there is nothing that begins with ${text.charAt(column - 1)}`)
    }
    const [whole, number, quoted, word, sign] = match
    const column = from + whole.search(/\S/) + 1
    if (number !== undefined) tokens.push({ text: number, kind: 'number', column })
    else if (sign !== undefined) tokens.push({ text: sign, kind: 'sign', column })
    else tokens.push({ text: quoted ?? word ?? '', kind: 'word', column })
  }
  return tokens
}

function numberOf(text: string): number {
  const value = Number.parseFloat(text.replaceAll('_', ''))
  const suffix = text.at(-1)?.toLowerCase()
  return suffix === '%'
    ? value / 100
    : suffix === 'k'
      ? value * 1000
      : suffix === 'm'
        ? value * 1_000_000
        : value
}
