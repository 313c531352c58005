import { promptOf } from '../engine/index.ts'
import type { Answer, Ask, AskKind, Prompt, Tokens } from '../engine/index.ts'
import type { Call, Reply } from './call.ts'

/**
 * What a model may write beyond what it was asked for, as a factor: the engine counts with another tokenizer, and what
 * is cut off in the middle of a line helps nobody.
 */
const HEADROOM = 1.5
/**
 * Tokens for what every answer has beside its content: some models think before they write, unasked, and what they
 * think counts. A cut answer is billed and helps nobody.
 */
const LEAST = 1024
/** Room to think aloud first, which `summarize_session` asks for and the engine takes off again. */
const ANALYSIS: Partial<Record<AskKind, Tokens>> = Object.freeze({ summarize_session: 2048 })

/** The call that asks a model a question of the engine. The prompt is that of the ask, unless one is given. */
export function askCall(model: string, ask: Ask, prompt: Prompt = promptOf(ask)): Call {
  return {
    purpose: 'ask',
    model,
    request: { system: prompt.system, messages: [{ role: 'user', content: prompt.user }] },
    maxTokens: roomOf(ask),
  }
}

/** Most tokens of the reply to a question. */
export function roomOf({ kind, maxTokens }: Pick<Ask, 'kind' | 'maxTokens'>): Tokens {
  return Math.max(LEAST, Math.ceil(maxTokens * HEADROOM)) + (ANALYSIS[kind] ?? 0)
}

/** What a reply answers: its text, as it was written. An empty one is left to the engine, which discards it (COMP-3). */
export function answerOf({ content }: Pick<Reply, 'content'>): Answer {
  return { text: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n') }
}
