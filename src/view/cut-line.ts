import type { Ratio, Turn, WindowId } from '../engine/index.ts'
import type { TimelineData } from '../sim/index.ts'
import { xAt } from './axis.ts'
import { MAIN_WINDOW } from './series.ts'

/** Where the cut of one decision lay among the scores. */
export interface CutPoint {
  readonly x: number
  readonly turn: Turn
  /** Scores of the last that went and the first that stayed; null where there was none. */
  readonly lastGone: Ratio | null
  readonly firstStayed: Ratio | null
}

/** The cut at every decision of a window that ranked by scores, as recorded, in order. */
export function cutLine({ edits }: Pick<TimelineData, 'edits'>, window: WindowId = MAIN_WINDOW): CutPoint[] {
  return edits.flatMap(({ turn, window: own, decision }): CutPoint[] => {
    if (own !== window || decision === null || decision.terms.length === 0) return []
    const lastGone = decision.victims.at(-1)?.score ?? null
    const firstStayed = decision.survivors[0]?.score ?? null
    return lastGone === null && firstStayed === null
      ? []
      : [{ x: xAt(turn, 'offered'), turn, lastGone, firstStayed }]
  })
}
