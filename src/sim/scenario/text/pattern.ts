import type { Random } from '../../../engine/index.ts'

/**
 * How a value is drawn: one of several patterns, or one pattern. In a pattern `{12..480}` is a whole number, `{1.20..9.80}`
 * one with as many decimals as its bounds, `{1,000..9,999}` one with separators, `{####}` digits, `{%%%%}` hexadecimal
 * digits and `{@@@}` capital letters.
 */
export type Pattern = string | readonly string[]

/** One value of a pattern. */
export function drawn(pattern: Pattern, draws: Random): string {
  const chosen = typeof pattern === 'string' ? pattern : draws.pick(pattern)
  if (!chosen.includes('{')) return chosen
  return chosen
    .replace(/\{(\d[\d,]*(?:\.\d+)?)\.\.(\d[\d,]*(?:\.\d+)?)\}/g, (_, low: string, high: string) =>
      numberBetween(low, high, draws),
    )
    .replace(/\{([#%@]+)\}/g, (_, marks: string) =>
      Array.from(marks, (mark, index) => characterOf(mark, index, draws)).join(''),
    )
}

/** The values of several names. */
export function drawnAll(
  patterns: Readonly<Record<string, Pattern>>,
  draws: Random,
): ReadonlyMap<string, string> {
  return new Map(Object.entries(patterns).map(([name, pattern]) => [name, drawn(pattern, draws)]))
}

function numberBetween(low: string, high: string, draws: Random): string {
  const decimals = low.split('.')[1]?.length ?? 0
  const whole = (figure: string): number => Number(figure.replace(/[.,]/g, ''))
  const value = draws.integer(whole(low), whole(high))
  const digits = String(value).padStart(
    low.startsWith('0') && decimals === 0 ? low.length : decimals + 1,
    '0',
  )
  const [before, after] =
    decimals === 0 ? [digits, ''] : [digits.slice(0, -decimals), `.${digits.slice(-decimals)}`]
  return (low.includes(',') || high.includes(',') ? separated(Number(before)) : before) + after
}

function characterOf(mark: string, index: number, draws: Random): string {
  if (mark === '#') return String(draws.integer(index === 0 ? 1 : 0, 9))
  if (mark === '%') return '0123456789abcdef'.charAt(draws.integer(0, 15))
  return 'ABCDEFGHJKLMNPRSTUVWXYZ'.charAt(draws.integer(0, 22))
}

/** `48210` → `48,210`. */
export function separated(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
