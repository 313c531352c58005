import { ZONES } from '../../pressure/pressure.ts'
import type { Zone } from '../../pressure/pressure.ts'
import { quantities } from './quantity.ts'
import type { QuantityKind } from './quantity.ts'
import { tokensIn } from './token.ts'
import type { Token } from './token.ts'

/** When a step of a pipeline acts, as plain data. */
export type Condition =
  | { readonly kind: 'constant'; readonly holds: boolean }
  /** A yes-or-no quantity. */
  | { readonly kind: 'state'; readonly name: string }
  | {
      readonly kind: 'comparison'
      readonly left: Operand
      readonly operator: Operator
      readonly right: Operand
    }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }

export type Operand =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'zone'; readonly zone: Zone }
  | { readonly kind: 'quantity'; readonly name: string }

export const OPERATORS = Object.freeze(['<', '<=', '>', '>=', '==', '!='] as const)
export type Operator = (typeof OPERATORS)[number]

/** The error in a condition's text. */
export interface ConditionProblem {
  /** Offset of the first wrong character, at most the length of the text. */
  readonly at: number
  /** What is allowed there. */
  readonly expected: string
  /** What was found there; 'the end' at the end of the text. */
  readonly found: string
  /** Similar known names. */
  readonly known: readonly string[]
  /** A suggested replacement, if it is unambiguous. */
  readonly fix?: string
}

/** Longer conditions are refused: several short steps are easier to read, and nesting stays shallow. */
export const LONGEST_CONDITION = 500

/** Keywords, which are not quantities. */
const WORDS = ['and', 'or', 'not', 'always', 'never'] as const

/**
 * Reads a condition such as `utilization >= 60% and not (idle < 5 or zone == red)`. `not` binds closest, then `and`,
 * then `or`. Numbers may end with `%` or `k`; names are those of `quantities`; comparisons do not chain.
 * Linear in the text; it never throws and evaluates nothing.
 */
export function parseCondition(
  text: string,
): { readonly condition: Condition } | { readonly problem: ConditionProblem } {
  if (text.length > LONGEST_CONDITION) {
    const expected = `at most ${LONGEST_CONDITION} characters`
    return { problem: { at: LONGEST_CONDITION, expected, found: `${text.length} characters`, known: [] } }
  }
  try {
    return { condition: createParser(tokensIn(text), text.length).whole() }
  } catch (reason) {
    if (reason instanceof Unreadable) return { problem: reason.problem }
    throw reason
  }
}

class Unreadable extends Error {
  readonly problem: ConditionProblem

  constructor(problem: ConditionProblem) {
    super(`expected ${problem.expected}, found ${problem.found}`)
    this.problem = problem
  }
}

const COMPARISON = `a comparison: ${OPERATORS.join(', ')}`
const JOINERS = ['and', 'or']
const CONTINUED = JOINERS.join(', ')

/** Recursive descent over the tokens; the length of a text bounds how deep it goes. */
function createParser(tokens: readonly Token[], length: number) {
  let next = 0

  function whole(): Condition {
    const condition = either()
    if (tokens[next] !== undefined) throw wrong(`${CONTINUED} or the end`, undefined, JOINERS)
    return condition
  }

  function either(): Condition {
    return joined('or', () => joined('and', negation))
  }

  function joined(kind: 'and' | 'or', part: () => Condition): Condition {
    const first = part()
    const of = [first]
    while (taken(kind)) of.push(part())
    return of.length === 1 ? first : { kind, of }
  }

  function negation(): Condition {
    let negated = false
    while (taken('not')) negated = !negated
    const condition = atom()
    return negated ? { kind: 'not', of: condition } : condition
  }

  function atom(): Condition {
    if (taken('(')) {
      const inner = either()
      if (!taken(')')) throw wrong(`${CONTINUED} or )`, undefined, JOINERS)
      return inner
    }
    if (taken('always')) return { kind: 'constant', holds: true }
    if (taken('never')) return { kind: 'constant', holds: false }
    const left = operand()
    if (kindOf(left) === 'truth' && left.kind === 'quantity') return { kind: 'state', name: left.name }
    const operator = OPERATORS.find((one) => taken(one))
    if (operator === undefined) throw wrong(COMPARISON, tokens[next]?.text === '=' ? '==' : undefined)
    const right = operand()
    if (kindOf(left) !== kindOf(right)) {
      next -= 1
      throw wrong(
        kindOf(left) === 'zone' ? `zone or one of ${ZONES.join(', ')}` : 'a number or the name of one',
      )
    }
    return { kind: 'comparison', left, operator, right }
  }

  function operand(): Operand {
    const token = tokens[next]
    const expected = 'a number, a name, not or ('
    if (token === undefined || token.kind === 'sign' || WORDS.some((word) => word === token.text))
      throw wrong(expected)
    if (token.kind === 'unknown') throw wrong(expected, token.fix)
    next += 1
    if (token.kind === 'number') return { kind: 'number', value: token.value }
    const zone = ZONES.find((one) => one === token.text)
    if (zone !== undefined) return { kind: 'zone', zone }
    if (Object.hasOwn(quantities, token.text)) return { kind: 'quantity', name: token.text }
    next -= 1
    const known = [...Object.keys(quantities), ...ZONES, ...WORDS]
    throw wrong(`one of ${known.join(', ')}`, undefined, known)
  }

  function taken(text: string): boolean {
    const token = tokens[next]
    if (token?.text !== text || token.kind === 'unknown') return false
    next += 1
    return true
  }

  /** The problem at the next token. */
  function wrong(expected: string, fix?: string, known: readonly string[] = []): Unreadable {
    const token = tokens[next]
    const meant = token?.kind === 'unknown' ? (token.fix ?? fix) : fix
    return new Unreadable({
      at: token?.at ?? length,
      expected,
      found: token?.text ?? 'the end',
      known,
      ...(meant === undefined ? {} : { fix: meant }),
    })
  }

  return { whole }
}

function kindOf(operand: Operand): QuantityKind {
  if (operand.kind !== 'quantity') return operand.kind
  return quantities[operand.name]?.kind ?? 'number'
}
