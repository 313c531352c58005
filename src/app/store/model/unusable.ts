import type { Reply } from '../../../provider/index.ts'
import { unusableAsks } from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import type { RunChoices } from '../choice/choices.ts'
import type { CallRecord, Unusable, UnusableAnswers } from './call-list.ts'
import { MODEL_TEXT } from './words.ts'

/**
 * Why a reply is no answer; null if it is one. Half a summary would replace everything that it leaves out, so it counts
 * as a failure, and the originals stay (COMP-3).
 */
export function unusable({ stopReason, content }: Pick<Reply, 'stopReason' | 'content'>): Unusable | null {
  switch (stopReason) {
    case 'refusal':
      return 'refused'
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'cut-off'
    default:
      return content.some((part) => part.type === 'text' && part.text.trim() !== '') ? null : 'empty'
  }
}

/** Why the reply of a call is no answer; null if it is one, or there is none. An agent's reply always is one. */
export function unusableIn({ call, reply, problem }: CallRecord): Unusable | null {
  return call.purpose === 'agent' || reply === null || problem !== null ? null : unusable(reply)
}

/** Those of every lane of a comparison that has some: its figures are not those of its strategy. */
export function unusableAnswers(
  { lanes }: Pick<Comparison, 'lanes'>,
  { lanes: chosen }: Pick<RunChoices, 'lanes'>,
  calls: readonly CallRecord[],
): readonly UnusableAnswers[] {
  return lanes.flatMap(({ label, data }, index) => {
    const model = chosen[index]?.answeredBy
    const failed = unusableAsks(data)
    if (model === undefined || failed.length === 0) return []
    const why = failed.flatMap(({ kind, turn }) => {
      const about = MODEL_TEXT.asks(kind, label, turn)
      const call = calls.findLast((one) => one.about === about && one.call.model === model)
      const found = call && unusableIn(call)
      return call && found ? [MODEL_TEXT.unusable(found, call.call.maxTokens)] : []
    })
    return [{ lane: label, model, count: failed.length, of: data.asks.length, why: [...new Set(why)] }]
  })
}
