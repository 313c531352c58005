import type { BlockType } from '../core/message/block.ts'
import type { AllowedBy } from './edit-trigger.ts'
import type { GuardSettings } from './guards/guarded.ts'
import type { ScoringSettings } from './signals/signal.ts'
import type { Ratio, Tokens, Turn } from '../core/units.ts'

/** Settings of the eviction stage, normalised from the YAML's `eviction` section. */
export interface EvictionSettings extends GuardSettings {
  readonly policy: string
  /** Weights of the selected policy's signals; null for the policy's own. */
  readonly weights: Readonly<Record<string, number>> | null
  /** Share of the limit that an eviction frees down to (EVI-4). */
  readonly target: Ratio
  /** How signals turn measurements into a value. */
  readonly scoring: ScoringSettings
  /** Maximum size of a placeholder (EVI-5). */
  readonly placeholderTokens: Tokens
  /** Results are replaced by placeholders; if off, call and result leave together. */
  readonly placeholders: boolean
  readonly typeTtl: Readonly<Partial<Record<BlockType, Turn>>>
  /** A batch that would free less is held back (EVI-4). */
  readonly minFreeTokens: Tokens
  /** The same as a share of the limit; the larger of the two counts. */
  readonly minFreeShare: Ratio
  /** A batch is held back if it does not pay within this many turns for the prompt cache that it rewrites; 0: never. */
  readonly horizon: Turn
  /** Extra cost of rewriting a token to the cache, in tokens read from it. */
  readonly rewritePrice: number
  /** What an expired prompt cache means to an edit (COST-6). */
  readonly coldCache: 'ignore' | 'prefer' | 'require'
  /** Minutes without a call after which the prompt cache has expired, where the conversation does not tell. */
  readonly cacheMinutes: number
  /** Cosine above which two blocks of a type are near-duplicates (EVI-6). */
  readonly mergeSimilarity: Ratio
  /** Few turns until red, or a spike, count as orange (PRES-6). */
  readonly preemptive: boolean
  /** How many turns until red count as few. */
  readonly preemptiveTurns: Turn
  /** Share of the limit from which eviction acts, instead of where orange begins. */
  readonly from?: Ratio
  /** The setting that sets it, for the record; missing if none does. */
  readonly by?: AllowedBy
}
