import type { BlockType } from '../message/block.ts'
import type { Ratio, Turn } from '../units.ts'

/** What the eviction stage obeys, normalised from the YAML's `eviction` section. */
export interface EvictionSettings {
  readonly policy: string
  /** Weights of the selected policy's signals; null for the policy's own. */
  readonly weights: Readonly<Record<string, number>> | null
  /** Share of the limit an eviction frees down to (EVI-4). */
  readonly target: Ratio
  /** Results give way to placeholders; off, call and result leave together. */
  readonly placeholders: boolean
  readonly protectedTypes: readonly string[]
  readonly typeTtl: Readonly<Partial<Record<BlockType, Turn>>>
  /** Gates by name; one that is not named is on. */
  readonly gates: Readonly<Record<string, boolean>>
}
