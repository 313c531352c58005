import type { Turn } from '../../../engine/index.ts'
import { entriesAt } from '../../../sim/index.ts'
import type { TimelineData } from '../../../sim/index.ts'

/** Whether the provider leaves out something of a turn's request by itself, so that the model sees less (LED-4). */
export function leavesOut({ spans, turns }: Pick<TimelineData, 'spans' | 'turns'>, turn: Turn): boolean {
  const record = turns[turn]
  if (record === undefined) return false
  const { points, window } = record
  return entriesAt(spans, points.sent.tick, window).some(({ state }) => state === 'server_cleared')
}
