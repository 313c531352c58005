import type { CounterName, Ratio, Tokens } from '../../engine/index.ts'

/** Ratio of a model's count to a counter of ours, including its overhead for messages and calls. */
export interface Factor {
  /** Recorded tokens per counted token. */
  readonly ratio: Ratio
  /** The lowest and the highest of the measured logs; for a single log, of its halves. */
  readonly low: Ratio
  readonly high: Ratio
}

/** Models that share a tokenizer, with measurements from logs with recorded usage (TOK-5). */
export interface TokenFamily {
  readonly name: string
  readonly label: string
  /** By counter; missing counters were not measured well enough. */
  readonly factors: Readonly<Partial<Record<CounterName, Factor>>>
  /** Number of measured logs and calls. */
  readonly logs: number
  readonly calls: number
  /** Tokens of their new texts by o200k_base. */
  readonly tokens: Tokens
  readonly source: string
  /** Date of the measurement, such as 2026-11-21. */
  readonly dated: string
}

const MEASURED = Object.freeze({
  source:
    'growth of prompts from call to call in public logs of agents, against what the counter says of the new texts',
  dated: '2026-11-23',
})

/** By the family name in a model's entry. */
export const families: ReadonlyMap<string, TokenFamily> = new Map(
  (
    [
      {
        name: 'claude',
        label: 'Claude up to Opus 4.6',
        factors: {
          o200k_base: { ratio: 1.23, low: 1.2, high: 1.35 },
          cl100k_base: { ratio: 1.24, low: 1.21, high: 1.44 },
          chars4: { ratio: 1.44, low: 1.19, high: 1.73 },
        },
        logs: 4,
        calls: 124,
        tokens: 165_471,
        ...MEASURED,
      },
      {
        name: 'o200k',
        label: 'OpenAI models with o200k',
        factors: { o200k_base: { ratio: 1.1, low: 1.05, high: 1.2 } },
        logs: 1,
        calls: 10,
        tokens: 15_097,
        ...MEASURED,
      },
      {
        name: 'gemini-2',
        label: 'Gemini 2.5',
        factors: {
          o200k_base: { ratio: 0.76, low: 0.76, high: 0.76 },
          cl100k_base: { ratio: 0.75, low: 0.75, high: 0.75 },
          chars4: { ratio: 0.73, low: 0.73, high: 0.74 },
        },
        logs: 1,
        calls: 13,
        tokens: 3879,
        ...MEASURED,
      },
      {
        name: 'deepseek',
        label: 'DeepSeek',
        factors: {
          o200k_base: { ratio: 1.14, low: 1.11, high: 1.17 },
          cl100k_base: { ratio: 1.14, low: 1.11, high: 1.17 },
          chars4: { ratio: 1.2, low: 1.19, high: 1.21 },
        },
        logs: 1,
        calls: 77,
        tokens: 31_041,
        ...MEASURED,
      },
      {
        name: 'llama-4',
        label: 'Llama 4',
        factors: {
          o200k_base: { ratio: 1.03, low: 1.02, high: 1.04 },
          cl100k_base: { ratio: 1.05, low: 1.04, high: 1.05 },
          chars4: { ratio: 1.4, low: 1.38, high: 1.43 },
        },
        logs: 1,
        calls: 22,
        tokens: 26_627,
        ...MEASURED,
      },
    ] satisfies readonly TokenFamily[]
  ).map((family) => [family.name, Object.freeze(family)]),
)
