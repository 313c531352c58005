import { isFit, turnsReached } from '../../sim/internal.ts'
import type { Ratio } from '../../engine/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import { money } from '../../sim/internal.ts'
import { share } from '../sentence/format.ts'
import type { LaneRows } from './comparison.ts'

/** A lane by what it costs and what it keeps. */
export interface TradePoint {
  readonly lane: string
  readonly label: string
  /** US dollars of the whole run. */
  readonly cost: number
  /** Needed context present. */
  readonly present: Ratio
  /** What keeps it from being praised: the run ended early, or requests are over the limit; null for neither. */
  readonly unfit: 'ended' | 'refused' | null
  /** False for an unfit lane beside a fit one, and for one that ended before another: it costs less for that. */
  readonly isWhole: boolean
  /** True where no lane that went as far keeps as much for less, or more for as much, by the figures as shown. */
  readonly isBest: boolean
}

/** The lanes whose cost and needs are known, in their order. */
export function tradePoints(
  lanes: readonly (LaneRows & { readonly data: Pick<TimelineData, 'turns' | 'ended'> })[],
): readonly TradePoint[] {
  const sent = ({ data }: (typeof lanes)[number]): number => turnsReached(data)
  const furthest = Math.max(0, ...lanes.map(sent))
  const isAnyFit = lanes.some((lane) => sent(lane) === furthest && isFit(lane.rows))
  const points = lanes.flatMap((lane): Omit<TradePoint, 'isBest'>[] => {
    const valueOf = (metric: string): number | null =>
      lane.rows.find(({ id }) => id === metric)?.value ?? null
    const [cost, present] = [valueOf('cost'), valueOf('need-hit-rate')]
    if (cost === null || present === null) return []
    return [
      {
        lane: lane.name,
        label: lane.label,
        cost,
        present,
        unfit: lane.data.ended !== null ? 'ended' : isFit(lane.rows) ? null : 'refused',
        isWhole: sent(lane) === furthest && (!isAnyFit || isFit(lane.rows)),
      },
    ]
  })
  return points.map((one) => ({
    ...one,
    isBest:
      one.isWhole &&
      points.every((other) => {
        if (!other.isWhole) return true
        const [saved, kept] = [
          moneyShown(one.cost) - moneyShown(other.cost),
          shareShown(other) - shareShown(one),
        ]
        return !(saved >= 0 && kept >= 0 && saved + kept > 0)
      }),
  }))
}

/** Who costs the least and who keeps the most; '' for fewer than two lanes that went as far. */
export function tradeTitle(points: readonly TradePoint[]): string {
  const whole = points.filter(({ isWhole }) => isWhole)
  if (whole.length < 2) return ''
  const best = whole.filter(({ isBest }) => isBest)
  const least = best.toSorted((a, b) => a.cost - b.cost)
  const [cheapest, most] = [least[0], least.at(-1)]
  if (cheapest === undefined || most === undefined) return ''
  const [cost, present] = [money(cheapest.cost), share(cheapest.present)]
  const among = amongOf(points)
  if (best.length === whole.length && least.every((one) => shareShown(one) === shareShown(most)))
    return `${among === '' ? 'All lanes' : `${among}all`} cost ${cost} with ${present} of the needed context present`
  // The best that keep the same cost the same: else one of them would not be of the best.
  const alike = best.filter((one) => shareShown(one) === shareShown(cheapest))
  if (alike.length === best.length)
    return `${among}${alike.map(({ label }) => label).join(' and ')} cost${alike.length === 1 ? 's' : ''} the least, ${cost}, with the most needed context present, ${present}`
  return `${among}${cheapest.label} costs the least (${cost}, ${present} of the needed context present), ${most.label} keeps the most (${share(most.present)}, ${money(most.cost)})`
}

/** The lanes of which a title speaks, if not of all. */
function amongOf(points: readonly TradePoint[]): string {
  const left = points.filter(({ isWhole }) => !isWhole)
  const which = [
    ...(left.some(({ unfit }) => unfit === 'ended') ? ['that came furthest'] : []),
    ...(left.some(({ unfit }) => unfit === 'refused') ? ['whose requests all fit'] : []),
  ]
  return which.length === 0 ? '' : `Of the lanes ${which.join(' and ')}, `
}

/** What the lanes cost, from the least to the most: `$1.1311 to $1.1414`; '' where no cost is known. */
export function costRange(lanes: readonly LaneRows[]): string {
  const costs = lanes.flatMap(({ rows }) => rows.find(({ id }) => id === 'cost')?.value ?? [])
  if (costs.length === 0) return ''
  const [least, most] = [money(Math.min(...costs)), money(Math.max(...costs))]
  return least === most ? least : `${least} to ${most}`
}

/** A cost as rounded for people. */
export function moneyShown(usd: number): number {
  return Number(usd.toFixed(4))
}

function shareShown({ present }: Pick<TradePoint, 'present'>): number {
  return Number((present * 100).toFixed(1))
}
