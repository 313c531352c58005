import { gates, ProblemError, policies, strategies } from '../../engine/index.ts'
import { completeConfig } from '../complete.ts'
import type { PartialConfig } from '../config.ts'
import { ALWAYS_READ } from '../declaration.ts'
import { nearestName } from '../nearest.ts'
import { oneOf, shown } from '../wording.ts'
import { renderConfig } from './render.ts'

/** A named config: how it differs from the defaults, and why one would want it. */
interface Preset {
  readonly meaning: string
  readonly config: PartialConfig
}

const table: Readonly<Record<string, Preset>> = Object.freeze({
  default: { meaning: 'Every setting at its default.', config: {} },
  fifo: ofPolicy('fifo'),
  lru: ofPolicy('lru'),
  priority: ofPolicy('priority'),
  type_based: ofPolicy('type_based'),
  hybrid: ofPolicy('hybrid'),
  hybrid_equal: ofPolicy('hybrid_equal'),
  random: ofPolicy('random'),
  naive_fifo: naive('fifo'),
  naive_lru: naive('lru'),
  naive_priority: naive('priority'),
  naive_hybrid: naive('hybrid'),
  unmanaged: {
    meaning: strategies['unmanaged']?.meaning ?? '',
    config: { strategy: 'unmanaged' },
  },
  small_window: {
    meaning:
      'For windows of 8,000 to 32,000 tokens: a few large results fill them, so everything starts earlier.',
    config: {
      max_context_tokens: 16_000,
      // The reserve takes a quarter of such a window and shrinks these once more (PRES-1).
      pressure: { thresholds: { yellow: 0.45, orange: 0.7, red: 0.85 }, velocity_window: 3 },
      eviction: { target: 0.5 },
    },
  },
  window_1m: {
    meaning: 'For windows of a million tokens: yellow and orange are looser, red stays.',
    config: {
      max_context_tokens: 1_000_000,
      pressure: { thresholds: { yellow: 0.6, orange: 0.8 } },
    },
  },
})

function ofPolicy(policy: string): Preset {
  return { meaning: policies[policy]?.meaning ?? '', config: { eviction: { policy } } }
}

/** Only the system prompt (and what a provider would reject) is safe: this is how the goal gets lost. */
function naive(policy: string): Preset {
  const switchable = Object.values(gates).filter((gate) => !gate.always)
  return {
    meaning: `${policies[policy]?.meaning ?? ''} Nothing but the system prompt is protected, not even the task.`,
    config: { eviction: { policy, gates: Object.fromEntries(switchable.map((gate) => [gate.name, false])) } },
  }
}

/** Names of the presets; `default` is the first. */
export const presets: readonly string[] = Object.freeze(Object.keys(table))

/** The default config as commented YAML: every declared key with its default. */
export const defaultConfigYaml: string = /* @__PURE__ */ render('default')

/**
 * A preset as commented YAML; it parses without an error or a warning.
 *
 * @throws ProblemError for an unknown name
 */
export function preset(name: string): string {
  if (Object.hasOwn(table, name)) return render(name)
  const fix = nearestName(name, presets)
  throw new ProblemError([
    {
      severity: 'error',
      code: 'unknown-preset',
      message: `A preset is ${oneOf(presets)}, but not ${shown(name)}`,
      expected: oneOf(presets),
      found: shown(name),
      ...(fix === null ? {} : { fix }),
    },
  ])
}

function render(name: string): string {
  const { meaning, config } = table[name] ?? { meaning: '', config: {} }
  const complete = completeConfig(config)
  const heading = [`Preset ${name}. ${meaning}`, 'A key that is left out has its default.']
  const sections = [...ALWAYS_READ, ...(strategies[complete.strategy]?.sections ?? [])]
  return renderConfig(complete, heading, sections)
}
