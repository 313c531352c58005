import { readWhole } from '../../inputs/figures.ts'
import type { Declarations } from '../../state/declarations.ts'

type Row = Pick<ReturnType<Declarations['settingRows']>[number], 'integer' | 'range' | 'usual'>

/** The number that a text means for a setting; null where it means none, or one out of range. */
export function figureOf(text: string, { integer, range }: Row): number | null {
  const value = integer ? readWhole(text) : readDecimal(text)
  if (value === null || range === null) return null
  return value < range.min || value > range.max ? null : value
}

/** A number as people write it: `.5`, `0.5`, `0,5`. */
function readDecimal(text: string): number | null {
  const bare = text.trim().replace(',', '.')
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(bare) ? Number(bare) : null
}

/** How far one step of its slider goes: a hundredth of the way, as a round number. */
export function stepOf({ integer, usual, range }: Row): number {
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
