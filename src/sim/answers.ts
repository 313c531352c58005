import { ModelFailure, promptOf } from '../engine/index.ts'
import type { Answer, Ask, Tokens } from '../engine/index.ts'
import type { RecordedAnswer, RunAsk, TimelineData } from './timeline/timeline.ts'

/** What a run was answered, in order: what it needs to be run again without the model. */
export function answersOf({ asks, contents }: Pick<TimelineData, 'asks' | 'contents'>): RecordedAnswer[] {
  return asks.map(({ answer, failure }) =>
    answer === null ? { failure: failure ?? 'error' } : { text: contents[answer] ?? '' },
  )
}

/** A recorded answer as an answer, or as the failure it was. */
export function replyOf(recorded: RecordedAnswer): Answer {
  if ('failure' in recorded) throw new ModelFailure(recorded.failure, `recorded: ${recorded.failure}`)
  return { text: recorded.text }
}

/** Whether a recorded question is this one: asked at the same place about the same blocks, in a prompt of the same size. */
export function isQuestion(
  recorded: RunAsk | undefined,
  ask: Ask,
  count: (text: string) => Tokens,
): recorded is RunAsk {
  if (recorded === undefined || recorded.kind !== ask.kind || recorded.stage !== ask.stage) return false
  const { turn, window, maxTokens, input, sources } = recorded
  if (turn !== ask.turn || window !== ask.window || maxTokens !== ask.maxTokens) return false
  if (sources.length !== ask.sources.length) return false
  if (sources.some((block, index) => block !== ask.sources[index]?.block)) return false
  const { system, user } = promptOf(ask)
  return input === count(system) + count(user)
}
