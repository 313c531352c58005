import { createContext, useContext } from 'react'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { focusKey } from '../../../store/look/focused-key.ts'
import type { Line } from './rows.ts'
import type { Comparison, LaneResult } from '../../../../worker/protocol.ts'
import type { LaneChoice } from '../../../store/choice/choices.ts'

/** What every control of the panel works on; it stays the same object while only values change. */
interface Bench {
  /** Place of the lane among those chosen, and its name there. */
  readonly index: number
  readonly lane: string
  readonly declarations: Declarations
  /** False while the text has an error: what the controls show is not what it says. */
  readonly usable: boolean
  /** Whether the lane's tokens are counted and not estimated. */
  readonly exact: boolean
}

export const BenchContext = createContext<Bench | null>(null)

export function useBench(): Bench {
  const bench = useContext(BenchContext)
  if (bench === null) throw new Error('a control stands outside of its panel')
  return bench
}

/** Tells the text and the picture which setting is looked at; null for none. */
export function lookAt({ lane }: Bench, path: readonly string[] | null): void {
  focusKey(path === null ? null : { lane, path: path.join('.'), from: 'control' })
}

/** What a control of one setting is given. */
export interface ControlProperties {
  readonly line: Line
  readonly value: unknown
  readonly set: (value: unknown) => void
  /** Told why a text is not taken, null once another is typed. */
  readonly onWrong: (message: string | null) => void
  readonly figure?: string
  readonly least?: number
  readonly most?: number
}

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
