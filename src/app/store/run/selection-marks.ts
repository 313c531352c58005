import { useCallback, useMemo } from 'react'
import type { Comparison } from '../../../worker/protocol.ts'
import { useChoices } from '../choice/choices.ts'
import { laneOf } from '../choice/derived.ts'
import { referencesIn } from './references-in.ts'
import { useAnswer } from '../../ui/later.ts'

/** A relation of a turn to the selected block. */
export interface SelectionMark {
  readonly turn: number
  /** `lost`: the turn needed the block and it was missing; `need`: it was there; `reference`: the turn only used it. */
  readonly kind: 'reference' | 'need' | 'lost'
}

const NONE: readonly SelectionMark[] = []

/**
 * Marks for the band of the selected block in a lane, in order of turn, one per turn: a need replaces the reference
 * that it came from. Empty if nothing is selected or the lane does not have the block.
 */
export function useSelectionMarks(comparison: Comparison, laneName: string): readonly SelectionMark[] {
  const selection = useChoices((state) => state.selection)
  const block = selection?.block ?? -1
  const owner = selection?.lane ?? ''
  const lane = comparison.lanes.find((one) => one.name === laneName)
  // A block made by an edit has a number of its own lane.
  const shared = laneName === owner || block < comparison.trace.blocks
  const known = block >= 0 && shared && lane?.data.blocks[block] !== undefined
  const asks = known && laneOf(comparison, owner) !== undefined
  const ask = useCallback(async () => referencesIn(comparison, owner, block), [comparison, owner, block])
  const { answer } = useAnswer(asks ? ask : null)
  return useMemo(() => {
    if (!known || lane === undefined) return NONE
    const marks = new Map<number, SelectionMark['kind']>()
    for (const { turn } of answer?.usedBy ?? []) marks.set(turn, 'reference')
    for (const { source, turn, resolution } of lane.data.needs) {
      if (source !== block || marks.get(turn) === 'lost') continue
      marks.set(turn, resolution === 'lost' ? 'lost' : 'need')
    }
    return [...marks].map(([turn, kind]) => ({ turn, kind })).sort((a, b) => a.turn - b.turn)
  }, [known, lane, block, answer])
}
