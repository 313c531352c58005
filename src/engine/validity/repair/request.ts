import type { Json, ToolDefinition } from '../../core/message/message.ts'
import { MAX_MARKERS, markersOf } from '../rule/anthropic.ts'
import type { AnthropicRequest } from '../../core/message/request.ts'
import type { Repair } from '../rule/violation.ts'
import type { Draft } from './draft.ts'

/** Declares a tool for each called name, if a request with calls declares none. */
export function declareTools(request: AnthropicRequest, draft: Draft): AnthropicRequest {
  if ((request.tools?.length ?? 0) > 0) return request
  const names = new Set<string>()
  for (const { parts } of draft.messages) {
    for (const { value } of parts)
      if (value.type === 'tool_use') names.add(value.name === '' ? UNNAMED : value.name)
  }
  if (names.size === 0) return request
  const tools = [...names].map((name): ToolDefinition => ({ name, input_schema: { type: 'object' } }))
  for (const { name } of tools) {
    const reason = 'A request with calls declares tools.'
    draft.repairs.push({
      rule: 'undeclared-tools',
      action: 'declare-tool',
      index: -1,
      ids: [],
      text: name,
      reason,
    })
  }
  return { ...request, tools }
}

/** A tool needs a name; some logs lack it. */
const UNNAMED = 'unknown_tool'

/**
 * Removes cache markers until four are left: first the earliest in the messages, because the later of two reads what
 * the earlier wrote; then those of the system texts, then those of the tools.
 */
export function dropMarkers(request: AnthropicRequest | null, draft: Draft): AnthropicRequest | null {
  const parts = draft.messages.map((message) => message.parts.map(({ value }) => value))
  const markers = markersOf({ request, parts })
  const inOrder = [
    ...markers.filter(({ index }) => index >= 0),
    ...markers.filter(({ index }) => index === -1),
    ...markers.filter(({ index }) => index === -2),
  ]
  const gone = inOrder.slice(0, Math.max(0, markers.length - MAX_MARKERS))
  if (gone.length === 0) return request
  const system = new Set<number>()
  const tools = new Set<number>()
  for (const { index, part } of gone) {
    if (index === -1) system.add(part)
    if (index === -2) tools.add(part)
    if (index < 0) draft.repairs.push(dropped(index, part))
    const message = draft.messages[index]
    const slot = message?.parts[part]
    if (message === undefined || slot === undefined) continue
    slot.value = unmarked(slot.value)
    message.changed = true
    draft.repairs.push(dropped(slot.index, slot.part))
  }
  if (request === null || system.size + tools.size === 0) return request
  return {
    ...request,
    ...(system.size > 0 && Array.isArray(request.system)
      ? { system: without(request.system as Json[], system) }
      : {}),
    ...(tools.size > 0 && request.tools !== undefined ? { tools: without(request.tools, tools) } : {}),
  }
}

function dropped(index: number, part: number): Repair {
  const reason = `A request holds ${MAX_MARKERS} cache markers at most.`
  return { rule: 'cache-markers', action: 'drop-marker', index, part, ids: [], reason }
}

function without<Value>(values: readonly Value[], places: ReadonlySet<number>): Value[] {
  return values.map((value, place) => (places.has(place) ? unmarked(value) : value))
}

/** The same object without its marker. */
function unmarked<Value>(value: Value): Value {
  const { cache_control: _, ...rest } = value as { cache_control?: unknown }
  return rest as Value
}
