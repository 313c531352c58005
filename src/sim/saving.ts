import { driveSync, ProblemError, REWRITE } from '../engine/index.ts'
import type { BlockId, Ratio, Tokens, Turn, TurnOutcome } from '../engine/index.ts'
import type { Config, PartialConfig } from '../config/index.ts'
import { configAt } from './obeyed.ts'
import { createReplay } from './replay.ts'
import type { ReplayStart } from './replay.ts'
import { resume, startBefore } from './resume.ts'
import { knobsOf, protection, valueAt } from './saving-knob.ts'
import type { ConfigKnob } from './saving-knob.ts'
import { smallestChange } from './saving-search.ts'
import { editRecord } from './timeline/recorder.ts'
import type { Intervention, Timeline } from './timeline/timeline.ts'

/** How far a search is: so many of its runs, or of their turns. `total` is what it may take at most. */
export interface SearchProgress {
  readonly done: number
  readonly total: number
}

/** The smallest change of one setting, from a turn on, with which a block stands unchanged after that turn's edits. */
export interface Saving {
  /** Keys from the top of the YAML down; a rung of a ladder is named by its share, a step of the pipeline by its number. */
  readonly path: readonly string[]
  readonly from: unknown
  readonly to: unknown
  /** |to − from| of what is usual of the setting; 1 for what is on or off. */
  readonly share: Ratio
  /** Blocks that the turn's edits take or change with it and not without, in the order they arrived. */
  readonly instead: readonly BlockId[]
  /** Tokens that the turn's edits free with it, less those they free without. */
  readonly freed: Tokens
  /** The change as the config of an intervention `set` at the turn. */
  readonly config: PartialConfig
}

/** What would have saved a block from the edits of a turn. */
export interface Savings {
  readonly turn: Turn
  readonly block: BlockId
  /** Whether pinning it at the turn would have. */
  readonly pin: boolean
  /** One for each setting that can, the smallest share first. */
  readonly options: readonly Saving[]
  /** How often the turn was run. */
  readonly tried: number
}

/**
 * The smallest change of each setting with which an edit of a turn would have left a block as it stood. Each is found
 * by running the turn with an intervention `set`, and is what the run itself does with it (EDIT-3): a setting moves to
 * an eighth, a quarter, half and the whole of the way to the ends of its usual range, and from the nearest of them that
 * saves the block back towards its value, by halves. So the value one step nearer does not save it; where a setting is
 * not monotonic, a nearer one that does may lie between two probes.
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
  const total = knobs.length + 2
  yield { done: 0, total }
  const trials = yield* trialsOf(timeline, block, turn)
  const without = trials.run([])
  if (without === null || without.saved) {
    throw new RangeError(`no edit of turn ${turn} takes or changes block ${block}`)
  }
  const pin =
    block < timeline.intake.blocks.length && trials.run([{ turn, kind: 'pin', block }])?.saved === true
  yield { done: 2, total }
  const options: (Saving & { readonly order: number })[] = []
  for (const [order, knob] of knobs.entries()) {
    const found = smallestChange(knob, (value) => {
      const trial = trials.run([{ turn, kind: 'set', config: knob.set(value) }])
      const result = trial?.saved === true ? trial : null
      return { result, moved: trial === null || trial.made !== without.made }
    })
    let step = found.next()
    while (step.done !== true) {
      yield { done: 2 + order, total }
      step = found.next()
    }
    if (step.value !== null) {
      const { value, share, result } = step.value
      options.push({
        path: knob.path,
        ...written(knob, value, config),
        share,
        instead: result.edited.filter((one) => !without.edited.includes(one)),
        freed: result.freed - without.freed,
        config: knob.set(value),
        order,
      })
    }
    yield { done: 3 + order, total }
  }
  options.sort((a, b) => a.share - b.share || a.order - b.order)
  return {
    turn,
    block,
    pin,
    options: options.map(({ order: _, ...option }) => option),
    tried: trials.count(),
  }
}

/** One try of a turn. */
interface Trial {
  /** The block stands as it did before the turn's edits, and the request fits. */
  readonly saved: boolean
  /** Blocks that stood, or arrived, and were taken or changed; in the order they arrived. */
  readonly edited: readonly BlockId[]
  readonly freed: Tokens
  /** All that the turn's edits did, as a text that is equal where they did the same. */
  readonly made: string
}

interface Trials {
  /** The turn with more done to it; null where that is no run: the config would break a law. */
  run(more: readonly Intervention[]): Trial | null
  count(): number
}

/** The run up to a turn, to try that turn from again and again. */
function* trialsOf(timeline: Timeline, block: BlockId, turn: Turn): Generator<SearchProgress, Trials, void> {
  const { data, trace, intake } = timeline
  const start = startBefore(timeline, turn)
  const replay = resume(timeline, start, false)
  for (let step = start.turn; step < turn; step++) {
    replay.finish(driveSync(replay.step(step), replay.answer))
    yield { done: 0, total: 1 }
  }
  const before: ReplayStart = { ...replay.position(), turn }
  const { config, seed, interventions, answers } = data.spec
  const window = timeline.turns[turn]?.window ?? 0
  const known = intake.blocks.length + before.made.length
  let count = 0
  return {
    count: () => count,
    run(more) {
      const all = [...interventions, ...more]
      let outcome: TurnOutcome
      count += 1
      try {
        const again = createReplay(trace, config, { seed, intake, interventions: all, answers }, before)
        outcome = driveSync(again.step(turn), again.answer)
      } catch (failure) {
        if (failure instanceof ProblemError) return null
        throw failure
      }
      const edits = outcome.changes.flatMap((change) => {
        const record = editRecord(change, 0, turn, window)
        // What a person put in a block's place is nothing that a setting has a say in.
        return record === null || record.stage === REWRITE ? [] : [record]
      })
      const edited = new Set(edits.flatMap(({ blocks }) => blocks.map((one) => one.block)))
      const overflows = outcome.events.some(({ kind }) => kind === 'overflow')
      return {
        saved: !edited.has(block) && !overflows,
        // What was made in this turn has another number in each try.
        edited: [...edited].filter((one) => one < known).sort((a, b) => a - b),
        freed: edits.reduce((sum, edit) => sum + edit.freed - edit.added, 0),
        made: JSON.stringify(edits.map(({ stage, blocks }) => [stage, blocks])),
      }
    },
  }
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
