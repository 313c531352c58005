import { partsOf } from '../../src/engine/index.ts'
import type { AskSource, Message, Part } from '../../src/engine/index.ts'
import { proseOf } from './answer.ts'
import { answerToAsk } from './summaries.ts'

/** Tokens that a summary may have. */
const LONGEST = 400

/** The messages as the model reads them: from the newest summary on, which stands for everything before it. */
export function fromSummary(messages: readonly Message[]): readonly Message[] {
  const at = messages.findLastIndex((message) => partsOf(message).some(isSummary))
  const message = messages[at]
  if (message === undefined) return messages
  const parts = partsOf(message)
  return [{ ...message, content: parts.slice(parts.findLastIndex(isSummary)) }, ...messages.slice(at + 1)]
}

/** A summary of messages, the one before it taken in. */
export function summaryOf(messages: readonly Message[]): string {
  const [first] = messages.flatMap((message) => partsOf(message).filter(isSummary))
  const task = messages.find(({ role }) => role === 'user')
  const summary = answerToAsk({
    kind: 'compact',
    stage: 'provider',
    turn: messages.length,
    window: 0,
    sources: messages.flatMap(sourcesOf),
    task: task === undefined ? '' : proseOf(task),
    previous: first?.type === 'compaction' ? first.content : null,
    update: 'anchored',
    maxTokens: LONGEST,
  })
  return summary === '' ? 'Nothing was said that has to be kept.' : summary
}

/** A summary that failed has no content, and stands for nothing. */
function isSummary(part: Part): boolean {
  const { type, content } = part as { type: Part['type']; content?: unknown }
  return type === 'compaction' && typeof content === 'string'
}

function sourcesOf(message: Message, turn: number): readonly AskSource[] {
  return partsOf(message).flatMap((part, at): readonly AskSource[] => {
    const common = { block: turn * 1000 + at, turn, tool: '', args: '' }
    if (part.type === 'text') {
      return message.role === 'assistant'
        ? [{ ...common, type: 'assistant_response', role: 'assistant', text: part.text }]
        : [{ ...common, type: 'user_message', role: 'user', text: part.text }]
    }
    if (part.type !== 'tool_result') return []
    const text =
      typeof part.content === 'string' ? part.content : proseOf({ role: 'user', content: part.content })
    return [{ ...common, type: 'tool_result', role: 'user', text }]
  })
}
