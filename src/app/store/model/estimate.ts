import { chars4 } from '../../../engine/index.ts'
import type {
  AnthropicRequest,
  TokenCounter,
  Tokens,
  ImagePart,
  MediaSource,
  Part,
} from '../../../engine/index.ts'
import { partsOf, tokensOf, withoutCacheMarks } from '../../../engine/internal.ts'
import { cacheTermOf, promptOfUsage, upperCost } from '../../../llm/index.ts'
import type { ModelFacts, Usd } from '../../../llm/index.ts'
import type { Call, Reply } from '../../../provider/index.ts'
import { calls } from './call-list.ts'
import type { Estimate } from './call-list.ts'
import { connection } from './connection.ts'
import { factsOf } from './facts.ts'

/**
 * Generous bounds for what a provider adds to a request. Anthropic documents up to 804 tokens for the instructions on
 * tool calls; about ten tokens were observed beside the content of a message, call or result.
 */
const AROUND = Object.freeze({
  request: 64,
  tools: 1024,
  tool: 32,
  text: 16,
  message: 16,
  call: 64,
  result: 32,
})

/** The largest image of any of its models in tokens, and the side of the patch for one token (TOK-3). */
const LARGEST_IMAGE: Tokens = 4784
const PATCH = 28

/**
 * Upper bound on the tokens of a request, for any tokenizer (COST-2): one that works on bytes makes no token of less
 * than a byte. For English this is about four times the real number. Infinity if the size of a part says nothing about
 * its tokens, as with a PDF: then the window is the only bound.
 */
export function mostTokens(request: AnthropicRequest): Tokens {
  const { system = '' } = request
  const {
    system: _,
    tools = [],
    messages,
    thinking: _thinking,
    context_management: _edits,
    ...others
  } = withoutCacheMarks(request)
  const texts = typeof system === 'string' ? [system] : system.map(textOf)
  let sum = AROUND.request + (tools.length === 0 ? 0 : AROUND.tools) + mostOfJson(others)
  for (const text of texts) sum += AROUND.text + bytesOf(text)
  for (const tool of tools) sum += AROUND.tool + mostOfJson(tool)
  for (const message of messages) {
    sum += AROUND.message
    for (const part of partsOf(message)) sum += AROUND.text + mostOfPart(part)
  }
  return sum
}

function mostOfPart(part: Part): Tokens {
  switch (part.type) {
    case 'text':
      return bytesOf(part.text)
    // If the text is left out or summarized, the signature holds the full thinking.
    case 'thinking':
      return bytesOf(part.thinking) + bytesOf(part.signature ?? '')
    case 'redacted_thinking':
      return bytesOf(part.data)
    case 'tool_use':
      return AROUND.call + bytesOf(part.name) + mostOfArguments(part.input)
    case 'tool_result': {
      const { content = '' } = part as { readonly content?: typeof part.content }
      if (typeof content === 'string') return AROUND.result + bytesOf(content)
      return content.reduce<Tokens>((sum, one) => sum + AROUND.text + mostOfPart(one), AROUND.result)
    }
    case 'image':
      return mostOfImage(part)
    case 'document':
      return mostOfDocument(part)
    // Requests never contain audio.
    case 'audio':
      return Infinity
    case 'compaction': {
      // A failed one has no text.
      const { content, ...rest } = part as Omit<typeof part, 'content'> & { readonly content: string | null }
      return bytesOf(content ?? '') + mostOfJson(rest)
    }
  }
}

/** Each argument may get a pair of tags of its own. */
function mostOfArguments(input: unknown): Tokens {
  const names = typeof input === 'object' && input !== null ? Object.keys(input) : []
  return mostOfJson(input) + names.length * AROUND.text
}

/** By the rule for the models with the largest images; smaller images are not enlarged. */
function mostOfImage({ width = 0, height = 0 }: Pick<ImagePart, 'width' | 'height'>): Tokens {
  if (width <= 0 || height <= 0) return LARGEST_IMAGE
  return Math.min(LARGEST_IMAGE, Math.ceil(width / PATCH) * Math.ceil(height / PATCH))
}

/** The pages of a PDF may hold any amount of compressed text. */
function mostOfDocument({ source, ...rest }: { readonly source: MediaSource }): Tokens {
  return source.type === 'text' ? bytesOf(source.data ?? '') + mostOfJson(rest) : Infinity
}

/**
 * JSON in the longest form that the model may get: with spaces between its tokens, and letters of other scripts as
 * escapes.
 */
function mostOfJson(value: unknown): Tokens {
  const text = JSON.stringify(value) ?? ''
  let most = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    most += code > 0x7f ? ESCAPE : code === COMMA || code === COLON ? 2 : 1
  }
  return most
}

/** Of `\u` and four digits. */
const ESCAPE = 6
const COMMA = 0x2c
const COLON = 0x3a

/** UTF-8 bytes of a text, or of its compatibility normalization if that is longer. */
function bytesOf(text: string): Tokens {
  return Math.max(encoder.encode(text).length, encoder.encode(text.normalize('NFKC')).length)
}

const encoder = new TextEncoder()

function textOf(part: unknown): string {
  const text: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, 'text') : null
  return typeof text === 'string' ? text : JSON.stringify(part)
}

/** What a call would send, its approximate cost, and its maximum cost. */
export function estimateOf(call: Call): Estimate {
  const facts = factsOf(call.model)
  const input = estimated(call)
  if (facts === null) return { input, likely: null, atMost: null }
  return {
    input,
    likely: upperCost(input, likelyReply(call), facts, cacheTermOf(call.request)),
    atMost: mostOf(call, boundOf(call, facts), facts),
  }
}

/** The same after the provider has counted the prompt; its count is close to the bill, but not equal. */
export function estimateCounted(call: Call, input: Tokens, facts: ModelFacts): Estimate {
  const bound = Math.min(boundOf(call, facts), Math.ceil(input * COUNT_MARGIN) + COUNT_MORE)
  return {
    input,
    likely: upperCost(input, likelyReply(call), facts, cacheTermOf(call.request)),
    atMost: mostOf(call, bound, facts),
    counted: true,
  }
}

/** The provider calls its own count an estimate that may differ slightly from the bill. */
const COUNT_MARGIN = 1.05
const COUNT_MORE = 50

/** The cost of a call by the estimate with the longest reply: if that is too much, a count cannot help. */
export function estimatedCost(call: Call, facts: ModelFacts): Usd {
  return mostOf(call, estimated(call), facts)
}

/** Upper bound on the tokens of a call's prompt: by its bytes, or by the window, which is a hard limit. */
export function boundOf({ model, request }: Pick<Call, 'model' | 'request'>, facts: ModelFacts): Tokens {
  const listed = connection.getState().listed?.find(({ id }) => id === model)?.maxInput ?? 0
  return Math.min(mostTokens(request), Math.max(facts.window, listed))
}

/** Estimated tokens of a call, by the bytes per token of previous calls. */
export function estimated({ request, model }: Call): Tokens {
  const { list } = calls.getState()
  let before = 0
  let billed = 0
  for (const { call, reply, state } of list) {
    if (call.model !== model || state === 'cached' || reply === null || reply.usage === null) continue
    // The parts that the provider removed were counted and not billed; the next request may keep all of its own.
    if (reply.applied.length > 0 || reply.compaction !== undefined) continue
    before += countOf(call.request)
    billed += promptTokens(reply)
  }
  const own = countOf(request)
  return Math.ceil(own * (before === 0 ? DENSE : billed / before))
}

/**
 * Estimated tokens of a partial reply: the provider reports the output tokens only at the end, and 1 at the beginning.
 */
export function cameOf({ content }: Reply, { maxTokens }: Call): Tokens {
  const sum = content.reduce((so, part) => so + tokensOf(part, bytes4), 0)
  return Math.min(maxTokens, Math.ceil(sum * DENSE))
}

/** Billed tokens of the prompt of a reply. */
export function promptTokens(reply: Reply | null): Tokens {
  const usage = reply?.usage ?? null
  return usage === null ? 0 : promptOfUsage(usage)
}

/** The mean reply to calls of the same purpose so far; the longest allowed before the first. */
function likelyReply({ purpose, model, maxTokens }: Call): Tokens {
  const before = calls
    .getState()
    .list.flatMap(({ call, reply, state }) =>
      state === 'done' && call.model === model && call.purpose === purpose && reply?.usage
        ? [reply.usage.output]
        : [],
    )
  if (before.length === 0) return maxTokens
  return Math.min(maxTokens, Math.ceil(before.reduce((sum, one) => sum + one, 0) / before.length))
}

/** Maximum cost of a call with a prompt of this size, with the summary that the provider makes on request. */
function mostOf({ request, maxTokens }: Call, prompt: Tokens, facts: ModelFacts): Usd {
  const term = cacheTermOf(request)
  const cost = (output: Tokens): Usd => {
    const most = upperCost(prompt, output, facts, term)
    const above = facts.longPrompt?.above ?? prompt
    // In a person's own table, a longer prompt may be cheaper.
    return above < prompt ? Math.max(most, upperCost(above, output, facts, term)) : most
  }
  return asksForSummary(request) ? cost(maxTokens) + cost(Math.max(maxTokens, SUMMARY)) : cost(maxTokens)
}

/** Whether the provider may make a summary during the call, whose length cannot be limited. */
export function asksForSummary({ context_management: management }: AnthropicRequest): boolean {
  return management?.edits.some(({ type }) => type === 'compact_20260112') ?? false
}

/** A generous bound for the tokens of a provider's summary: it states no limit, and its example has 3,500. */
export const SUMMARY: Tokens = 8000

/**
 * Tokens per token of the plainest counter, before anything was billed: agents' texts have fewer than four characters
 * per token.
 */
const DENSE = 1.5

/** Tokens of the provider's instructions on tool calls, before any tool. */
const BEFORE_TOOLS: Tokens = 230

/** The plainest counter, but by bytes instead of characters: a letter of most other scripts is a token by itself. */
const bytes4: TokenCounter = Object.freeze({
  ...chars4,
  count: (text: string) => Math.ceil(encoder.encode(text).length / 4),
})

function countOf(request: AnthropicRequest): Tokens {
  const known = counts.get(request)
  if (known !== undefined) return known
  const sum = counted(request)
  counts.set(request, sum)
  return sum
}

/** Every estimate counts all previous calls. */
const counts = new WeakMap<AnthropicRequest, Tokens>()

/** Cache marks have no tokens, and a system prompt that was split for them counts as one. */
function counted(request: AnthropicRequest): Tokens {
  const { system, tools = [], messages } = withoutCacheMarks(request)
  let sum =
    system === undefined ? 0 : bytes4.count(typeof system === 'string' ? system : JSON.stringify(system))
  if (tools.length > 0) sum += BEFORE_TOOLS
  for (const tool of tools) sum += bytes4.count(JSON.stringify(tool))
  for (const message of messages) {
    sum += bytes4.messageOverhead
    for (const part of partsOf(message)) sum += tokensOf(part, bytes4)
  }
  return sum
}
