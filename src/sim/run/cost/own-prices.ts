import { pricedModel } from '../../../llm/index.ts'
import type { PricedModel } from '../../../llm/index.ts'

/**
 * The prices of a call by the name of its model: each call is at those of its own model, unless a person chose the prices
 * of another model than the conversation's for all. Null for a name without a known price.
 *
 * @param main the model of the conversation
 * @param model whose prices the others are at, and whether nobody chose them
 */
export function ownPrices(
  main: string | null,
  { model, assumed }: { readonly model: PricedModel; readonly assumed: boolean },
): (name: string | null) => PricedModel | null {
  const isChosen = !assumed && (main === null || pricedModel(main)?.id !== model.id)
  const known = new Map<string, PricedModel | null>()
  return (name) => {
    if (name === null || isChosen) return model
    let own = known.get(name)
    if (own === undefined) known.set(name, (own = pricedModel(name)))
    // A person may have other prices for it.
    return own?.id === model.id ? model : own
  }
}
