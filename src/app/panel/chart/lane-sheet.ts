import type { Sheet } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { CHART_TEXT } from './words.ts'

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
