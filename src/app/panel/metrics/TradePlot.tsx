import { memo, useMemo } from 'react'
import { Label, Scatter, ScatterChart, XAxis, YAxis } from 'recharts'
import { money, share } from '../../../view/index.ts'
import type { TradePoint } from '../../../view/index.ts'
import { DOT, placed, roundDollars, ticksOf, TRADE_HEIGHT } from '../../picture/plot/trade-range.ts'
import type { PlacedPoint } from '../../picture/plot/trade-range.ts'
import { METRIC_TEXT } from './words.ts'

const MARGIN = { top: 8, right: 32, bottom: 4, left: 0 }
const AXIS = { width: 52, height: 36 }
const RADIUS = 5

/** Lanes by what they cost, from left to right, and by how much of the needed context they keep, from below. */
export const TradePlot = memo(function TradePlot({
  points,
  width,
}: {
  readonly points: readonly TradePoint[]
  readonly width: number
}) {
  const costs = useMemo(() => ticksOf(points.map(({ cost }) => cost)), [points])
  const kept = useMemo(
    () =>
      ticksOf(
        points.map(({ present }) => present),
        1,
      ),
    [points],
  )
  const dots = useMemo(() => {
    const inner = {
      width: width - MARGIN.left - MARGIN.right - AXIS.width,
      height: TRADE_HEIGHT - MARGIN.top - MARGIN.bottom - AXIS.height,
    }
    return placed(points, costs, kept, inner)
  }, [points, costs, kept, width])
  return (
    <ScatterChart width={width} height={TRADE_HEIGHT} margin={MARGIN} accessibilityLayer={false}>
      <XAxis
        type="number"
        dataKey="cost"
        domain={endsOf(costs)}
        ticks={[...costs]}
        tickFormatter={roundDollars(costs)}
        tickLine={false}
        height={AXIS.height}
      >
        <Label value={METRIC_TEXT.tradeCost} position="insideBottomRight" offset={0} />
      </XAxis>
      <YAxis
        type="number"
        dataKey="present"
        domain={endsOf(kept)}
        ticks={[...kept]}
        tickFormatter={(value: number) => `${Number((value * 100).toPrecision(6))} %`}
        tickLine={false}
        width={AXIS.width}
      />
      <text x={AXIS.width + 6} y={MARGIN.top + 10}>
        {METRIC_TEXT.tradePresent}
      </text>
      <Scatter
        data={[...dots]}
        isAnimationActive={false}
        shape={({ cx = 0, cy = 0, payload }: ShapeOf) => {
          const dot = payload as PlacedPoint
          return (
            <g className={dot.isBest ? 'dot best' : 'dot'} data-lane={dot.lane}>
              <circle
                className={dot.isBest ? 'solid accent' : 'stroke soft hollow'}
                cx={cx}
                cy={cy}
                r={RADIUS}
              >
                <title>{METRIC_TEXT.point(dot.label, money(dot.cost), share(dot.present))}</title>
              </circle>
              <text
                className={dot.isBest ? 'strong' : undefined}
                x={cx + (dot.isLeft ? -1 : 1) * DOT}
                y={cy + dot.down}
                textAnchor={dot.isLeft ? 'end' : 'start'}
              >
                {METRIC_TEXT.dot(dot.label, dot.unfit)}
              </text>
            </g>
          )
        }}
      />
    </ScatterChart>
  )
})

function endsOf(ticks: readonly number[]): [number, number] {
  return [ticks[0] ?? 0, ticks.at(-1) ?? 1]
}

/** What the charting library gives a dot. */
interface ShapeOf {
  readonly cx?: number | undefined
  readonly cy?: number | undefined
  readonly payload?: unknown
}
