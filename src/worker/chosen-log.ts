import type { Reading } from '../sim/internal.ts'
import type { Trace } from '../sim/index.ts'
import type { About } from './comparison.ts'
import { drain } from './drain.ts'
import type { Job, Pace } from './drain.ts'
import { problem } from './problem.ts'
import type { ProgressReport, SourceRequest } from './protocol.ts'

/**
 * The conversation of a log that a request asks for, cut to what is shown of it and with what a person added, and what
 * is told of its file. Loaded with the readers of logs: a scenario needs none of it.
 *
 * @param known all conversations of the log, if it was read before
 * @throws ProblemError for what cannot be read, and `no-such-conversation`
 */
export async function chosenConversation(
  readers: Reading,
  source: Extract<SourceRequest, { kind: 'log' }>,
  known: readonly Trace[] | undefined,
  job: Job,
  pace: Pace,
  progress: (report: ProgressReport) => void,
): Promise<{
  readonly traces: readonly Trace[]
  readonly trace: Trace
  readonly file: Omit<About, 'fits'>
}> {
  const { firstTurns, largestOf, readTraceSteps, withSetup, SHOWN, MOST_SHOWN } = readers
  const { text: content, filename, format, recordedEdits } = source
  const options = {
    ...(filename !== undefined && { filename }),
    ...(format !== undefined && { format }),
    ...(recordedEdits !== undefined && { recordedEdits }),
  }
  const text = async (): Promise<string> => (typeof content === 'string' ? content : content.text())
  const traces =
    known ??
    (await drain(readTraceSteps(await text(), options), job, pace, ({ done, total }) => {
      progress({ step: 'read', done, total })
    }))
  const conversation = source.conversation ?? traces.indexOf(largestOf(traces))
  const chosen = traces[conversation]
  if (chosen === undefined) {
    const held = traces.length === 1 ? '1 conversation' : `${traces.length} conversations`
    throw problem(
      'no-such-conversation',
      `the log holds ${held}, counted from 0, so there is none at ${conversation}`,
    )
  }
  const part = firstTurns(chosen, source.whole === true ? MOST_SHOWN : SHOWN)
  const conversations = traces.map((one) => ({
    label: one.source.conversation ?? one.source.title,
    turns: one.turns.length,
  }))
  const cut =
    part === chosen ? null : { turns: chosen.turns.length, most: firstTurns(chosen, MOST_SHOWN).turns.length }
  return { traces, trace: withSetup(part, source.setup ?? {}), file: { conversations, conversation, cut } }
}
