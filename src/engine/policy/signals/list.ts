import { SCORING } from './scoring.ts'
import type { Signal } from './signal.ts'
import { duplication } from './duplication.ts'
import { explicit } from './explicit.ts'
import { lastReference } from './last-reference.ts'
import { queues } from './queues.ts'
import { random } from './random.ts'
import { recency } from './recency.ts'
import { refetchCost } from './refetch-cost.ts'
import { reuse } from './reuse.ts'
import { semantic } from './semantic.ts'
import { size } from './size.ts'
import { source } from './source.ts'
import { superseded } from './superseded.ts'
import { typeTtl } from './type-ttl.ts'
import { worthPerToken } from './worth-per-token.ts'

/** Every signal there is, used by a policy of the list or not; those with a decay have the usual one. */
export const signals: Readonly<Record<string, Signal>> = Object.freeze({
  recency: recency(SCORING.recencyDecay),
  last_reference: lastReference(SCORING),
  source,
  reuse: reuse(SCORING.reuseFull),
  explicit,
  semantic,
  type_ttl: typeTtl,
  duplication,
  size,
  refetch_cost: refetchCost,
  random,
  worth_per_token: worthPerToken,
  queues,
  superseded,
})
