import type { Milliseconds, Tokens } from '../../engine/index.ts'

/** How fast a model answers (COST-5). Dated data that a person can overwrite; the same for every model. */
export interface Pace {
  /** From a request to the first token of its reply, where nearly all of the prompt is read from the cache. */
  readonly firstToken: Milliseconds
  /** Tokens a second of a prompt that are not read from the cache. */
  readonly prefill: Tokens
  /** The slowest and the fastest rate that a source measured. */
  readonly prefillRange: readonly [slowest: Tokens, fastest: Tokens]
  /** Tokens a second of a reply. */
  readonly output: Tokens
  readonly source: string
  readonly dated: string
}

/**
 * First token and reply are medians of coding sessions. No provider states how fast prompts are read: 10,000 tokens a
 * second are assumed. Sources give 0.24 ms per token for large models (Glean) and up to 80,000 tokens a second for
 * small ones, from the first token of prompts of 16,000 to 150,000 tokens (0xmmo).
 */
export const usualPace: Pace = Object.freeze({
  firstToken: 3100,
  prefill: 10_000,
  prefillRange: Object.freeze([4000, 80_000] as const),
  output: 40.7,
  source:
    'first token and reply: TraceLab, 4,265 sessions; prompt: an assumption between Glean, “How input token count impacts the latency of AI chat tools”, and 0xmmo, 2,000 calls of small models, 2026',
  dated: '2026-11-23',
})

/**
 * The duration of a call: to its first token, which depends on the tokens not read from the cache, and of its reply
 * (COST-5).
 */
export function durationOf(
  { missed, output }: { readonly missed: Tokens; readonly output: Tokens },
  pace: Pace,
): Milliseconds {
  return pace.firstToken + (1000 * missed) / pace.prefill + replyTime(output, pace)
}

/** How long a reply takes from its first token to its last. */
export function replyTime(output: Tokens, { output: rate }: Pick<Pace, 'output'>): Milliseconds {
  return (1000 * output) / rate
}
