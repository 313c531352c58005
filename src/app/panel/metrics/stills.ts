import { money, share, tradePoints, tradeTitle } from '../../../view/index.ts'
import { light } from '../../picture/still/light.ts'
import { fill, label, line, stroke } from '../../picture/still/markup.ts'
import type { Still, StillSubject } from '../../picture/still/still.ts'
import { DOT, placed, roundDollars, ticksOf } from '../../picture/plot/trade-range.ts'
import { METRIC_TEXT } from './words.ts'

const LEFT = 56
const RIGHT = 32
const UNDER = 36
const RADIUS = 5

/** What each lane costs and how much of the needed context it keeps; nothing where there are not two to compare. */
export function tradeStills({ comparison: { lanes } }: Pick<StillSubject, 'comparison'>): readonly Still[] {
  const points = tradePoints(lanes)
  const title = tradeTitle(points)
  if (title === '') return []
  const dot = (best: boolean): string =>
    best ? fill('--accent') : `${fill('--paper')} stroke="${light('--ink-soft').colour}" stroke-width="1.5"`
  return [
    {
      content: 'cost-against-needs',
      name: METRIC_TEXT.trade,
      title,
      about: METRIC_TEXT.tradeAbout(lanes),
      legend: [],
      draw({ width, height }) {
        const costs = ticksOf(points.map(({ cost }) => cost))
        const kept = ticksOf(points.map(({ present }) => present), 1)
        const inner = { width: width - LEFT - RIGHT, height: height - UNDER }
        const at = (value: number, ticks: readonly number[]): number => {
          const [from = 0, to = 1] = [ticks[0], ticks.at(-1)]
          return (value - from) / (to - from || 1)
        }
        const x = (cost: number): number => LEFT + at(cost, costs) * inner.width
        const y = (present: number): number => inner.height - at(present, kept) * inner.height
        return [
          ...costs.map((cost) => label(x(cost), inner.height + 12, roundDollars(costs)(cost), { anchor: 'middle', size: 10 })),
          ...kept.map((one) => label(LEFT - 8, y(one), `${Number((one * 100).toPrecision(6))} %`, { anchor: 'end', size: 10 })),
          ...kept.map((one) => line([[LEFT, y(one)], [width - RIGHT, y(one)]], stroke('--hairline'))),
          line([[LEFT, 0], [LEFT, inner.height], [width - RIGHT, inner.height]], stroke('--hairline-strong')),
          label(width - RIGHT, inner.height + 27, METRIC_TEXT.tradeCost, { anchor: 'end', size: 10 }),
          label(LEFT + 6, 8, METRIC_TEXT.tradePresent, { size: 10 }),
          ...placed(points, costs, kept, inner).map(({ label: name, cost, present, isBest, unfit, isLeft, down }) => {
            const words = `${METRIC_TEXT.dot(name, unfit)}: ${money(cost)}, ${share(present)}`
            return (
              `<circle cx="${x(cost).toFixed(1)}" cy="${y(present).toFixed(1)}" r="${RADIUS}" ${dot(isBest)}/>` +
              label(x(cost) + (isLeft ? -DOT : DOT), y(present) + down, words, {
                anchor: isLeft ? 'end' : 'start',
                size: 11,
                bold: isBest,
                halo: true,
                colour: '--ink',
              })
            )
          }),
        ].join('')
      },
    },
  ] // oxfmt-ignore
}
