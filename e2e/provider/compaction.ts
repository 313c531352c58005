import type Anthropic from '@anthropic-ai/sdk'
import { contentHash, partsOf } from '../../src/engine/internal.ts'
import type { AskSource, Message, Part } from '../../src/engine/index.ts'
import { proseOf } from './answer.ts'
import { invalid } from './refusal.ts'
import { answerToAsk } from './summaries.ts'

/** Maximum tokens of a summary. */
const LONGEST = 400

/** The messages as the model reads them: from the newest summary on, which replaces everything before it. */
export function fromSummary(messages: readonly Message[]): readonly Message[] {
  const at = messages.findLastIndex((message) => partsOf(message).some(isSummary))
  const message = messages[at]
  if (message === undefined) return messages
  const parts = partsOf(message)
  return [{ ...message, content: parts.slice(parts.findLastIndex(isSummary)) }, ...messages.slice(at + 1)]
}

/** A summary in an answer, with the signatures that must be sent back. */
export function blockOf(summary: string): Anthropic.Beta.BetaCompactionBlock {
  const [encrypted_content, signature] = proofsOf(summary)
  return { type: 'compaction', content: summary, encrypted_content, signature, tool_changes: [] }
}

function proofsOf(summary: string): readonly [encrypted: string, signature: string] {
  return [`hidden:${contentHash(['hidden', summary])}`, `local:${contentHash([summary])}`]
}

/**
 * Refuses a summary that this provider did not write, or that was changed, moved or repeated. A failed summary has no
 * content and is ignored anywhere.
 */
export function checkSummaries(messages: readonly Message[]): void {
  let found = 0
  for (const [index, message] of messages.entries()) {
    for (const [at, part] of partsOf(message).entries()) {
      if (part.type !== 'compaction' || !isSummary(part)) continue
      const place = `messages.${index}.content.${at}`
      const [encrypted, signature] = proofsOf(part.content)
      if (part.content === '') throw invalid(`${place}: compaction content must be non-empty`)
      if (message.role !== 'assistant' || at > 0) {
        throw invalid(`${place}: a \`compaction\` block must come first in an assistant message`)
      }
      if (part.signature !== signature)
        throw invalid(`${place}: Invalid \`signature\` in \`compaction\` block`)
      if (part.encrypted_content !== encrypted || JSON.stringify(part.tool_changes) !== '[]') {
        throw invalid(`${place}: a \`compaction\` block must be sent back as it was returned`)
      }
      found += 1
    }
  }
  if (found > 1) throw invalid(`messages: only one \`compaction\` block may be sent back, not ${found}`)
}

/** A summary of messages, including the previous summary. */
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

/** Whether a part is a summary that did not fail. */
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
