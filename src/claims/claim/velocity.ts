import type { MeasuredClaim } from './claim.ts'
import type { Conversation } from './material.ts'

const ARTICLE = 'Agent Context Window Management'
const LIMITS = 'Scenarios take their sizes from published measurements of real agents, not from this article.'

/** Tokens that a turn adds, in a kind of conversation. */
function pace(
  id: string,
  kind: string,
  low: number,
  high: number,
  scenarios: readonly string[],
): MeasuredClaim {
  return {
    id,
    article: ARTICLE,
    section: '2, velocity',
    claim: `${kind} add ${low.toLocaleString('en')} to ${high.toLocaleString('en')} tokens a turn.`,
    how: `Without eviction: tokens of the last prompt ÷ turns, in ${scenarios.join(', ')}.`,
    agrees: `from ${low.toLocaleString('en')} to ${high.toLocaleString('en')} tokens`,
    unit: 'tokens',
    limits: LIMITS,
    cases: ({ conversations }) =>
      conversations
        .filter(({ trace: { source } }) => source.kind === 'scenario' && scenarios.includes(source.name))
        .map((conversation) => {
          const value = perTurn(conversation)
          return { conversation: conversation.name, value, agrees: value >= low && value <= high }
        }),
  }
}

function perTurn({ peak, trace }: Conversation): number {
  return peak / Math.max(1, trace.turns.length)
}

export const chatPace = pace('pace-chat', 'Chats', 200, 500, ['long-chat', 'support-chat'])
export const codingPace = pace('pace-coding', 'Code review and data analysis', 1000, 3000, [
  'bug-fix',
  'long-coding',
  'data-analysis',
])
export const researchPace = pace('pace-research', 'Web research and work with many tools', 5000, 20_000, [
  'deep-research',
  'parallel-burst',
])

/** Offered prompts at or above the article's red line. */
const RED = 0.9

export const preemptive: MeasuredClaim = {
  id: 'preemptive',
  article: ARTICLE,
  section: '2, velocity',
  claim: 'Acting on velocity, before a zone is reached, avoids that a spike reaches the red zone.',
  how: 'The managed strategy in half of the peak, with pressure.preemptive on and off: turns that arrive at or above 90 % of the window, off minus on. Only conversations in which some turn does.',
  agrees: 'at least one turn fewer with it on',
  unit: 'turns',
  shown: {
    scenario: 'deep-research',
    seed: 1,
    share: 0.5,
    lanes: [{ policy: 'default', gates: 'on' }],
  },
  cases: (material) =>
    material.conversations.flatMap((conversation) => {
      const [on, off] = [true, false].map((preemptive) => {
        const data = material.run(conversation, 'default', 0.5, { pressure: { preemptive } })
        return data.turns.filter(({ points }) => points.arrived.used >= data.limit * RED).length
      })
      if (on === undefined || off === undefined || on + off === 0) return []
      const value = off - on
      return [{ conversation: conversation.name, value, agrees: value >= 1 }]
    }),
}
