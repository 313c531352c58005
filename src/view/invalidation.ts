import type { WindowId } from '../engine/index.ts'
import { cacheRewrites } from '../sim/index.ts'
import type { CacheRewrite, TimelineData, TurnRecord } from '../sim/index.ts'
import { turnsOf, xAt } from './axis.ts'
import { MAIN_WINDOW } from './series.ts'

/** What the edits of a turn cost a prompt cache, with the stretch of the picture that it shades. */
export interface Invalidation extends CacheRewrite {
  /** From the point `offered` to the window's next point after `sent`. */
  readonly from: number
  readonly to: number
}

/** The turns whose edits had a prompt cache write anew what had been sent before, in order. O(spans log spans). */
export function invalidations(
  data: Pick<TimelineData, 'spans' | 'turns'>,
  window: WindowId = MAIN_WINDOW,
): Invalidation[] {
  const turns = turnsOf(data.turns, window)
  const places = new Map(turns.map(({ turn }, index) => [turn, index]))
  return cacheRewrites(data, window).map((rewrite) => {
    const { turn } = rewrite
    const index = places.get(turn) ?? -1
    return { ...rewrite, from: xAt(turn, 'offered'), to: nextPoint(turn, turns[index], turns[index + 1]) }
  })
}

function nextPoint(turn: number, record: TurnRecord | undefined, next: TurnRecord | undefined): number {
  if (record !== undefined && record.responded !== null) return xAt(turn, 'responded')
  return next === undefined ? turn + 1 : xAt(next.turn, 'arrived')
}
