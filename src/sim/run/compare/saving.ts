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

/** Progress of a search, in runs or in their turns. `total` is the maximum. */
export interface SearchProgress {
  readonly done: number
  readonly total: number
}

/**
 * The smallest change of one setting, from a turn on, that keeps a block unchanged to the end of the run; if none was
 * found, the smallest that keeps it through that turn's edits.
 */
export interface Saving {
  /** Keys from the top of the YAML down; a cascade step is named by its share, a pipeline step by its number. */
  readonly path: readonly string[]
  readonly from: unknown
  readonly to: unknown
  /** |to − from| as a share of the setting's usual range; 1 for a switch. */
  readonly share: Ratio
  /** Blocks that the turn's edits remove or change only with it, in the order of arrival. */
  readonly instead: readonly BlockId[]
  /** Tokens that the turn's edits free with it, less those that they free without it. */
  readonly freed: Tokens
  /**
   * The turn in which the block leaves after all, or the request newly becomes too long; null if the block is unchanged
   * to the end of the run.
   */
  readonly until: Turn | null
  /** The change as the config of an intervention `set` at the turn. */
  readonly config: PartialConfig
}

/** What would have saved a block from the edits of a turn. */
export interface Savings {
  readonly turn: Turn
  readonly block: BlockId
  /** Whether pinning it at the turn would have saved it. */
  readonly pin: boolean
  /** As `until` of an option; missing if the pin keeps it to the end, or does not save it. */
  readonly pinUntil?: Turn
  /**
   * One for each setting that can save it: first those that last, the smallest share first; then those that last
   * longest.
   */
  readonly options: readonly Saving[]
  /** How often the turn was run. */
  readonly tried: number
  /** Settings for which a nearer lasting change may have been missed, because the search was cut short. */
  readonly cut?: number
  /**
   * The run was answered by a model. A try uses the recorded answers up to the first different request, and the mock
   * after it: a model may have answered otherwise. Missing for a run without a model.
   */
  readonly recorded?: true
}

/**
 * Turns per run of the turn that may be spent on finding lasting changes: this about doubles the time of the search. A
 * long run gets a few whole runs instead; otherwise no run would reach its end.
 */
const TURNS_PER_TRY = 1
const WHOLE_RUNS = 4

/**
 * The smallest change of each setting with which the edits of a turn would have left a block unchanged. Each is found
 * by running the turn with an intervention `set`, so it is what the run itself does with it (EDIT-3). A setting moves
 * to an eighth, a quarter, half and the whole of the way to the ends of its usual range, and from the nearest of them
 * that saves the block back towards its value, by bisection. So the value one step nearer does not save it; if a
 * setting is not monotonic, a nearer one that does may lie between two probes. Each change is then run to the end of
 * the run; if the block leaves in a later turn, a lasting change is searched for in the same way.
 *
 * @param turn of the edits; default: the last that removed or changed the block
 * @throws RangeError for a block that the run does not have, or that no edit (of the turn) removed or changed
 */
export function* savings(
  timeline: Timeline,
  block: BlockId,
  turn: Turn = lastTaken(timeline, block),
): Generator<SearchProgress, Savings, void> {
  const config = configAt(timeline.data, turn)
  const knobs = isMadeIn(timeline, block, turn) ? [] : knobsFor(timeline, block, config)
  // Each setting is searched for a change that saves the block, and again for one that lasts.
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
      // If it leaves later even with the farthest saving value of a setting, nearer values are assumed to do no better.
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

/** A setting, as far as it has been searched. */
interface Candidate {
  /** Place among the settings. */
  readonly order: number
  readonly knob: ConfigKnob
  readonly trialAt: (value: number | boolean) => Trial | null
  found: FoundChange<Trial>
  until: Turn | null
}

/** Lasting changes first, the smaller first; then those that last longer. */
function inOrder(a: Candidate, b: Candidate): number {
  if (a.until !== b.until) return (b.until ?? Infinity) > (a.until ?? Infinity) ? 1 : -1
  return a.found.share - b.found.share || a.order - b.order
}

/** Steps of a part of the search as steps of the whole; it can be cancelled at each. */
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

/** A block made in the turn itself is a different one as soon as anything else in the turn changes. */
function isMadeIn({ data, intake }: Timeline, block: BlockId, turn: Turn): boolean {
  return block >= intake.blocks.length && (data.blocks[block]?.turn ?? turn) >= turn
}

/** Both values as in the YAML: a list if the knob is one of its names. */
function written(knob: ConfigKnob, value: number | boolean, config: Config): Pick<Saving, 'from' | 'to'> {
  const before = valueAt(config, knob.path)
  if (!Array.isArray(before)) return { from: knob.value, to: value }
  return { from: before, to: valueAt(knob.set(value), knob.path) }
}

/** The knobs to move, including the protection of the block's type. */
function knobsFor({ data }: Timeline, block: BlockId, config: Config): ConfigKnob[] {
  const type = data.blocks[block]?.type ?? 'tool_result'
  const ttl = ['eviction', 'type_ttl'].join('.')
  const knobs = knobsOf(config).filter(
    ({ path }) => path.slice(0, 2).join('.') !== ttl || path.at(-1) === type,
  )
  return [...knobs, ...protection(type, config)]
}
