import type { Taken } from './caps.ts'
import type { Scale } from '../plot/scale.ts'

/** Pixels that the words at the end of the task take, and how far apart the points are that stand for them. */
const WORDS = 90
const APART = 8
const ABOVE = 6

/** Whether the words have no room right of their cross. */
export function isNearRight({ x }: Taken, { width, right }: Pick<Scale, 'width' | 'right'>): boolean {
  return x > width - right - WORDS
}

/** The places that a cross and its words take from letters. */
export function roomOfTaskEnd(end: Taken | null, scale: Pick<Scale, 'width' | 'right'>): readonly Taken[] {
  if (end === null) return []
  const side = isNearRight(end, scale) ? -1 : 1
  const room: Taken[] = [end]
  for (let away = APART; away <= WORDS; away += APART) room.push({ x: end.x + side * away, y: end.y - ABOVE })
  return room
}
