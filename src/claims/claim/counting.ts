import { chars4 } from '../../engine/index.ts'
import { takeIn } from '../../sim/index.ts'
import { quantile } from './claim.ts'
import type { MeasuredClaim } from './claim.ts'
import type { Conversation } from './material.ts'

const ANCHOR = 'Token Budget and Caching'
const COUNTER = 'The exact counter is that of OpenAI’s o200k models. Claude’s tokenizers are not public.'

/** Tokens of all blocks by characters ÷ 4 and by the exact counter: fitted to recorded usage, both would be the same. */
function counted({ trace, counter }: Conversation) {
  const rough = takeIn(trace, chars4, false).blocks
  return takeIn(trace, counter, false).blocks.map(({ turn, tokens }, at) => ({
    turn,
    exact: tokens,
    rough: rough[at]?.tokens ?? 0,
  }))
}

function errorOfWhole(conversation: Conversation): number {
  const blocks = counted(conversation)
  const exact = blocks.reduce((sum, block) => sum + block.exact, 0)
  const rough = blocks.reduce((sum, block) => sum + block.rough, 0)
  return exact === 0 ? 0 : rough / exact - 1
}

export const roughCount: MeasuredClaim = {
  id: 'chars-4',
  article: 'Claude Code from Scratch',
  section: ANCHOR,
  claim: 'Counting characters ÷ 4 is wrong by 30 % and more.',
  how: 'All blocks of a conversation: characters ÷ 4 against the exact count.',
  agrees: 'wrong by at least 30 %, either way',
  unit: 'share',
  limits: COUNTER,
  cases: ({ conversations }) =>
    conversations.map((conversation) => {
      const value = Math.abs(errorOfWhole(conversation))
      return { conversation: conversation.name, value, agrees: value >= 0.3 }
    }),
}

export const anchoredCount: MeasuredClaim = {
  id: 'anchored',
  article: 'Claude Code from Scratch',
  section: ANCHOR,
  claim:
    'With the usage of the last reply as an anchor, and characters ÷ 4 for what is new, the error falls below 5 %.',
  how: 'Each turn without eviction: exact tokens of the prompt before, plus characters ÷ 4 of what arrived since, against the exact count. The error that nine in ten turns of a conversation stay below.',
  agrees: 'below 5 %',
  unit: 'share',
  limits: COUNTER,
  cases: ({ conversations }) =>
    conversations.map((conversation) => {
      const blocks = counted(conversation)
      const added = conversation.trace.turns.map(() => ({ exact: 0, rough: 0 }))
      for (const { turn, exact, rough } of blocks) {
        const sum = added[turn]
        if (sum === undefined) continue
        sum.exact += exact
        sum.rough += rough
      }
      let before = 0
      const errors = added.map(({ exact, rough }) => {
        const error = before + exact === 0 ? 0 : Math.abs(rough - exact) / (before + exact)
        before += exact
        return error
      })
      // The first prompt has no anchor.
      const value = quantile(
        errors.slice(1).sort((a, b) => a - b),
        0.9,
      )
      return { conversation: conversation.name, value, agrees: value < 0.05 }
    }),
}

export const roughOverflows: MeasuredClaim = {
  id: 'chars-4-overflow',
  article: 'agentfit-rs',
  section: 'Pitfall 2',
  claim: 'A budget kept by characters ÷ 4 overflows as soon as there is code or JSON.',
  how: 'Conversations with tools, all blocks: exact tokens ÷ those by characters ÷ 4, minus 1. Above 0 a window that is full by that count is over its limit.',
  agrees: 'above 0',
  unit: 'share',
  limits: COUNTER,
  cases: ({ conversations }) =>
    conversations
      .filter(({ intake }) => intake.blocks.some(({ type }) => type === 'tool_result'))
      .map((conversation) => {
        const value = 1 / (1 + errorOfWhole(conversation)) - 1
        return { conversation: conversation.name, value, agrees: value > 0 }
      }),
}
