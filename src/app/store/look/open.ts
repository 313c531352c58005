import { createStore } from 'zustand/vanilla'
import { useStore, create } from 'zustand'
import { wasLeftOpen } from '../live/left-open.ts'
import { useChoices } from '../choice/choices.ts'
import type { LaneChoice } from '../choice/choices.ts'
import { loadDeclarations } from '../choice/declarations.ts'
import { focusKey } from './focused-key.ts'
import { laneNames } from '../choice/lanes.ts'
import type { Turn } from '../../../engine/index.ts'
import { seek } from './playhead.ts'

export const TUNE_TABS = Object.freeze(['controls', 'text', 'differences'] as const)
export type TuneTab = (typeof TUNE_TABS)[number]

/** The panels that can be beside the lanes. */
export type Front = 'tune' | 'why' | 'live'

/** What the side panel shows of the lanes' settings. */
interface Tuning {
  /** Index of the tuned lane among those chosen; null while the panel is closed. */
  readonly index: number | null
  readonly tab: TuneTab
  /** Whether the live conversation is open. */
  readonly live: boolean
  /** Which panel is in front if there are several. */
  readonly front: Front
}

export const tuning = createStore<Tuning>(() => {
  const live = wasLeftOpen()
  return { index: null, tab: 'controls', live, front: live ? 'live' : 'tune' }
})

export function useTuning<Part>(part: (state: Tuning) => Part): Part {
  return useStore(tuning, part)
}

/** Opens the panel for a lane, at one of its settings if given. */
export function tune(
  lane: string,
  { tab, key }: { readonly tab?: TuneTab; readonly key?: string } = {},
): void {
  const index = laneNames(useChoices.getState().lanes).indexOf(lane)
  if (index < 0) return
  loadDeclarations().catch(() => undefined)
  tuning.setState({ index, front: 'tune', ...(tab === undefined ? {} : { tab }) })
  if (key !== undefined) focusKey({ lane, path: key, from: 'picture' })
}

export function closeTune(): void {
  tuning.setState({ index: null })
  focusKey(null)
}

export function toggleLive(): void {
  const { live, front } = tuning.getState()
  if (live && front === 'live') tuning.setState({ live: false })
  else tuning.setState({ live: true, front: 'live' })
}

/** The panels that are open at the side; the one in front is visible, else the first. */
export function frontsOf({ index, live }: Tuning, isSelected: boolean): readonly Front[] {
  return [
    ...(isSelected ? (['why'] as const) : []),
    ...(index === null ? [] : (['tune'] as const)),
    ...(live ? (['live'] as const) : []),
  ]
}

/** Closes the visible side panel, unless it is the story of a block. Returns whether it closed one. */
export function closeFront(): boolean {
  const { index, front, live } = tuning.getState()
  if (live && front === 'live') {
    tuning.setState({ live: false })
    return true
  }
  if (index === null || (front === 'why' && useChoices.getState().selection !== null)) return false
  closeTune()
  return true
}

/** Opens the settings of the listed lane, or closes the open panel. */
export function toggleTune(): void {
  const { lanes, listed } = useChoices.getState()
  if (tuning.getState().index !== null) closeTune()
  else tune(listed ?? laneNames(lanes)[0] ?? '')
}

export function bringToFront(front: Front): void {
  tuning.setState({ front })
}

/** Keeps the panel at its lane when lanes change places, and closes it when the lane is removed. */
export function followLanes(): () => void {
  return useChoices.subscribe(({ lanes, selection }, before) => {
    const { index } = tuning.getState()
    // A selection that only follows its lane to a new name was not made by a person.
    const follows = before.selection !== null && !laneNames(lanes).includes(before.selection.lane)
    if (selection !== null && selection !== before.selection && !follows) bringToFront('why')
    if (index === null || lanes === before.lanes) return
    const now = placeAfter(index, before.lanes, lanes)
    if (now === null) closeTune()
    else if (now !== index) tuning.setState({ index: now })
  })
}

/** The index of a lane after a change: a moved lane is the same object, a changed one keeps its index. */
export function placeAfter(
  index: number,
  before: readonly LaneChoice[],
  after: readonly LaneChoice[],
): number | null {
  const lane = before[index]
  const moved = lane === undefined ? -1 : after.indexOf(lane)
  if (moved >= 0) return moved
  return after.length === before.length ? index : null
}

/** Whether the list of what happened in the playhead's turn is open, below the strip. */
export const useHappenings = create<{ readonly open: boolean }>(() => ({ open: false }))

/** Goes to a turn and opens the list of what happened in it. */
export function tellTurn(turn: Turn): void {
  seek(turn)
  useHappenings.setState({ open: true })
}

export function toggleHappenings(): void {
  useHappenings.setState(({ open }) => ({ open: !open }))
}

export function closeHappenings(): void {
  useHappenings.setState({ open: false })
}
