import type Anthropic from '@anthropic-ai/sdk'
import type { Message, Part } from '../../src/engine/index.ts'
import { partsOf } from '../../src/engine/internal.ts'
import type { AskedEdit, Body } from './body.ts'
import { blockOf, fromSummary, summaryOf } from './compaction.ts'
import { piecesOf, sumOf } from './tokens.ts'

/** A prompt after the edits that its request asked for. */
export interface Edited {
  readonly messages: readonly Message[]
  /** Tokens of the prompt before and after the edits. */
  readonly original: number
  readonly tokens: number
  readonly applied: readonly AppliedEdit[]
  /** The summary that replaces the conversation; null if there was no compaction. */
  readonly compaction: Compaction | null
}

/** A summary by the provider. */
export interface Compaction {
  readonly summary: string
  /** The summarized messages, and their tokens with the rest of the prompt. */
  readonly of: readonly Message[]
  readonly tokens: number
  /** Whether the reply ends after it. */
  readonly pauses: boolean
}

export type AppliedEdit =
  | Anthropic.Beta.BetaClearToolUses20250919EditResponse
  | Anthropic.Beta.BetaClearThinking20251015EditResponse

/** Replaces the content of a cleared result. */
export const CLEARED = '[Old tool result cleared]'

/** As documented. */
const DEFAULT_TRIGGER = 100_000
const DEFAULT_KEEP = 3
const DEFAULT_COMPACTION = 150_000

/**
 * Applies the edits in order, each to the result of the previous one. Nothing is remembered between requests: a client
 * sends the whole history every time, and every edit is computed again.
 *
 * @param compacts whether to make a summary when asked; false for counting
 */
export function edited(body: Body, compacts: boolean): Edited {
  let messages = fromSummary(body.messages)
  const original = sumOf(piecesOf({ ...body, messages }))
  let tokens = original
  let compaction: Compaction | null = null
  const applied: AppliedEdit[] = []
  for (const edit of body.context_management?.edits ?? []) {
    if (edit.type === 'compact_20260112') {
      if (!compacts || tokens < (edit.trigger?.value ?? DEFAULT_COMPACTION)) continue
      compaction = {
        summary: summaryOf(messages),
        of: messages,
        tokens,
        pauses: edit.pause_after_compaction === true,
      }
      messages = [{ role: 'assistant', content: [blockOf(compaction.summary) as Part] }]
      tokens = sumOf(piecesOf({ ...body, messages }))
      continue
    }
    const done =
      edit.type === 'clear_thinking_20251015'
        ? clearThinking(edit, messages)
        : clearToolUses(edit, messages, tokens)
    if (done === null || done.count === 0) continue
    const after = sumOf(piecesOf({ ...body, messages: done.messages }))
    const freed = tokens - after
    if (freed < (edit.clear_at_least?.value ?? 0)) continue
    applied.push(
      edit.type === 'clear_thinking_20251015'
        ? { type: edit.type, cleared_thinking_turns: done.count, cleared_input_tokens: freed }
        : { type: edit.type, cleared_tool_uses: done.count, cleared_input_tokens: freed },
    )
    messages = done.messages
    tokens = after
  }
  return { messages, original, tokens, applied, compaction }
}

/** An assistant turn lasts from one user prompt to the next, with all tool calls and results between them. */
function clearThinking(
  { keep = { type: 'thinking_turns', value: 1 } }: AskedEdit,
  messages: readonly Message[],
) {
  if (keep === 'all' || keep.type === 'all') return null
  const turns: Set<number>[] = []
  let current: Set<number> | null = null
  for (const [index, message] of messages.entries()) {
    const parts = partsOf(message)
    if (message.role === 'user' && !parts.some(({ type }) => type === 'tool_result')) current = null
    if (message.role !== 'assistant' || !parts.some(isThinking)) continue
    if (current === null) turns.push((current = new Set()))
    current.add(index)
  }
  const older = turns.slice(0, Math.max(0, turns.length - (keep.value ?? 1)))
  const cleared = new Set(older.flatMap((turn) => [...turn]))
  return {
    count: older.length,
    messages: messages.map((message, index) =>
      cleared.has(index)
        ? { ...message, content: partsOf(message).filter((part) => !isThinking(part)) }
        : message,
    ),
  }
}

function clearToolUses(edit: AskedEdit, messages: readonly Message[], tokens: number) {
  const uses = messages.flatMap(partsOf).filter((part) => part.type === 'tool_use')
  const trigger = edit.trigger ?? { type: 'input_tokens', value: DEFAULT_TRIGGER }
  if ((trigger.type === 'tool_uses' ? uses.length : tokens) <= trigger.value) return null
  const keep = typeof edit.keep === 'object' ? (edit.keep.value ?? DEFAULT_KEEP) : DEFAULT_KEEP
  const excluded = new Set(edit.exclude_tools ?? [])
  const cleared = new Map(
    uses
      .slice(0, Math.max(0, uses.length - keep))
      .filter(({ name }) => !excluded.has(name))
      .map(({ id, name }) => [id, name]),
  )
  const inputs = edit.clear_tool_inputs ?? false
  const clearsInputOf = (name: string): boolean =>
    typeof inputs === 'boolean' ? inputs : inputs.includes(name)
  const clear = (part: Part): Part => {
    if (part.type === 'tool_result' && cleared.has(part.tool_use_id)) return { ...part, content: CLEARED }
    if (part.type === 'tool_use' && cleared.has(part.id) && clearsInputOf(part.name)) {
      return { ...part, input: {} }
    }
    return part
  }
  return {
    count: cleared.size,
    messages: messages.map((message) => ({ ...message, content: partsOf(message).map(clear) })),
  }
}

function isThinking({ type }: Part): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}
