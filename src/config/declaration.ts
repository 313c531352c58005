import { budgetSpec, evictionSpec, pressureSpec, strategySpec, weightsSetting } from '../engine/index.ts'
import type { Policy, SettingsSpec } from '../engine/index.ts'

/**
 * Every setting of a config, in the order of the YAML. Put together from what the subsystems declare;
 * validation, defaults, JSON Schema and the texts of the presets derive from it (CONF-3).
 */
export const configSpec: SettingsSpec = Object.freeze({
  ...strategySpec,
  pressure: {
    kind: 'group',
    meaning: 'How full the window is, and how fast it fills.',
    settings: pressureSpec,
  },
  eviction: {
    kind: 'group',
    meaning: 'What leaves when the window is under pressure.',
    settings: evictionSpec,
  },
  budget: {
    kind: 'group',
    meaning: 'How the window is meant to be shared; only output_reserved acts on a run.',
    settings: budgetSpec,
  },
})

/** Sections that act under every strategy; a strategy names the others that it reads. */
export const ALWAYS_READ: readonly string[] = Object.freeze(['pressure', 'budget'])

/** Sections of article 003's file that are kept as written and that no strategy here reads (CONF-1). */
export const OTHER_SECTIONS: Readonly<Record<string, string>> = Object.freeze({
  compression: 'Summaries of results, spans and conversations.',
  cross_window: 'State that is carried into the next window.',
  health_monitoring: 'Metrics of a running agent and their alerts.',
})

/** The declarations with `eviction.weights` narrowed to the signals of one policy. */
export function specFor(policy: Policy): SettingsSpec {
  const weights = weightsSetting(policy)
  const { eviction } = configSpec
  if (eviction?.kind !== 'group') return configSpec
  return { ...configSpec, eviction: { ...eviction, settings: { ...eviction.settings, weights } } }
}
