import { contentHash } from '../engine/internal.ts'
import { promptOf } from '../engine/index.ts'
import type { Answer, Ask } from '../engine/index.ts'

/** Texts of a model by the hash of what it was asked. Plain data, to be stored with a conversation. */
export type KeptAnswers = Readonly<Record<string, string>>

/** A model whose answers are kept. */
export interface KeepsAnswers {
  /** For the option `llm` of a manager. */
  readonly llm: (ask: Ask) => Promise<Answer>
  /** Those given at first, and what the model has answered since. */
  readonly kept: () => KeptAnswers
}

/**
 * Keeps what a model writes, for a process that does not live as long as its conversation, such as a server that gets
 * the whole history with each request. A manager that gets a history decides and asks as it did before: with the kept
 * answers the model is not called for them again, and prompts begin with the same words, which its provider's cache holds.
 *
 * @param llm asked where no answer is kept; an answer that it fails to give is not kept
 * @param before what `kept()` returned for this conversation; default: nothing
 *
 * @example
 * const model = keepAnswers(llm, stored)
 * const manager = new ContextWindowManager({ ...strategySettings(config), counter, llm: model.llm })
 * // … at the end of the request
 * store(model.kept())
 */
export function keepAnswers(
  llm: (ask: Ask) => Promise<Answer> | Answer,
  before: KeptAnswers = {},
): KeepsAnswers {
  const known = new Map(Object.entries(before))
  return {
    async llm(ask) {
      const { system, user } = promptOf(ask)
      const key = contentHash([system, user])
      const text = known.get(key)
      if (text !== undefined) return { text }
      const answer = await llm(ask)
      known.set(key, answer.text)
      return answer
    },
    kept: () => Object.fromEntries(known),
  }
}
