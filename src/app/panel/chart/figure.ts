import type { WindowId } from '../../../engine/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import type { Frame } from '../../picture/plot/scale.ts'
import type { LaneSeries } from './chart-series.ts'

/** What every chart is given. */
export interface FigureProperties {
  readonly lanes: readonly LaneSeries[]
  /** The one of them that is shown in detail. */
  readonly detail: LaneSeries
  readonly window: WindowId
  readonly frame: Frame
  /** Whether the axis reaches up to what is in sight only. */
  readonly fitted: boolean
  readonly source: Comparison['trace']['source']
}
