import { readWhole } from '../../../ui/figures.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'

type Row = Pick<ReturnType<Declarations['settingRows']>[number], 'integer' | 'range' | 'usual' | 'unit'>

/** The number in a text for a setting; null if it is invalid or out of range. */
export function figureOf(text: string, row: Row): number | null {
  const value = numberIn(text, row)
  return value === null || faultOf(text, row) !== null ? null : value
}

/** The error of a text as the value of a setting; null for none. */
export function faultOf(text: string, row: Row): Fault | null {
  const value = numberIn(text, row)
  if (value === null) {
    if (readDecimal(text) !== null) return 'fraction'
    return readShare(text) === null ? 'no number' : 'percent'
  }
  const { range } = row
  return range === null || value < range.min || value > range.max ? 'range' : null
}

/** Thousands, as the page writes them. */
const GROUPED = /^[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/

/** `percent`: a share was expected; `fraction`: a whole number was expected. */
export type Fault = 'no number' | 'fraction' | 'percent' | 'range'

function numberIn(text: string, { integer, unit }: Row): number | null {
  if (integer) return readWhole(text) ?? readNegative(text)
  return readDecimal(text) ?? (/^share\b/.test(unit) ? readShare(text) : null)
}

/** A number as people write it: `.5`, `0.5`, `0,5`, `5e-1`; `1,440` is what a whole number of this text is, too. */
function readDecimal(text: string): number | null {
  const bare = GROUPED.test(text.trim()) ? text.trim().replaceAll(',', '') : text.trim().replace(',', '.')
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,2})?$/i.test(bare) ? Number(bare) : null
}

/** A share written as a percentage: `60 %` is 0.6. */
function readShare(text: string): number | null {
  const bare = /^(.*\S)\s*%$/.exec(text.trim())?.[1]
  const percent = bare === undefined ? null : readDecimal(bare)
  return percent === null ? null : Number((percent / 100).toPrecision(12))
}

/** A count cannot be negative, but the error to report is its range. */
function readNegative(text: string): number | null {
  const count = /^-\s*(\S.*)$/.exec(text.trim())?.[1]
  const value = count === undefined ? null : readWhole(count)
  return value === null ? null : -value
}

/** One step of its slider: a hundredth of the range, as a round number. */
export function stepOf({ integer, usual, range }: Omit<Row, 'unit'>): number {
  const [least, most] = usual ?? [range?.min ?? 0, range?.max ?? 1]
  if (!integer) return most - least <= 2 ? 0.01 : 0.1
  const rough = Math.max(1, (most - least) / 100)
  let step = 1
  for (const next of [2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000])
    if (next <= rough) step = next
  return step
}

/** As it would be written on one line of YAML. */
export function inYaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inYaml).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, one]) => `${key}: ${inYaml(one)}`)
    return `{ ${entries.join(', ')} }`
  }
  return String(value)
}
