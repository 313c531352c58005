import { contentHash } from '../../engine/internal.ts'
import type { Trace } from './trace.ts'

const known = new WeakMap<Trace, string>()

/** Identity of a trace's content: 16 hex digits. File names and titles are not included. */
export function traceHash(trace: Trace): string {
  const before = known.get(trace)
  if (before !== undefined) return before
  const hash = contentHash(partsOfTrace(trace))
  known.set(trace, hash)
  return hash
}

function* partsOfTrace(trace: Trace): Generator<string> {
  yield trace.system
  yield JSON.stringify(trace.tools)
  for (const message of trace.messages) yield JSON.stringify(message)
  yield JSON.stringify([trace.windows, trace.turns, trace.injected, trace.lacksOverhead])
  yield JSON.stringify(trace.needs)
  // Edits by the provider matter to every run that asks it to compact; the others only to runs that replay them.
  const made = trace.recordedEdits.filter(({ part }) => part !== undefined)
  if (made.length > 0) yield JSON.stringify(made)
  if (trace.summaries !== undefined) yield JSON.stringify(trace.summaries)
  if (trace.thinking !== undefined) yield JSON.stringify(trace.thinking)
  if (trace.model !== undefined) yield JSON.stringify([trace.model])
  if (trace.subtasks !== undefined) yield JSON.stringify(trace.subtasks)
}
