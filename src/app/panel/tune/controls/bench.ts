import { createContext, useContext } from 'react'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { focusKey } from '../../../store/look/focused-key.ts'

/** What every control of the panel works on; it stays the same object while only values change. */
export interface Bench {
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
