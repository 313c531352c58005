import type { CounterName } from '../../../engine/index.ts'
import { counted, dash } from '../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

/** A counter by its name, with what it means; the closed box is as wide as the names. */
export const COUNTER_OPTIONS: Readonly<
  Record<CounterName, { readonly name: string; readonly about: string }>
> = Object.freeze({
  chars4: { name: '≈ chars / 4', about: 'An estimate: one token per four characters' },
  o200k_base: { name: 'o200k_base', about: 'Exact: GPT-4o and later OpenAI models' },
  cl100k_base: { name: 'cl100k_base', about: 'Exact: GPT-4 and GPT-3.5' },
})

export const COUNTER_MEANINGS: Readonly<Record<CounterName, string>> = Object.freeze(texts.COUNTER_MEANINGS)

export const INPUT_TEXT = Object.freeze({
  ...texts.INPUT_TEXT,
  conversationOf: (name: string) => `Conversation: ${name}`,
  shows: (question: string) => `shows ${question.charAt(0).toLowerCase()}${question.slice(1)}`,
  scenarioFacts: (turns: number, blocks: number) => `${counted(turns, 'turn')}, ${counted(blocks, 'block')}`,
  seedRange: (least: string, most: string) => `A whole number from ${least} to ${most}`,
  /** `allowed` begins with a capital letter because it is the hint of the box. */
  dice: 'Another seed',
  windowRange: (least: string, most: string) => `A whole number of tokens from ${least} to ${most}`,
  percentRange: (least: string, most: string) =>
    `A share from ${least} to ${most} % of the peak without eviction`,
  noShare: dash,
  noShareTitle: (least: string) =>
    `The peak is below the smallest window of ${least} tokens, so no share can be chosen`,
  peak: (tokens: string) => `of ${tokens} peak`,
  backTo: (name: string) => `Back to ${name}`,
})
