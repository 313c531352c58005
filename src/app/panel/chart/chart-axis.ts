import type { Ratio, Tokens, WindowId } from '../../../engine/index.ts'
import { decimal, tokensShort } from '../../../view/index.ts'
import type { Sheet } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import type { Frame } from '../../picture/plot/scale.ts'
import type { LaneSeries } from './chart-series.ts'
import { CHART_TEXT } from './words.ts'

/** A figure beside an axis. */
export interface AxisTick {
  readonly value: number
  readonly text: string
}

/** Possible steps between the figures of an axis of shares, the smallest first, and the maximum number of steps. */
const SHARE_STEPS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10] as const
const MOST_STEPS = 4

/** Round shares of the limit up to the top of an axis: 0 %, 50 %, 100 %. */
export function shareTicks(top: Ratio): readonly AxisTick[] {
  const step = SHARE_STEPS.find((one) => top / one < MOST_STEPS) ?? top
  const count = Math.floor(top / step + 1e-9)
  return Array.from({ length: count + 1 }, (_, index) => ({
    value: index * step,
    text: `${decimal(index * step * 100, 0)} %`,
  }))
}

/** Zero, half and all of an amount of tokens. */
export function tokenTicks(whole: Tokens): readonly AxisTick[] {
  return [0, whole / 2, whole].map((value) => ({ value, text: tokensShort(value) }))
}

/** First digits for the top of an axis: half of each can be written exactly. */
const ROUND = [1, 2, 3, 4, 5, 6, 8, 10] as const

/** A round number of at least 10 at or above a value, for the top of an axis. */
export function roundAbove(value: Tokens): Tokens {
  let unit = 10
  while (unit * 10 < value) unit *= 10
  return unit * (ROUND.find((one) => one * unit >= value) ?? 10)
}

/** Properties of every chart. */
export interface FigureProperties {
  readonly lanes: readonly LaneSeries[]
  /** The one of them that is shown in detail. */
  readonly detail: LaneSeries
  readonly window: WindowId
  readonly frame: Frame
  /** Whether the axis only covers what is visible. */
  readonly fitted: boolean
  readonly source: Comparison['trace']['source']
}

/** The sheets of several lanes as one, with the lane in front of every row. */
export function sheetOfLanes(
  lanes: readonly { readonly lane: LaneResult }[],
  sheetOf: (lane: LaneResult) => Sheet,
): Sheet {
  const sheets = lanes.map(({ lane }) => ({ label: lane.label, sheet: sheetOf(lane) }))
  const head = sheets[0]?.sheet[0] ?? []
  return [
    [CHART_TEXT.lane, ...head],
    ...sheets.flatMap(({ label, sheet }) => sheet.slice(1).map((row) => [label, ...row])),
  ]
}
