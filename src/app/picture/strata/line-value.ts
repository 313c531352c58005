import { lineBounds, tokensAt, writtenAt } from '../../../view/index.ts'
import type { LimitLine } from '../../../view/index.ts'

/** Smallest steps of a value: a whole percent of a share, or a tenth of that. */
const PERCENT = 0.01
const FINE = 0.001
/** Approximate number of token steps in the window. */
const STEPS = 200

/**
 * The step by which a line moves: a whole percent of a share, or a round number of tokens; a tenth of that if `fine`.
 */
export function stepOf({ unit }: Pick<LimitLine, 'unit'>, limit: number, fine: boolean): number {
  if (unit === 'share') return fine ? FINE : PERCENT
  const step = roundDown(limit / STEPS)
  return Math.max(1, fine ? step / 10 : step)
}

/** The value behind a line: the written one, or the effective one if the written one is a placeholder for it. */
export function valueOf(line: LimitLine): number {
  const { written, range, tokens } = line
  const says = written >= range.min && written <= range.max && Math.abs(tokensAt(line, written) - tokens) < 1
  return says ? written : held(writtenAt(line, tokens), range)
}

/** The value, on the grid of a step, that moves a line to a number of tokens, within its bounds. */
export function valueAt(line: LimitLine, lines: readonly LimitLine[], tokens: number, step: number): number {
  return onGrid(writtenAt(line, tokens), lineBounds(line, lines, step), step)
}

/** The value after some keyboard steps. */
export function valueAfter(line: LimitLine, lines: readonly LimitLine[], by: number, step: number): number {
  const bounds = lineBounds(line, lines, step)
  const value = valueOf(line) + by * step
  // A value between two steps keeps its offset.
  return tidy(held(value, bounds))
}

/** The minimum or maximum that may be written. */
export function valueAtEnd(
  line: LimitLine,
  lines: readonly LimitLine[],
  end: 'min' | 'max',
  step: number,
): number {
  return onGrid(lineBounds(line, lines, step)[end], lineBounds(line, lines, step), step)
}

/** A line at the position of another value. */
export function movedTo(line: LimitLine, written: number, limit: number): LimitLine {
  const tokens = tokensAt(line, written)
  return { ...line, written, tokens, share: line.kind === 'limit' ? 1 : tokens / limit }
}

function onGrid(value: number, bounds: { readonly min: number; readonly max: number }, step: number): number {
  const [least, most] = [Math.ceil(bounds.min / step - TINY), Math.floor(bounds.max / step + TINY)]
  if (least > most) return tidy(held(value, bounds))
  return tidy(held(Math.round(value / step), { min: least, max: most }) * step)
}

/** Rounding errors are smaller than this part of a step. */
const TINY = 1e-6

/** Without the rounding error of a decimal sum. */
function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

function held(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.max(min, Math.min(max, value))
}

/** The largest of 1, 2 and 5 times a power of ten that is not above `most`. */
function roundDown(most: number): number {
  let power = 1
  while (power * 10 <= most) power *= 10
  return ([5, 2, 1].find((times) => times * power <= most) ?? 1) * power
}
