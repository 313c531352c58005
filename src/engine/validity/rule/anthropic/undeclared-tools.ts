import type { AnthropicSubject, Rule } from '../rule.ts'

/** Bites where a history with calls is sent to be summarized. A name that is not among the tools is accepted. */
export const undeclaredTools: Rule<AnthropicSubject> = {
  meaning: 'A request with calls or results declares tools.',
  *check({ request, parts }, demands) {
    if (demands.tools === 'ignored' || request === null || (request.tools?.length ?? 0) > 0) return
    const holds = parts.some((list) => list.some(({ type }) => type === 'tool_use' || type === 'tool_result'))
    if (!holds) return
    const message = 'Requests which include `tool_use` or `tool_result` blocks must define tools.'
    yield { index: -1, ids: [], message }
  },
}
