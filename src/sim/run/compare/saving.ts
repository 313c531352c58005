import { REWRITE } from '../../../engine/internal.ts'
import type { BlockId, Ratio, Tokens, Turn } from '../../../engine/index.ts'
import type { Config, PartialConfig } from '../../../config/index.ts'
import { configAt } from '../timeline/obeyed.ts'
import { knobsOf, protection, valueAt } from './saving-knob.ts'
import type { ConfigKnob } from './saving-knob.ts'
import { probesTowards, smallestChange } from './saving-search.ts'
import type { FoundChange } from './saving-search.ts'
import { trialsOf } from './saving-trial.ts'
import type { Trial } from './saving-trial.ts'
import type { Timeline } from '../timeline/timeline.ts'

/** How far a search is: so many of its runs, or of their turns. `total` is what it may take at most. */
export interface SearchProgress {
  readonly done: number
  readonly total: number
}

/**
 * The smallest change of one setting, from a turn on, with which a block stands unchanged to the end of the run; where
 * none was found, the smallest with which it stands after that turn's edits.
 */
export interface Saving {
  /** Keys from the top of the YAML down; a cascade step is named by its share, a step of the pipeline by its number. */
  readonly path: readonly string[]
  readonly from: unknown
  readonly to: unknown
  /** |to − from| of what is usual of the setting; 1 for what is on or off. */
  readonly share: Ratio
  /** Blocks that the turn's edits take or change with it and not without, in the order they arrived. */
  readonly instead: readonly BlockId[]
  /** Tokens that the turn's edits free with it, less those they free without. */
  readonly freed: Tokens
  /**
   * The turn in which it goes after all, or the request becomes too long where it was not before; null where it stands
   * unchanged to the end of the run.
   */
  readonly until: Turn | null
  /** The change as the config of an intervention `set` at the turn. */
  readonly config: PartialConfig
}

/** What would have saved a block from the edits of a turn. */
export interface Savings {
  readonly turn: Turn
  readonly block: BlockId
  /** Whether pinning it at the turn would have. */
  readonly pin: boolean
  /** As `until` of an option; missing where the pin keeps it to the end, or does not save it. */
  readonly pinUntil?: Turn
  /** One for each setting that can: those that last first, the smallest share first; then those that last longest. */
  readonly options: readonly Saving[]
  /** How often the turn was run. */
  readonly tried: number
  /** Settings of which a nearer change that lasts may have been missed: the search for it was cut short. */
  readonly cut?: number
  /**
   * The run was answered by a model. A try is answered with what was recorded up to the first question that is another
   * one, and from there on by the mock: a model may answer otherwise. Missing for a run without.
   */
  readonly recorded?: true
}

/**
 * Turns that may be run for each run of the turn, to find changes that last: the search takes about twice as long with
 * it as without. In a long run it is some whole runs instead, else none would be reached.
 */
const TURNS_PER_TRY = 1
const WHOLE_RUNS = 4

/**
 * The smallest change of each setting with which an edit of a turn would have left a block as it stood. Each is found
 * by running the turn with an intervention `set`, and is what the run itself does with it (EDIT-3): a setting moves to
 * an eighth, a quarter, half and the whole of the way to the ends of its usual range, and from the nearest of them that
 * saves the block back towards its value, by halves. So the value one step nearer does not save it; where a setting is
 * not monotonic, a nearer one that does may lie between two probes. What was found is run on to the end of the run; where
 * the block goes in a later turn, a change that lasts is sought in the same way.
 *
 * @param turn of the edits; the last that took or changed the block when left out
 * @throws RangeError for a block the run does not have, or that no edit (of the turn) took or changed
 */
export function* savings(
  timeline: Timeline,
  block: BlockId,
  turn: Turn = lastTaken(timeline, block),
): Generator<SearchProgress, Savings, void> {
  const config = configAt(timeline.data, turn)
  const knobs = isMadeIn(timeline, block, turn) ? [] : knobsFor(timeline, block, config)
  // Each setting is searched for what saves, and again for what lasts.
  const total = 2 * knobs.length + 2
  yield { done: 0, total }
  const trials = yield* paced(trialsOf(timeline, block, turn), { done: 0, total })
  const without = trials.run([])
  if (without === null || without.saved) {
    throw new RangeError(`no edit of turn ${turn} takes or changes block ${block}`)
  }
  const pinned = block < timeline.intake.blocks.length ? trials.run([{ turn, kind: 'pin', block }]) : null
  const pin = pinned?.saved === true
  const pinUntil = pin ? yield* paced(pinned.until(), { done: 1, total }) : null
  let done = 2
  yield { done, total }
  const candidates: Candidate[] = []
  for (const [order, knob] of knobs.entries()) {
    const known = new Map<number | boolean, Trial | null>()
    const trialAt = (value: number | boolean): Trial | null => {
      const before = known.get(value)
      if (before !== undefined) return before
      const trial = trials.run([{ turn, kind: 'set', config: knob.set(value) }])
      known.set(value, trial)
      return trial
    }
    const search = smallestChange(knob, function* (value) {
      yield
      const trial = trialAt(value)
      const result = trial?.saved === true ? trial : null
      return { result, moved: trial === null || trial.made !== without.made }
    })
    const found = yield* paced(search, { done, total })
    done += found === null ? 2 : 1
    yield { done, total }
    if (found !== null) candidates.push({ order, knob, trialAt, found, until: null })
  }
  for (const candidate of candidates) {
    candidate.until = yield* paced(candidate.found.result.until(), { done, total })
  }
  let left = Math.max(TURNS_PER_TRY * trials.count(), WHOLE_RUNS * Math.max(0, timeline.turns.length - turn))
  let cut = 0
  candidates.sort(inOrder)
  for (const candidate of candidates) {
    const { knob, trialAt, until } = candidate
    const { value: own, range } = knob
    if (until !== null && range !== null && typeof own === 'number') {
      const lasting = function* (value: number | boolean): Generator<void, Trial | null, void> {
        const trial = trialAt(value)
        if (trial?.saved !== true || left <= 0) return null
        const steps = trial.until()
        let step = steps.next()
        while (step.done !== true) {
          left -= 1
          yield
          step = steps.next()
        }
        return step.value === null ? trial : null
      }
      // Where it goes after all though a setting is as far away as still saves it, nearer is taken to do no better.
      const directions: (-1 | 1)[] = []
      for (const direction of [-1, 1] as const) {
        const farthest = probesTowards(own, range, direction).find((value) => trialAt(value)?.saved === true)
        if (farthest === undefined) continue
        if ((yield* paced(lasting(farthest), { done, total })) !== null) directions.push(direction)
      }
      if (directions.length > 0) {
        const search = smallestChange(knob, function* (value) {
          const sought = directions.some((direction) => direction * (Number(value) - own) > 0)
          return { result: sought ? yield* lasting(value) : null, moved: true }
        })
        const found = yield* paced(search, { done, total })
        if (found !== null) {
          candidate.found = found
          candidate.until = null
        }
      }
      if (left <= 0) cut += 1
    }
    done += 1
    yield { done, total }
  }
  candidates.sort(inOrder)
  return {
    turn,
    block,
    pin,
    ...(pinUntil === null ? {} : { pinUntil }),
    options: candidates.map(({ knob, found: { value, share, result }, until }) => ({
      path: knob.path,
      ...written(knob, value, config),
      share,
      instead: result.edited.filter((one) => !without.edited.includes(one)),
      freed: result.freed - without.freed,
      until,
      config: knob.set(value),
    })),
    tried: trials.count(),
    ...(cut === 0 ? {} : { cut }),
    ...(timeline.data.spec.answers.length > 0 && { recorded: true as const }),
  }
}

/** What a setting can do, as far as it is searched. */
interface Candidate {
  /** Place among the settings. */
  readonly order: number
  readonly knob: ConfigKnob
  readonly trialAt: (value: number | boolean) => Trial | null
  found: FoundChange<Trial>
  until: Turn | null
}

/** What lasts first, the smaller change first; then what lasts longer. */
function inOrder(a: Candidate, b: Candidate): number {
  if (a.until !== b.until) return (b.until ?? Infinity) > (a.until ?? Infinity) ? 1 : -1
  return a.found.share - b.found.share || a.order - b.order
}

/** Steps of a part of the search as those of the search: it may be cancelled at each. */
function* paced<Result>(
  steps: Generator<void, Result, void>,
  progress: SearchProgress,
): Generator<SearchProgress, Result, void> {
  let step = steps.next()
  while (step.done !== true) {
    yield progress
    step = steps.next()
  }
  return step.value
}

/** The last turn in which an edit took or changed a block. */
function lastTaken({ data }: Timeline, block: BlockId): Turn {
  if (data.blocks[block] === undefined) {
    throw new RangeError(`the run has blocks 0 to ${data.blocks.length - 1}, not ${block}`)
  }
  const edit = data.edits.findLast(
    ({ stage, blocks }) =>
      stage !== REWRITE && blocks.some((one) => one.block === block && one.verb !== 'insert'),
  )
  if (edit === undefined) throw new RangeError(`no edit of the run takes or changes block ${block}`)
  return edit.turn
}

/** A block that came about in the turn itself is another one as soon as anything else happens in it. */
function isMadeIn({ data, intake }: Timeline, block: BlockId, turn: Turn): boolean {
  return block >= intake.blocks.length && (data.blocks[block]?.turn ?? turn) >= turn
}

/** Both values as the YAML has them: a list where the knob is one of its names. */
function written(knob: ConfigKnob, value: number | boolean, config: Config): Pick<Saving, 'from' | 'to'> {
  const before = valueAt(config, knob.path)
  if (!Array.isArray(before)) return { from: knob.value, to: value }
  return { from: before, to: valueAt(knob.set(value), knob.path) }
}

/** What can be moved, and whether the block's type is one of those that never leave. */
function knobsFor({ data }: Timeline, block: BlockId, config: Config): ConfigKnob[] {
  const type = data.blocks[block]?.type ?? 'tool_result'
  const ttl = ['eviction', 'type_ttl'].join('.')
  const knobs = knobsOf(config).filter(
    ({ path }) => path.slice(0, 2).join('.') !== ttl || path.at(-1) === type,
  )
  return [...knobs, ...protection(type, config)]
}
