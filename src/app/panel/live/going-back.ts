import type { Turn, BlockId, MessageIndex } from '../../../engine/index.ts'
import { dropReply, hear, takeBack } from '../../../live/index.ts'
import type { Live, World } from '../../../live/index.ts'
import { connection } from '../../store/model/connection.ts'
import { sameChoices } from '../../store/choice/choices.ts'
import type { RunChoices, LaneChoice } from '../../store/choice/choices.ts'
import { currentSteps, restoreSteps } from '../../store/choice/history.ts'
import { currentComparison, runAgain } from '../../store/run/session.ts'
import { goOn, grow, leave, noteSent } from './flow.ts'
import { isShown, reworkLanes, shownNow } from './pictures.ts'
import { asOnShelf, isBusy, liveState, MODEL } from '../../store/live/state.ts'
import type { TakenBack, Conversation } from '../../store/live/state.ts'
import { HALTED } from './stops.ts'
import type { Intervention, TimelineData } from '../../../sim/index.ts'

/** Takes back the user's last message with everything after it. Its text returns to the input. */
export async function undoMessage(): Promise<void> {
  const { live, draft } = liveState.getState()
  if (live === null || live.trace.turns.length === 0) return
  leave()
  const before = { shown: shownNow(), steps: currentSteps() }
  const conversation = { ...asOnShelf(liveState.getState()), takenBack: null }
  const last = live.trace.messages.findLast(
    ({ role, content }) => role === 'user' && typeof content === 'string',
  )
  const words = typeof last?.content === 'string' ? last.content : ''
  const next = takeBack(live)
  cutTo(next, next.trace.turns.length)
  liveState.setState({
    step: 'user',
    draft: draft.trim() === '' ? words : draft,
    written: '',
    problem: null,
    decisions: new Map(),
    drafts: new Map(),
    takenBack: { conversation, before: before.shown, after: shownNow(), steps: before.steps },
  })
  if (isShown()) await runAgain()
}

/**
 * Restores the message that was taken back, with everything after it except a call in progress at that time. Later
 * changes of the lanes stay, and their actions at the removed turns come back.
 */
export async function bringBack(): Promise<void> {
  const { takenBack, revision } = liveState.getState()
  if (takenBack === null) return
  leave()
  const { conversation } = takenBack
  const cut = isBusy(conversation) ? ({ step: 'stopped', problem: HALTED } as const) : {}
  liveState.setState({ ...conversation, ...cut, revision: revision + 1 })
  bringLanesBack(takenBack, shownNow())
  if (isShown()) await runAgain()
}

function bringLanesBack({ before, after, steps }: TakenBack, now: RunChoices | null): void {
  if (before === null || now === null) return
  const isSame = after !== null && sameChoices(now, after)
  reworkLanes((lanes) => (isSame ? before.lanes : withActsOf(lanes, before.lanes)), 'now')
  if (isSame) restoreSteps(steps)
}

/** Accepts the received part of an interrupted reply as the whole reply. */
export async function takeWhatCame(): Promise<void> {
  const { live, written, out, step, agent, model } = liveState.getState()
  if (live?.next !== 'model' || step !== 'stopped' || written.trim() === '') return
  // After a crash the page may have kept the text but not its request.
  const by = out?.model ?? (agent === MODEL ? (model?.name ?? connection.getState().model) : agent)
  grow(hear(live, { content: [{ type: 'text', text: written }], model: by, usage: null, counted: {} }))
  if (out === null) liveState.setState({ written: '' })
  else noteSent(out.sent)
  await goOn()
}

/** Removes the last reply and asks for another. */
export async function askAgain(): Promise<void> {
  const state = liveState.getState()
  if (state.live === null || isBusy(state) || state.live.next === 'model') return
  // No turn is removed, so actions before the next one stay.
  cutTo(dropReply(state.live), Infinity)
  liveState.setState({ decisions: new Map(), drafts: new Map() })
  await goOn()
}

/** Goes back to an earlier state of the conversation, with its data and manual actions. */
function cutTo(next: Live, turns: Turn): void {
  liveState.setState((state) => knownOf(state, next))
  grow(next)
  const shown = currentComparison()
  const isRun = isShown() && shown?.trace.source.kind === 'live'
  // Blocks of a conversation have the same ids in every lane.
  const blocks = isRun ? (shown.lanes[0]?.data.blocks ?? null) : null
  reworkLanes((lanes) => withoutGone(lanes, { turns, messages: next.trace.messages.length }, blocks))
}

/** What remains of a conversation after part of it was taken back. */
interface Rest {
  /** Manual actions in this turn or later are removed. */
  readonly turns: Turn
  readonly messages: MessageIndex
}

/** Blocks by id, from a run; null if no run shows the conversation. */
type KnownBlocks = TimelineData['blocks'] | null

/**
 * Lanes without manual actions in removed turns or on removed blocks, because other turns and blocks will get their
 * numbers.
 *
 * @param blocks from a run of the previous conversation
 */
export function withoutGone(
  lanes: readonly LaneChoice[],
  rest: Rest,
  blocks: KnownBlocks,
): readonly LaneChoice[] {
  const next = lanes.map((lane): LaneChoice => {
    const { actions = [], forks = [], ...own } = lane
    const lasts = (act: Intervention): boolean => isLeft(act, rest, blocks)
    const acts = actions.filter(lasts)
    const left = forks.flatMap((fork) => {
      if (fork.turn >= rest.turns) return []
      const done = fork.acts.filter(lasts)
      if (done.length === 0) return []
      return done.length === fork.acts.length ? [fork] : [{ ...fork, acts: done }]
    })
    if (acts.length === actions.length && left.every((fork, at) => fork === forks[at]))
      if (left.length === forks.length) return lane
    return { ...own, ...(acts.length > 0 && { actions: acts }), ...(left.length > 0 && { forks: left }) }
  })
  return next.every((lane, index) => lane === lanes[index]) ? lanes : next
}

/** Lanes with their earlier manual actions, if the same policy is still in the same place. */
export function withActsOf(
  lanes: readonly LaneChoice[],
  before: readonly LaneChoice[],
): readonly LaneChoice[] {
  return lanes.map((lane, index) => {
    const was = before[index]
    if (was?.policy !== lane.policy) return lane
    const { actions = [], forks = [] } = lane
    const acts = [...actions, ...missing(was.actions, actions)].toSorted((a, b) => a.turn - b.turn)
    const others = [...forks, ...(was.forks ?? []).filter(({ id }) => forks.every((one) => one.id !== id))]
    return {
      ...lane,
      ...(acts.length > 0 && { actions: acts }),
      ...(others.length > 0 && { forks: others }),
    }
  })
}

function missing(acts: readonly Intervention[] = [], from: readonly Intervention[]): readonly Intervention[] {
  const known = new Set(from.map((one) => JSON.stringify(one)))
  return acts.filter((one) => !known.has(JSON.stringify(one)))
}

function isLeft(act: Intervention, rest: Rest, blocks: KnownBlocks): boolean {
  if (act.turn >= rest.turns) return false
  if (!('block' in act)) return true
  // Without a run, the turn of each block is unknown: a block existed in the turn of an action on it, and only the last
  // turn can have lost some of its messages.
  return blocks === null ? act.turn < rest.turns - 1 : isBlockLeft(act.block, rest, blocks)
}

function isBlockLeft(id: BlockId, { turns, messages }: Rest, blocks: TimelineData['blocks']): boolean {
  const block = blocks[id]
  return block !== undefined && block.turn < turns && block.message < messages
}

/** The data that still applies when a conversation continues as `live`, an earlier state of it. */
export function knownOf(
  before: Pick<Conversation, 'live' | 'world' | 'worlds' | 'sent' | 'counts'>,
  { trace: { turns } }: Live,
): Pick<Conversation, 'world' | 'worlds' | 'sent' | 'counts'> {
  const was = before.live?.trace.turns ?? []
  const isAnswered = (turn: Turn): boolean => (turns[turn]?.response ?? null) !== null
  const isAsked = (turn: Turn): boolean => turns[turn]?.inputs.length === was[turn]?.inputs.length
  return {
    ...filesOf(before, turns.length),
    sent: before.sent.filter(({ turn }) => isAnswered(turn)),
    counts: new Map([...before.counts].filter(([turn]) => turn < turns.length && isAsked(turn))),
  }
}

/** The files before the tools whose results are removed; results of a turn open the next one. */
function filesOf(
  { world, worlds }: Pick<Conversation, 'world' | 'worlds'>,
  turns: number,
): { readonly world: World | null; readonly worlds: ReadonlyMap<Turn, World> } {
  const kept = new Map<Turn, World>()
  let first: Turn = Infinity
  for (const [turn, one] of worlds) {
    if (turn < turns - 1) kept.set(turn, one)
    else first = Math.min(first, turn)
  }
  return { world: worlds.get(first) ?? world, worlds: kept }
}
