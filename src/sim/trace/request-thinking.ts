import { modelBindsThinking, partsOf } from '../../engine/internal.ts'
import type { Message, ThinkingConfig, Turn, WindowId } from '../../engine/index.ts'
import type { Trace } from './trace.ts'

/** The least budget that the API takes: a log tells that its replies thought, not what they were allowed. */
const LEAST_BUDGET = 1024

const ENABLED: ThinkingConfig = Object.freeze({ type: 'enabled', budget_tokens: LEAST_BUDGET })
const ADAPTIVE: ThinkingConfig = Object.freeze({ type: 'adaptive' })

/** How the requests of a trace let the model think. */
export interface RequestThinking {
  /** What the request of a turn says; undefined: nothing. */
  readonly at: (turn: Turn) => ThinkingConfig | undefined
  /** Whether the model of a turn takes thinking back only where nothing before it was changed. */
  readonly binds: (turn: Turn) => boolean
}

const known = new WeakMap<Trace, RequestThinking>()

/**
 * Reads it off a trace. What the log says holds for all of its requests. Where it says nothing, the replies before a
 * request tell: thinking was on where the running tool loop begins with thinking, and up to the model where any reply
 * of the window has thought by then. So a request of a log never asks for more than its replies keep. Linear, made once.
 */
export function requestThinking(trace: Trace): RequestThinking {
  const before = known.get(trace)
  if (before !== undefined) return before
  const says = trace.thinking === undefined ? inferred(trace) : null
  const binding = bindingModels(trace)
  const made: RequestThinking = {
    at: (turn) => (says === null ? trace.thinking : says[turn]),
    binds: (turn) => binding[turn] ?? false,
  }
  known.set(trace, made)
  return made
}

/** A tool loop that may go on: whether it began with thinking, and whether any of its replies thought. */
interface Loop {
  readonly begins: boolean
  readonly thinks: boolean
}

function inferred({ messages, turns, recordedEdits }: Trace): (ThinkingConfig | undefined)[] {
  const loops = new Map<WindowId, Loop | null>()
  const called = new Set<string>()
  /** Windows of which a reply has thought by now. */
  const before = new Set<WindowId>()
  return turns.map(({ turn, window, inputs, response }) => {
    const arrived = inputs.flatMap((index) => messages[index] ?? [])
    const running = saysAnew(arrived, called) ? null : (loops.get(window) ?? null)
    const reply = response === null ? undefined : messages[response]
    for (const part of reply === undefined ? [] : partsOf(reply)) {
      if (part.type === 'tool_use') called.add(part.id)
    }
    const begins = reply !== undefined && beginsWithThinking(reply)
    const thinks = reply !== undefined && hasThinking(reply)
    // After a compaction the client's own request began with the reply that came, and ours may not. One that the provider
    // makes comes in that reply, and is not known before it.
    const made = recordedEdits.filter(
      (edit) => edit.kind === 'compaction' && edit.turn === turn && edit.window === window,
    )
    const compacted = made.length > 0
    const byClient = made.some(({ part }) => part === undefined)
    const next =
      running === null
        ? reply && { begins, thinks: false }
        : { ...running, begins: running.begins && (begins || !compacted) }
    loops.set(window, next === undefined ? null : { ...next, thinks: next.thinks || thinks })
    const thought = before.has(window)
    if (thinks) before.add(window)
    // The reply of this turn says nothing of its own request: a run knows no more than what came before (EDIT-4).
    if (running === null || byClient) return thought ? ADAPTIVE : undefined
    return running.begins ? ENABLED : thought ? ADAPTIVE : undefined
  })
}

/**
 * Whether what arrived is a plain message of the user's: it holds something, and no result of a call. A result that no
 * call waits for is never sent, and what a system message says in mid-conversation is sent as the user's.
 */
function saysAnew(arrived: readonly Message[], called: ReadonlySet<string>): boolean {
  const parts = arrived.filter(({ role }) => role !== 'assistant').flatMap(partsOf)
  const said = parts.filter((part) => part.type !== 'tool_result' || called.has(part.tool_use_id))
  return said.length > 0 && said.every(({ type }) => type !== 'tool_result')
}

function beginsWithThinking(reply: Message): boolean {
  const first = partsOf(reply).find(({ type }) => type !== 'compaction')
  return first?.type === 'thinking' || first?.type === 'redacted_thinking'
}

function hasThinking(reply: Message): boolean {
  return partsOf(reply).some(({ type }) => type === 'thinking' || type === 'redacted_thinking')
}

/** By turn, what is known of the model by then: that of the newest reply before it in the window that names one, or its own. */
function bindingModels({ turns }: Trace): boolean[] {
  const newest = new Map<WindowId, boolean>()
  return turns.map(({ window, model }) => {
    if (model !== null) newest.set(window, modelBindsThinking(model))
    return newest.get(window) ?? false
  })
}
