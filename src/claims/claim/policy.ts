import type { MetricId } from '../../sim/index.ts'
import type { Case, MeasuredClaim } from './claim.ts'
import { figure } from './material.ts'
import type { Material } from './material.ts'

const ARTICLE = 'Agent Context Window Management'
const HALF = 0.5
/** Points of a share below which two strategies are called equal. */
const LEAST = 0.01

/** A metric of some presets, in every conversation that has it for all of them. */
export function perConversation(
  material: Material,
  presets: readonly string[],
  metric: MetricId,
  share: number,
  judge: (values: readonly number[]) => Pick<Case, 'value' | 'agrees'>,
): readonly Case[] {
  return material.conversations.flatMap((conversation) => {
    const values = presets.map((preset) => figure(material.run(conversation, preset, share), metric))
    if (!values.every((value) => value !== null)) return []
    return [{ conversation: conversation.name, ...judge(values) }]
  })
}

export const fifoLosesTask: MeasuredClaim = {
  id: 'fifo-task',
  article: ARTICLE,
  section: '3, FIFO',
  claim: 'Removing the oldest first loses the task and early constraints.',
  how: 'FIFO without protection in half of the peak: of the turns that need the task, those whose prompt has it.',
  agrees: 'at least one turn lacks it',
  unit: 'share',
  shown: {
    scenario: 'axios-migration',
    seed: 7,
    share: HALF,
    lanes: [
      { policy: 'fifo', gates: 'naive' },
      { policy: 'hybrid', gates: 'on' },
    ],
  },
  cases: (material) =>
    perConversation(material, ['naive_fifo'], 'goal-retention', HALF, ([kept = 1]) => ({
      value: kept,
      agrees: kept < 1,
    })),
}

export const lruKeepsActive: MeasuredClaim = {
  id: 'lru-active',
  article: ARTICLE,
  section: '3, LRU',
  claim:
    'Removing what was not used for the longest time keeps what is active, better than removing the oldest.',
  how: 'LRU and FIFO, both protected, in half of the peak: needed context present under LRU minus under FIFO.',
  agrees: 'at least one point more',
  unit: 'points',
  limits: 'What counts as a use is found by the text that later turns repeat.',
  shown: {
    scenario: 'pivot-and-return',
    seed: 1,
    share: HALF,
    lanes: [
      { policy: 'fifo', gates: 'on' },
      { policy: 'lru', gates: 'on' },
    ],
  },
  cases: (material) =>
    perConversation(material, ['lru', 'fifo'], 'need-hit-rate', HALF, ([lru = 0, fifo = 0]) => ({
      value: lru - fifo,
      agrees: lru - fifo >= LEAST,
    })),
}

export const hybridBest: MeasuredClaim = {
  id: 'hybrid-best',
  article: ARTICLE,
  section: '3, Hybrid',
  claim: 'A weighted score of several signals keeps more than one signal alone.',
  how: 'Hybrid, FIFO, LRU and priority, all protected, in half of the peak: needed context present under hybrid minus the mean of the others.',
  agrees: 'at least one point more',
  unit: 'points',
  limits:
    'The article recommends it and states no figure. The weights are the article’s and are not tuned to these conversations.',
  shown: {
    scenario: 'axios-migration',
    seed: 7,
    share: HALF,
    lanes: [
      { policy: 'fifo', gates: 'on' },
      { policy: 'lru', gates: 'on' },
      { policy: 'priority', gates: 'on' },
      { policy: 'hybrid', gates: 'on' },
    ],
  },
  cases: (material) =>
    perConversation(
      material,
      ['hybrid', 'fifo', 'lru', 'priority'],
      'need-hit-rate',
      HALF,
      ([hybrid = 0, ...others]) => {
        const value = hybrid - others.reduce((sum, one) => sum + one, 0) / others.length
        return { value, agrees: value >= LEAST }
      },
    ),
}

export const middleKeepsConstraints: MeasuredClaim = {
  id: 'trim-middle',
  article: 'agentfit-rs',
  section: 'Pitfall 7 and decision table',
  claim:
    'For research and coding, trimming from the middle keeps early constraints that trimming from the start loses.',
  how: 'Token trimming from the middle and from the start in half of the peak: constraints present where needed, middle minus start. Only conversations that need one.',
  agrees: 'at least one point more',
  unit: 'points',
  shown: {
    scenario: 'changed-requirements',
    seed: 1,
    share: HALF,
    lanes: [
      { policy: 'token_trim', gates: 'on' },
      { policy: 'token_trim_middle', gates: 'on' },
    ],
  },
  cases: (material) =>
    perConversation(
      material,
      ['token_trim_middle', 'token_trim'],
      'constraint-retention',
      HALF,
      ([middle = 0, start = 0]) => ({ value: middle - start, agrees: middle - start >= LEAST }),
    ),
}
