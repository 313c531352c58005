import type Anthropic from '@anthropic-ai/sdk'
import { contentHash } from '../../src/engine/internal.ts'
import { answerTo } from './answers.ts'
import type { AnswerPart } from './answer.ts'
import type { Billed, PrefixCache } from './cache.ts'
import { blockOf } from './compaction.ts'
import type { Edited } from './edits.ts'
import { thinks } from './rules.ts'
import type { Accepted } from './rules.ts'
import { signatureOf } from './thinking.ts'
import { cutToTokens, tokensOfText } from './tokens.ts'

/** A sent message. Fields of a beta are there only if it was requested. */
export type AnyMessage = Anthropic.Message | Anthropic.Beta.BetaMessage

type Content = Anthropic.TextBlock | Anthropic.ThinkingBlock | Anthropic.ToolUseBlock

/** An answer that a test sets. */
export interface Scripted {
  readonly content: readonly AnswerPart[]
  readonly stop_reason?: Anthropic.StopReason
}

/** Answers a valid request. The same request gets the same text. */
export function messageFor(
  { model, body, edited }: Accepted,
  cache: PrefixCache,
  { isBeta, scripted }: { readonly isBeta: boolean; readonly scripted: Scripted | undefined },
): AnyMessage {
  const prompt = { ...body, messages: edited.messages }
  const billed = cache.bill(prompt, model)
  // Streaming does not change the answer.
  const asked = contentHash([JSON.stringify({ ...body, stream: undefined })])
  const max = body.max_tokens ?? 0
  const room = Math.min(max, model.window - edited.tokens)
  const { compaction } = edited
  const read = { ...body, messages: compaction?.of ?? edited.messages }
  const answer =
    scripted?.content ??
    (compaction?.pauses === true ? [] : answerTo(read, { thinks: thinks(body, model), asked }))
  const said = within(answer, room, body.stop_sequences ?? [])
  const ended = said.ended === 'max_tokens' && room < max ? 'model_context_window_exceeded' : said.ended
  // Thinking is signed for the prompt as the model reads it: from the summary on, even if that is in this reply.
  const readBy = compaction === null ? body : { ...body, messages: edited.messages }
  const content = said.content.map((part): Content => {
    if (part.type === 'text') return { type: 'text', text: part.text, citations: null }
    if (part.type === 'tool_use') return { ...part, caller: { type: 'direct' } }
    const thinking = body.thinking?.display === 'omitted' ? '' : part.thinking
    return { type: 'thinking', thinking, signature: signatureOf(thinking, readBy) }
  })
  const calls = content.some(({ type }) => type === 'tool_use')
  const message: Anthropic.Message = {
    id: `msg_${asked}`,
    type: 'message',
    role: 'assistant',
    model: model.id,
    content,
    container: null,
    diagnostics: null,
    stop_details: null,
    stop_reason: scripted?.stop_reason ?? ended ?? (calls ? 'tool_use' : 'end_turn'),
    stop_sequence: said.sequence,
    usage: usageOf(billed, said.tokens, said.thought),
  }
  const managed = body.context_management !== undefined && body.context_management !== null
  return isBeta ? betaOf(message, edited, managed) : message
}

function usageOf(
  { uncached, read, written5m, written1h }: Billed,
  output: number,
  thought: number,
): Anthropic.Usage {
  return {
    input_tokens: uncached,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written5m + written1h,
    cache_creation: { ephemeral_5m_input_tokens: written5m, ephemeral_1h_input_tokens: written1h },
    output_tokens: output,
    output_tokens_details: { thinking_tokens: thought },
    inference_geo: null,
    server_tool_use: null,
    service_tier: 'standard',
    speed: null,
  }
}

function betaOf(
  message: Anthropic.Message,
  { applied, compaction }: Edited,
  managed: boolean,
): Anthropic.Beta.BetaMessage {
  const summary: Anthropic.Beta.BetaCompactionBlock[] =
    compaction === null ? [] : [blockOf(compaction.summary)]
  return {
    ...message,
    content: [...summary, ...(message.content as Content[])],
    container: null,
    diagnostics: null,
    stop_details: null,
    stop_reason: compaction?.pauses === true ? 'compaction' : message.stop_reason,
    context_management: managed ? { applied_edits: [...applied] } : null,
    usage: { ...message.usage, fallback_credit: null, iterations: iterationsOf(message, compaction) },
  }
}

/** Tokens of a summary, which are not in the message's sums. */
function iterationsOf(
  { model, usage }: Anthropic.Message,
  compaction: Edited['compaction'],
): Anthropic.Beta.BetaIterationsUsage | null {
  if (compaction === null) return null
  const none = { cache_creation: null, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  return [
    {
      ...none,
      type: 'compaction',
      input_tokens: compaction.tokens,
      output_tokens: tokensOfText(compaction.summary),
    },
    {
      type: 'message',
      model,
      input_tokens: usage.input_tokens,
      output_tokens: usage.output_tokens,
      cache_creation: usage.cache_creation,
      cache_creation_input_tokens: usage.cache_creation_input_tokens ?? 0,
      cache_read_input_tokens: usage.cache_read_input_tokens ?? 0,
    },
  ]
}

interface Said {
  readonly content: readonly AnswerPart[]
  readonly tokens: number
  /** Thinking tokens among them. */
  readonly thought: number
  readonly ended: 'max_tokens' | 'stop_sequence' | null
  readonly sequence: string | null
}

/** As much of an answer as fits, up to a stop sequence. A call is complete or left out. */
function within(answer: readonly AnswerPart[], room: number, stops: readonly string[]): Said {
  const content: AnswerPart[] = []
  let tokens = 0
  let thought = 0
  for (const part of answer) {
    const left = room - tokens
    if (part.type === 'tool_use') {
      const own = tokensOfText(part.name) + tokensOfText(JSON.stringify(part.input))
      if (own > left) return { content, tokens, thought, ended: 'max_tokens', sequence: null }
      content.push(part)
      tokens += own
      continue
    }
    const full = part.type === 'text' ? part.text : part.thinking
    const stop = part.type === 'text' ? firstStop(full, stops) : null
    const whole = stop === null ? full : full.slice(0, stop.at)
    const cut = left <= 0 ? '' : cutToTokens(whole, left)
    const own = tokensOfText(cut)
    tokens += own
    if (part.type === 'thinking') thought += own
    if (cut !== '') content.push(part.type === 'text' ? { ...part, text: cut } : { ...part, thinking: cut })
    if (cut.length < whole.length) return { content, tokens, thought, ended: 'max_tokens', sequence: null }
    if (stop !== null) return { content, tokens, thought, ended: 'stop_sequence', sequence: stop.sequence }
  }
  // An empty answer is billed, too.
  return {
    content,
    tokens: room === 0 ? 0 : Math.max(1, tokens),
    thought,
    ended: room === 0 ? 'max_tokens' : null,
    sequence: null,
  }
}

function firstStop(text: string, stops: readonly string[]): { at: number; sequence: string } | null {
  let first: { at: number; sequence: string } | null = null
  for (const sequence of stops) {
    const at = sequence === '' ? -1 : text.indexOf(sequence)
    if (at !== -1 && (first === null || at < first.at)) first = { at, sequence }
  }
  return first
}
