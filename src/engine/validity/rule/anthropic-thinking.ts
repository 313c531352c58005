import type { Part } from '../../core/message/message.ts'
import { isThinking, lastAssistant, mustLeadText, isBlank } from './part.ts'
import type { AnthropicSubject, Rule } from './rule.ts'

/** A tool loop that a request continues, as indices of messages. */
interface RequestLoop {
  /** Its first reply. */
  readonly first: number
  /** The first reply after the newest user text, even one beside a result; `first` if there is none. */
  readonly afterText: number
}

/**
 * The tool loop that the next reply would continue: from the first reply after the last plain user message, through
 * calls and results. Null if the last message is a plain user message, or there is no reply. Neighbouring messages of
 * one role count as one, as the API joins them, so a text after results is not a plain message; system messages are
 * skipped. Linear.
 */
export function runningLoop(
  messages: readonly { readonly role: string }[],
  parts: readonly (readonly Part[])[],
): RequestLoop | null {
  let first = -1
  let afterText = -1
  for (let end = messages.length - 1; end >= 0;) {
    const role = messages[end]?.role
    let start = end
    let results = false
    let others = false
    for (; start >= 0; start -= 1) {
      const one = messages[start]?.role
      if (one !== role && one !== 'system') break
      if (one === 'assistant') first = start
      else if (one === 'user') {
        for (const { type } of parts[start] ?? []) {
          if (type === 'tool_result') results = true
          else others = true
        }
      }
    }
    end = start
    if (role !== 'user') continue
    if (!results && others) break
    if (others && afterText < 0) afterText = first < 0 ? messages.length : first
  }
  return first < 0 ? null : { first, afterText: afterText < 0 ? first : afterText }
}

/** Whether a reply begins with thinking. A provider's own summary comes before everything else in a reply. */
export function beginsWithThinking(parts: readonly Part[]): boolean {
  const first = parts.find(({ type }) => type !== 'compaction')
  return first !== undefined && isThinking(first)
}

/**
 * With thinking enabled, the last reply of a running tool loop begins with its thinking. With `adaptive` it may begin
 * with a text, and what a list without its request was made with is not known. Missing thinking is checked by
 * `loop-thinking`.
 */
export const thinkingFirst: Rule<AnthropicSubject> = function* ({ request, messages, parts }) {
  if (request?.thinking?.type !== 'enabled') return
  const index = lastAssistant(messages)
  // A provider's own summary of earlier messages comes before everything else in a reply.
  const list = (parts[index] ?? []).filter(({ type }) => type !== 'compaction')
  const first = list[0]
  if (first === undefined || isThinking(first)) return
  if (!list.some(isThinking) || !list.some(({ type }) => type === 'tool_use')) return
  const message = mustLeadText(index, first.type)
  yield { index, part: 0, ids: [], message }
}

/**
 * With thinking enabled, a running tool loop begins with thinking. Detects a loop whose beginning an edit removed.
 * Only with `thinking` enabled is it known that the loop began with thinking: with `adaptive` the model may begin
 * without. The documentation is not consistent about whether a text beside a result begins a new loop, so a loop
 * passes if it begins with thinking either way.
 */
export const loopThinking: Rule<AnthropicSubject> = function* ({ request, messages, parts }) {
  if (request?.thinking?.type !== 'enabled') return
  const loop = runningLoop(messages, parts)
  if (loop === null) return
  const { first, afterText } = loop
  const list = parts[first] ?? []
  if (beginsWithThinking(list) || afterText >= messages.length) return
  if (afterText !== first && beginsWithThinking(parts[afterText] ?? [])) return
  // Misplaced thinking is checked by `thinking-first`.
  if (first === lastAssistant(messages) && list.some(isThinking)) return
  const found = list.find(({ type }) => type !== 'compaction')
  if (found === undefined) return
  const message = mustLeadText(first, found.type)
  yield { index: first, part: 0, ids: [], message }
}

/**
 * With thinking disabled, a running tool loop holds none. A tool loop is one turn of the assistant, and continues as
 * it began.
 */
export const disabledThinking: Rule<AnthropicSubject> = function* ({ request, messages, parts }) {
  if (request?.thinking?.type !== 'disabled') return
  const loop = runningLoop(messages, parts)
  // Thinking before a text beside a result may belong to a finished loop.
  for (let index = loop?.afterText ?? messages.length; index < messages.length; index += 1) {
    if (messages[index]?.role !== 'assistant') continue
    for (const [part, value] of (parts[index] ?? []).entries()) {
      if (!isThinking(value)) continue
      const message =
        `messages.${index}.content.${part}: When thinking is disabled, an \`assistant\` message in the final position ` +
        `cannot contain \`${value.type}\`. To use thinking blocks, enable \`thinking\` in your request.`
      yield { index, part, ids: [], message }
    }
  }
}

/**
 * A reply does not end with thinking. Remains of a reply after an edit removed its text or its calls but not the
 * thinking before them.
 */
export const thinkingLast: Rule<AnthropicSubject> = function* ({ messages, parts }) {
  for (let index = 0; index < parts.length; index += 1) {
    const list = parts[index] ?? []
    const last = list[list.length - 1]
    if (messages[index]?.role !== 'assistant' || last === undefined || !isThinking(last)) continue
    const message = `messages.${index}: The final block in an assistant message cannot be \`${last.type}\`.`
    yield { index, part: list.length - 1, ids: [], message }
  }
}

/**
 * Nothing before a thinking part was changed, where the model binds thinking to it. Claude Fable 5.1 and Opus,
 * Sonnet and Haiku 5.5 check a signature against everything before it.
 */
export const boundThinking: Rule<AnthropicSubject> = function* ({ parts }, demands) {
  const from = demands.boundThinkingFrom
  if (from === undefined || from === null) return
  for (let index = from < 0 ? 0 : from; index < parts.length; index += 1) {
    for (const [part, value] of (parts[index] ?? []).entries()) {
      if (!isThinking(value)) continue
      const message =
        `messages.${index}.content.${part}: Invalid \`signature\` in \`thinking\` block. ` +
        'The block is bound to a different conversation. Remove the block, or set ' +
        '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block". That setting requires the ' +
        '`thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.'
      yield { index, part, ids: [], message }
    }
  }
}

/** The conversation ends with a user message, where the model takes no prefill. */
export const prefill: Rule<AnthropicSubject> = function* ({ messages }, demands) {
  const index = messages.length - 1
  if (demands.prefill === 'allowed' || messages[index]?.role !== 'assistant') return
  const message =
    'This model does not support assistant message prefill. The conversation must end with a user message.'
  yield { index, ids: [], message }
}

/** A final assistant message does not end with white space. */
export const trailingWhitespace: Rule<AnthropicSubject> = function* ({ messages, parts }) {
  const found = finalText(messages, parts)
  if (found === null || isBlank(found.text) || found.text === found.text.trimEnd()) return
  const message = 'messages: final assistant content cannot end with trailing whitespace'
  yield { index: found.index, part: found.part, ids: [], message }
}

/**
 * The text that the assistant's next words would be appended to; null if the conversation does not end with one. Empty
 * messages at the end are skipped, because the API joins them with the previous one.
 */
export function finalText(
  messages: readonly { readonly role: string }[],
  parts: AnthropicSubject['parts'],
): { index: number; part: number; text: string } | null {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    if (messages[index]?.role !== 'assistant') return null
    const list = parts[index] ?? []
    const last = list.at(-1)
    if (last === undefined) continue
    return last.type === 'text' ? { index, part: list.length - 1, text: last.text } : null
  }
  return null
}
