import type { Turn, WindowId } from '../engine/index.ts'
import { configAt, editsOf } from '../sim/index.ts'
import type { Divergence, NeedRecord, Resolution, TimelineData } from '../sim/index.ts'
import { turnsOf } from './axis.ts'
import { deltaSeries } from './comparison.ts'
import { divergenceParts } from './divergence.ts'
import type { HeadlineLane } from './divergence.ts'
import { tokens } from './format.ts'
import { clauses } from './headline-words.ts'
import type { NeedWords } from './headline-words.ts'
import type { SentencePart } from './sentence.ts'
import { MAIN_WINDOW } from './series.ts'
import { taskFate } from './task.ts'
import type { TaskFate } from './task.ts'

/** Tells one story of a comparison, or null where there is none of its kind to tell. */
type Story = (told: Told) => SentencePart[] | null

interface Told {
  readonly divergence: Divergence | null
  readonly lanes: readonly HeadlineLane[]
  readonly window: WindowId
}

/** What a reporter would write first, first. */
const STORIES: readonly Story[] = [
  alone,
  tooSmallStory,
  taskStory,
  endStory,
  overStory,
  lostStory,
  pointerStory,
  partStory,
  sameStory,
]

/**
 * One sentence about a comparison, made of records alone; its figures lead to turns. The first of these
 * that holds is told: no lane gets along with the window; the task was lost in some lanes and not in others; a lane ended, or was over the
 * limit, where another was not; needs lost differ; needs met by a pointer differ; where the lanes part;
 * that they never do. A single lane is told by what it did. Empty for no lane.
 *
 * Figures are those of the whole run, as in the metric table; the task is that of `window`.
 */
export function headline(
  divergence: Divergence | null,
  lanes: readonly HeadlineLane[],
  window: WindowId = MAIN_WINDOW,
): readonly SentencePart[] {
  for (const story of STORIES) {
    const parts = story({ divergence, lanes, window })
    if (parts !== null) return parts
  }
  return []
}

function alone({ lanes }: Told): SentencePart[] | null {
  const [lane] = lanes
  if (lane === undefined) return []
  if (lanes.length > 1) return null
  const { label, data } = lane
  const { turns, ended, exact } = data
  const edits = editsOf(data)
  const [first] = edits
  const lost = needsOf(data, 'lost')
  const end = ended === null ? [] : clauses.endedThere(ended.turn)
  if (first !== undefined) {
    // What repairs freed counts as freed, too, as in the table of metrics.
    const freed = data.edits.reduce((sum, edit) => sum + edit.freed - edit.added, 0)
    const did =
      lost.total === 0 ? clauses.freed(tokens(freed, { exact }), first.turn) : clauses.alsoLost(lost)
    return clauses.sentence(clauses.madeEdits(label, edits.length, first.turn), did, end)
  }
  const last = turns.at(-1)
  if (last === undefined) return []
  if (ended !== null)
    return clauses.sentence(clauses.ranOutUnedited(label, last.turn, last.utilization, exact))
  const largest = turns.reduce((most, turn) => (turn.used > most.used ? turn : most))
  const peak = clauses.peaked(largest.utilization, exact, largest.turn)
  return clauses.sentence(clauses.madeNone(label, turns.length, last.turn), peak)
}

/** A lane and what became of its task. */
interface Fated {
  readonly lane: HeadlineLane
  readonly fate: TaskFate
  readonly lost: Turn
  readonly needsLost: number
}

function taskStory({ lanes, window }: Told): SentencePart[] | null {
  const fated = lanes.flatMap((lane): Fated[] => {
    const fate = taskFate(lane.data, window)
    const needsLost = needsOf(lane.data, 'lost').count
    return fate === null ? [] : [{ lane, fate, lost: fate.lost ?? Infinity, needsLost }]
  })
  const losers = fated
    .filter((one) => one.fate.lost !== null && !isStillTold(one, window))
    .sort((a, b) => b.needsLost - a.needsLost || a.lost - b.lost)
  const [worst] = losers
  if (worst === undefined) return null
  // A lane that ended sooner proves nothing by holding it.
  const reach = lastTurn(worst.lane.data, window)
  const holders = fated
    .filter(({ fate, lane }) => fate.lost === null && lastTurn(lane.data, window) >= reach)
    .sort((a, b) => a.needsLost - b.needsLost)
  const [best] = holders
  // A lane that ended sooner may hold it and proves nothing: then its end is the story.
  const [teller] = fated.filter((one) => isStillTold(one, window)).sort((a, b) => a.needsLost - b.needsLost)
  if (best === undefined && teller === undefined && losers.length < fated.length) return null
  const others = losers.slice(1)
  const crowd = losers.length + holders.length > 2
  const task = {
    text: 'the task',
    turn: worst.lost,
    block: { lane: worst.lane.name, block: worst.fate.block },
  }
  const [other] = others
  const too =
    other === undefined
      ? []
      : others.length === 1
        ? [clauses.lostToo(other.lane.label, other.fate.reason, other.lost)]
        : [clauses.othersLostToo(others.length, Math.min(...others.map(({ lost }) => lost)))]
  const isLast = worst.lost >= reach && missesOf(worst, window).needed.size === 0
  const went = clauses.taskLost(worst.lane.label, worst.fate.reason, task, worst.lost)
  // Where no turn has come yet there is nothing to say of later ones.
  const lost = isLast ? went : clauses.comma(went, missed(worst, window))
  if (best === undefined && teller !== undefined) {
    const price = priceOf(teller.lane, worst.lane, window, fated.length > 2)
    const tells = clauses.stillTells(
      teller.lane.label,
      teller.lost,
      missesOf(teller, window).needed.size,
      price,
    )
    return clauses.sentence(clauses.semicolon(lost, ...too, tells))
  }
  if (best === undefined)
    return others.length === 0 ? null : clauses.sentence(clauses.semicolon(lost, ...too))
  const holds = clauses.stillHolds(
    best.lane.label,
    lastTurn(best.lane.data, window),
    priceOf(best.lane, worst.lane, window, crowd),
    holders.length - 1,
    alwaysProtectsTask(best.lane) && !protectsTask(worst.lane, worst.lost),
  )
  const over = best.lane.data.turns.filter((turn) => turn.used > best.lane.data.limit)
  const [firstOver] = over
  return clauses.sentence(
    clauses.semicolon(
      lost,
      ...too,
      firstOver === undefined ? holds : clauses.comma(holds, clauses.tooLong(over.length, firstOver.turn)),
    ),
  )
}

/** Strategies that ask the gates of the section `eviction` before they take a message. */
const GATED: ReadonlySet<string> = new Set([
  'managed',
  'evict',
  'handover',
  'tiered_full',
  'rolling_summary',
  'pipeline',
])

/** Whether a lane held the task by its settings in every turn: one gate that was off for a while is not why it still does. */
function alwaysProtectsTask(lane: HeadlineLane): boolean {
  const { set = [], turns } = lane.data
  return [0, ...set.map(({ from }) => from)].every(
    (turn) => (turn > 0 && turn >= turns.length) || protectsTask(lane, turn),
  )
}

function protectsTask({ data }: HeadlineLane, turn: Turn): boolean {
  const { strategy, eviction, atomic_window, token_trim } = configAt(data, turn)
  if (GATED.has(strategy)) return eviction.gates['task'] === true
  if (strategy === 'atomic_window') return atomic_window.keep_task
  // An article's code is credited with no gate, whatever its config says.
  return strategy === 'token_trim' && !(token_trim.direction === 'end' && token_trim.rollback)
}

/** Turns that needed the task once it was gone, its own among them: a strategy acts before the call. */
function missesOf({ lane, fate, lost }: Fated, window: WindowId) {
  const { needs, turns } = lane.data
  const after = needs.filter(
    (need) => need.source === fate.block && need.turn >= lost && turns[need.turn]?.window === window,
  )
  const unmet = after.filter((need) => need.resolution === 'lost' || need.resolution === 'pointer')
  return {
    needed: new Set(after.map((need) => need.turn)),
    without: new Set(unmet.map((need) => need.turn)),
  }
}

/** Whether a summary took the task and told it to every turn that needed it then. */
function isStillTold(one: Fated, window: WindowId): boolean {
  if (one.fate.reason !== 'absorbed' && one.fate.reason !== 'folded') return false
  const { needed, without } = missesOf(one, window)
  return needed.size > 0 && without.size === 0
}

function missed(one: Fated, window: WindowId): SentencePart[] {
  const { needed, without } = missesOf(one, window)
  const [first = null] = without.size > 0 ? without : needed
  return clauses.taskMissed({
    missed: without.size,
    needed: needed.size,
    first,
    after: !needed.has(one.lost),
    inferred: isInferred(one.lane.data.needs),
  })
}

/** What holding the task cost in prompt tokens; nothing to say where the lanes did not go through the same turns. */
function priceOf(
  holder: HeadlineLane,
  loser: HeadlineLane,
  window: WindowId,
  named: boolean,
): SentencePart[] {
  const [paid, other] = [holder, loser].map(
    (lane) => lane.rows.find((row) => row.id === 'prompt-tokens')?.value,
  )
  if (holder.data.turns.length !== loser.data.turns.length) return []
  if (paid === undefined || paid === null || other === undefined || other === null || other === 0) return []
  // The turn that shows it most: one that goes the other way would seem to deny it.
  const sign = paid >= other ? 1 : -1
  let widest: { readonly turn: Turn; readonly tokens: number } | null = null
  for (const point of deltaSeries(loser.data, holder.data, window)) {
    if (widest === null || sign * point.tokens > sign * widest.tokens) widest = point
  }
  const exact = holder.data.exact && loser.data.exact
  return clauses.price((paid - other) / other, exact, widest?.turn ?? null, named ? loser.label : null)
}

/** Where most requests of every lane would be refused, what else the lanes did hardly matters. */
function tooSmallStory({ lanes }: Told): SentencePart[] | null {
  const over = lanes.map((lane) => ({
    lane,
    turns: lane.data.turns.filter((turn) => turn.used > lane.data.limit),
    needsLost: lostBy(lane),
  }))
  const failing = over.every(
    ({ lane: { data }, turns }) => data.ended !== null || turns.length * 2 > data.turns.length,
  )
  const [best] = over
    .filter(({ lane }) => lane.data.ended === null)
    .sort((a, b) => a.turns.length - b.turns.length || a.needsLost - b.needsLost)
  const first = best?.turns[0]
  if (!failing || best === undefined || first === undefined) return null
  const all = best.lane.data.turns.length
  return clauses.sentence(clauses.tooSmall(lanes.length, best.lane.label, best.turns.length, all, first.turn))
}

function endStory({ lanes }: Told): SentencePart[] | null {
  const ends = lanes.map((lane) => ({
    lane,
    end: lane.data.ended?.turn ?? Infinity,
    needsLost: lostBy(lane),
  }))
  const [worst] = ends.toSorted((a, b) =>
    a.end === b.end ? b.needsLost - a.needsLost : a.end < b.end ? -1 : 1,
  )
  const [best] = ends.toSorted((a, b) =>
    a.end === b.end ? a.needsLost - b.needsLost : a.end > b.end ? -1 : 1,
  )
  if (worst === undefined || best === undefined || worst.end === best.end) return null
  const ended = ends.filter((one) => one.end < Infinity).length
  return clauses.sentence(
    clauses.semicolon(
      clauses.ranOut(worst.lane.label, worst.end, ended),
      clauses.reached(
        best.lane.label,
        best.lane.data.turns.at(-1)?.turn ?? 0,
        clauses.alsoLost(needsOf(best.lane.data, 'lost')),
      ),
    ),
  )
}

function overStory({ lanes }: Told): SentencePart[] | null {
  const over = lanes.map((lane) => ({
    lane,
    turns: lane.data.turns.filter((turn) => turn.used > lane.data.limit),
    needsLost: lostBy(lane),
  }))
  const [worst] = over.toSorted((a, b) => b.turns.length - a.turns.length)
  const [best] = over.filter(({ turns }) => turns.length === 0).sort((a, b) => a.needsLost - b.needsLost)
  const first = worst?.turns[0]
  if (worst === undefined || best === undefined || first === undefined) return null
  return clauses.sentence(
    clauses.semicolon(
      clauses.overLimit(worst.lane.label, worst.turns.length, first.turn),
      clauses.neverOver(best.lane.label),
    ),
  )
}

function lostStory({ lanes }: Told): SentencePart[] | null {
  const found = extremes(lanes, 'lost')
  if (found === null) return null
  const { worst, most, best, least, others, total } = found
  const [loser = ''] = worst
  return clauses.sentence(
    lanes.length === 2
      ? clauses.semicolon(clauses.lostNeeds(loser, most), clauses.lostFewer(best, least, total))
      : clauses.semicolon(
          clauses.lostMost(lanes.length, worst, most),
          clauses.lostFewest(best, least, total, others),
        ),
  )
}

function pointerStory({ lanes }: Told): SentencePart[] | null {
  const found = extremes(lanes, 'pointer')
  if (found === null) return null
  const { worst, most, best, least, total } = found
  const [worse = ''] = worst
  return clauses.sentence(
    clauses.semicolon(clauses.onlyPointers(worse, most), clauses.fewerPointers(best, least, total)),
  )
}

/** The lanes with the most and the fewest needs that ended so. */
interface Extremes {
  readonly worst: readonly string[]
  readonly most: NeedWords
  readonly best: string
  readonly least: NeedWords
  /** How many others did as well as the best. */
  readonly others: number
  /** Needs of the best, where the worst had another number of them. */
  readonly total: number | null
}

/** Null where all lanes have as many. */
function extremes(lanes: readonly HeadlineLane[], resolution: Resolution): Extremes | null {
  const counts = lanes.map(({ label, data }) => ({ label, words: needsOf(data, resolution) }))
  const sorted = counts.toSorted(
    (a, b) => b.words.count - a.words.count || (a.words.first ?? 0) - (b.words.first ?? 0),
  )
  const [most, least] = [sorted[0]?.words, sorted.at(-1)?.words]
  if (most === undefined || least === undefined || most.count === least.count) return null
  const having = (count: number): string[] =>
    counts.filter(({ words }) => words.count === count).map(({ label }) => label)
  const [best = '', ...others] = having(least.count)
  const words = counts.find(({ label }) => label === best)?.words ?? least
  return {
    worst: having(most.count),
    most,
    best,
    least: words,
    others: others.length,
    total: most.total === words.total ? null : words.total,
  }
}

function partStory({ divergence, lanes }: Told): SentencePart[] | null {
  return divergence === null ? null : divergenceParts(divergence, lanes)
}

function sameStory({ lanes }: Told): SentencePart[] | null {
  const [lane] = lanes
  if (lane === undefined) return null
  const same = clauses.allSame(lanes.map(({ label }) => label))
  const edits = editsOf(lane.data)
  const [first] = edits
  return first === undefined
    ? clauses.sentence(same, clauses.nothingToEdit())
    : clauses.sentence(
        same,
        clauses.sameEdits(edits.length, first.turn),
        clauses.sameLost(needsOf(lane.data, 'lost')),
      )
}

function lostBy({ data }: HeadlineLane): number {
  return needsOf(data, 'lost').count
}

function needsOf({ needs }: Pick<TimelineData, 'needs'>, resolution: Resolution): NeedWords {
  const found = needs.filter((need) => need.resolution === resolution)
  return {
    count: found.length,
    total: needs.length,
    first: found[0]?.turn ?? null,
    inferred: isInferred(needs),
  }
}

function isInferred(needs: readonly NeedRecord[]): boolean {
  return needs.some((need) => need.inferred)
}

function lastTurn({ turns }: Pick<TimelineData, 'turns'>, window: WindowId): Turn {
  return turnsOf(turns, window).at(-1)?.turn ?? -1
}
