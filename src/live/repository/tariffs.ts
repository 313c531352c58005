import type { Random } from '../../engine/index.ts'
import written from './tariffs.json' with { type: 'json' }

const MONTHS = written
const LENGTHS = [8, 10, 12, 14, 16, 18, 20]

/** The table of the harbour office: a source file that is long and mostly numbers. */
export function tariffsFile(random: Random): string {
  const rows = [...MONTHS, 'November', 'December'].flatMap((month, at) => {
    const season = 1800 + Math.min(at, 11 - at) * 260
    return [1, 8, 16, 24].map((day) => {
      const cells = LENGTHS.map((length) =>
        String(season + length * 45 + random.integer(0, 19) * 5).padStart(5),
      )
      return `  { from: ${`'${month} ${day}',`.padEnd(16)}cents: [${cells.join(',')}], harbour: '${random.pick(PLACES)}' },`
    })
  })
  return `// Sent by the harbour office for 2026. Made by a script from their table; do not edit.

export const PIERS = ['A', 'B', 'C', 'D'] as const

/** Cents per night by quarter month and by length of the berth: ${LENGTHS.join(', ')} metres. */
const TARIFFS = [
${rows.join('\n')}
] as const

/** Cents for a night, as days since 1970, in a berth of a length in metres. */
export function tariffOn(night: number, length: number): number {
  const row = TARIFFS[Math.floor(((night % 365) / 365) * TARIFFS.length)]
  const column = Math.min(6, Math.max(0, Math.ceil((length - 8) / 2)))
  return row?.cents[column] ?? 0
}
`
}

const PLACES = ['inner basin', 'outer basin', 'east mole', 'west mole', 'town quay']
