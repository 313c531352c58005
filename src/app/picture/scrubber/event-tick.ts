import type { Turn, Zone } from '../../../engine/index.ts'
import { xAt } from '../../../view/index.ts'
import type { LaneEvent } from '../../../view/index.ts'

/**
 * How a tick is painted: what is lost stands out, a new window is a line across, what was done is ink, a
 * checkpoint is a flag, an alert a dot, and what was only noticed is soft.
 */
export type TickTone = 'loss' | 'window' | 'edit' | 'flag' | 'alert' | 'notice' | Zone

/** One mark on the row of a lane; where turns share a pixel, that of what matters most there. */
export interface EventTick {
  /** Whole pixels. */
  readonly x: number
  readonly tone: TickTone
  /** The turn it stands for. */
  readonly turn: Turn
}

/** From what gives way to what wins where two meet, and is painted over it. */
export const TICK_TONES: readonly TickTone[] = [
  'notice',
  'green',
  'yellow',
  'orange',
  'red',
  'flag',
  'alert',
  'edit',
  'window',
  'loss',
]

/** One tick for each pixel in which anything happened, from left to right; of equals the earlier turn. */
export function eventTicks(events: Iterable<LaneEvent>, x: (turn: number) => number): readonly EventTick[] {
  const ticks = new Map<number, EventTick>()
  for (const event of events) {
    const { turn } = event
    const tick = { x: Math.round(x(xAt(turn, 'sent'))), tone: toneOf(event), turn }
    const there = ticks.get(tick.x)
    const gain = there === undefined ? 1 : TICK_TONES.indexOf(tick.tone) - TICK_TONES.indexOf(there.tone)
    if (there === undefined || gain > 0 || (gain === 0 && turn < there.turn)) ticks.set(tick.x, tick)
  }
  return [...ticks.values()].sort((a, b) => a.x - b.x)
}

function toneOf({ kind, loss, zone }: LaneEvent): TickTone {
  if (loss) return 'loss'
  if (kind === 'edit' || kind === 'window') return kind
  if (kind === 'checkpoint') return 'flag'
  if (kind === 'alert' || kind === 'breaker' || kind === 'discarded') return 'alert'
  return zone ?? 'notice'
}
