import type { Tokens } from '../../../engine/index.ts'

/**
 * Tokens of a reply that are paid for: those that its log counts. Some clients note them when a reply begins, so where
 * they are less than half of what the text has, the text counts (COST-3).
 *
 * @param recorded null if the log does not say
 * @param text tokens of the text, by our own count
 */
export function paidReply(recorded: Tokens | null, text: Tokens): Tokens {
  return recorded === null || 2 * recorded < text ? text : recorded
}
