import { memo, Suspense, useMemo, useRef } from 'react'
import type { BlockId, Tokens, WindowId } from '../../engine/index.ts'
import { decimal, lifelineAt, tokensShort, turnName, whole } from '../../view/index.ts'
import type { Lifelines } from '../../view/index.ts'
import type { LaneResult } from '../../worker/protocol.ts'
import { LazyUtilizationChart } from '../chart/charts.ts'
import { rowsOver } from '../lifelines/bars.ts'
import { LifelinesPicture } from '../lifelines/LifelinesPicture.tsx'
import { choose } from '../state/choices.ts'
import { StrataPicture } from '../strata/StrataPicture.tsx'
import { scaleOf } from '../strata/scale.ts'
import type { Frame } from '../strata/scale.ts'
import { LANE_TEXT } from '../words/lane.ts'
import { Cursors } from './Cursors.tsx'
import { Gutters } from './Gutters.tsx'
import type { GutterLabel } from './Gutters.tsx'
import { LaneHead } from './LaneHead.tsx'
import { tipOf, tipOfLife } from './lane-words.ts'
import { laneView, withOwnBand } from './lane-view.ts'
import { usePlotPointer } from './plot-pointer.ts'
import type { PlotPointer, Target } from './plot-pointer.ts'
import { Readout } from './Readout.tsx'
import { Ribbon } from './Ribbon.tsx'
import { TurnAxis } from './TurnAxis.tsx'

interface Properties {
  readonly lane: LaneResult
  readonly window: WindowId
  readonly frame: Frame
  /** Pixels of the utilization chart and of the picture of the blocks. */
  readonly heights: { readonly utilization: number; readonly picture: number }
  /** The lifelines to draw in place of the strata; null for the strata. */
  readonly lives: Lifelines | null
  /** Rows of the lane that has most, so that a row is as tall in every lane. */
  readonly mostRows: number
  /** Largest number of tokens drawn, the same in every lane. */
  readonly top: Tokens
  readonly selected: BlockId | null
  /** First turn in which it does something else than the first lane; null for that one and for no difference. */
  readonly parts: number | null
  readonly first: string
}

/** Pixels between the charts of a lane, and the height of its ribbon. */
const RIBBON = 12
/** Pixels by which a pointer may miss a bar. */
const MISS = 3
/** Pixels in which the height that decides about small bands grows. */
const DETAIL = 80

/** One policy's run: head, utilization, zones and the picture of its blocks over the same axis. */
export const Lane = memo(function Lane(props: Properties) {
  const { lane, window, frame, heights, lives, mostRows, top, selected, parts, first } = props
  const { data } = lane
  // In steps, so that a headline of one line more does not lay everything out again.
  const detail = Math.ceil(heights.picture / DETAIL) * DETAIL
  const merged = useMemo(() => laneView(lane, window, detail), [lane, window, detail])
  const view = useMemo(() => withOwnBand(merged, lane, detail, selected), [merged, lane, detail, selected])
  const plot = useRef<HTMLDivElement>(null)
  const scale = useMemo(() => scaleOf(frame, heights.picture, top), [frame, heights.picture, top])
  const rows = useMemo(() => rowsOver(heights.picture, mostRows), [heights.picture, mostRows])
  const usage = useMemo(
    () => scaleOf(frame, heights.utilization, top / data.limit),
    [frame, heights.utilization, top, data.limit],
  )
  const pictureTop = heights.utilization + RIBBON
  const pointer = useMemo(
    (): PlotPointer => ({
      scale,
      pictureTop,
      find(turn: number, y: number): Target | null {
        if (lives === null) {
          const hit = view.hit(turn, scale.tokensOf(y))
          return hit === null ? null : { block: hit.band.blocks[0], describe: () => tipOf(hit, data) }
        }
        const reach = { turns: scale.turnOf(scale.left + MISS), rows: MISS / rows.pitch }
        const line = lifelineAt(lives, turn, y / rows.pitch, reach)
        return line === null ? null : { block: line.block, describe: () => tipOfLife(line, data) }
      },
      select(block: BlockId) {
        choose({ selection: { lane: lane.name, block }, listed: lane.name })
      },
    }),
    [scale, view, lives, rows, pictureTop, data, lane.name],
  )
  usePlotPointer(plot, pointer)
  const { lines } = view.picture
  const shares = lines.map(({ key, zone, share: part }): GutterLabel => ({
    key,
    title: key,
    text: zone === null ? LANE_TEXT.limit : `${zone} ${decimal(part * 100, 0)} %`,
    y: usage.y(part),
    strong: zone === null,
  }))
  const amounts = lines.map(({ key, zone, tokens }): GutterLabel => ({
    key,
    title: key,
    text: `${zone ?? LANE_TEXT.limit} ${tokensShort(tokens)}`,
    y: scale.y(tokens),
    strong: zone === null,
  }))
  const reserve = {
    key: 'reserve',
    text: LANE_TEXT.reserve,
    title: LANE_TEXT.reserveKey,
    y: scale.y(data.limit - data.reserve / 2),
  }
  return (
    <section className="lane" aria-labelledby={`lane-${lane.name}`} data-lane={lane.name}>
      <LaneHead lane={lane} />
      <Readout rows={view.rows} limit={data.limit} exact={data.exact} />
      <div className="plot" ref={plot} style={{ width: frame.width }}>
        <div className="chart-row" style={{ height: heights.utilization }}>
          <figure aria-label={LANE_TEXT.utilization(lane.label)}>
            <Suspense fallback={null}>
              <LazyUtilizationChart
                points={view.points}
                lines={lines}
                reserve={1 - data.reserve / data.limit}
                top={top / data.limit}
                frame={frame}
                height={heights.utilization}
              />
            </Suspense>
          </figure>
          <Gutters scale={usage} left={shareTicks(usage.y)} right={shares} />
        </div>
        <Ribbon runs={view.zones} scale={scale} label={LANE_TEXT.zones(lane.label)} />
        <div className="chart-row" style={{ height: heights.picture }}>
          {lives === null ? (
            <>
              <StrataPicture
                picture={view.picture}
                scale={scale}
                selected={selected}
                task={view.task}
                label={LANE_TEXT.strata(lane.label)}
              />
              <Gutters scale={scale} left={tokenTicks(data.limit, scale.y)} right={[...amounts, reserve]} />
            </>
          ) : (
            <>
              <LifelinesPicture
                picture={lives}
                scale={scale}
                rows={rows}
                selected={selected}
                task={view.task}
                label={LANE_TEXT.lifelines(lane.label)}
              />
              <Gutters scale={scale} {...arrivalLabels(lives.rows.length, rows.pitch)} />
            </>
          )}
        </div>
        <TurnAxis scale={scale} parts={parts} title={LANE_TEXT.partsFrom(first, turnName(parts ?? 0))} />
        <Cursors scale={scale} />
      </div>
    </section>
  )
})

function shareTicks(y: (share: number) => number): GutterLabel[] {
  return [0, 0.5, 1].map((part) => ({ key: String(part), text: `${part * 100} %`, y: y(part) }))
}

function tokenTicks(limit: Tokens, y: (tokens: Tokens) => number): GutterLabel[] {
  return [0, limit / 2, limit].map((tokens) => ({
    key: String(tokens),
    text: tokensShort(tokens),
    y: y(tokens),
  }))
}

/** Numbers of the first and the last row, and what their order means. */
function arrivalLabels(count: number, pitch: number): { left: GutterLabel[]; right: GutterLabel[] } {
  const at = (row: number): number => (row + 0.5) * pitch
  const last = Math.max(0, count - 1)
  return {
    left: (last === 0 ? [0] : [0, last]).map((row) => ({
      key: String(row),
      text: whole(row + 1),
      y: Math.max(5, at(row)),
    })),
    right: [
      { key: 'first', text: LANE_TEXT.firstIn, title: LANE_TEXT.arrival, y: at(0) },
      { key: 'last', text: LANE_TEXT.lastIn, title: LANE_TEXT.arrival, y: at(last) },
    ],
  }
}
