import type { BlockId, Turn } from '../../engine/index.ts'
import { costOfRun } from '../../sim/index.ts'
import type { MeasuredClaim } from './claim.ts'
import type { Conversation, Material } from './material.ts'

const ARTICLE = 'Agent Context Window Management'
/** A window that holds the whole conversation and its replies. */
const WHOLE = 1.5
/** Fewer turns show no growth. */
const LONG = 20

const UNMANAGED = { policy: 'unmanaged', gates: 'on' } as const
const shown = { scenario: 'long-coding', seed: 1, share: 1.2, lanes: [UNMANAGED] } as const

/** Four in five tokens are no longer needed. */
export const waste: MeasuredClaim = {
  id: 'waste',
  article: ARTICLE,
  section: '1, Token cost inflation',
  claim: 'About 80 % of the tokens of a long task are spent on content that is no longer needed.',
  how: 'Without eviction: of all tokens sent, those of blocks on which no later turn depends. System prompt and tools count as needed.',
  agrees: 'from 70 to 90 %',
  unit: 'share',
  limits:
    'A scenario says what its turns need, and a real task needs more: read these shares as upper bounds. A need of one line counts its whole block.',
  shown,
  cases: (material) =>
    material.conversations
      .filter(({ trace }) => trace.turns.length >= LONG && trace.needs.length > 0)
      .map((conversation) => {
        const value = unneeded(conversation)
        return { conversation: conversation.name, value, agrees: value >= 0.7 && value <= 0.9 }
      }),
}

/** Of the tokens that a client sends which removes nothing: the share that no later turn needs. */
function unneeded({ intake, trace }: Conversation): number {
  const last = new Map<BlockId, Turn>()
  for (const { message, part, turn } of trace.needs) {
    const block = intake.ofMessage.get(message)?.[part]
    if (block !== undefined) last.set(block, Math.max(turn, last.get(block) ?? 0))
  }
  const replies = new Set(intake.responses.flat())
  const end = trace.turns.length
  let all = 0
  let dead = 0
  for (const { id, type, tokens, turn } of intake.blocks) {
    // A reply is sent from the next turn on.
    const from = turn + (replies.has(id) ? 1 : 0)
    const until = type === 'system_prompt' || type === 'tool_definition' ? end : (last.get(id) ?? -1)
    all += tokens * Math.max(0, end - from)
    dead += tokens * Math.max(0, end - Math.max(from, until + 1))
  }
  return all === 0 ? 0 : dead / all
}

/** Cost over turns, without a prompt cache and with one. */
export const growth: MeasuredClaim = {
  id: 'growth',
  article: ARTICLE,
  section: '1, Token cost inflation',
  claim: 'Without management, cost grows faster than the number of turns.',
  how: 'Without eviction and without a prompt cache: all prompt tokens of the conversation ÷ those of its first half, as the power of the number of turns (1: in proportion, 2: with its square).',
  agrees: 'a power above 1.1',
  unit: 'power',
  shown,
  cases: (material) => powers(material, ({ prompt }) => prompt),
}

export const cachedGrowth: MeasuredClaim = {
  id: 'growth-cached',
  article: ARTICLE,
  section: '1, Token cost inflation',
  claim: 'The same with a prompt cache, which the article does not consider.',
  how: 'As above, with what each call costs at the prices of its model, replies included, where the prompt cache is used.',
  agrees: 'a power above 1.1',
  unit: 'power',
  shown,
  cases: (material) => powers(material, ({ usd }) => usd),
}

function powers(material: Material, of: (call: { prompt: number; usd: number }) => number) {
  return material.conversations
    .filter(({ trace }) => trace.turns.length >= LONG)
    .map((conversation) => {
      const { calls } = costOfRun(material.run(conversation, 'unmanaged', WHOLE))
      const costs = calls.map(of)
      const sum = (until: number): number => costs.slice(0, until).reduce((total, cost) => total + cost, 0)
      const half = Math.floor(costs.length / 2)
      const value = Math.log(sum(costs.length) / sum(half)) / Math.log(costs.length / half)
      return { conversation: conversation.name, value, agrees: value > 1.1 }
    })
}

/** The article's example: $0.01 in turn 1, $0.80 in turn 50. */
export const fiftieth: MeasuredClaim = {
  id: 'turn-50',
  article: ARTICLE,
  section: '1, Token cost inflation',
  claim: 'The fiftieth turn costs 80 times as much as the first.',
  how: 'Without eviction and without a prompt cache: prompt tokens of turn 50 ÷ those of turn 1, in conversations of at least 50 turns.',
  agrees: 'from 40 to 160 times',
  unit: 'times',
  limits: 'The first prompt holds the system prompt and the tools: with a larger one the ratio is smaller.',
  shown,
  cases: (material) =>
    material.conversations
      .filter(({ trace }) => trace.turns.length >= 50)
      .map((conversation) => {
        const { turns } = material.run(conversation, 'unmanaged', WHOLE)
        const value = (turns[49]?.used ?? 0) / (turns[0]?.used ?? 1)
        return { conversation: conversation.name, value, agrees: value >= 40 && value <= 160 }
      }),
}

/** Section 3 opens with this share. */
export const toolResults: MeasuredClaim = {
  id: 'tool-results',
  article: ARTICLE,
  section: '3, content types',
  claim: 'Tool results take 30 to 60 % of an agent’s context.',
  how: 'Without eviction: tokens of tool results in the last prompt, in conversations with tools.',
  agrees: 'from 30 to 60 %',
  unit: 'share',
  limits: 'Scenarios take the sizes of their results from published measurements of real agents.',
  shown,
  cases: (material) =>
    material.conversations
      .filter(({ trace }) => trace.messages.some(({ content }) => hasResult(content)))
      .map((conversation) => {
        const { turns } = material.run(conversation, 'unmanaged', WHOLE)
        const last = turns.at(-1)
        const value = last === undefined ? 0 : last.byType.tool_result / last.used
        return { conversation: conversation.name, value, agrees: value >= 0.3 && value <= 0.6 }
      }),
}

function hasResult(content: unknown): boolean {
  return (
    Array.isArray(content) && content.some((part: { type?: string } | null) => part?.type === 'tool_result')
  )
}
