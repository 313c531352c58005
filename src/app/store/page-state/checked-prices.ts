import { isName, isOneOf, isPlain } from './plain.ts'
import type { Findings } from './plain.ts'
import type { PageState } from './state.ts'

/** Prices that this browser does not know are those of the conversation's own model. */
export async function pricesOf(value: unknown, found: Findings): Promise<Pick<PageState, 'prices'>> {
  if (value === undefined) return {}
  const { modelChosen } = await import('../model/prices.ts')
  const isKnown = (one: unknown): one is string => isName(one) && modelChosen(one) !== undefined
  const own = 'those of the conversation are used'
  if (!isPlain(value)) {
    found.wrong('prices', value, 'a model and a term', own)
    return {}
  }
  found.unknown(value, ['model', 'term'], 'prices')
  const model = found.take(
    value['model'],
    'prices.model',
    isKnown,
    'a model with a known price',
    undefined,
    own,
  )
  const term = found.take(
    value['term'],
    'prices.term',
    isOneOf(['5m', '1h']),
    '5m or 1h',
    undefined,
    'it is ignored',
  )
  return model === undefined && term === undefined
    ? {}
    : { prices: { ...(model !== undefined && { model }), ...(term !== undefined && { term }) } }
}
