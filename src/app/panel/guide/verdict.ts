import type { MeasuredSituation } from '../../../claims/index.ts'
import { money, share } from '../../../view/index.ts'
import { GUIDE_TEXT } from './words.ts'

/** Whether the measured figures support an advice. */
export type Sign = keyof typeof GUIDE_TEXT.signs

export function signOf({ needs, cost }: Pick<MeasuredSituation, 'needs' | 'cost'>): Sign {
  const verdicts = [needs.verdict, cost.verdict]
  const better = verdicts.includes('better')
  const worse = verdicts.includes('worse')
  if (better && worse) return 'trade'
  if (better) return 'confirmed'
  return worse ? 'refuted' : 'unclear'
}

/** The measured figures of an advice as a sentence. */
export function measuredText({ needs, cost, means: { advised, rival } }: MeasuredSituation): string {
  const points = Math.abs(advised.needs - rival.needs) * 100
  const kept =
    needs.verdict === 'unclear'
      ? GUIDE_TEXT.sameNeeds(share(advised.needs))
      : GUIDE_TEXT.needs(
          needs.verdict === 'better',
          `${points.toFixed(1)} points`,
          share(rival.needs),
          share(advised.needs),
        )
  const ratio = Math.abs(advised.cost / rival.cost - 1)
  const paid =
    cost.verdict === 'unclear'
      ? GUIDE_TEXT.sameCost(money(advised.cost))
      : GUIDE_TEXT.cost(cost.verdict === 'worse', share(ratio), money(rival.cost), money(advised.cost))
  return `${kept}; ${paid}`
}
