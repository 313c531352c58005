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

/* Manual actions on the window of the first lane, which manages, before its next call. All of them can be undone, and removed at the head of the lane. */

/** Actions of the first lane in order; a stable sort keeps that of one turn. */
function setActs(change: (acts: readonly Intervention[]) => readonly Intervention[]): void {
  const { lanes } = useChoices.getState()
  const [lane] = lanes
  if (lane === undefined) return
  const { actions = [], ...rest } = lane
  const next = change(actions).toSorted((a, b) => a.turn - b.turn)
  alter({ lanes: lanes.with(0, next.length === 0 ? rest : { ...rest, actions: next }) })
}

/** Requests a compaction or a reset of the history before the next call. False if it is already requested. */
export function actNow(kind: ManualAction): boolean {
  const turn = nextTurn(liveState.getState())
  const [lane] = useChoices.getState().lanes
  if (lane?.actions?.some((one) => one.turn === turn && one.kind === kind) === true) return false
  setActs((acts) => [...acts, { turn, kind }])
  return true
}

/** Blocks of a message that can be pinned: those of the conversation, including blocks that left. */
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

/** Pins a message from the next call on, or unpins it. A pin that no call has used yet is removed entirely. */
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

/** The overlay on a lane's settings that makes it use this policy from a turn on. */
function following(
  { data }: Pick<LaneResult, 'data'>,
  turn: Turn,
  policy: string,
  { completeConfig, differing, presetConfig }: Declarations,
): PartialConfig {
  const now = configAt(data, turn - 1)
  const next = completeConfig({ ...presetConfig(policy), max_context_tokens: now.max_context_tokens })
  // Included even if unchanged, so that the action counts as a change of strategy.
  return { strategy: next.strategy, ...differing(now, next) }
}

/** Why a lane cannot use this policy from a turn on, as the run's message; null if it can. */
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

/** The last result with its key: each turn has new data, but rarely new settings. */
let refused: { readonly key: string; readonly policies: ReadonlyMap<string, string> } | null = null

/** Those of some policies that a lane cannot use from a turn on, each with the run's message. */
export function refusedOf(
  policies: readonly string[],
  lane: Pick<LaneResult, 'data'>,
  turn: Turn,
  declarations: Declarations,
): ReadonlyMap<string, string> {
  const { data } = lane
  // Everything that the answer depends on: the settings, what was cleared, and whether there was a call.
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

/**
 * Changes the settings of the first lane from its next call on; earlier turns stay as sent. Does nothing if a run would
 * refuse it.
 */
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
