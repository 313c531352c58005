import type { Turn, WindowId, StrategyName } from '../../engine/index.ts'
import { divergenceOf } from '../../sim/index.ts'
import { configAt, editsOf, isFit, isMissing, metOf } from '../../sim/internal.ts'
import type { Divergence, NeedRecord } from '../../sim/index.ts'
import { deltaSeries, shownDifference } from './comparison.ts'
import { trioOf, verdictOf, divergenceParts } from './divergence.ts'
import type { HeadlineLane } from './divergence.ts'
import { clauses } from './headline-words.ts'
import type { LaneFigure, MissingWords, NeededWords } from './headline-words.ts'
import type { SentencePart } from '../sentence/sentence.ts'
import { MAIN_WINDOW } from '../layout/axis.ts'
import { taskFate } from '../layout/task.ts'
import type { TaskFate } from '../layout/task.ts'

/** Makes one sentence about lanes that reached the end within the limit, or null if it does not apply. */
type Story = (told: Told) => SentencePart[] | null

interface Told {
  readonly divergence: Divergence | null
  readonly lanes: readonly HeadlineLane[]
  readonly window: WindowId
}

/** In the order of news value. */
const STORIES: readonly Story[] = [creditStory, taskStory, needStory, partStory, sameStory]

/**
 * A sentence or two about a comparison, made only from records; its figures link to turns and carry their claims. Lanes
 * that stopped early or sent something over the limit are mentioned first, and never praised. For the others, the first
 * applicable story is used: protection and score each contribute to a difference, if the lanes separate them; the task
 * was lost in some lanes and not in others; they had more or less of the needed context; where they diverge; that they
 * never do. A single lane is described by what it did. Empty for no lane.
 *
 * Figures are those of the whole run, as in the metric table; the task is that of `window`.
 */
export function headline(
  divergence: Divergence | null,
  lanes: readonly HeadlineLane[],
  window: WindowId = MAIN_WINDOW,
): readonly SentencePart[] {
  const [only, ...others] = lanes
  if (only === undefined) return []
  if (others.length === 0) return alone(only)
  const fit = lanes.filter(({ rows }) => isFit(rows))
  if (fit.length === lanes.length) return storyOf({ divergence, lanes, window })
  const [first, ...more] = fit
  if (first === undefined) return noneFit(lanes)
  const unfit = lanes.filter((lane) => !fit.includes(lane))
  const fell = unfitOf(unfit)
  if (more.length === 0) return clauses.sentence(clauses.semicolon(fell, cameThrough(first, unfit)))
  const told = storyOf({ divergence: partingOf(fit), lanes: fit, window })
  return clauses.twoSentences(clauses.sentence(fell), told)
}

function storyOf(told: Told): SentencePart[] {
  for (const story of STORIES) {
    const parts = story(told)
    if (parts !== null) return parts
  }
  return []
}

function alone(lane: HeadlineLane): SentencePart[] {
  const { turns, exact, ended, limit, reserve } = lane.data
  if (turns.length === 0) return []
  const [first] = editsOf(lane.data)
  const edits = figureOf(lane, 'edits', first?.turn ?? null)
  const largest = turns.reduce((most, turn) => (turn.used > most.used ? turn : most))
  const missing = missingOf(lane)
  const did =
    first === undefined || missing.total === 0
      ? [
          ...clauses.peaked(figureOf(lane, 'peak-utilization', largest.turn), exact, largest.turn),
          ...(largest.turn === ended?.turn && largest.used <= limit && largest.used + reserve > limit
            ? clauses.noRoomToReply(lane.name, reserve)
            : []),
        ]
      : clauses.andMisses(missing)
  if (isFit(lane.rows)) return clauses.sentence(clauses.made(lane.label, edits), did)
  return clauses.sentence(clauses.semicolon(unfitOf([lane]), clauses.made('it', edits)), did)
}

/** Lanes that stopped early, and lanes that sent something over the limit: readers must know this before any figure. */
function unfitOf(lanes: readonly HeadlineLane[]): SentencePart[] {
  const stopped = lanes.filter(({ data }) => data.ended !== null).sort((a, b) => endOf(a) - endOf(b))
  const over = lanes
    .filter(({ data }) => data.ended === null)
    .map(overOf)
    .sort((a, b) => b.value - a.value)
  const [first] = stopped
  const [worst] = over
  const stops = first === undefined ? [] : clauses.stopped(reachedOf(first), stopped.length)
  if (worst === undefined) return stops
  const sent = clauses.overLimit(
    worst,
    over.map(({ lane }) => lane),
    over.filter(({ value, of }) => value === worst.value && of === worst.of).length,
  )
  return stops.length === 0 ? sent : clauses.andThen(stops, sent)
}

/** No lane may be praised, so the sentence only says how close the best of them came. */
function noneFit(lanes: readonly HeadlineLane[]): SentencePart[] {
  const stopped = lanes.filter(({ data }) => data.ended !== null)
  const over = lanes
    .filter(({ data }) => data.ended === null)
    .map(overOf)
    .sort((a, b) => a.value - b.value)
  const [best] = over
  if (best !== undefined) {
    const fell = stopped.length === 0 ? [] : unfitOf(stopped)
    const among = over.map(({ lane }) => lane)
    return clauses.sentence(clauses.noneWithin(fell, best, among))
  }
  const [furthest] = stopped.toSorted((a, b) => endOf(b) - endOf(a))
  if (furthest === undefined) return []
  const all = lanes.map(({ name }) => name)
  return clauses.sentence(clauses.noneReached(reachedOf(furthest), all))
}

function cameThrough(lane: HeadlineLane, unfit: readonly HeadlineLane[]): SentencePart[] {
  const missing = missingOf(lane)
  const present = missing.total === 0 ? null : figureOf(lane, HIT, missing.first)
  const than = unfit.map(({ name }) => name)
  return clauses.cameThrough(lane, than, present, missing.inferred)
}

/** The effects of protection and of the score, if three lanes differ in nothing else. */
function creditStory({ divergence, lanes, window }: Told): SentencePart[] | null {
  const trio = trioOf(lanes)
  if (trio === null || divergence === null || lanes.some(({ data }) => data.needs.length === 0)) return null
  const { naive, guarded, scored } = trio
  const present = (lane: HeadlineLane): LaneFigure => {
    // If nothing is missing, links to where it diverges from the others.
    return figureOf(lane, HIT, missingOf(lane).first ?? divergence.turn)
  }
  const [before, between, after] = [present(naive), present(guarded), present(scored)]
  const parts = {
    protection: shownDifference(between.value, before.value, 'share'),
    score: shownDifference(after.value, between.value, 'share'),
  }
  const fate = taskFate(naive.data, window)
  const lost = fate === null || fate.lost === null ? [] : lostIn(naive, fate, fate.lost)
  return clauses.sentence(
    clauses.credit(
      verdictOf(parts.protection, parts.score),
      lost,
      { naive: before, guarded: between, scored: after },
      parts,
      isInferred(naive.data.needs),
    ),
  )
}

function lostIn({ name, label }: HeadlineLane, { block, reason }: TaskFate, turn: Turn): SentencePart[] {
  return clauses.taskLost(label, reason, { text: 'the task', turn, block: { lane: name, block } }, turn)
}

/** A lane and the fate of its task. */
interface Fated {
  readonly lane: HeadlineLane
  readonly fate: TaskFate
  readonly lost: Turn
  /** Share of the needed context that was present. */
  readonly hit: number
  readonly missing: number
  readonly cost: number
}

function taskStory({ lanes, window }: Told): SentencePart[] | null {
  const fated = lanes.flatMap((lane): Fated[] => {
    const fate = taskFate(lane.data, window)
    const [hit, missing, cost] = [HIT, MISSING, 'cost'].map((id) => figureOf(lane, id, null).value)
    return fate === null
      ? []
      : [{ lane, fate, lost: fate.lost ?? Infinity, hit: hit ?? 0, missing: missing ?? 0, cost: cost ?? 0 }]
  })
  const losers = fated
    .filter((one) => one.fate.lost !== null && !isStillTold(one, window))
    .sort((a, b) => a.hit - b.hit || a.lost - b.lost)
  const [worst, ...others] = losers
  if (worst === undefined) return null
  // Figures that are shown as equal count as equal: then what is missing decides, then the cost.
  const byHit = (a: Fated, b: Fated): number =>
    shownDifference(b.hit, a.hit, 'share') ||
    shownDifference(a.missing, b.missing, 'share') ||
    a.cost - b.cost
  const holders = fated.filter(({ fate }) => fate.lost === null).sort(byHit)
  const tellers = fated.filter((one) => isStillTold(one, window)).sort(byHit)
  const [holder] = holders
  const best = holder ?? tellers[0]
  if (best === undefined && (losers.length < fated.length || others.length === 0)) return null
  const [other] = others
  const too =
    other === undefined
      ? []
      : others.length === 1
        ? [clauses.lostToo(other.lane.label, other.fate.reason, other.lost)]
        : [clauses.othersLostToo(others.length, Math.min(...others.map(({ lost }) => lost)))]
  const isLast = worst.lost >= lastTurn(worst.lane.data, window) && missesOf(worst, window).needed.size === 0
  const went = lostIn(worst.lane, worst.fate, worst.lost)
  // After the last turn there is nothing to say about later ones.
  const lost = isLast ? went : clauses.comma(went, missed(worst, window))
  if (best === undefined) return clauses.sentence(clauses.semicolon(lost, ...too))
  const than = worst.lane.name
  const price = priceOf(best.lane, worst.lane, window, losers.length + holders.length > 2)
  const keeps =
    holder === undefined
      ? clauses.stillTells(best.lane, than, best.lost, neededOf(best, window), price)
      : clauses.stillHolds(
          best.lane,
          than,
          lastTurn(best.lane.data, window),
          price,
          holders.length - 1,
          alwaysProtectsTask(best.lane) && !protectsTask(worst.lane, worst.lost),
        )
  return clauses.sentence(clauses.semicolon(lost, ...too, keeps), conceded(best.lane, worst.lane))
}

/** If the lane that kept the task had less of the needed context anyway, the sentence says so. */
function conceded(best: HeadlineLane, worst: HeadlineLane): SentencePart[] {
  const [own, other] = [best, worst].map((lane) => figureOf(lane, HIT, missingOf(lane).first))
  const [ownMiss, otherMiss] = [best, worst].map(missingOf)
  if (own === undefined || other === undefined || ownMiss === undefined || otherMiss === undefined) return []
  const lessPresent = own.value < other.value && own.text !== other.text
  const moreMissing =
    ownMiss.text !== otherMiss.text && ownMiss.count * otherMiss.total > otherMiss.count * ownMiss.total
  return clauses.conceded(
    best.label,
    lessPresent ? [own, other] : null,
    moreMissing ? [ownMiss, otherMiss] : null,
  )
}

/** Strategies that use the guards of the section `eviction` before they remove a message. */
const GUARDED: ReadonlySet<string> = new Set<StrategyName>([
  'managed',
  'evict',
  'handover',
  'tiered_full',
  'rolling_summary',
  'pipeline',
])

/**
 * Whether a lane protected the task by its settings in every turn: a guard that was off for a while does not explain
 * why it is still there.
 */
function alwaysProtectsTask(lane: HeadlineLane): boolean {
  const { set = [], turns } = lane.data
  return [0, ...set.map(({ from }) => from)].every(
    (turn) => (turn > 0 && turn >= turns.length) || protectsTask(lane, turn),
  )
}

function protectsTask({ data }: HeadlineLane, turn: Turn): boolean {
  const { strategy, eviction, atomic_window, token_trim } = configAt(data, turn)
  if (GUARDED.has(strategy)) return eviction.gates['task'] === true
  if (strategy === 'atomic_window') return atomic_window.keep_task
  // An article's code gets no credit for guards, whatever its config says.
  return strategy === 'token_trim' && !(token_trim.direction === 'end' && token_trim.rollback)
}

/** Turns that needed the task after it was gone, including its own turn: a strategy acts before the call. */
function missesOf({ lane, fate, lost }: Fated, window: WindowId) {
  const { needs, turns } = lane.data
  const after = needs.filter(
    (need) => need.source === fate.block && need.turn >= lost && turns[need.turn]?.window === window,
  )
  const turnsWith = (met: (need: NeedRecord) => boolean) =>
    new Set(after.filter(met).map((need) => need.turn))
  return {
    needed: turnsWith(() => true),
    without: turnsWith((need) => metOf(need) === 0),
    short: turnsWith((need) => metOf(need) < 1),
  }
}

/** Whether a summary absorbed the task and gave it to every later turn that needed it. */
function isStillTold(one: Fated, window: WindowId): boolean {
  if (one.fate.reason !== 'absorbed' && one.fate.reason !== 'folded') return false
  const { needed, short } = missesOf(one, window)
  return needed.size > 0 && short.size === 0
}

function missed(one: Fated, window: WindowId): SentencePart[] {
  return clauses.taskMissed({ ...neededOf(one, window), inferred: isInferred(one.lane.data.needs) })
}

function neededOf(one: Fated, window: WindowId): NeededWords {
  const { needed, without } = missesOf(one, window)
  const [first = null] = without.size > 0 ? without : needed
  return {
    lane: one.lane.name,
    block: one.fate.block,
    from: one.lost,
    without: without.size,
    needed: needed.size,
    first,
    after: !needed.has(one.lost),
  }
}

/** The cost of keeping the task in money; nothing if the lanes did not have the same turns. */
function priceOf(
  holder: HeadlineLane,
  loser: HeadlineLane,
  window: WindowId,
  named: boolean,
): SentencePart[] {
  const [paid, other] = [holder, loser].map((lane) => lane.rows.find((row) => row.id === 'cost')?.value)
  if (holder.data.turns.length !== loser.data.turns.length) return []
  if (paid === undefined || paid === null || other === undefined || other === null || other === 0) return []
  // The prompt that shows it best: one in the other direction would seem to contradict it, and the cache may be the
  // reason.
  const sign = paid >= other ? 1 : -1
  let widest: { readonly turn: Turn; readonly tokens: number } | null = null
  for (const point of deltaSeries(loser.data, holder.data, window)) {
    if (sign * point.tokens > sign * (widest?.tokens ?? 0)) widest = point
  }
  const exact = holder.data.exact && loser.data.exact
  const than = named ? loser.label : null
  return clauses.price((paid - other) / other, exact, widest?.turn ?? null, than, {
    lane: holder.name,
    than: loser.name,
  })
}

/** The metrics of the story of needs. */
const HIT = 'need-hit-rate'
const MISSING = 'lost-rate'

/** Which lane had the most and which the least of the needed context; if all had the same, which one misses most. */
function needStory({ lanes }: Told): SentencePart[] | null {
  const known = lanes.filter(({ data }) => data.needs.length > 0)
  if (known.length < lanes.length) return null
  const hits = lanes.map((lane) => figureOf(lane, HIT, missingOf(lane).first))
  const misses = lanes.map(missingOf)
  const byHit = extremes(hits, (one) => one.value)
  // Figures that are shown as equal count as equal.
  if (byHit !== null && byHit.least.text !== byHit.most.text) {
    const { least, most, low, high } = byHit
    const [lowMiss, highMiss] = [least, most].map(({ lane }) => misses.find((one) => one.lane === lane))
    if (lowMiss === undefined || highMiss === undefined) return null
    const among = hits.map(({ lane }) => lane)
    return clauses.sentence(
      clauses.hadContext(least, most, { low, high, among }, lowMiss.inferred),
      clauses.missingBeside(lowMiss, highMiss),
    )
  }
  const byMiss = extremes(misses, (one) => one.count / one.total)
  if (byMiss === null || byMiss.least.text === byMiss.most.text) return null
  const { least, most } = byMiss
  const present = hits.find((one) => one.lane === most.lane)
  if (present === undefined) return null
  return clauses.sentence(
    clauses.missed(
      most,
      least,
      misses.map(({ lane }) => lane),
    ),
    lanes.length === 2 ? clauses.asMuchPresent(present) : [],
  )
}

/** The lanes at both ends, the first of equals, and how many share each value; null if all are equal. */
function extremes<One>(all: readonly One[], valueOf: (one: One) => number) {
  const sorted = all.toSorted((a, b) => valueOf(a) - valueOf(b))
  const [least, most] = [sorted[0], sorted.at(-1)]
  if (least === undefined || most === undefined || valueOf(least) === valueOf(most)) return null
  const sharing = (place: One) => all.filter((one) => valueOf(one) === valueOf(place))
  const [best = most] = sharing(most)
  return { least, most: best, low: sharing(least), high: sharing(most) }
}

function partStory({ divergence, lanes }: Told): SentencePart[] | null {
  return divergence === null ? null : divergenceParts(divergence, lanes)
}

function sameStory({ lanes }: Told): SentencePart[] | null {
  const [lane] = lanes
  if (lane === undefined) return null
  const same = clauses.allSame(lanes.map(({ label }) => label))
  const [first] = editsOf(lane.data)
  if (first === undefined) return clauses.sentence(same, clauses.nothingToEdit())
  const missing = missingOf(lane)
  return clauses.sentence(
    same,
    clauses.sameEdits(figureOf(lane, 'edits', first.turn), first.turn),
    missing.total === 0 ? [] : clauses.sameMisses(missing),
  )
}

/** Where lanes of a comparison first diverge; its own divergence may be with a lane that was mentioned already. */
export function partingOf([base, ...others]: readonly HeadlineLane[]): Divergence | null {
  let found: Divergence | null = null
  for (const other of base === undefined ? [] : others) {
    const one = base === undefined ? null : divergenceOf(base.data, other.data)
    if (base === undefined || one === null || (found !== null && found.turn <= one.turn)) continue
    found = { ...one, lanes: [base.name, other.name] }
  }
  return found
}

/** A figure of a lane as the table has it, and the turn that shows it. */
function figureOf({ name, label, rows }: HeadlineLane, metric: string, turn: Turn | null): LaneFigure {
  const row = rows.find(({ id }) => id === metric)
  return { lane: name, label, metric, value: row?.value ?? 0, text: row?.text ?? '', turn }
}

function reachedOf(lane: HeadlineLane): LaneFigure {
  return figureOf(lane, 'turns-reached', lane.data.ended?.turn ?? null)
}

/** Requests over the limit, out of all that were sent. */
function overOf(lane: HeadlineLane): LaneFigure & { readonly of: number } {
  const { turns, limit } = lane.data
  const first = turns.find(({ used }) => used > limit)?.turn ?? null
  return { ...figureOf(lane, 'turns-refused', first), of: turns.length }
}

function missingOf({ name, label, data, rows }: HeadlineLane): MissingWords {
  const missing = data.needs.filter(isMissing)
  const text = rows.find(({ id }) => id === MISSING)?.text ?? ''
  // A need that was never reached has no turn to link to.
  const first = missing.find(({ turn }) => turn < data.turns.length)?.turn ?? null
  const [count, total] = [missing.length, data.needs.length]
  return { lane: name, label, count, total, first, text, inferred: isInferred(data.needs) }
}

function isInferred(needs: readonly NeedRecord[]): boolean {
  return needs.some((need) => need.inferred)
}

function endOf({ data }: HeadlineLane): Turn {
  return data.ended?.turn ?? Infinity
}

function lastTurn({ turns }: HeadlineLane['data'], window: WindowId): Turn {
  return turns.findLast((turn) => turn.window === window)?.turn ?? -1
}
