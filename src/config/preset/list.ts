import { guards, ProblemError, policies, strategies } from '../../engine/index.ts'
import type { Policy, StrategyName, CascadeStep } from '../../engine/index.ts'
import { BUDGET_PRESETS } from '../../engine/internal.ts'
import { asWrittenStrategies } from '../../lessons/index.ts'
import { completeConfig } from '../complete.ts'
import type { Config, PartialConfig } from '../config.ts'
import { nearestName, oneOf, oneOfMany, shown } from '../wording.ts'
import { sectionsRead } from '../declaration.ts'
import { renderConfig } from './render.ts'

/** A named config: its differences from the defaults, and its purpose. */
interface Preset {
  readonly meaning: string
  readonly config: PartialConfig
}

/** Usual variants of the strategies of other articles, by strategy; for the pipeline, an example to start from. */
const VARIANTS: { readonly [Name in StrategyName]?: Readonly<Record<string, Preset>> } = Object.freeze({
  atomic_window: {
    atomic_window_tokens: variant(
      'atomic_window',
      'It also trims by tokens, as “Sliding Message Window” does for a large model, and leaves short conversations alone.',
      {
        // 80 % of 160,000 tokens is a threshold only in a larger window.
        max_context_tokens: 200_000,
        atomic_window: {
          max_messages: 40,
          min_recent_keep: 8,
          min_turns: 10,
          token_aware: true,
          max_tokens: 160_000,
          token_threshold: 0.8,
        },
      },
    ),
  },
  token_trim: {
    token_trim_end: variant(
      'token_trim',
      'The newest leave first, except the task and the current request.',
      {
        token_trim: { direction: 'end' },
      },
    ),
    token_trim_middle: variant('token_trim', 'The middle leaves first, so that both ends stay.', {
      token_trim: { direction: 'middle' },
    }),
  },
  tiered_full: {
    tiered_full_margin: variant(
      'tiered_full',
      'Auto-compact starts a fixed margin below the limit instead of at a share of it.',
      { tiered_full: { compact_at: 'margin' } },
    ),
  },
  rolling_summary: {
    rolling_summary_100k: variant(
      'rolling_summary',
      'With the budget of “Short-Term Memory”, whatever the window.',
      {
        rolling_summary: { max_input_tokens: 100_000 },
      },
    ),
  },
  context_editing: {
    context_editing_compact: variant(
      'context_editing',
      'If that is not enough, it replaces everything before by a summary.',
      { context_editing: { compact: { enabled: true } } },
    ),
  },
  pipeline: {
    pipeline: variant(
      'pipeline',
      'An example to start from: long results are summarized early, but not while the cache is certainly warm. Eviction does the rest, and a summary comes last.',
      {
        pipeline: [
          {
            stage: 'summarize_results',
            when: 'results >= 3 and (idle >= 5 or utilization >= 70%)',
            at: 0.6,
            with: { eviction: { target: 0.5 }, compression: { result_share: 0.3 } },
          },
          { stage: 'evict', with: { eviction: { policy: 'lru' }, pressure: { preemptive: false } } },
          { stage: 'compact', when: 'not spike', at: 0.9, with: { compression: { keep_messages: 10 } } },
          'clip',
        ],
      },
    ),
  },
})

/**
 * Presets of the strategies other than those of “Agent Context Window Management”: each with its article's defaults,
 * and its usual variants.
 */
function otherStrategies(): Readonly<Record<string, Preset>> {
  const others = Object.values(strategies).filter(
    ({ name }) => !['managed', 'evict', 'handover'].includes(name),
  )
  return Object.fromEntries(
    others.flatMap(({ name }) => Object.entries({ [name]: plain(name), ...VARIANTS[name] })),
  )
}

/** A strategy with its own defaults. */
function plain(strategy: StrategyName): Preset {
  return { meaning: strategies[strategy].meaning, config: { strategy } }
}

function variant(strategy: StrategyName, difference: string, config: PartialConfig): Preset {
  const { meaning } = plain(strategy)
  return { meaning: `${meaning} ${difference}`, config: { strategy, ...config } }
}

/** Why a preset of one policy differs from the default in more than the policy. */
const ALONE =
  'It only evicts, never before orange (preemptive: false), regardless of the prompt cache (horizon_turns: 0) and of who wrote it (user_share: 0), so that a picture shows this policy alone.'

/** The cascade as it is by default. */
const USUAL_RUNGS: readonly (readonly [string, CascadeStep])[] = [
  ['0.75', 'tool_result_summarization'],
  ['0.85', 'progressive'],
  ['0.92', 'conversation_compaction'],
  ['0.95', 'sub_agent'],
]

const table: Readonly<Record<string, Preset>> = Object.freeze({
  default: { meaning: 'Every setting at its default.', config: {} },
  code_review: {
    meaning: 'For an agent that reads a lot of code: results get more room and stay longer.',
    config: {
      eviction: { type_ttl: { tool_result: 12 } },
      compression: { summarization_threshold_tokens: 1_000, keep_messages: 8 },
      budget: { allocations: shares('review') },
      // The plan gives results more room, so more of them is not unhealthy.
      health_monitoring: { alerts: { tool_bloat_warning: 0.4 } },
    },
  },
  research: {
    meaning:
      'For an agent that reads many sources once: long results are summarized on arrival, learnings stay.',
    config: {
      eviction: { type_ttl: { tool_result: 5, memory_injection: 40 } },
      compression: { tool_results: 'on_arrival', notes_tokens: 4_000, summary_tokens: 3_000 },
      budget: { allocations: shares('research') },
    },
  },
  support: {
    meaning: 'For long conversations with few tool calls: messages stay, results are evicted early.',
    config: {
      eviction: { type_ttl: { tool_result: 4, user_message: 100, assistant_response: 60 } },
      compression: { keep_messages: 12 },
      budget: { allocations: shares('support') },
      health_monitoring: { alerts: { tool_bloat_warning: 0.2 } },
    },
  },
  compaction_first: {
    meaning: 'Compacts the conversation before anything is evicted.',
    config: firstRung('conversation_compaction'),
  },
  summarize_results: {
    meaning: 'Long tool results are summarized before the model sees them, at any pressure.',
    config: { compression: { tool_results: 'on_arrival' } },
  },
  compaction_rewritten: {
    meaning:
      'Compacts before anything is evicted, and rewrites each summary in full instead of extending the previous one.',
    config: firstRung('conversation_compaction', { update: 'regenerate' }),
  },
  progressive_first: {
    meaning: 'Shortens blocks by age before anything is evicted.',
    config: firstRung('progressive'),
  },
  delegation_first: {
    meaning: 'Finished parts of tool work are replaced by a report before anything is evicted.',
    config: firstRung('sub_agent', { delegation: { min_calls: 6 } }),
  },
  component_budgets: {
    meaning: 'Results and memories are kept within their own shares of the window, at any pressure.',
    config: { budget: { enforce: 'per_component' } },
  },
  handover: plain('handover'),
  lower_cost: {
    meaning:
      'For long sessions with a prompt cache: a batch goes below the target until it pays for the prompt cache that it rewrites, and one that saves less than half a prompt waits. Costs less, and keeps a little less.',
    config: { eviction: { batch: 'break_even', min_gain: 0.5 } },
  },
  small_window: {
    meaning:
      'For windows of 8,000 to 32,000 tokens: a few large results fill them, so every step starts earlier and leaves less.',
    config: {
      max_context_tokens: 16_000,
      // The reserve takes a quarter of such a window and shrinks these further (PRES-1).
      pressure: { thresholds: { yellow: 0.45, orange: 0.7, red: 0.85 }, velocity_window: 3 },
      eviction: { target: 0.5 },
      compression: {
        summarization_threshold_tokens: 300,
        summary_tokens: 1_000,
        delegation: { max_tokens: 800 },
        notes_tokens: 800,
      },
      cross_window: { bootstrap_tokens: 1_500 },
    },
  },
  window_1m: {
    meaning:
      'For windows of a million tokens: yellow and orange are looser, red stays, and summaries may be longer.',
    config: {
      max_context_tokens: 1_000_000,
      pressure: { thresholds: { yellow: 0.6, orange: 0.8 } },
      compression: {
        // Eviction comes first, and starts at orange (COMP-2).
        cascade: {
          '0.80': 'tool_result_summarization',
          '0.87': 'progressive',
          '0.92': 'conversation_compaction',
          '0.95': 'sub_agent',
        },
        summary_tokens: 8_000,
        notes_tokens: 8_000,
      },
      cross_window: { bootstrap_tokens: 16_000 },
    },
  },
  ...Object.fromEntries(Object.values(policies).map((policy) => [policy.name, ofPolicy(policy)])),
  naive_fifo: naive(policies.fifo),
  naive_lru: naive(policies.lru),
  naive_priority: naive(policies.priority),
  naive_hybrid: naive(policies.hybrid),
  ...otherStrategies(),
  ...Object.fromEntries(
    Object.values(asWrittenStrategies).map(({ name, meaning, sections }) => [
      name,
      {
        meaning,
        // As in the presets of one policy, so that the defect is visible beside the correct rule.
        config: {
          strategy: name,
          pressure: { preemptive: false },
          ...(sections.join() === 'eviction' ? { eviction: { horizon_turns: 0, user_share: 0 } } : {}),
        },
      },
    ]),
  ),
})

/** One step of the cascade below orange, the others unchanged. */
function firstRung(first: CascadeStep, more: PartialConfig['compression'] = {}): PartialConfig {
  const rungs = [['0.65', first] as const, ...USUAL_RUNGS.filter(([, step]) => step !== first)]
  return {
    // A spike that counts as orange would evict first.
    pressure: { preemptive: false },
    compression: { ...more, cascade: Object.fromEntries(rungs) },
  }
}

/** Evicts by one policy and does nothing else. */
function ofPolicy({ name: policy, meaning }: Policy): Preset {
  return {
    meaning: `${meaning} ${ALONE}`,
    config: {
      strategy: 'evict',
      pressure: { preemptive: false },
      eviction: { policy, horizon_turns: 0, user_share: 0 },
    },
  }
}

/** Only the system prompt (and what a provider would reject) is protected: this is how the goal gets lost. */
function naive({ name: policy, meaning }: Policy): Preset {
  const switchable = Object.values(guards).filter((guard) => !guard.always)
  const off = Object.fromEntries(switchable.map((guard) => [guard.name, false]))
  return {
    meaning: `${meaning} Only the system prompt is protected, not even the task. ${ALONE}`,
    config: {
      strategy: 'evict',
      pressure: { preemptive: false },
      eviction: { policy, horizon_turns: 0, user_share: 0, gates: off },
    },
  }
}

/** A plan of “Agent Context Window Management”, 5, with the keys of the YAML (BUD-1). */
function shares(plan: keyof typeof BUDGET_PRESETS): Config['budget']['allocations'] {
  const { shares: planned, reserveShare } = BUDGET_PRESETS[plan]
  return {
    system_prompt: planned.system,
    tool_definitions: planned.tools,
    message_history: planned.history,
    tool_results: planned.results,
    memory_injection: planned.memory,
    output_reserved: reserveShare,
  }
}

/** Strategies that have another preset's name here, or none; wherever a preset is named, these can be, too. */
const ALSO: Readonly<Record<string, Preset | undefined>> = Object.freeze({
  managed: table['default'],
  evict: plain('evict'),
})

/**
 * Names of the presets; `default` is the first, and is also called `managed`. Those that begin with `as_written_` are
 * strategies with an article's defects.
 */
export const presets: readonly string[] = Object.freeze(Object.keys(table))

/** Whether there is a preset of this name, or a strategy. */
export function isPreset(name: string): boolean {
  return Object.hasOwn(table, name) || Object.hasOwn(ALSO, name)
}

/**
 * How a preset differs from the defaults, as plain data. Each strategy's name is also that of a preset.
 *
 * @throws ProblemError for an unknown name
 */
export function presetConfig(name: string): PartialConfig {
  return entryOf(name).config
}

/** The purpose of a preset, in a sentence. Throws a ProblemError for an unknown name. */
export function presetMeaning(name: string): string {
  const { meaning, config } = entryOf(name)
  return [meaning, ...cacheWords(config)].join(' ')
}

/** The default config as commented YAML: every declared key with its default. */
export const defaultConfigYaml: string = /* @__PURE__ */ render('default')

/**
 * A preset as commented YAML; it parses without errors and warnings.
 *
 * @throws ProblemError for an unknown name
 */
export function preset(name: string): string {
  entryOf(name)
  return render(name)
}

function entryOf(name: string): Preset {
  const entry = isPreset(name) ? (table[name] ?? ALSO[name]) : undefined
  if (entry !== undefined) return entry
  const fix = nearestName(name, [...presets, ...Object.keys(ALSO)])
  // The manager by its own name, first.
  const names = ['managed', ...presets.filter((one) => one !== 'default')]
  throw new ProblemError([
    {
      severity: 'error',
      code: 'unknown-preset',
      message: `A preset is ${oneOfMany(names)}, but not ${shown(name)}`,
      expected: oneOf(names),
      found: shown(name),
      ...(fix === null ? {} : { fix }),
    },
  ])
}

/** What an expired prompt cache means to a preset that evicts by a policy (COST-6). */
function cacheWords({ strategy = 'managed', pressure }: PartialConfig): readonly string[] {
  if (strategy !== 'managed' && strategy !== 'evict') return []
  return [
    pressure?.preemptive === false
      ? 'An expired prompt cache is no reason to edit early (preemptive: false).'
      : 'On an expired prompt cache it edits even before orange, because that rewrites nothing (cold_cache: prefer).',
  ]
}

function render(name: string): string {
  return configYaml(completeConfig(entryOf(name).config), `Preset ${name}. ${presetMeaning(name)}`)
}

/**
 * A complete config as commented YAML: every section that its strategy reads, every key with its meaning.
 *
 * @param title the first line of the comment at the top
 */
export function configYaml(config: Config, title: string): string {
  const heading = [title, 'A key that is left out has its default.']
  return renderConfig(config, heading, sectionsRead(config))
}
