import { presetConfig } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import type { TokenCounter } from '../../engine/index.ts'
import { run, scenario, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { Timeline } from '../../sim/index.ts'

/** What a lane of the page runs: a preset, with or without protection, and what is changed in it. */
export interface Plan {
  readonly policy: string
  readonly gates: 'on' | 'naive'
  readonly changes?: PartialConfig
  /** The changes as the text of the lane's config. */
  readonly text?: string
}

/** A scenario in a window. */
export interface Place {
  readonly scenario: string
  /** The window, as a share of the longest prompt without eviction. */
  readonly share: number
}

/** With protection. Changes are for presets that are named as their strategy. */
export function on(policy: string, changes?: Readonly<Record<string, Scalars>>): Plan {
  if (changes === undefined) return { policy, gates: 'on' }
  const lines = Object.entries(changes).flatMap(([section, settings]) => [
    `${section}:`,
    ...Object.entries(settings).map(([key, value]) => `  ${key}: ${value}`),
  ])
  return { policy, gates: 'on', changes, text: [`strategy: ${policy}`, ...lines, ''].join('\n') }
}

type Scalars = Readonly<Record<string, string | number | boolean>>

/** Only the system prompt is protected. */
export function naive(policy: string): Plan {
  return { policy, gates: 'naive' }
}

/** Smallest limit of a window. */
const LEAST = 2000

/** Runs plans over one conversation, which is read once. */
export function runner(
  { scenario: name, share }: Place,
  seed: number,
  counter: TokenCounter,
): (plan: Plan) => Timeline {
  const trace = scenario(name, seed)
  const intake = takeIn(trace, counter)
  const limit = Math.max(LEAST, Math.floor(unmanagedPeak(intake) * share))
  return ({ policy, gates, changes = {} }) =>
    run(
      trace,
      {
        ...presetConfig(gates === 'naive' ? `naive_${policy}` : policy),
        ...changes,
        max_context_tokens: limit,
      },
      { intake },
    )
}
