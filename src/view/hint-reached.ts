import { keyOf } from './hint.ts'
import type { Hint } from './hint.ts'
import { heldThroughout, isOneOrder } from './hint-held.ts'
import { levelsOf } from './hint-level.ts'
import type { Level, LevelData } from './told/level.ts'
import { readingOf } from './hint-reading.ts'
import type { Reading } from './hint-reading.ts'
import { seenBy } from './hint-seen.ts'
import type { Ahead } from './hint-seen.ts'
import { neverActsMessage, neverReachedMessage } from './hint-words.ts'

/**
 * Levels that no turn of a run reached, each with the highest reading that its stage saw; and levels that the window
 * came in above, but at which nothing ever acts, because another stage frees the window first.
 */
export function neverReached(data: LevelData): readonly Hint[] {
  const readings = new Map<string, Reading | null>()
  const isOrdered = isOneOrder(data)
  return heldThroughout(data, levelsOf, (level) => level).flatMap((level): readonly Hint[] => {
    if (level.stage !== null && !isOrdered) return []
    const key = `${level.stage ?? ''} ${level.measure}`
    if (!readings.has(key)) readings.set(key, readingOf(data, level))
    const reading = readings.get(key) ?? null
    if (reading === null || isReached(level, reading.value)) return []
    const at = { key: keyOf(level.path), path: level.path, severity: 'hint' } as const
    const ahead = aheadOf(data, level)
    if (ahead === null)
      return [{ ...at, code: 'never_reached', message: neverReachedMessage(level, reading, data) }]
    // What acted all the same did so ahead of its level (PRES-6), and a reading alone is no reason that it did not.
    const acted = data.edits.some(({ stage }) => stage === level.stage)
    if (acted || ahead.stages.length === 0) return []
    return [{ ...at, code: 'never_acts', message: neverActsMessage(level, reading, ahead, data) }]
  })
}

/** Null where no window came in so full. */
function aheadOf(data: LevelData, level: Level): Ahead | null {
  if (level.stage === null || level.measure !== 'tokens') return null
  let highest: Omit<Ahead, 'stages'> | null = null
  const stages = new Set<string>()
  for (const { turn, arriving, ahead } of seenBy(data, level.stage)) {
    if (!isReached(level, arriving)) continue
    for (const stage of ahead) stages.add(stage)
    if (highest === null || arriving > highest.value) highest = { value: arriving, turn }
  }
  return highest === null ? null : { ...highest, stages: [...stages] }
}

function isReached({ at, included, measure }: Level, value: number): boolean {
  if (measure === 'fidelity') return value < at
  return included ? value >= at : value > at
}
