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
type TuneTab = (typeof TUNE_TABS)[number]

/** What can stand beside the lanes. */
export type Front = 'tune' | 'why' | 'live'

/** What the panel at the side shows of the lanes' settings. */
interface Tuning {
  /** Place of the lane that is tuned among those chosen; null while the panel is closed. */
  readonly index: number | null
  readonly tab: TuneTab
  /** Whether the live conversation stands there. */
  readonly live: boolean
  /** Which panel is in front where there are several. */
  readonly front: Front
}

export const tuning = createStore<Tuning>(() => {
  const live = wasLeftOpen()
  return { index: null, tab: 'controls', live, front: live ? 'live' : 'tune' }
})

export function useTuning<Part>(part: (state: Tuning) => Part): Part {
  return useStore(tuning, part)
}

/** Opens the panel for a lane, at a setting of it where one is named. */
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

/** What can stand at the side, of which the one in front is seen; else the first. */
export function frontsOf({ index, live }: Tuning, isSelected: boolean): readonly Front[] {
  return [
    ...(isSelected ? (['why'] as const) : []),
    ...(index === null ? [] : (['tune'] as const)),
    ...(live ? (['live'] as const) : []),
  ]
}

/** Closes what a person sees at the side, unless it is the story of a block; whether it was there. */
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

/** Opens the settings of the lane in detail, or closes what is open. */
export function toggleTune(): void {
  const { lanes, listed } = useChoices.getState()
  if (tuning.getState().index !== null) closeTune()
  else tune(listed ?? laneNames(lanes)[0] ?? '')
}

export function bringToFront(front: Front): void {
  tuning.setState({ front })
}

/** Keeps the panel with its lane where lanes change places, and closes it where the lane goes. */
export function followLanes(): () => void {
  return useChoices.subscribe(({ lanes, selection }, before) => {
    const { index } = tuning.getState()
    // A selection that only follows its lane to a new name was not made by anybody.
    const follows = before.selection !== null && !laneNames(lanes).includes(before.selection.lane)
    if (selection !== null && selection !== before.selection && !follows) bringToFront('why')
    if (index === null || lanes === before.lanes) return
    const now = placeAfter(index, before.lanes, lanes)
    if (now === null) closeTune()
    else if (now !== index) tuning.setState({ index: now })
  })
}

/** Where a lane stands after a change of the lanes: one that moved is the same object, one that changed keeps its place. */
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

/** Whether what happened in the turn of the playhead is told under the strip. */
export const useHappenings = create<{ readonly open: boolean }>(() => ({ open: false }))

/** Goes to a turn and tells what happened in it. */
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
