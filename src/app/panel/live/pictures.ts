import { runChoices, useChoices } from '../../store/choice/choices.ts'
import type { RunChoices } from '../../store/choice/choices.ts'
import { alter, amend, amendSteps } from '../../store/choice/history.ts'
import { isBusy, liveState, putInPlace } from '../../store/live/state.ts'

/** Initial window of a conversation in tokens: small enough that something happens soon. */
export const WINDOW = 12_000

/** How each conversation was last shown, so that actions at its turns come back with it. */
const shownAs = new Map<number, RunChoices>()
let follows = false

/** Whether the pictures show the conversation of the panel. */
export function isShown(): boolean {
  const { source } = useChoices.getState()
  return source.kind === 'live' && source.id === liveState.getState().id
}

/** Shows the conversation, as it was when another was chosen. */
export function showLive(): void {
  follow()
  const { id, title } = liveState.getState()
  const source = { kind: 'live', id, name: title } as const
  const before = shownAs.get(id)
  alter(before ?? { source, budget: { kind: 'tokens', tokens: WINDOW } })
  // Changing to another conversation had removed the actions at its turns.
  if (before !== undefined) amend({ lanes: before.lanes })
}

/** How a conversation was last shown; null if it never was. */
export function shownBefore(id: number): RunChoices | null {
  return shownAs.get(id) ?? null
}

/** How the conversation of the panel is shown, or was last; null if it never was. */
export function shownNow(): RunChoices | null {
  return isShown() ? runChoices(useChoices.getState()) : shownBefore(liveState.getState().id)
}

/** Shows a conversation from another load of the page, as it was shown there. */
export function showResumed(shown: RunChoices | null): void {
  const { id, title, live } = liveState.getState()
  if (shown !== null) shownAs.set(id, { ...shown, source: { kind: 'live', id, name: title } })
  if ((live?.trace.turns.length ?? 0) > 0) showLive()
}

/**
 * Updates the lanes after a change of the conversation, without a step of undo, even while it is not shown. Lanes that
 * undo or redo would bring back are updated too, unless only those of `now` are meant.
 */
export function reworkLanes(
  change: (lanes: RunChoices['lanes']) => RunChoices['lanes'],
  which: 'all' | 'now' = 'all',
): void {
  const { id } = liveState.getState()
  const rework = (choices: RunChoices): RunChoices => {
    const lanes = change(choices.lanes)
    return lanes === choices.lanes ? choices : { ...choices, lanes }
  }
  const before = shownNow()
  if (before !== null) {
    const { lanes } = rework(before)
    if (lanes !== before.lanes && isShown()) amend({ lanes })
    else if (lanes !== before.lanes) shownAs.set(id, { ...before, lanes })
  }
  if (which === 'now') return
  amendSteps((choices) =>
    choices.source.kind === 'live' && choices.source.id === id ? rework(choices) : choices,
  )
}

/**
 * Follows the choices: remembers how a conversation is shown, and if an undo brings an earlier one back to the screen,
 * opens it in the panel too.
 */
function follow(): void {
  if (follows) return
  follows = true
  useChoices.subscribe((now, before) => {
    const { source } = now
    if (source.kind !== 'live') return
    shownAs.set(source.id, runChoices(now))
    if (before.source === source) return
    const state = liveState.getState()
    const earlier = state.shelf.get(source.id)
    if (earlier !== undefined && !isBusy(state)) putInPlace(earlier)
  })
}
