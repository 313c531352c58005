import type { CounterName } from '../../../engine/index.ts'
import { counted, dash } from '../../../view/index.ts'

export const SCENARIO_SENTENCES: Readonly<Record<string, string>> = Object.freeze({
  'axios-migration':
    'An agent moves a code base from axios to fetch. Rules from the first message decide details fifty turns later.',
  'long-coding':
    'A day of orders on one service. Most tokens are files that were read once or are now out of date.',
})

/** A counter by its name, with what it means; the closed box is as wide as the names. */
export const COUNTER_OPTIONS: Readonly<Record<CounterName, string>> = Object.freeze({
  chars4: '≈ chars / 4: an estimate, one token per four characters',
  o200k_base: 'exact: o200k_base, of GPT-4o and later OpenAI models',
  cl100k_base: 'exact: cl100k_base, of GPT-4 and GPT-3.5',
})

export const COUNTER_MEANINGS: Readonly<Record<CounterName, string>> = Object.freeze({
  chars4: 'One token per four characters. Figures made with it carry ≈.',
  o200k_base:
    'Exact for GPT-4o and later OpenAI models. Tokens of other models differ; usage in a log corrects them.',
  cl100k_base: 'Exact for GPT-4 and GPT-3.5. Tokens of other models differ; usage in a log corrects them.',
})

export const INPUT_TEXT = Object.freeze({
  form: 'Input',
  conversation: 'Conversation',
  conversationOf: (name: string) => `Conversation: ${name}`,
  scenarios: 'Examples',
  scenarioFacts: (turns: number, blocks: number) =>
    `${counted(turns, 'turn')}, ${counted(blocks, 'block')} with seed 7`,
  silhouette:
    'Pictures: tokens per turn with Hybrid, in a window of half the peak context without eviction. The line is the limit.',
  seed: 'Seed',
  seedRange: (least: string, most: string) => `A whole number from ${least} to ${most}`,
  /** `allowed` begins with a capital letter, as the hint of the box. */
  dice: 'Another seed',
  window: 'Window',
  windowShare: 'Window as a share of the peak context without eviction',
  windowTokens: 'Window in tokens',
  windowPercent: 'Window in percent of the peak context without eviction',
  windowRange: (least: string, most: string) => `A whole number of tokens from ${least} to ${most}`,
  percentRange: (least: string, most: string) =>
    `A share from ${least} to ${most} % of the peak without eviction`,
  noShare: dash,
  noShareTitle: (least: string) =>
    `The peak is below the smallest window of ${least} tokens, so no share can be chosen`,
  ofPeak: 'of the peak without eviction',
  peakTitle: 'Peak context without eviction: the largest prompt if nothing had been evicted',
  peak: (tokens: string) => `of ${tokens} peak`,
  peakUnknown: 'of the peak',
  tokens: 'tokens',
  counter: 'Counter',
  backTo: (name: string) => `Back to ${name}`,
})
