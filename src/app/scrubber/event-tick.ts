import type { Turn, Zone } from '../../engine/index.ts'
import { xAt } from '../../view/index.ts'
import type { LaneEvent } from '../../view/index.ts'

/** How a tick is painted: what is lost stands out, what was done is ink, what was only noticed is soft. */
export type TickTone = 'loss' | 'edit' | 'notice' | Zone

/** One mark on the row of a lane; where turns share a pixel, that of what matters most there. */
export interface EventTick {
  /** Whole pixels. */
  readonly x: number
  readonly tone: TickTone
  /** The turn it stands for. */
  readonly turn: Turn
}

/** From what gives way to what wins where two meet. */
const RANKS: readonly TickTone[] = ['green', 'yellow', 'orange', 'red', 'notice', 'edit', 'loss']

/** One tick for each pixel in which anything happened, from left to right; of equals the earlier turn. */
export function eventTicks(events: Iterable<LaneEvent>, x: (turn: number) => number): readonly EventTick[] {
  const ticks = new Map<number, EventTick>()
  for (const event of events) {
    const { turn } = event
    const tick = { x: Math.round(x(xAt(turn, 'sent'))), tone: toneOf(event), turn }
    const there = ticks.get(tick.x)
    const gain = there === undefined ? 1 : RANKS.indexOf(tick.tone) - RANKS.indexOf(there.tone)
    if (there === undefined || gain > 0 || (gain === 0 && turn < there.turn)) ticks.set(tick.x, tick)
  }
  return [...ticks.values()].sort((a, b) => a.x - b.x)
}

function toneOf({ kind, loss, zone }: LaneEvent): TickTone {
  if (loss) return 'loss'
  if (kind === 'edit') return 'edit'
  return zone ?? 'notice'
}
