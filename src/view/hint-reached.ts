import { keyOf } from './hint.ts'
import type { Hint } from './hint.ts'
import { levelsOf } from './hint-level.ts'
import type { Level, LevelData } from './hint-level.ts'
import { readingOf } from './hint-reading.ts'
import type { Reading } from './hint-reading.ts'
import { neverReachedMessage } from './hint-words.ts'

/** Levels that no turn of a run reached, each with the highest reading that its stage saw. */
export function neverReached(data: LevelData): readonly Hint[] {
  const readings = new Map<string, Reading | null>()
  return levelsOf(data).flatMap((level): readonly Hint[] => {
    const key = `${level.stage ?? ''} ${level.measure}`
    if (!readings.has(key)) readings.set(key, readingOf(data, level))
    const reading = readings.get(key) ?? null
    if (reading === null || isReached(level, reading)) return []
    return [
      {
        key: keyOf(level.path),
        path: level.path,
        code: 'never_reached',
        severity: 'hint',
        message: neverReachedMessage(level, reading, data),
      },
    ]
  })
}

function isReached({ at, included, measure }: Level, { value }: Reading): boolean {
  if (measure === 'fidelity') return value < at
  return included ? value >= at : value > at
}
