import { createContext, useContext } from 'react'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { focusKey } from '../../../store/look/focused-key.ts'
import type { Line } from './rows.ts'
import type { Comparison, LaneResult } from '../../../../worker/protocol.ts'
import type { LaneChoice } from '../../../store/choice/choices.ts'

/** The context of every control in the panel; it stays the same object while only values change. */
interface Bench {
  /** Index of the lane among the chosen ones, and its name there. */
  readonly index: number
  readonly lane: string
  /** What the lane is called on the page. */
  readonly label: string
  readonly declarations: Declarations
  /** False while the text has an error: the controls do not show what it says. */
  readonly usable: boolean
  /** Whether the lane's tokens are counted exactly. */
  readonly exact: boolean
}

export const BenchContext = createContext<Bench | null>(null)

export function useBench(): Bench {
  const bench = useContext(BenchContext)
  if (bench === null) throw new Error('a control is outside its panel')
  return bench
}

/** Tells the text and the picture which setting is in focus; null for none. */
export function lookAt({ lane }: Bench, path: readonly string[] | null): void {
  focusKey(path === null ? null : { lane, path: path.join('.'), from: 'control' })
}

/** Properties of a control of one setting. */
export interface ControlProperties {
  readonly line: Line
  readonly value: unknown
  readonly set: (value: unknown) => void
  /** Called with the reason if a text is refused, and with null once it changes. */
  readonly onWrong: (message: string | null) => void
  readonly figure?: string
  readonly least?: number
  readonly most?: number
}

/** Properties of every tab in the panel. */
export interface Tuned {
  readonly comparison: Comparison
  /** Its current run; the chosen settings may be newer. */
  readonly lane: LaneResult
  readonly choice: LaneChoice
  /** Its index among the chosen lanes. */
  readonly index: number
  /** Its name there. */
  readonly name: string
  readonly label: string
  /** Its config as text. */
  readonly text: string
  readonly declarations: Declarations
}
