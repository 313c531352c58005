import type { PricesUsed, TimelineData } from '../../sim/index.ts'
import { whole } from './format.ts'
import { listed } from './words.ts'

/** Whose prices a cost beside it has: ` at the prices of Claude Sonnet 4.6 (assumed)`. */
export function atPrices({ models, assumed }: PricesUsed): string {
  return ` at the prices of ${listed(models.map(({ label }) => label))}${assumed ? ' (assumed)' : ''}`
}

/** `94 of Claude Opus 4.6, 8 of Claude Haiku 4.5`. */
export function callsByModel(
  models: readonly Pick<PricesUsed['models'][number], 'label' | 'calls'>[],
): string {
  return models.map(({ label, calls }) => `${whole(calls)} of ${label}`).join(', ')
}

/** Whose prices the calls of a run are at: `Claude Opus 4.6`, or each model with its calls. */
export function pricesOfCalls({ models }: PricesUsed): string {
  return models.length === 1 ? (models[0]?.label ?? '') : `each call’s own model (${callsByModel(models)})`
}

/** Whose prices costs are at, as a sentence with the dates of the price lists and why they are assumed. */
export function pricesSentence({ models, assumed }: PricesUsed): string {
  const lists = listed(models.map(({ label, dated }) => `${label} (${dated})`))
  const each = models.length > 1 ? ', each call at those of its own model' : ''
  const why = assumed ? ', an assumption: the conversation names no model with a known price' : ''
  return `Costs are at the prices of ${lists}${each}${why}.`
}

/** What is said beside figures that carry no ≈ where the counter estimates (TOK-5); '' where it counts. */
export function estimatesSentence(lanes: readonly { readonly data: Pick<TimelineData, 'exact'> }[]): string {
  return lanes.every(({ data }) => data.exact)
    ? ''
    : 'All tokens, and the costs and times that follow from them, are estimates: one token per four characters.'
}
