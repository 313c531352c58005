import { ProblemError } from '../../../engine/index.ts'
import type { BlockId, Turn, TurnOutcome } from '../../../engine/index.ts'
import type { Config } from '../../../config/index.ts'
import { configAt } from '../timeline/obeyed.ts'
import { createReplay } from '../replay/replay.ts'
import type { Replay } from '../replay/replay.ts'
import type { SearchProgress } from './saving.ts'
import { knobsOf } from './saving-knob.ts'
import type { ConfigKnob } from './saving-knob.ts'
import { outcomeOf } from './saving-trial.ts'
import { editRecord } from '../timeline/recorder.ts'
import type { EditRecord, Timeline, TimelineData } from '../timeline/timeline.ts'

/** Whether another value of a number would change any decision of a run. */
export interface Unmoved {
  readonly path: readonly string[]
  /** The value at the start of the run. */
  readonly from: number
  /** Other values that were run, from the lowest: all of them if none differed, else up to the first that did. */
  readonly tried: readonly number[]
  /** Every tried value gave the same edits in the same turns; false if none could be tried. */
  readonly same: boolean
  /** The first value with another decision, and the turn of it. */
  readonly parts: { readonly value: number; readonly turn: Turn } | null
  /**
   * The run was answered by a model, and its answers were reused up to the first different request, which the mock
   * answered: a model may have answered otherwise. Missing for a run without a model.
   */
  readonly recorded?: true
}

/**
 * Runs again with a number at other values of its usual range: the minimum, 0 if allowed, the middle and the maximum.
 * It compares which stage edited which blocks in which turn and how, not their scores.
 *
 * @param path keys from the top of the YAML down, as in `settingRows().path`, followed by the name of a weight or a
 *   lifetime
 * @throws RangeError for a path at which no strategy of the run reads a number
 */
export function* unmoved(
  timeline: Timeline,
  path: readonly string[],
): Generator<SearchProgress, Unmoved, void> {
  const names = strategiesOf(timeline.data)
  const knob = knobNamed(timeline.data.spec.config, names, path)
  if (knob === undefined || typeof knob.value !== 'number') {
    const who = `the ${names.length === 1 ? 'strategy' : 'strategies'} ${names.join(', ')}`
    throw new RangeError(
      `${who} read${names.length === 1 ? 's' : ''} no number of this name: ${path.join('.')}`,
    )
  }
  const values = otherValues(knob)
  const turns = timeline.turns.length
  const total = values.length * turns
  const tried: number[] = []
  let parts: Unmoved['parts'] = null
  for (const [index, value] of values.entries()) {
    const replay = replayWith(timeline, knob, value)
    if (replay === null) continue
    tried.push(value)
    for (let turn = 0; turn < turns && parts === null; turn++) {
      const outcome = outcomeOf(replay, turn)
      if (outcome === null || !sameDecisions(timeline, turn, outcome)) parts = { value, turn }
      if (outcome === null) break
      replay.finish(outcome)
      yield { done: index * turns + turn + 1, total }
    }
    if (parts !== null) break
  }
  return {
    path,
    from: knob.value,
    tried,
    same: parts === null && tried.length > 0,
    parts,
    ...(timeline.data.spec.answers.length > 0 && { recorded: true as const }),
  }
}

/** Every strategy of a run, in the order in which each first acts. */
function strategiesOf(data: TimelineData): readonly Config['strategy'][] {
  const turns = [0, ...(data.set ?? []).map(({ from }) => from)]
  const acting = turns.filter((turn) => turn === 0 || turn < data.turns.length)
  return [...new Set(acting.map((turn) => configAt(data, turn).strategy))]
}

/** The knob of a path with its value at the start of the run, for any of its strategies. */
function knobNamed(
  config: Config,
  strategies: readonly Config['strategy'][],
  path: readonly string[],
): ConfigKnob | undefined {
  const sought = path.join('.')
  for (const strategy of strategies) {
    const found = knobsOf({ ...config, strategy }).find((one) => one.path.join('.') === sought)
    if (found !== undefined) return found
  }
  return undefined
}

/** The minimum, 0, the middle and the maximum of the usual range, without the current value. */
function otherValues({ range, value }: ConfigKnob): number[] {
  if (range === null) return []
  const { least, most, step, zero } = range
  const middle = Number((Math.round((least + most) / 2 / step) * step).toFixed(6))
  const all = new Set([least, ...(zero ? [0] : []), middle, most])
  return [...all].filter((one) => one !== value).sort((a, b) => a - b)
}

/** The run with another value from its first turn on; null if that is invalid beside the other settings. */
function replayWith({ data, trace, intake }: Timeline, knob: ConfigKnob, value: number): Replay | null {
  const { config, seed, interventions, answers } = data.spec
  try {
    const set = { turn: 0, kind: 'set', config: knob.set(value) } as const
    const options = { seed, intake, interventions: [set, ...interventions], answers, questions: data.asks }
    return createReplay(trace, config, options)
  } catch (failure) {
    if (failure instanceof ProblemError) return null
    throw failure
  }
}

function sameDecisions(timeline: Timeline, turn: Turn, outcome: TurnOutcome): boolean {
  const window = timeline.turns[turn]?.window ?? 0
  const before = (timeline.turns[turn]?.edits ?? []).flatMap((edit) => timeline.edits[edit] ?? [])
  const after = outcome.changes.flatMap((change) => editRecord(change, 0, turn, window) ?? [])
  if (before.length !== after.length || (timeline.ended?.turn === turn) !== (outcome.ended !== null))
    return false
  return before.every((edit, index) => decisionKey(edit) === decisionKey(after[index]))
}

function decisionKey(edit: EditRecord | undefined): string {
  if (edit === undefined) return ''
  const parts = edit.blocks.map(({ block, verb }): [BlockId, string] => [block, verb])
  return JSON.stringify([edit.stage, parts.sort(([a], [b]) => a - b)])
}
