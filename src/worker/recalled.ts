import { answersOf } from '../sim/index.ts'
import type { Intake, Intervention, RecordedAnswer, Timeline, Trace } from '../sim/index.ts'
import type { Held } from './held.ts'

/**
 * What a run of the same settings was answered by a model up to where another begins to differ from it: by what a person
 * did at a turn, as a fork does, or because the conversation has grown. Up to there both ask the same (EDIT-4).
 *
 * @param settings see `settingsKeyOf`
 * @param goesOn whether a trace is an earlier revision of another, or that one itself
 */
export function recalledAnswers(
  held: readonly Pick<Held, 'intake' | 'byKey'>[],
  settings: string,
  interventions: readonly Intervention[],
  intake: Intake,
  goesOn: (before: Trace, now: Trace) => boolean,
): readonly RecordedAnswer[] {
  let most: readonly RecordedAnswer[] = []
  for (const one of held) {
    if (one.intake.counter.name !== intake.counter.name || !goesOn(one.intake.trace, intake.trace)) continue
    for (const [key, timeline] of one.byKey) {
      if (!key.startsWith(settings)) continue
      const answers = answersUpTo(timeline, partingOf(timeline, interventions, intake.trace))
      if (answers.length > most.length) most = answers
    }
  }
  return most
}

function answersUpTo({ data }: Timeline, turn: number): readonly RecordedAnswer[] {
  return answersOf(data).slice(0, data.asks.filter((ask) => ask.turn < turn).length)
}

/** The first turn whose requests may be others. */
function partingOf(
  { data, trace: before }: Timeline,
  interventions: readonly Intervention[],
  trace: Trace,
): number {
  const [own, other] = [data.spec.interventions, interventions].map((list) => new Set(list.map(textOf)))
  const differing = [...data.spec.interventions, ...interventions].filter(
    (one) => own?.has(textOf(one)) !== other?.has(textOf(one)),
  )
  // What arrives in a turn that waits for its response may be more by now.
  const last = before.turns.length - 1
  const grew = before.turns[last]?.inputs.length !== trace.turns[last]?.inputs.length
  return Math.min(...differing.map(({ turn }) => turn), grew ? last : Infinity)
}

function textOf(intervention: Intervention): string {
  return JSON.stringify(intervention)
}
