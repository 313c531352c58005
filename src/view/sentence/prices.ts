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

/** Each model with the date of its price list. */
export function priceLists(models: PricesUsed['models']): readonly string[] {
  return models.map(({ label, dated }) => `${label} (${dated})`)
}

/** Whose prices costs are at, as a sentence with the dates of the price lists and why they are assumed. */
export function pricesSentence({ models, assumed }: PricesUsed): string {
  const lists = listed(priceLists(models))
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

/**
 * Whose prices the costs of a study over logs are at.
 *
 * @param all the prices of each log
 * @param isChosen true if a person chose them for all costs of the page
 */
export function pricesOfLogs(all: readonly PricesUsed[], isChosen: boolean): string {
  const namesOf = (some: readonly PricesUsed[]): string =>
    listed([...new Set(some.flatMap(({ models }) => priceLists(models)))])
  if (isChosen) return `Costs: every log at the prices of ${namesOf(all)}, chosen in the panel Cost.`
  const unnamed = all.filter(({ assumed }) => assumed)
  const own = 'Costs: each log at the prices of its own model'
  if (unnamed.length === 0) return `${own}.`
  const names = namesOf(unnamed)
  return unnamed.length === all.length
    ? `Costs are at the prices of ${names}, an assumption: no log names a model with a known price.`
    : `${own}; ${whole(unnamed.length)} of ${whole(all.length)} ${unnamed.length === 1 ? 'names' : 'name'} none with a known price and ${unnamed.length === 1 ? 'has' : 'have'} those of ${names}.`
}
