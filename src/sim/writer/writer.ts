import type { Message, WindowId } from '../../engine/index.ts'
import type { Trace, TraceTurn } from '../trace.ts'

/**
 * Writes a trace as a log of one format would look. The text depends on the trace alone. What the
 * format has no place for is left out, and everything else comes back when the log is read.
 */
export type Writer = (trace: Trace) => string

/** Windows of sub-agents, those that continue one included. */
export function sideWindows(trace: Trace): ReadonlySet<WindowId> {
  const side = new Set<WindowId>()
  for (const { id, kind, parent } of trace.windows)
    if (kind === 'subagent' || (kind === 'continuation' && parent !== null && side.has(parent))) side.add(id)
  return side
}

/**
 * Messages of the main conversation, continuations included, each with the turn it belongs to: what
 * formats hold that know one window only. Those of sub-agents are left out.
 */
export function mainMessages(trace: Trace): readonly { readonly message: Message; readonly turn: TraceTurn }[] {
  const side = sideWindows(trace)
  return trace.turns
    .filter((turn) => !side.has(turn.window))
    .flatMap((turn) => {
      const indices = turn.response === null ? turn.inputs : [...turn.inputs, turn.response]
      return indices.flatMap((index) => {
        const message = trace.messages[index]
        return message ? [{ message, turn }] : []
      })
    })
}
