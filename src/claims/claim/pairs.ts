import type { Article, MeasuredClaim } from './claim.ts'

/** Rules of the Messages API about tool calls and their results. */
const ABOUT_PAIRS: ReadonlySet<string> = new Set(['unanswered-call', 'orphan-result'])

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
    how: 'The article’s code as printed, in half of the peak: tool calls without their result, and results without their call, in all requests together.',
    agrees: 'none',
    unit: 'alone',
    limits:
      'Other reasons for a refusal, such as a first message that is not the user’s, are not counted here.',
    cases: (material) =>
      material.conversations
        .filter(({ intake }) => intake.blocks.some(({ type }) => type === 'tool_result'))
        .map((conversation) => {
          const { turns } = material.run(conversation, preset, 0.5)
          const value = turns
            .flatMap(({ violations }) => violations)
            .filter(({ rule, origin }) => origin === 'strategy' && ABOUT_PAIRS.has(rule)).length
          return { conversation: conversation.name, value, agrees: value === 0 }
        }),
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
