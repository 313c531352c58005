import type { Challenge, Ground } from '../../store/challenge/challenge.ts'
import type { LaneChoice } from '../../store/choice/choices.ts'

interface ReadyChallenge {
  readonly challenge: Challenge
  /** What it is about, in a sentence. */
  readonly about: string
  readonly opening: Ground & { readonly lanes: readonly LaneChoice[] }
}

const from = (name: string, seed: number, share: number): ReadyChallenge['opening'] => ({
  source: { kind: 'scenario', name },
  seed,
  budget: { kind: 'share', share },
  counter: 'o200k_base',
  lanes: [{ policy: 'fifo', gates: 'on' }],
})

/** Challenges to begin with, the easiest first. `challenge.test.ts` has an answer to each. */
export const CHALLENGES: readonly ReadyChallenge[] = [
  {
    challenge: {
      title: 'Long pauses, nothing lost',
      conditions: [
        { metric: 'need-hit-rate', is: 'at least', value: 0.97 },
        { metric: 'cost', is: 'at most', value: 0.48 },
      ],
    },
    about: 'The user is away for hours, and the cache expires.',
    opening: from('idle-gaps', 1, 0.5),
  },
  {
    challenge: {
      title: 'More for less',
      conditions: [
        { metric: 'need-hit-rate', is: 'at least', value: 0.9 },
        { metric: 'cost', is: 'at most', value: 1.1 },
      ],
    },
    about: 'A coding agent in a small window. When should eviction begin?',
    opening: from('axios-migration', 7, 0.4),
  },
  {
    challenge: {
      title: 'Keep every rule',
      conditions: [
        { metric: 'constraint-retention', is: 'at least', value: 0.99 },
        { metric: 'cost', is: 'at most', value: 0.215 },
      ],
    },
    about: 'A support chat whose customer sets rules early on.',
    opening: from('support-chat', 3, 0.5),
  },
  {
    challenge: {
      title: 'Remember a long chat',
      conditions: [
        { metric: 'need-hit-rate', is: 'at least', value: 0.95 },
        { metric: 'cost', is: 'at most', value: 0.5 },
      ],
    },
    about: 'Old answers are asked about again.',
    opening: from('long-chat', 2, 0.5),
  },
  {
    challenge: {
      title: 'A third of the window',
      conditions: [
        { metric: 'lost-rate', is: 'at most', value: 0 },
        { metric: 'need-hit-rate', is: 'at least', value: 0.94 },
        { metric: 'cost', is: 'at most', value: 0.52 },
      ],
    },
    about: 'A bug fix with little room, and nothing may be missing.',
    opening: from('bug-fix', 2, 0.35),
  },
]
