import type { BlockId, Decision, Tokens, Turn } from '../../engine/index.ts'
import { orphanedPlans, sentZone } from '../../sim/internal.ts'
import type { TurnRecord } from '../../sim/index.ts'
import { headline, partingOf } from '../compare/headline.ts'
import { sameUntil, telling } from '../compare/divergence.ts'
import type { HeadlineLane } from '../compare/divergence.ts'
import { MAIN_WINDOW } from '../layout/axis.ts'
import { taskOf } from '../layout/task.ts'
import { windowAt } from '../layout/window-at.ts'
import type { WindowEntry } from '../layout/window-at.ts'
import { told } from '../sentence/event-words.ts'
import { counted, decimal, share, tokens, whole } from '../sentence/format.ts'
import { figure, turnLink } from '../sentence/sentence.ts'
import type { SentencePart } from '../sentence/sentence.ts'
import { blockOfTurn, listed } from '../sentence/words.ts'
import { why } from '../decision/why.ts'
import { alertIn, missedNeed } from './moment.ts'
import { nextChoices } from './next.ts'

/** What a slot of a lesson's sentence is about. */
interface Place {
  readonly lane: HeadlineLane
  readonly lanes: readonly HeadlineLane[]
  readonly turn: Turn
}

type Slot = (place: Place) => string | SentencePart | readonly SentencePart[] | null

/** The slots of a sentence by name; the id of a metric is a slot, too. Null: the run has nothing to fill it with. */
const SLOTS: Readonly<Record<string, Slot>> = {
  lane: ({ lane }) => lane.label,
  turn: ({ turn }) => turnLink(turn),
  limit: ({ lane }) => whole(lane.data.limit),
  /** Tokens of the turn's prompt. */
  used: ({ lane, turn }) => inTurn(lane, turn, ({ used }) => used),
  /** Tokens before the turn's edits. */
  arrived: ({ lane, turn }) => inTurn(lane, turn, ({ points }) => points.offered.used),
  share: ({ lane, turn }) => {
    const record = lane.data.turns[turn]
    return record === undefined ? null : share(record.utilization, lane.data)
  },
  /** Tokens that arrive in a turn, the mean of the last few. */
  velocity: ({ lane, turn }) => inTurn(lane, turn, ({ reading }) => reading.velocity),
  /** Turns until the window is red if it goes on filling like this. */
  'until-red': ({ lane, turn }) => {
    const left = lane.data.turns[turn]?.reading.turnsUntilRed ?? null
    return left === null ? null : counted(Math.ceil(left), 'turn')
  },
  zone: ({ lane: { data }, turn }) => {
    const record = data.turns[turn]
    return record === undefined ? null : sentZone(data, record)
  },
  /** Other answers to “how full is it?”: of what is left beside the reserve for the reply, … */
  'share-of-room': ({ lane: { data }, turn }) => shareOf(data, turn, data.limit - data.reserve),
  /** … of the tokens from which on something is evicted, … */
  'share-of-start': ({ lane: { data }, turn }) => shareOf(data, turn, data.thresholds.orange * data.limit),
  /** … and only what the provider did not read from its cache, of the limit. */
  'share-unread': ({ lane: { data, cache }, turn }) => {
    const [again, fresh] = [cache?.again[turn], cache?.fresh[turn]]
    return again === undefined || fresh === undefined ? null : share((again + fresh) / data.limit, data)
  },
  /** The largest tool result that arrived in the turn. */
  largest: ({ lane: { data }, turn }) => {
    const sizes = data.blocks.flatMap((block) =>
      block.type === 'tool_result' && block.turn === turn ? [block.tokens] : [],
    )
    return sizes.length === 0 ? null : tokens(Math.max(...sizes), data)
  },
  /** The alert of the turn in words, without the advice that follows it. */
  alert: ({ lane: { data }, turn }) => {
    const alert = alertIn(data.turns[turn]?.events ?? [])
    return alert === undefined ? null : told.alertLabel(alert, data.exact)
  },
  /** What the provider says to the first request with half a pair, of those that the lane’s edits made invalid. */
  refusal: ({ lane: { data } }) => {
    const broken = data.turns.flatMap(({ violations }) => violations.filter(isHalfPair))
    return broken[0] === undefined ? null : `“${broken[0].message}”`
  },
  /** Errors of this kind in the run, … */
  'half-pairs': ({ lane: { data } }) =>
    whole(data.turns.reduce((sum, { violations }) => sum + violations.filter(isHalfPair).length, 0)),
  /** … and replies of the agent that the turn’s edits left with a call but no result. */
  unanswered: ({ lane: { data }, turn }) => {
    const found =
      data.turns[turn]?.violations.filter((one) => isHalfPair(one) && one.rule === 'unanswered-call') ?? []
    return found.length === 0 ? null : counted(found.length, 'reply', 'replies')
  },
  /** Why the turn's first ranked eviction took what it took first, as the why panel says it. */
  why: ({ lane: { data }, turn }) => {
    const right = nextChoices({ data }, turn)?.right
    return right === undefined ? null : (why(data, right, { turn })?.sentence ?? null)
  },
  /** What share of the limit they are. */
  'acts-share': ({ lane: { data } }) => share(data.thresholds.orange, data),
  /** Tokens from which on something is evicted. */
  acts: ({ lane: { data } }) => tokens(data.thresholds.orange * data.limit, data),
  /** The share of tool results in the turn's prompt. */
  results: ({ lane: { data }, turn }) => {
    const record = data.turns[turn]
    return record === undefined || record.used === 0
      ? null
      : share(record.byType.tool_result / record.used, data)
  },
  /** Blocks that the turn's edits removed or shortened. */
  edited: ({ lane, turn }) => {
    const count = editedIn(lane, turn).length
    return count === 0 ? null : counted(count, 'block')
  },
  freed: ({ lane: { data }, turn }) => {
    const freed = data.edits.reduce((sum, one) => sum + (one.turn === turn ? one.freed - one.added : 0), 0)
    return freed <= 0 ? null : tokens(freed, data)
  },
  /** Blocks in the window when the turn's request is sent, … */
  blocks: ({ lane, turn }) => {
    const there = sentWindow(lane, turn)
    return there === null ? null : counted(there.length, 'block')
  },
  /** … and those that are placeholders. */
  placeholders: ({ lane, turn }) => {
    const there = sentWindow(lane, turn)
    return there === null
      ? null
      : counted(there.filter(({ state }) => state === 'placeholder').length, 'placeholder')
  },
  /** Blocks that guards protected at the last ranking up to the turn, and the first score that stayed. */
  held: ({ lane, turn }) => {
    const last = lastRanking(lane, turn)
    return last === undefined ? null : counted(last.held, 'block')
  },
  cutoff: ({ lane, turn }) => {
    const first = lastRanking(lane, turn)?.survivors[0]
    return first === undefined ? null : decimal(first.score, 3)
  },
  task: ({ lane, turn }) => {
    const task = taskOf(lane.data, MAIN_WINDOW)
    return task === undefined ? null : { text: 'the task', turn, block: { lane: lane.name, block: task.id } }
  },
  /** Words of the task that a later turn needed and did not have. */
  words: ({ lane: { data } }) => {
    const words = missedNeed(data, taskOf(data, MAIN_WINDOW)?.id ?? null)?.evidence[0]
    return words === undefined ? null : `“${words}”`
  },
  /** How often the run asked a model for a summary. */
  summaries: ({ lane }) => {
    const asked = lane.rows.find(({ id }) => id === 'compression-calls')?.value ?? null
    return asked === null ? null : counted(asked, 'summary', 'summaries')
  },
  /** The checkpoints of the run with their versions, … */
  saves: ({ lane: { data } }) => {
    const all = data.checkpoints.map(({ checkpoint }) => String(checkpoint.version))
    return all.length === 0 ? null : `${counted(all.length, 'checkpoint')}, of version ${listed(all)}`
  },
  /** … and the subtasks of the last one by their status. */
  plan: ({ lane: { data } }) => {
    const subtasks = data.checkpoints.at(-1)?.checkpoint.subtasks ?? []
    const statuses = [...new Set(subtasks.map(({ status }) => status))]
    const words = statuses.map(
      (one) => `${subtasks.filter(({ status }) => status === one).length} ${one.replace('_', ' ')}`,
    )
    return words.length === 0 ? null : listed(words)
  },
  /** How often a new window took a plan for work that is done. */
  orphans: ({ lane: { data } }) => {
    const found = orphanedPlans(data)
    return found === null ? null : whole(found.length)
  },
  /** How the lane differs from the first of the step. */
  differs: ({ lane, lanes }) => {
    const first = lanes.find((one) => one !== lane)
    const parts = first === undefined ? [] : sameUntil(first, lane)
    return parts.length === 0 ? null : parts
  },
  /** The block that shows best what the turn's edits removed. */
  gone: ({ lane, turn }) => named(lane, telling(lane.data.blocks, editedIn(lane, turn))[0]?.id, turn),
  /** The block that the turn's first ranked eviction took first. */
  'first-out': ({ lane, turn }) => {
    const ranked = lane.data.edits.find((edit) => edit.turn === turn && edit.decision !== null)?.decision
    return named(lane, ranked?.victims.find(({ rank }) => rank === 0)?.block, turn)
  },
  /** A block that this lane removes in the turn, and the next lane of the step keeps. */
  'only-here': ({ lane, lanes, turn }) => {
    const [first] = onlyIn(lane, lanes[(lanes.indexOf(lane) + 1) % lanes.length], turn)
    return named(lane, first, turn)
  },
  headline: ({ lanes }) => headline(partingOf(lanes), lanes),
}

/**
 * A lesson's sentence with its slots filled from a run: `{used}`, or `{cost 2}` for the lane of the step with index 2.
 * Null if a slot cannot be filled: the sentence would not be true of this run.
 *
 * @throws Error if no slot and no metric has that name
 */
export function fillIn(
  sentence: string,
  lanes: readonly HeadlineLane[],
  turn: Turn,
): readonly SentencePart[] | null {
  const parts: SentencePart[] = []
  for (const piece of sentence.split(/(?<slot>\{[^}]*\})/)) {
    if (!piece.startsWith('{')) {
      if (piece !== '') parts.push({ text: piece })
      continue
    }
    const [name = '', at = '0'] = piece.slice(1, -1).split(' ')
    const lane = lanes[Number(at)]
    const value = lane === undefined ? null : valueOf(name, { lane, lanes, turn })
    if (value === null) return null
    if (typeof value === 'string') parts.push({ text: value })
    else parts.push(...('text' in value ? [value] : value))
  }
  return parts
}

function valueOf(name: string, place: Place): ReturnType<Slot> {
  const slot = SLOTS[name]
  if (slot !== undefined) return slot(place)
  const row = place.lane.rows.find(({ id }) => id === name)
  if (row === undefined) throw new Error(`no slot and no metric is called ${name}`)
  return row.value === null
    ? null
    : figure(row.text, null, { kind: 'figure', lane: place.lane.name, metric: name, value: row.value })
}

function isHalfPair({ origin, rule }: TurnRecord['violations'][number]): boolean {
  return origin === 'strategy' && (rule === 'orphan-result' || rule === 'unanswered-call')
}

function shareOf(data: HeadlineLane['data'], turn: Turn, whole: Tokens): string | null {
  const record = data.turns[turn]
  return record === undefined || whole <= 0 ? null : share(record.used / whole, data)
}

function sentWindow({ data }: HeadlineLane, turn: Turn): readonly WindowEntry[] | null {
  const record = data.turns[turn]
  return record === undefined ? null : windowAt(data, record.points.sent.tick, record.window)
}

function lastRanking({ data }: HeadlineLane, turn: Turn): Decision | undefined {
  return data.edits.findLast((edit) => edit.turn <= turn && edit.decision !== null)?.decision ?? undefined
}

function inTurn(
  { data }: HeadlineLane,
  turn: Turn,
  of: (record: HeadlineLane['data']['turns'][number]) => Tokens,
): string | null {
  const record = data.turns[turn]
  return record === undefined ? null : tokens(of(record), data)
}

function editedIn({ data }: HeadlineLane, turn: Turn): BlockId[] {
  return data.edits.flatMap((edit) =>
    edit.turn === turn ? edit.blocks.filter(({ verb }) => verb !== 'insert').map(({ block }) => block) : [],
  )
}

/** Blocks that one lane removes or shortens in a turn and another does not, the most informative first. */
export function onlyIn(lane: HeadlineLane, other: HeadlineLane | undefined, turn: Turn): readonly BlockId[] {
  if (other === undefined) return []
  const there = new Set(editedIn(other, turn))
  const here = editedIn(lane, turn).filter((block) => !there.has(block))
  return telling(lane.data.blocks, here).map(({ id }) => id)
}

function named({ name, data }: HeadlineLane, id: BlockId | undefined, turn: Turn): SentencePart | null {
  const block = id === undefined ? undefined : data.blocks[id]
  if (block === undefined) return null
  return { text: blockOfTurn(block), turn, block: { lane: name, block: block.id } }
}
