import { validate } from '../../src/engine/index.ts'
import { partsOf } from '../../src/engine/internal.ts'
import type { AnthropicRequest, Violation } from '../../src/engine/index.ts'
import { bodyCheck } from './body.ts'
import type { Body, Reading } from './body.ts'
import { checkSummaries } from './compaction.ts'
import { edited } from './edits.ts'
import type { Edited } from './edits.ts'
import { modelNamed } from './models.ts'
import type { ServedModel } from './models.ts'
import { invalid } from './refusal.ts'
import { withGenuineThinking } from './thinking.ts'

/** A valid request. */
export interface Accepted {
  readonly model: ServedModel
  /** As sent, without the thinking that the request asks to drop. */
  readonly body: Body
  readonly edited: Edited
}

/**
 * Checks a body against the provider's rules and returns its prompt.
 *
 * @param note gets every violation of the messages, before the first is thrown
 * @throws Refused for the first violated rule
 */
export function accept(
  value: unknown,
  reading: Reading,
  models: readonly ServedModel[],
  note: (violations: readonly Violation[]) => void,
): Accepted {
  bodyCheck(reading)(value, '')
  const sent = value as Body
  const model = modelNamed(models, sent.model)
  const violations = validate(requestOf(sent), 'anthropic', { model: model.id })
  note(violations)
  const [first] = violations
  if (first !== undefined) throw invalid(first.message)
  checkTexts(sent)
  checkMarkers(sent)
  checkTools(sent)
  checkSummaries(sent.messages)
  checkThinking(sent, model)
  checkEdits(sent, model)
  checkLength(sent, model)
  const body = { ...sent, messages: withGenuineThinking(sent, model) }
  const result = edited(body, reading.endpoint === 'messages')
  if (result.tokens > model.window) {
    throw invalid(`prompt is too long: ${result.tokens} tokens > ${model.window} maximum`)
  }
  return { model, body, edited: result }
}

/** The fields that the engine's rules check. */
function requestOf({ system, tools, messages }: Body): AnthropicRequest {
  return {
    messages,
    ...(tools === undefined ? {} : { tools }),
    ...(system === undefined
      ? {}
      : {
          system:
            typeof system === 'string'
              ? system
              : system.map((part) => ({ ...part, cache_control: part.cache_control ?? null }) as never),
        }),
  }
}

function checkTexts({ system }: Body): void {
  if (typeof system !== 'object') return
  if (system.some(({ text }) => text === '')) throw invalid('system: text content blocks must be non-empty')
}

function checkMarkers({ tools = [], system, messages }: Body): void {
  const parts: readonly object[] = [
    ...tools,
    ...(typeof system === 'object' ? system : []),
    ...messages.flatMap((message) => partsOf(message)),
  ]
  let short = false
  for (const part of parts) {
    const marker = (part as { cache_control?: { ttl?: string } | null }).cache_control
    if (marker === undefined || marker === null) continue
    if (marker.ttl === '1h' && short) {
      throw invalid("a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block")
    }
    short ||= marker.ttl !== '1h'
    const { text } = part as { text?: unknown }
    if (text === '') throw invalid('cache_control cannot be set for empty text blocks')
  }
}

function checkTools({ tools = [], tool_choice: choice }: Body): void {
  const names = new Set(tools.map(({ name }) => name))
  if (names.size < tools.length) throw invalid('tools: Tool names must be unique.')
  if (choice === undefined || choice.type === 'none') return
  if (tools.length === 0) throw invalid('tool_choice: may only be specified while providing tools')
  if (choice.type === 'tool' && !names.has(choice.name ?? '')) {
    throw invalid(`Tool '${choice.name}' not found in provided tools`)
  }
}

/** Whether the model thinks before it answers. */
export function thinks({ thinking, tool_choice }: Body, model: ServedModel): boolean {
  // A reply that must call a tool cannot think first.
  if (tool_choice?.type === 'any' || tool_choice?.type === 'tool') return false
  return thinking === undefined ? model.thinksUnasked : thinking.type !== 'disabled'
}

function checkThinking({ thinking, max_tokens, tool_choice, temperature }: Body, model: ServedModel): void {
  if (thinking === undefined || thinking.type === 'disabled') return
  if (!model.thinking.includes(thinking.type)) {
    throw invalid(
      `"thinking.type.${thinking.type}" is not supported for this model. Use "thinking.type.${model.thinking.join('" or "thinking.type.')}".`,
    )
  }
  if (max_tokens !== undefined && max_tokens <= (thinking.budget_tokens ?? 0)) {
    throw invalid('`max_tokens` must be greater than `thinking.budget_tokens`.')
  }
  if (tool_choice?.type === 'any' || tool_choice?.type === 'tool') {
    throw invalid('Thinking may not be enabled when tool_choice forces tool use.')
  }
  if (temperature !== undefined && temperature !== 1) {
    throw invalid('`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.')
  }
}

function checkEdits(body: Body, model: ServedModel): void {
  const types = (body.context_management?.edits ?? []).map(({ type }) => type)
  if (new Set(types).size < types.length) {
    throw invalid('context_management.edits: each strategy may be given only once')
  }
  if (types.indexOf('clear_thinking_20251015') > 0) {
    throw invalid('context_management.edits: `clear_thinking_20251015` must be the first strategy')
  }
  if (types.includes('clear_thinking_20251015') && !thinks(body, model)) {
    throw invalid('`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive')
  }
}

function checkLength({ messages, max_tokens = 0, stream }: Body, { id, maxOutput }: ServedModel): void {
  if (messages.length > 100_000) throw invalid('messages: at most 100000 messages are allowed')
  if (max_tokens > maxOutput) {
    throw invalid(
      `max_tokens: ${max_tokens} > ${maxOutput}, which is the maximum allowed number of output tokens for ${id}`,
    )
  }
  if (max_tokens === 0 && stream === true) throw invalid('max_tokens: 0 cannot be streamed')
}
