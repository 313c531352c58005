import type { Tokens } from '../units.ts'
import type { Block } from './block.ts'

/** What a model reported of its reply; null for what it did not. */
export interface ReportedOutput {
  readonly output: Tokens | null
  /** What of it is reasoning, read or not. */
  readonly reasoning: Tokens | null
}

/** Whether a block is reasoning of which the client has only what the provider can read: it is counted as nothing. */
export function isHidden({ type, tokens }: Pick<Block, 'type' | 'tokens'>): boolean {
  return type === 'thinking' && tokens === 0
}

/** What the report of a reply has beyond what is counted of its blocks: the size of its hidden reasoning; null if nothing. */
export function hiddenTokens(blocks: readonly Block[], { output, reasoning }: ReportedOutput): Tokens | null {
  const counted = blocks.reduce(
    (sum, { type, tokens }) => (reasoning === null || type === 'thinking' ? sum + tokens : sum),
    0,
  )
  const left = (reasoning ?? output ?? 0) - counted
  return left > 0 ? left : null
}
