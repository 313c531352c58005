import type { TimelineData } from '../../sim/index.ts'
import { counted, whole } from './format.ts'

/** The requests of a run whose answers could not be used: refused, cut off or empty. */
export function unusableAsks({ asks }: Pick<TimelineData, 'asks'>): TimelineData['asks'] {
  return asks.filter(({ verdict }) => verdict === 'failed' || verdict === 'empty')
}

/** What is said of the lanes whose model gave answers that could not be used (LLM-1), a sentence each. */
export function unusableNotes(
  lanes: readonly { readonly label: string; readonly data: Pick<TimelineData, 'asks' | 'spec'> }[],
): readonly string[] {
  return lanes.flatMap(({ label, data }) => {
    const count = unusableAsks(data).length
    // The mock fails only if a person wants it to.
    if (data.spec.answers.length === 0 || count === 0) return []
    return `${label}: ${whole(count)} of ${counted(data.asks.length, 'answer')} of the model could not be used. Its figures tell what happens without them, not what the strategy does.`
  })
}
