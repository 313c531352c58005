import type { Message, WindowId } from '../../engine/index.ts'
import type { Trace, TraceTurn } from '../trace.ts'

/**
 * Writes a trace as a log of one format would look. The text depends on the trace alone. What the
 * format has no place for is left out, and everything else comes back when the log is read.
 */
export type Writer = (trace: Trace) => string

/**
 * Messages of the main conversation, continuations included, each with the turn it belongs to: what
 * formats hold that know one window only. Those of sub-agents are left out.
 */
export function mainMessages(
  trace: Trace,
): readonly { readonly message: Message; readonly turn: TraceTurn }[] {
  const subagents = new Set<WindowId>()
  for (const window of trace.windows) if (window.kind === 'subagent') subagents.add(window.id)
  return trace.turns
    .filter((turn) => !subagents.has(turn.window))
    .flatMap((turn) => {
      const indices = turn.response === null ? turn.inputs : [...turn.inputs, turn.response]
      return indices.flatMap((index) => {
        const message = trace.messages[index]
        return message ? [{ message, turn }] : []
      })
    })
}
