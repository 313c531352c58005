import { BLOCK_TYPES } from '../core/message/block.ts'
import type { BlockType } from '../core/message/block.ts'
import type { Turn } from '../core/units.ts'
import { share, count, onOff } from '../core/setting.ts'
import type { BooleanSetting, NumberSetting, NumbersSetting, SettingsSpec } from '../core/setting.ts'
import { guards } from './guards/list.ts'
import { PLACEHOLDER_LIMIT } from './placeholder.ts'
import { policies } from './policies/list.ts'
import { SCORING } from './signals/signal.ts'
import type { Policy } from './signals/signal.ts'
import { DEFAULT_TTL } from './signals/list.ts'

/** Types behind a guard that is always on: they never leave, so they have no lifetime. */
const ALWAYS_HELD: readonly BlockType[] = ['system_prompt', 'tool_definition']

const TYPE_MEANINGS: Readonly<Record<BlockType, string>> = {
  system_prompt: 'the system prompt',
  tool_definition: 'tool definitions',
  memory_injection: 'memories added to the conversation',
  user_message: 'what the user wrote',
  assistant_response: 'replies of the model',
  thinking: 'thinking of the model',
  tool_call: 'calls of tools',
  tool_result: 'results of calls',
  summary: 'summaries of evicted blocks',
}

function decay(value: Turn, meaning: string): NumberSetting {
  return {
    kind: 'number',
    default: value,
    min: 1,
    max: 10_000,
    integer: false,
    usual: [1, 60],
    unit: 'turns',
    meaning,
  }
}

/** Settings of eviction (“Agent Context Window Management”, 3; EVI-1 to EVI-4). */
export const evictionSpec = Object.freeze({
  policy: {
    kind: 'choice',
    default: 'hybrid',
    choices: Object.fromEntries(Object.values(policies).map(({ name, meaning }) => [name, meaning])),
    meaning: 'Which blocks leave first.',
  },
  weights: {
    ...weightsOf(Object.values(policies)),
    // Each policy has weights of its own; see `weightsSetting`.
    default: null,
  },
  target: share(0.6, 'limit', [0.2, 0.9], 'An eviction frees the window down to this level in one batch.'),
  batch: {
    kind: 'choice',
    default: 'target',
    choices: {
      target: 'down to the target, or not at all where that does not pay',
      break_even:
        'below the target if needed, until the tokens freed pay for the rewritten prompt cache within horizon_turns',
    },
    meaning: 'How much one batch evicts. What makes the request fit is never made larger.',
  },
  min_free_tokens: count(
    0,
    [0, 10_000_000],
    'tokens',
    [0, 20_000],
    'A batch that would free less is held back, unless the request would not fit.',
  ),
  min_free_share: {
    kind: 'number',
    default: 0.05,
    min: 0,
    max: 0.5,
    integer: false,
    usual: [0, 0.2],
    unit: 'share of the limit',
    meaning:
      'The same as a share of the window; the larger of the two counts. If the target cannot be reached, this prevents an edit in every turn.',
  },
  horizon_turns: count(
    20,
    [0, 10_000],
    'turns',
    [0, 100],
    'An edit is held back unless the tokens it frees pay for the rewritten prompt cache within this many turns; 0 switches this off. An edit that makes the request fit is never held back.',
  ),
  min_gain: {
    kind: 'number',
    default: 0,
    min: 0,
    max: 10_000,
    integer: false,
    usual: [0, 10],
    unit: 'cached reads of the prompt',
    meaning:
      'An edit is held back unless it saves this much money within horizon_turns, in cached reads of the whole prompt: tokens freed × horizon_turns − rewrite_price × tokens rewritten, over the tokens in use. Requests to a model are not subtracted. An edit that makes the request fit is never held back.',
  },
  wait: onOff(
    true,
    'In orange, a batch waits until it pays back in half the turns in which it grew, or until the request would not fit. With horizon_turns: 0 it does not wait.',
  ),
  rewrite_price: {
    kind: 'number',
    default: 11.5,
    min: 0,
    max: 1_000,
    integer: false,
    usual: [0, 20],
    unit: 'cache reads',
    meaning:
      'The extra cost of writing a token to the prompt cache, in reads: (write − read) ÷ read. At a write price of 1.25 and a read price of 0.1 that is 11.5.',
  },
  long_rewrite_price: {
    kind: 'number',
    default: 19,
    min: 0,
    max: 1_000,
    integer: false,
    usual: [0, 30],
    unit: 'cache reads',
    meaning:
      'The same where a log tells that its client asked for a prompt cache of an hour, if that is longer than cache_minutes. At a write price of 2 and a read price of 0.1 it is 19.',
  },
  cold_cache: {
    kind: 'choice',
    default: 'prefer',
    choices: {
      ignore: 'the age of the prompt cache does not matter',
      prefer:
        'an expired cache makes an edit free, and with pressure.preemptive it is made then, ahead of orange',
      require: 'edits wait for an expired cache, unless the request would not fit',
    },
    meaning:
      'What an expired prompt cache means to an edit. An edit then rewrites nothing that could have been read.',
  },
  cache_minutes: {
    kind: 'number',
    default: 5,
    min: 0,
    max: 1_440,
    integer: false,
    usual: [5, 60],
    unit: 'minutes',
    meaning:
      'Minutes without a call after which the provider drops the prompt cache. If a log says that its client asked for an hour, an hour counts.',
  },
  user_share: share(
    0.5,
    'limit',
    [0, 0.6],
    'What was said leaves last, and a new window quotes it: the newest messages of the user that together take at most this share, and in what is left of it words of the agent: the newest, in a new window first what is about both who talk. Those of the user leave only if the request would not fit. 0 ranks them like all others and quotes none.',
  ),
  placeholders: onOff(
    true,
    'An evicted result leaves a placeholder; without placeholders, call and result are evicted together.',
  ),
  placeholder_tokens: count(
    PLACEHOLDER_LIMIT,
    [20, 1_000],
    'tokens',
    [20, 200],
    'The largest size of a placeholder.',
  ),
  scoring: {
    kind: 'group',
    meaning: 'How signals convert a measurement into a value from 0 to 1.',
    settings: {
      fifo_decay: decay(
        SCORING.fifoDecay,
        'Age at which a block has 1/e of its recency, for the policy fifo.',
      ),
      recency_decay: decay(
        SCORING.recencyDecay,
        'Age at which a block has 1/e of its recency, for every other policy.',
      ),
      idle_decay: decay(
        SCORING.idleDecay,
        'Turns without a reference after which the last use of a block has 1/e of its value.',
      ),
      never_used: {
        kind: 'number',
        default: SCORING.neverUsed,
        min: 0.001,
        max: 1,
        integer: false,
        usual: [0.05, 1],
        unit: 'share of a block in use',
        meaning: 'The value of a block that was never referenced, before decay by age.',
      },
      birth_turns: count(
        SCORING.birthTurns,
        [0, 1_000],
        'turns',
        [0, 10],
        'For this many turns, the arrival of a block counts as a reference to it.',
      ),
      reuse_full: count(
        SCORING.reuseFull,
        [1, 1_000],
        'turns with a reference',
        [1, 20],
        'This many give a block the full value of reuse.',
      ),
    },
  },
  merge_similarity: {
    kind: 'number',
    default: 0.85,
    min: 0,
    max: 1,
    integer: false,
    usual: [0.6, 1],
    unit: 'cosine',
    meaning: 'Blocks of a type that are more alike than this are merged by the policy semantic_merge.',
  },
  type_ttl: {
    kind: 'numbers',
    default: lifetimes(),
    choices: choicesOf(BLOCK_TYPES),
    min: 1,
    max: 10_000,
    integer: true,
    usual: [1, 60],
    unit: 'turns',
    meaning: 'Age at which a type has lost its value for the signal type_ttl.',
  },
  protected_types: {
    kind: 'names',
    default: ['system_prompt'],
    choices: choicesOf(BLOCK_TYPES),
    meaning: 'Types that are never evicted; the system prompt stays even if it is not listed.',
  },
  gates: {
    kind: 'group',
    meaning: 'Guards: blocks that are never ranked.',
    settings: switchableGuards(),
  },
} as const satisfies SettingsSpec)

/** The declaration of `eviction.weights` for one policy: its own signals, with its own weights as the default. */
export function weightsSetting(policy: Policy): NumbersSetting {
  return {
    ...weightsOf([policy]),
    default: Object.fromEntries(policy.terms.map(({ signal, weight }) => [signal.name, weight])),
  }
}

function switchableGuards(): Readonly<Record<string, BooleanSetting>> {
  const switchable = Object.values(guards).filter((guard) => !guard.always)
  return Object.fromEntries(
    switchable.map(({ name, meaning }) => [name, { kind: 'boolean', default: true, meaning }]),
  )
}

function lifetimes(): Readonly<Record<string, Turn>> {
  return Object.fromEntries(
    Object.entries(DEFAULT_TTL).filter(([type]) => !ALWAYS_HELD.some((held) => held === type)),
  )
}

function weightsOf(family: readonly Policy[]): NumbersSetting {
  const signals = family.flatMap((policy) => policy.terms.map((term) => term.signal))
  return {
    kind: 'numbers',
    default: null,
    choices: Object.fromEntries(signals.map(({ name, meaning }) => [name, meaning])),
    min: 0,
    // Weights are scaled to sum to 1, so 30 and 70 mean the same as .3 and .7.
    max: 100,
    integer: false,
    usual: [0, 1],
    unit: 'share of the score',
    meaning: 'The weight of each signal of the policy; they should sum to 1.',
  }
}

function choicesOf(types: readonly BlockType[]): Record<string, string> {
  return Object.fromEntries(types.map((type) => [type, TYPE_MEANINGS[type]]))
}
