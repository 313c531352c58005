import { named } from '../../core/by-name.ts'
import { OPERATORS } from './condition.ts'
import { quantities } from './quantity.ts'
import type { Quantity } from './quantity.ts'
import { tokensIn } from './token.ts'
import type { Token } from './token.ts'

/** A valid comparison that is hardly intended: it always holds, or never. */
export interface Implausible {
  /** Offset and text of what should be changed. */
  readonly at: number
  readonly found: string
  readonly quantity: string
  /** The number as it is understood, and the usual range of the quantity. */
  readonly value: number
  readonly expected: string
  /** The probable intention. */
  readonly fix?: string
}

type NumberToken = Extract<Token, { kind: 'number' }>

/**
 * Comparisons with numbers that a quantity never comes near, such as `utilization >= 60`, which means 6000 %, or `used
 * >= 60%`, which means .6 of a token. 0 is always plausible.
 *
 * @param text a valid condition (`parseCondition`)
 */
export function implausibleIn(text: string): readonly Implausible[] {
  const tokens = tokensIn(text)
  return tokens.flatMap((sign, at) => {
    const [left, right] = [tokens[at - 1], tokens[at + 1]]
    if (left === undefined || right === undefined || !OPERATORS.some((one) => one === sign.text)) return []
    if (left.kind === 'word' && right.kind === 'number') return judged(left, right)
    return left.kind === 'number' && right.kind === 'word' ? judged(right, left) : []
  })
}

function judged(name: Token, number: NumberToken): Implausible[] {
  const quantity = named(quantities, name.text)
  const { usual = null, unit = '' } = quantity ?? {}
  const { value } = number
  if (quantity === undefined || usual === null || value === 0) return []
  const size = Math.abs(value)
  const fits = size >= usual.least && size <= usual.most && (value > 0 || usual.signed === true)
  if (fits) return []
  const { wrong, fix } = meant(name, number, quantity)
  const expected = `${usual.least} to ${usual.most} (${unit})`
  const { at, text: found } = wrong
  return [{ at, found, quantity: name.text, value, expected, ...(fix === undefined ? {} : { fix }) }]
}

/** What should be changed: the name, if the number is a share of the limit, else the number. */
function meant(
  name: Token,
  number: NumberToken,
  { asShare, usual, unit }: Quantity,
): { readonly wrong: Token; readonly fix?: string } {
  const { value, text } = number
  const isPlain = /^[\d.]+$/.test(text)
  if (asShare !== undefined && value > 0 && value < (usual?.least ?? 0)) return { wrong: name, fix: asShare }
  const percent = unit.startsWith('share') && isPlain && value <= 100
  return percent ? { wrong: number, fix: `${text}%` } : { wrong: number }
}
