import { pricedFacts, pricedModels } from '../../../llm/index.ts'
import type { PricedModel } from '../../../llm/index.ts'
import type { ChosenPrices } from '../../../sim/index.ts'
import type { PricesChoice } from '../choice/choices.ts'
import { connection } from './connection.ts'
import type { Connection } from './connection.ts'

/** Before the id of a model whose prices a person entered. */
export const MINE = 'own '

/**
 * The model that a choice of prices names; undefined for none, and for one that this browser does not know. A person's own
 * prices that are gone, or in another browser, are those of the list.
 */
export function modelChosen(
  name: string | undefined,
  { own }: Pick<Connection, 'own'> = connection.getState(),
): PricedModel | undefined {
  const wanted = name?.startsWith(MINE) === true ? name.slice(MINE.length) : name
  const mine = wanted === name ? undefined : own.get(wanted ?? '')
  return mine === undefined ? pricedModels.find(({ id }) => id === wanted) : pricedFacts(mine)
}

/** The prices of a request to the worker; nothing where the conversation's own are meant. */
export function requestPrices(choice: PricesChoice | null): { readonly prices?: ChosenPrices } {
  if (choice === null) return {}
  const model = modelChosen(choice.model)
  const { term } = choice
  return { prices: { ...(model !== undefined && { model }), ...(term !== undefined && { term }) } }
}

/** A choice of prices that leaves the model to each conversation. */
export function withoutModel(choice: PricesChoice | null): PricesChoice | null {
  return choice?.term === undefined ? null : { term: choice.term }
}
