import type { BlockId, MessageIndex, Turn } from '../../../engine/index.ts'
import type { Live, World } from '../../../live/index.ts'
import type { Intervention, TimelineData } from '../../../sim/index.ts'
import type { LaneChoice } from '../../store/choice/choices.ts'
import type { Conversation } from '../../store/live/state.ts'

/** How far a conversation goes that something was taken back of. */
interface Rest {
  /** What was done by hand in this turn or later is forgotten. */
  readonly turns: Turn
  readonly messages: MessageIndex
}

/** Blocks as a run knows them, by their number; null where none shows the conversation. */
type KnownBlocks = TimelineData['blocks'] | null

/**
 * Lanes without what was done by hand in turns that are gone, and without what was done to blocks that are gone: another
 * turn, and another block, gets their number next.
 *
 * @param blocks as a run of the conversation before knows them
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

/** Lanes with what had been done to them before, where they still stand in their places with the same policy. */
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
  // Where no run says what came when: a block stood in the turn in which something was done to it, and only the last turn
  // can have lost some of its messages.
  return blocks === null ? act.turn < rest.turns - 1 : isBlockLeft(act.block, rest, blocks)
}

function isBlockLeft(id: BlockId, { turns, messages }: Rest, blocks: TimelineData['blocks']): boolean {
  const block = blocks[id]
  return block !== undefined && block.turn < turns && block.message < messages
}

/** What is known beside its messages of a conversation that goes on as `live`, a beginning of what it was. */
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

/** The files as they were before tools ran whose results are gone: those of a turn open the next one. */
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
