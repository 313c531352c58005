import { modelBindsThinking, modelOnlyAdapts, partsOf } from '../../engine/internal.ts'
import type { Message, ThinkingConfig, Turn, WindowId } from '../../engine/index.ts'
import type { Trace } from './trace.ts'

/** The minimum budget that the API accepts: a log shows that its replies have thinking, not how much was allowed. */
const LEAST_BUDGET = 1024

const ENABLED: ThinkingConfig = Object.freeze({ type: 'enabled', budget_tokens: LEAST_BUDGET })
const ADAPTIVE: ThinkingConfig = Object.freeze({ type: 'adaptive' })

/** How the requests of a trace let the model think. */
export interface RequestThinking {
  /** The setting of a turn's request; undefined: none. */
  readonly at: (turn: Turn) => ThinkingConfig | undefined
  /** Whether the model of a turn accepts thinking only after an unchanged prefix. */
  readonly binds: (turn: Turn) => boolean
}

const known = new WeakMap<Trace, RequestThinking>()

/**
 * Derives the setting from a trace. If the log has one, it applies to all of its requests. Otherwise it follows from
 * the replies before a request: thinking is enabled if the running tool loop begins with thinking, and adaptive if any
 * earlier reply of the window has thinking. It is never enabled with a model that only knows adaptive, nor after a
 * reply that thought behind a text. So a request of a log never asks for more than its replies keep. Linear, made once.
 */
export function requestThinking(trace: Trace): RequestThinking {
  const before = known.get(trace)
  if (before !== undefined) return before
  const says = trace.thinking === undefined ? inferred(trace) : null
  const binding = modelsWhere(trace, modelBindsThinking)
  const made: RequestThinking = {
    at: (turn) => (says === null ? trace.thinking : says[turn]),
    binds: (turn) => binding[turn] ?? false,
  }
  known.set(trace, made)
  return made
}

/** A tool loop that may continue: whether it began with thinking, and whether any of its replies has thinking. */
interface Loop {
  readonly begins: boolean
  readonly thinks: boolean
}

function inferred(trace: Trace): (ThinkingConfig | undefined)[] {
  const { messages, turns, recordedEdits } = trace
  const isAdaptive = modelsWhere(trace, modelOnlyAdapts)
  const loops = new Map<WindowId, Loop | null>()
  const called = new Set<string>()
  /** Windows with a reply that has thinking so far, and with one that has it behind something else. */
  const before = new Set<WindowId>()
  const freely = new Set<WindowId>()
  return turns.map(({ turn, window, inputs, response }) => {
    const arrived = inputs.flatMap((index) => messages[index] ?? [])
    const running = saysAnew(arrived, called) ? null : (loops.get(window) ?? null)
    const reply = response === null ? undefined : messages[response]
    for (const part of reply === undefined ? [] : partsOf(reply)) {
      if (part.type === 'tool_use') called.add(part.id)
    }
    const begins = reply !== undefined && beginsWithThinking(reply)
    const thinks = reply !== undefined && hasThinking(reply)
    // After a compaction by the client, its own request began with the following reply, and ours may not. A compaction
    // by the provider arrives in that reply, and is not known before it.
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
    const isFree = freely.has(window) || (isAdaptive[turn] ?? false)
    if (thinks) before.add(window)
    if (thinks && !begins) freely.add(window)
    // The reply of this turn must not influence its own request: a run knows only what came before (EDIT-4).
    if (running === null || byClient) return thought ? ADAPTIVE : undefined
    return running.begins && !isFree ? ENABLED : thought ? ADAPTIVE : undefined
  })
}

/**
 * Whether the arrivals are a plain user message: with content, and without results of calls. A result without a waiting
 * call is never sent, and a system message in mid-conversation is sent as the user's.
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

/**
 * What holds by turn of the model known by then: that of the newest earlier reply in the window that names one, or the
 * turn's own.
 */
function modelsWhere({ turns }: Trace, holds: (model: string) => boolean): boolean[] {
  const newest = new Map<WindowId, boolean>()
  return turns.map(({ window, model }) => {
    if (model !== null) newest.set(window, holds(model))
    return newest.get(window) ?? false
  })
}
