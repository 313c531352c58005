import type { BlockType } from '../core/message/block.ts'
import type { AllowedBy } from './edit-trigger.ts'
import type { GuardSettings } from './guards/guarded.ts'
import type { ScoringSettings } from './signals/signal.ts'
import type { Ratio, Tokens, Turn } from '../core/units.ts'

/** What the eviction stage obeys, normalised from the YAML's `eviction` section. */
export interface EvictionSettings extends GuardSettings {
  readonly policy: string
  /** Weights of the selected policy's signals; null for the policy's own. */
  readonly weights: Readonly<Record<string, number>> | null
  /** Share of the limit an eviction frees down to (EVI-4). */
  readonly target: Ratio
  /** How signals turn what they measure into a value. */
  readonly scoring: ScoringSettings
  /** A placeholder never costs more (EVI-5). */
  readonly placeholderTokens: Tokens
  /** Results are replaced by placeholders; off, call and result leave together. */
  readonly placeholders: boolean
  readonly typeTtl: Readonly<Partial<Record<BlockType, Turn>>>
  /** A batch that would free less is held back (EVI-4). */
  readonly minFreeTokens: Tokens
  /** The same as a share of the limit; the larger of the two counts. */
  readonly minFreeShare: Ratio
  /** A batch that does not pay for the prompt cache that it rewrites within so many turns is held back; 0: none is. */
  readonly horizon: Turn
  /** What a token of the prompt costs more that is written to the cache again, in tokens read from it. */
  readonly rewritePrice: number
  /** Cosine above which two blocks of a type are near-duplicates (EVI-6). */
  readonly mergeSimilarity: Ratio
  /** Few turns until red, or a spike, count as orange (PRES-6). */
  readonly preemptive: boolean
  /** How many turns until red are few. */
  readonly preemptiveTurns: Turn
  /** Share of the limit from which eviction acts, instead of where orange begins. */
  readonly from?: Ratio
  /** The setting that says so, for the record; missing where none does. */
  readonly by?: AllowedBy
}
