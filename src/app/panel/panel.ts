import type { Comparison, LaneResult } from '../../worker/protocol.ts'

/** What every panel of the lane in detail is given. */
export interface PanelProperties {
  readonly comparison: Comparison
  readonly lane: LaneResult
  /** The playhead's turn, once it rests. */
  readonly turn: number
}
