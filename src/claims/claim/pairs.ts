import type { Article, MeasuredClaim } from '../claim.ts'
import { perConversation } from './policy.ts'

/** Printed code that claims to keep tool calls and results together. */
function unbroken(
  id: string,
  article: Article,
  section: string,
  claim: string,
  preset: string,
): MeasuredClaim {
  return {
    id,
    article,
    section,
    claim,
    how: 'The article’s code as printed, in half of the peak: requests that a provider would refuse and that were valid before the edit.',
    agrees: 'none',
    unit: 'number',
    cases: (material) =>
      perConversation(material, [preset], 'introduced-violations', 0.5, ([found = 0]) => ({
        value: found,
        agrees: found === 0,
      })),
  }
}

export const slidingPairs = unbroken(
  'pairs-sliding',
  'Sliding Message Window',
  'Rationale, Atomic Drop Logic',
  'Dropping both halves of a tool pair or neither prevents that one is left alone.',
  'as_written_atomic_window',
)
export const trimmedPairs = unbroken(
  'pairs-agentfit',
  'agentfit-rs',
  'Architecture Rationale',
  'Grouping messages before trimming guarantees that calls and results leave together.',
  'as_written_token_trim',
)
export const summarizedPairs = unbroken(
  'pairs-summary',
  'Short-Term Memory',
  '5.3',
  'A cut at the boundary of a turn never breaks a pair.',
  'as_written_rolling_summary',
)
