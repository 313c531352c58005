import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { laneRun, sameRun, sameWindow } from '../choice/choices.ts'
import type { LaneChoice, RunChoices } from '../choice/choices.ts'
import { useLastStep } from '../choice/history.ts'
import { isSettled, onSession, shownChoices, currentComparison } from './session.ts'

/** The figures of a lane, without its run. */
export type LaneFigures = Pick<LaneResult, 'name' | 'label' | 'rows'>

interface Settled {
  readonly choices: RunChoices
  readonly lanes: readonly LaneFigures[]
}

/** The last change of a lane's settings in figures. */
export interface LastChange {
  readonly before: { readonly choice: LaneChoice; readonly figures: LaneFigures }
  readonly after: { readonly choice: LaneChoice; readonly figures: LaneFigures }
}

/** Comparisons whose figures are kept: a drag shows many, and only its first and last count. */
const MOST = 40

/** Those that have been on the screen, newest last. */
const seen = createStore<readonly Settled[]>(() => [])

function look(): void {
  const [choices, comparison] = [shownChoices(), currentComparison()]
  const before = seen.getState()
  if (choices === null || comparison === null || !isSettled() || before.at(-1)?.choices === choices) return
  const lanes = comparison.lanes.map(({ name, label, rows }) => ({ name, label, rows }))
  seen.setState([...before, { choices, lanes }].slice(-MOST), true)
}

/**
 * Notes what is on the screen, until the returned function is called. From the start of the page: a line may be dragged
 * before the panel that tells its change is there.
 */
export function followChanges(): () => void {
  look()
  return onSession(look)
}

/**
 * What the last step of undo changed in the settings of a lane, if it changed nothing else: the lane's figures before
 * and after. Null if there is no such step, or while its run is not finished.
 */
export function useLastChange(comparison: Comparison, index: number): LastChange | null {
  const now = useStore(seen, (all) => all.at(-1))
  // A comment, and a text with an error, are steps of undo that no run follows.
  const first = useLastStep()
  return useMemo(
    () =>
      now === undefined || first === undefined || comparison.lanes.length === 0
        ? null
        : changeOf(now, first, index),
    [now, first, comparison, index],
  )
}

function changeOf(now: Settled, first: RunChoices, index: number): LastChange | null {
  const [was, is] = [first.lanes[index], now.choices.lanes[index]]
  if (was === undefined || is === undefined || was.policy !== is.policy) return null
  const onlyThis =
    sameWindow(first, now.choices) &&
    first.lanes.length === now.choices.lanes.length &&
    first.lanes.every(
      (lane, at) => (laneRun(lane) === laneRun(now.choices.lanes[at] ?? lane)) === (at !== index),
    )
  const then = seen.getState().findLast(({ choices }) => sameRun(choices, first))
  const [before, after] = [then?.lanes[index], now.lanes[index]]
  if (!onlyThis || before === undefined || after === undefined) return null
  return { before: { choice: was, figures: before }, after: { choice: is, figures: after } }
}
