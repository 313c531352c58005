import { ModelFailure } from '../engine/index.ts'
import type { Answer } from '../engine/index.ts'
import type { RecordedAnswer, TimelineData } from './timeline/timeline.ts'

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
