import type { Trace } from '../../../trace/trace.ts'
import { checkCount } from '../../read/assemble.ts'
import type { Conversation } from '../../read/assemble.ts'
import { assembleAll, checkConversations } from '../../chat/read.ts'
import { at } from '../../json/guard.ts'
import { SLICE } from '../../read/reader.ts'
import type { Log, Reader, ReadOptions } from '../../read/reader.ts'
import { Report } from '../../read/report.ts'
import { Dialogue } from './dialogue.ts'
import { Meter } from './meter.ts'
import { runsOf } from './run.ts'
import type { Run } from './run.ts'
import { SdkEvents } from './sdk.ts'
import { StreamEvents } from './stream.ts'

/**
 * Runs of OpenHands: the output of an evaluation (one run per line), a downloaded trajectory, or an event store, in the
 * vocabulary of the application (`action`, `observation`), of its first versions (no ids, no sources) and of the SDK
 * (`kind`). System prompt and tools are events like all others.
 */
export const openHands: Reader<'openhands'> = {
  name: 'openhands',
  title: 'OpenHands events',
  kind: 'agents',
  sample: 'openhands.json',
  copies: new Set(['old_content', 'new_content', 'diff']),
  read(log, options) {
    const runs = runsOf(log)
    return runs.length === 0 ? null : readRuns(log, runs, options)
  },
}

function* readRuns(
  log: Log,
  runs: readonly Run[],
  options: ReadOptions,
): Generator<number, readonly Trace[]> {
  checkConversations(runs.length)
  const total = Math.max(
    1,
    runs.reduce((sum, { events }) => sum + events.length, 0),
  )
  const read: { readonly conversation: Conversation; readonly report: Report }[] = []
  let done = 0
  for (const { label, events, metrics, metricsPath, model } of runs) {
    checkCount(events.length)
    const report = new Report(log)
    const dialogue = new Dialogue(report, options.recordedEdits === 'keep')
    report.at(events[0]?.place ?? null)
    const meter = new Meter(metrics, metricsPath, report)
    const stream = new StreamEvents(dialogue, meter, report)
    const sdk = new SdkEvents(dialogue, meter, report)
    for (const [order, { value, path, place }] of events.entries()) {
      report.at(place)
      const isStream = typeof at(value, 'action') === 'string' || typeof at(value, 'observation') === 'string'
      if (isStream) stream.take(value, path, order)
      else if (typeof at(value, 'kind') === 'string') sdk.take(value, path, order)
      else report.mismatch(path, 'an action, an observation or an event with a kind', value)
      done += 1
      if (done % SLICE === 0) yield done / total
    }
    stream.finish()
    const conversation = dialogue.finish(label, events.length)
    read.push({ conversation: model === undefined ? conversation : { ...conversation, model }, report })
  }
  return assembleAll(openHands, read, options)
}
