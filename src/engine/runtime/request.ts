import { withoutIdle } from '../core/message/context-management.ts'
import type { ContextManagement } from '../core/message/context-management.ts'
import { mergeNeighbours } from '../core/message/merge.ts'
import { toOpenAi } from '../core/message/openai.ts'
import { toResponses } from '../core/message/responses.ts'
import { ownMessage, ownTool } from '../core/message/own-copy.ts'
import { repaired } from '../validity/repair.ts'
import type { Repaired } from '../validity/repair.ts'
import { mustBeKnown } from '../validity/rule/violation.ts'
import type { AnthropicRequest } from '../core/message/request.ts'
import type { Provider, RequestTo } from '../validity/rule/violation.ts'
import { withCacheMarks } from '../stage/tiered/cache-marks.ts'
import type { CacheMarking } from '../stage/contract/stage.ts'
import { assemble } from '../core/window/assemble.ts'
import type { ContentSource, ListKind } from '../core/window/assemble.ts'
import type { BlockTable, Window } from '../core/window/window.ts'

/**
 * The request that a window stands for, as a provider takes it, repaired where the provider's rules still ask for it
 * (VALID-2). Its messages, parts and tools are the caller's to mark. What a provider leaves out of the prompt by itself
 * is sent anyway (LED-4); only Anthropic does so, for OpenAI the client has to leave it out.
 *
 * @param editing what the provider is asked to do to the prompt; default nothing
 * @param marking where it is asked to cache the prompt; default nowhere. What is marked is what is sent: repairs come
 *   first. OpenAI knows no marks and caches by itself
 * @throws RangeError for a provider that is not known
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
  return REPAIRED[provider]((kind) => listOf(window, block, content, kind), asking, marking)
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
  openai: (list) => repaired(toOpenAi(list('prompt')), 'openai'),
  'openai-responses': (list) => repaired(toResponses(list('prompt')), 'openai-responses'),
})

/**
 * What the model sees of a window, after what the provider leaves out (LED-4). Nobody sends it, so that nobody
 * judges or repairs it.
 */
export function promptOfWindow(window: Window, block: BlockTable, content: ContentSource): AnthropicRequest {
  return listOf(window, block, content, 'prompt')
}

function listOf(window: Window, block: BlockTable, content: ContentSource, kind: ListKind): AnthropicRequest {
  const { system, tools, messages } = assemble(window, block, content, kind)
  return {
    ...(system === '' ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools: tools.map(ownTool) }),
    messages: mergeNeighbours(messages).map(ownMessage),
    ...(kind === 'prompt' || content.thinking === undefined ? {} : { thinking: content.thinking }),
  }
}
