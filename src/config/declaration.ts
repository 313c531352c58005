import {
  atomicWindowSpec,
  budgetSpec,
  compressionSpec,
  contextEditingSpec,
  crossWindowSpec,
  evictionSpec,
  healthSpec,
  limitSetting,
  mockSpec,
  pressureSpec,
  rollingSummarySpec,
  stagesSetting,
  tieredFullSpec,
  tieredSpec,
  tokenTrimSpec,
  weightsSetting,
  sectionsOf,
} from '../engine/internal.ts'
import type { Policy, SettingsSpec } from '../engine/index.ts'
import { everyStrategy, strategyNamed } from '../lessons/index.ts'

/** Each subsystem's settings, in the order of the YAML. */
const sections = {
  pressure: {
    kind: 'group',
    meaning: 'How full the window is, and how fast it fills.',
    settings: pressureSpec,
  },
  eviction: {
    kind: 'group',
    meaning: 'What is evicted when the window fills up.',
    settings: evictionSpec,
  },
  compression: {
    kind: 'group',
    meaning: 'What is compressed when eviction is not enough.',
    settings: compressionSpec,
  },
  budget: {
    kind: 'group',
    meaning: 'The share of the window for each component; output_reserved is always enforced.',
    settings: budgetSpec,
  },
  cross_window: {
    kind: 'group',
    meaning: 'What is saved, and carried into the next window.',
    settings: crossWindowSpec,
  },
  health_monitoring: {
    kind: 'group',
    meaning: 'What is monitored, and the thresholds of alerts.',
    settings: healthSpec,
  },
  atomic_window: {
    kind: 'group',
    meaning: 'The strategy atomic_window: by number of messages, pairs kept together.',
    settings: atomicWindowSpec,
  },
  token_trim: {
    kind: 'group',
    meaning:
      'The strategy token_trim: to a budget of tokens, from one side. It refuses with system_exceeds_budget, reserve_exceeds_limit or message_too_large.',
    settings: tokenTrimSpec,
  },
  tiered: {
    kind: 'group',
    meaning: 'The strategy tiered: five cheap steps before a summary.',
    settings: tieredSpec,
  },
  tiered_full: {
    kind: 'group',
    meaning: 'The strategy tiered_full: the levels of a large coding agent.',
    settings: tieredFullSpec,
  },
  rolling_summary: {
    kind: 'group',
    meaning: 'The strategy rolling_summary: the newest exchanges, and one summary of everything before them.',
    settings: rollingSummarySpec,
  },
  context_editing: {
    kind: 'group',
    meaning: 'The strategy context_editing: edits that the provider makes in the prompt.',
    settings: contextEditingSpec,
  },
  mock_llm: {
    kind: 'group',
    meaning: 'The built-in model, used where no real model is called.',
    settings: mockSpec,
  },
  simulation: {
    kind: 'group',
    meaning: 'What the simulator does that an agent would do itself.',
    settings: {
      refetch: {
        kind: 'choice',
        default: 'auto',
        choices: {
          auto: 'as on for scenarios, whose needs are known; as off for logs',
          on: 'the model calls the tool again, and the result comes back at the end of the window',
          off: 'what the prompt lacks is only counted',
        },
        meaning:
          'What the model does when a turn needs a tool’s result that the prompt lacks. With a placeholder that takes one call, else three.',
      },
    },
  },
} as const satisfies SettingsSpec

/** The strategy, and the key of its list of stages. */
export const PIPELINE = 'pipeline'

const declared = {
  strategy: {
    kind: 'choice',
    default: 'managed',
    choices: Object.fromEntries(Object.values(everyStrategy).map(({ name, meaning }) => [name, meaning])),
    meaning: 'What manages the window.',
  },
  max_context_tokens: limitSetting,
  [PIPELINE]: stagesSetting(sections),
  ...sections,
} as const satisfies SettingsSpec

/**
 * Every setting of a config, in the order of the YAML, collected from the subsystems' declarations. Validation,
 * defaults, JSON Schema and the texts of the presets derive from it (CONF-3).
 */
export const configSpec: SettingsSpec = Object.freeze(declared)

export type ConfigSpec = typeof declared

/** Sections that apply under every strategy; a strategy names the others that it reads. */
export const ALWAYS_READ: readonly string[] = Object.freeze([
  'pressure',
  'budget',
  'health_monitoring',
  'simulation',
])

/** The declarations with `eviction.weights` restricted to the signals of one policy. */
export function specFor(policy: Policy): SettingsSpec {
  const weights = weightsSetting(policy)
  const { eviction } = configSpec
  if (eviction?.kind !== 'group') return configSpec
  return { ...configSpec, eviction: { ...eviction, settings: { ...eviction.settings, weights } } }
}

/**
 * Sections of the YAML that a run reads: those that always apply, and those of its strategy or of its pipeline's
 * stages.
 */
export function sectionsRead({
  strategy,
  pipeline,
}: {
  readonly strategy: string
  readonly pipeline: readonly { readonly stage: string }[]
}): readonly string[] {
  if (strategy === PIPELINE) return [...new Set([...ALWAYS_READ, PIPELINE, ...sectionsOf(pipeline)])]
  return [...ALWAYS_READ, ...(strategyNamed(strategy)?.sections ?? [])]
}
