import { chars4 } from '../../../engine/index.ts'
import { partsOf, tokensOf, withoutCacheMarks } from '../../../engine/internal.ts'
import type { AnthropicRequest, TokenCounter, Tokens } from '../../../engine/index.ts'
import { cacheTermOf, promptOfUsage, upperCost } from '../../../llm/index.ts'
import type { ModelFacts, Usd } from '../../../llm/index.ts'
import type { Call, Reply } from '../../../provider/index.ts'
import { mostTokens } from './bound.ts'
import { calls } from './call-list.ts'
import type { Estimate } from './call-list.ts'
import { connection } from './connection.ts'
import { factsOf } from './facts.ts'

/** What a call would send, what that may cost about, and what it cannot cost more than. */
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

/** The same after the provider has counted the prompt; what it counts is near to what it bills, and not the same. */
export function estimateCounted(call: Call, input: Tokens, facts: ModelFacts): Estimate {
  const bound = Math.min(boundOf(call, facts), Math.ceil(input * COUNT_MARGIN) + COUNT_MORE)
  return {
    input,
    likely: upperCost(input, likelyReply(call), facts, cacheTermOf(call.request)),
    atMost: mostOf(call, bound, facts),
    counted: true,
  }
}

/** The provider calls its own count an estimate that may be off by a little. */
const COUNT_MARGIN = 1.05
const COUNT_MORE = 50

/** What a call whose reply is as long as it may be would cost by the estimate: where that is too much, no count helps. */
export function estimatedCost(call: Call, facts: ModelFacts): Usd {
  return mostOf(call, estimated(call), facts)
}

/** Tokens that the prompt of a call cannot have more of: by its bytes, or by the window, which nothing larger enters. */
export function boundOf({ model, request }: Pick<Call, 'model' | 'request'>, facts: ModelFacts): Tokens {
  const listed = connection.getState().listed?.find(({ id }) => id === model)?.maxInput ?? 0
  return Math.min(mostTokens(request), Math.max(facts.window, listed))
}

/** Tokens that a call sends, as far as its calls before tell how many bytes a token has. */
export function estimated({ request, model }: Call): Tokens {
  const { list } = calls.getState()
  let before = 0
  let billed = 0
  for (const { call, reply, state } of list) {
    if (call.model !== model || state === 'cached' || reply === null || reply.usage === null) continue
    // What the provider took out by itself was counted and not billed; the next request may keep all of its own.
    if (reply.applied.length > 0 || reply.compaction !== undefined) continue
    before += countOf(call.request)
    billed += promptTokens(reply)
  }
  const own = countOf(request)
  return Math.ceil(own * (before === 0 ? DENSE : billed / before))
}

/** Tokens of a reply that broke, estimated: the provider tells its output at the end alone, and at the beginning that it is 1. */
export function cameOf({ content }: Reply, { maxTokens }: Call): Tokens {
  const sum = content.reduce((so, part) => so + tokensOf(part, bytes4), 0)
  return Math.min(maxTokens, Math.ceil(sum * DENSE))
}

/** Tokens of the prompt that a reply was billed for. */
export function promptTokens(reply: Reply | null): Tokens {
  const usage = reply?.usage ?? null
  return usage === null ? 0 : promptOfUsage(usage)
}

/** The mean reply to calls of the same purpose so far; the longest that is allowed while there was none. */
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

/** What a call with so large a prompt can cost, with the summary that the provider makes on the way where it is asked to. */
function mostOf({ request, maxTokens }: Call, prompt: Tokens, facts: ModelFacts): Usd {
  const term = cacheTermOf(request)
  const cost = (output: Tokens): Usd => {
    const most = upperCost(prompt, output, facts, term)
    const above = facts.longPrompt?.above ?? prompt
    // In a table of one's own, what is longer may be cheaper.
    return above < prompt ? Math.max(most, upperCost(above, output, facts, term)) : most
  }
  return asksForSummary(request) ? cost(maxTokens) + cost(Math.max(maxTokens, SUMMARY)) : cost(maxTokens)
}

/** Whether the provider may make a summary on the way, whose length nobody can limit. */
export function asksForSummary({ context_management: management }: AnthropicRequest): boolean {
  return management?.edits.some(({ type }) => type === 'compact_20260112') ?? false
}

/** Tokens of a summary of the provider's, generously: it states no limit, and its example has 3,500. */
export const SUMMARY: Tokens = 8000

/** Tokens to one of the plainest counter, where nothing was billed: agents' texts have fewer than four characters to each. */
const DENSE = 1.5

/** What a provider tells a model of how tools are called, before there is a tool. */
const BEFORE_TOOLS: Tokens = 230

/** The plainest counter, by bytes in place of letters: a letter of most other scripts is a token by itself. */
const bytes4: TokenCounter = Object.freeze({
  ...chars4,
  count: (text: string) => Math.ceil(encoder.encode(text).length / 4),
})
const encoder = new TextEncoder()

function countOf(request: AnthropicRequest): Tokens {
  const known = counts.get(request)
  if (known !== undefined) return known
  const sum = counted(request)
  counts.set(request, sum)
  return sum
}

/** Every estimate counts all calls before. */
const counts = new WeakMap<AnthropicRequest, Tokens>()

/** Marks for the cache are no tokens, and a system prompt that was split for them counts as the one that it is. */
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
