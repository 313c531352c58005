import type { PartialConfig } from '../../config/index.ts'

/** What a lane of the page runs: a preset, with or without protection, and what is changed in it. */
export interface Plan {
  readonly policy: string
  readonly gates: 'on' | 'naive'
  readonly changes?: PartialConfig
  /** The changes as the text of the lane's config. */
  readonly text?: string
  /** How it counts, where that is the mistake: characters ÷ 4, or no pictures; missing: exactly, and pictures too. */
  readonly counts?: 'characters' | 'no pictures'
  /** Each time that the window overflows, the agent starts again from nothing. */
  readonly restarts?: true
  /** It cuts the caller's own list; no lane does. */
  readonly inPlace?: true
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
