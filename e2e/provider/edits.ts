import type Anthropic from '@anthropic-ai/sdk'
import type { Message, Part } from '../../src/engine/index.ts'
import { partsOf } from '../../src/engine/internal.ts'
import type { AskedEdit, Body } from './body.ts'
import { blockOf, fromSummary, summaryOf } from './compaction.ts'
import { piecesOf, sumOf } from './tokens.ts'

/** A prompt after the edits that its request asked for. */
export interface Edited {
  readonly messages: readonly Message[]
  /** Tokens before any edit, and after them. */
  readonly original: number
  readonly tokens: number
  readonly applied: readonly AppliedEdit[]
  /** What stands for the whole conversation from now on; null where nothing was summed up. */
  readonly compaction: Compaction | null
}

/** A summary that the provider made of a prompt. */
export interface Compaction {
  readonly summary: string
  /** The messages that it was made of, and their tokens with the rest of the prompt. */
  readonly of: readonly Message[]
  readonly tokens: number
  /** Whether the reply ends with it. */
  readonly pauses: boolean
}

export type AppliedEdit =
  Anthropic.Beta.BetaClearToolUses20250919EditResponse | Anthropic.Beta.BetaClearThinking20251015EditResponse

/** What the model reads in place of a result that was cleared. */
export const CLEARED = '[Old tool result cleared]'

/** As documented. */
const DEFAULT_TRIGGER = 100_000
const DEFAULT_KEEP = 3
const DEFAULT_COMPACTION = 150_000

/**
 * Makes the edits in their order, each on what the one before it left. Nothing is remembered from one request to the
 * next: a client sends the whole history every time, and every time it is judged anew.
 *
 * @param compacts whether a summary is made where one is asked for; counting makes none
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

/** A turn of the assistant goes from one message of the user's own to the next, with all the tools in between. */
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
