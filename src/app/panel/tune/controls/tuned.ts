import type { Comparison, LaneResult } from '../../../../worker/protocol.ts'
import type { LaneChoice } from '../../../store/choice/choices.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'

/** What every tab of the panel is about. */
export interface Tuned {
  readonly comparison: Comparison
  /** Its run on the screen; what is chosen may be ahead of it. */
  readonly lane: LaneResult
  readonly choice: LaneChoice
  /** Its place among the lanes chosen. */
  readonly index: number
  /** Its name there. */
  readonly name: string
  readonly label: string
  /** Its config as text. */
  readonly text: string
  readonly declarations: Declarations
}
