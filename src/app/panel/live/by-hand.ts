import type { PartialConfig } from '../../../config/index.ts'
import type { ManualAction, MessageIndex, Turn } from '../../../engine/index.ts'
import type { Intervention, TimelineData } from '../../../sim/index.ts'
import { clearedBefore, configAt, whyNotSet } from '../../../sim/internal.ts'
import { isPinnedBy } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { loadDeclarations } from '../../store/choice/declarations.ts'
import type { Declarations } from '../../store/choice/declarations.ts'
import { alter } from '../../store/choice/history.ts'
import { heedsPins } from '../../store/choice/wish.ts'
import { pinGuardOn } from '../../store/choice/fork-words.ts'
import { liveState, nextTurn } from '../../store/live/state.ts'

/*
 * What a person does to the window of the first lane, the one that manages, before its next call. All of it can be undone,
 * and taken back at the head of the lane.
 */

/** Acts of the first lane in their order; a stable sort keeps that of one turn. */
function setActs(change: (acts: readonly Intervention[]) => readonly Intervention[]): void {
  const { lanes } = useChoices.getState()
  const [lane] = lanes
  if (lane === undefined) return
  const { actions = [], ...rest } = lane
  const next = change(actions).toSorted((a, b) => a.turn - b.turn)
  alter({ lanes: lanes.with(0, next.length === 0 ? rest : { ...rest, actions: next }) })
}

/** Has the history made into one summary, or taken out, before the next call. False where that is so already. */
export function actNow(kind: ManualAction): boolean {
  const turn = nextTurn(liveState.getState())
  const [lane] = useChoices.getState().lanes
  if (lane?.actions?.some((one) => one.turn === turn && one.kind === kind) === true) return false
  setActs((acts) => [...acts, { turn, kind }])
  return true
}

/** Blocks of a message that can be pinned: those that the conversation brought, whatever became of them. */
export function blocksOfMessage(
  { blocks }: Pick<TimelineData, 'blocks'>,
  message: MessageIndex,
): readonly number[] {
  return blocks.flatMap(({ id, message: own }) => (own === message ? [id] : []))
}

/** Whether every block of a message is pinned in a turn. */
export function isPinned(acts: readonly Intervention[], blocks: readonly number[], turn: Turn): boolean {
  return blocks.length > 0 && blocks.every((block) => isPinnedBy(acts, block, turn))
}

/** Pins a message from the next call on, or lets it go. A pin that no call has heeded yet goes without a trace. */
export function togglePin(lane: LaneResult, message: MessageIndex): void {
  const turn = nextTurn(liveState.getState())
  const blocks = blocksOfMessage(lane.data, message)
  setActs((acts) => {
    const isOf = (one: Intervention): boolean =>
      (one.kind === 'pin' || one.kind === 'unpin') && one.turn === turn && blocks.includes(one.block)
    const others = acts.filter((one) => !isOf(one))
    if (isPinned(acts, blocks, turn)) {
      const still = blocks.filter((block) => isPinnedBy(others, block, turn))
      return [...others, ...still.map((block): Intervention => ({ turn, kind: 'unpin', block }))]
    }
    const pins = blocks
      .filter((block) => !isPinnedBy(others, block, turn))
      .map((block): Intervention => ({ turn, kind: 'pin', block }))
    const opens = others.some((one) => one.kind === 'set' && one.config === pinGuardOn)
    const guard: readonly Intervention[] =
      heedsPins(lane, turn) || opens ? [] : [{ turn, kind: 'set', config: pinGuardOn }]
    return [...others, ...guard, ...pins]
  })
}

/** Laid over what a lane obeys, what makes it run this policy from a turn on. */
function following(
  { data }: Pick<LaneResult, 'data'>,
  turn: Turn,
  policy: string,
  { completeConfig, differing, presetConfig }: Declarations,
): PartialConfig {
  const now = configAt(data, turn - 1)
  const next = completeConfig({ ...presetConfig(policy), max_context_tokens: now.max_context_tokens })
  // Named even where it stays, so that the act is known as one that changes what the lane runs.
  return { strategy: next.strategy, ...differing(now, next) }
}

/** Why a lane cannot run this policy from a turn on, in the words of the run; null where it can. */
export function whyNotFollowing(
  lane: Pick<LaneResult, 'data'>,
  turn: Turn,
  policy: string,
  declarations: Declarations,
): string | null {
  const { data } = lane
  const next = following(lane, turn, policy, declarations)
  return whyNotSet(configAt(data, turn - 1), turn, next, clearedBefore(data, turn))
}

/** What was found last, and for what: each turn brings other data, and seldom other settings. */
let refused: { readonly key: string; readonly policies: ReadonlyMap<string, string> } | null = null

/** Those of some policies that a lane cannot run from a turn on, each with why not in the words of the run. */
export function refusedOf(
  policies: readonly string[],
  lane: Pick<LaneResult, 'data'>,
  turn: Turn,
  declarations: Declarations,
): ReadonlyMap<string, string> {
  const { data } = lane
  // All that the answer rests on: what is obeyed, what was cleared, and whether there was a call.
  const key = JSON.stringify([policies, configAt(data, turn - 1), clearedBefore(data, turn), turn > 0])
  if (refused?.key !== key) {
    const found = new Map<string, string>()
    for (const policy of policies) {
      const why = whyNotFollowing(lane, turn, policy, declarations)
      if (why !== null) found.set(policy, why)
    }
    refused = { key, policies: found }
  }
  return refused.policies
}

/** What the first lane obeys from its next call on; its past stays as it was sent. Nothing where a run would refuse it. */
export async function obeyFromNow(lane: LaneResult, policy: string): Promise<void> {
  const declarations = await loadDeclarations()
  const turn = nextTurn(liveState.getState())
  if (whyNotFollowing(lane, turn, policy, declarations) !== null) return
  setActs((acts) => {
    const others = acts.filter(
      (one) => !(one.turn === turn && one.kind === 'set' && 'strategy' in one.config),
    )
    return [...others, { turn, kind: 'set', config: following(lane, turn, policy, declarations) }]
  })
}
