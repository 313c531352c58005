import { withoutIdle } from '../core/message/context-management.ts'
import type { ContextManagement } from '../core/message/context-management.ts'
import { mergeNeighbours } from '../core/message/merge.ts'
import { ownMessage, ownTool, sentMessage } from '../core/message/own-copy.ts'
import { translated } from '../validity/openai.ts'
import { repaired } from '../validity/repair.ts'
import { REMOVED } from '../validity/repair/roles.ts'
import type { Repaired } from '../validity/shape.ts'
import { WRITTEN_LATER } from './validity.ts'
import { mustBeKnown } from '../validity/rule/violation.ts'
import type { AnthropicRequest } from '../core/message/request.ts'
import type { Provider, RequestTo } from '../validity/rule/violation.ts'
import { partsOf } from '../core/message/message.ts'
import type { Message } from '../core/message/message.ts'
import { withCacheMarks } from '../stage/tiered/cache-marks.ts'
import type { CacheMarking } from '../stage/contract/stage.ts'
import { assemble } from '../core/window/assemble.ts'
import type { ContentSource, ListKind } from '../core/window/assemble.ts'
import type { BlockTable, Window } from '../core/window/window.ts'

/**
 * The request for a window in a provider's format, repaired if the provider's rules still require it (VALID-2). The
 * caller may mark its messages, parts and tools. Content that a provider leaves out of the prompt by itself is still
 * sent (LED-4); only Anthropic does that, for OpenAI the client has to leave it out.
 *
 * @param editing what the provider is asked to do to the prompt; default: nothing
 * @param marking where it is asked to cache the prompt; default: nowhere. Marks are set after repairs. OpenAI has no
 *   marks and caches by itself
 * @throws RangeError for an unknown provider
 */
export function sendableRequest<To extends Provider>(
  window: Window,
  block: BlockTable,
  content: ContentSource,
  provider: To,
  editing: ContextManagement | null = null,
  marking: CacheMarking | null = null,
): Repaired<RequestTo[To]> {
  mustBeKnown(provider)
  const asking = content.isSent === true ? withoutIdle(editing, content.thinking) : editing
  return REPAIRED[provider]((kind) => listOf(window, block, content, kind, provider), asking, marking)
}

/**
 * The same in the engine's own shape, whatever the provider: for a client that writes its messages itself. It begins
 * with the user, as most servers require. Its parts are those of the conversation, for reading only.
 */
export function sendableMessages(
  window: Window,
  block: BlockTable,
  content: ContentSource,
  provider: Exclude<Provider, 'anthropic'>,
): Repaired<AnthropicRequest> {
  mustBeKnown(provider)
  const list = listOf(window, block, content, 'as_told', provider)
  const { request, repairs } = repaired(list, provider, WRITTEN_LATER)
  const [first] = request.messages
  // OpenAI takes what it compacted as the first item.
  const isLed =
    provider === 'openai-responses' && first !== undefined && partsOf(first)[0]?.type === 'compaction'
  if (first?.role !== 'assistant' || isLed) return { request, repairs }
  const removed: Message = { role: 'user', content: [{ type: 'text', text: REMOVED }] }
  const reason = 'The first message is a user message.'
  return {
    request: { ...request, messages: [removed, ...request.messages] },
    repairs: [
      ...repairs,
      { rule: 'first-role', action: 'insert-user', index: 0, ids: [], text: REMOVED, reason },
    ],
  }
}

/** A window's list in each provider's shape. */
const REPAIRED: {
  readonly [To in Provider]: (
    list: (kind: ListKind) => AnthropicRequest,
    editing: ContextManagement | null,
    marking: CacheMarking | null,
  ) => Repaired<RequestTo[To]>
} = Object.freeze({
  anthropic(list, editing, marking) {
    const request = list('request')
    const asking = editing === null ? request : { ...request, context_management: editing }
    const sent = repaired(asking, 'anthropic')
    return marking === null ? sent : { ...sent, request: withCacheMarks(sent.request, marking) }
  },
  openai: (list) => repaired(translated.openai(list('prompt')), 'openai'),
  'openai-responses': (list) => repaired(translated['openai-responses'](list('prompt')), 'openai-responses'),
})

/**
 * What the model sees of a window, after the provider's edits (LED-4). It is never sent, so it is not validated or
 * repaired.
 */
export function promptOfWindow(window: Window, block: BlockTable, content: ContentSource): AnthropicRequest {
  return listOf(window, block, content, 'prompt', 'anthropic')
}

function listOf(
  window: Window,
  block: BlockTable,
  content: ContentSource,
  kind: ListKind,
  provider: Provider,
): AnthropicRequest {
  const { system, tools, messages } = assemble(window, block, content, kind)
  const merged = mergeNeighbours(
    messages,
    content.thinking?.type === 'enabled' && provider === 'anthropic' ? 'first' : 'in_place',
  )
  return {
    ...(system === '' ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools: tools.map(ownTool) }),
    messages: kind === 'as_told' ? merged : merged.map(kind === 'request' ? sentMessage : ownMessage),
    ...(kind !== 'request' || content.thinking === undefined ? {} : { thinking: content.thinking }),
  }
}
