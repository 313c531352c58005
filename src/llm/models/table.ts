import type { CacheRule, KnownModel, Price, PricedModel } from './model.ts'

/** A row of a table of prices; its key is the id of a known model, which has the label. */
export type PriceRow = Omit<PricedModel, 'id' | 'label'>

/** Known models that share everything but an id, a label and a window. */
export function rows(
  shared: Omit<KnownModel, 'id' | 'label' | 'window'>,
  list: readonly (readonly [id: string, label: string, window: number])[],
): readonly KnownModel[] {
  return list.map(([id, label, window]) => ({ id, label, window, ...shared }))
}

/** US dollars per million tokens, in the order of a price page. */
export function written(
  input: number,
  output: number,
  cacheRead: number,
  write: number,
  hour = write,
): Price {
  return Object.freeze({ input, output, cacheRead, cacheWrite5m: write, cacheWrite1h: hour })
}

/** How Anthropic caches, where a model has no exception. */
export const CLAUDE: CacheRule = Object.freeze({
  kind: 'marked',
  minimum: 1024,
  step: 1,
  lookBack: 20,
  minutes: 5,
  source: 'Anthropic, “Prompt caching”, November 2026',
})
