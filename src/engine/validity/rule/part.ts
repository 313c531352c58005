import type { Message, Part, RedactedThinkingPart, ThinkingPart } from '../../core/message/message.ts'

/** Reads messages as a provider's check does; a log is never assumed to be well formed. */

/**
 * The parts of a message. An empty string has none, because a provider then reports an empty message and not an empty
 * text. Content that is neither text nor list, as in a damaged log, has none either.
 */
export function checkedPartsOf(message: Message): readonly Part[] {
  const content: unknown = message.content
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return Array.isArray(content) ? (content as readonly Part[]) : []
}

export function isThinking(part: Part): part is ThinkingPart | RedactedThinkingPart {
  return part.type === 'thinking' || part.type === 'redacted_thinking'
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** The ids of the calls among the parts, in order, including repetitions. */
export function callIdsOf(parts: readonly Part[]): string[] {
  const ids: string[] = []
  for (const part of parts) if (part.type === 'tool_use') ids.push(part.id)
  return ids
}

/** The ids that the results among the parts answer. */
export function answeredIdsOf(parts: readonly Part[]): Set<string> {
  const ids = new Set<string>()
  for (const part of parts) if (part.type === 'tool_result') ids.add(part.tool_use_id)
  return ids
}

/**
 * Finds results of the provider's own tools whose call is not before them. Called with each part of a request in turn;
 * gives the id of such a result, and null for every other part.
 */
export function looseServerResults(): (part: { readonly type?: string }) => string | null {
  const called = new Set<unknown>()
  return (part) => {
    // A list may hold texts that are no parts.
    const { type = '', id, tool_use_id } = part as typeof part & Readonly<Record<string, unknown>>
    if (type.endsWith('_tool_use')) called.add(id)
    const isLoose = type.endsWith('_tool_result') && !called.has(tool_use_id)
    return isLoose ? String(tool_use_id) : null
  }
}

/** Index of the last assistant message; -1 if there is none. */
export function lastAssistant(messages: readonly { readonly role: string }[]): number {
  return messages.findLastIndex(({ role }) => role === 'assistant')
}

/** The provider's message for calls without results, which it also uses for results after a text. */
export function unansweredText(index: number, ids: readonly string[]): string {
  return (
    `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
    `${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
  )
}

/** The provider's message for a reply that does not begin with the required thinking. */
export function mustLeadText(index: number, found: string): string {
  return (
    `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. ` +
    'When `thinking` is enabled, a final `assistant` message must start with a thinking block ' +
    '(preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include ' +
    'thinking blocks from previous turns. To avoid this requirement, disable `thinking`.'
  )
}

/** Whether a reply ends with what a tool of the provider's gave: a system message may follow it as it may the user's. */
export function endsInServerResult(parts: readonly { readonly type: string }[] | undefined): boolean {
  const last = parts?.at(-1)?.type
  return last?.endsWith('_tool_result') === true
}
