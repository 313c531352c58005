import type { Message, WindowId } from '../../../engine/index.ts'
import type { Trace, TraceTurn } from '../../trace/trace.ts'

/**
 * Writes a trace as a log of one format would look. The text depends on the trace alone. What the
 * format has no place for is left out, and everything else comes back when the log is read.
 */
export type Writer = (trace: Trace) => string

/** Windows of sub-agents, those that continue one included, each with the window it continues in the end. */
export function sideWindows(trace: Trace): ReadonlyMap<WindowId, WindowId> {
  const side = new Map<WindowId, WindowId>()
  for (const { id, kind, parent } of trace.windows) {
    const continued = kind === 'continuation' && parent !== null ? side.get(parent) : undefined
    if (kind === 'subagent') side.set(id, id)
    else if (continued !== undefined) side.set(id, continued)
  }
  return side
}

/**
 * Messages of the main conversation, continuations included, each with the turn it belongs to: what
 * formats hold that know one window only. Those of sub-agents are left out.
 */
export function mainMessages(
  trace: Trace,
): readonly { readonly message: Message; readonly turn: TraceTurn }[] {
  return mainTurns(trace).flatMap((turn) => {
    const indices = turn.response === null ? turn.inputs : [...turn.inputs, turn.response]
    return indices.flatMap((index) => {
      const message = trace.messages[index]
      return message ? [{ message, turn }] : []
    })
  })
}

/** Turns of the main conversation, continuations included. */
export function mainTurns(trace: Trace): readonly TraceTurn[] {
  const side = sideWindows(trace)
  return trace.turns.filter((turn) => !side.has(turn.window))
}
