import type { Tokens } from '../../../engine/index.ts'
import { modelFacts, models } from '../../../llm/index.ts'
import type { ModelFacts } from '../../../llm/index.ts'
import type { ListedModel } from '../../../provider/index.ts'
import { connection } from './connection.ts'
import type { Connection } from './connection.ts'

/** The facts about a model: a person's own, else the shipped ones; null if there are none. */
export function factsOf(
  model: string,
  { own }: Pick<Connection, 'own'> = connection.getState(),
): ModelFacts | null {
  return modelFacts(model, own)
}

export function setFacts(facts: ModelFacts): void {
  connection.setState(({ own }) => ({ own: new Map(own).set(facts.id, facts) }))
}

/** Back to the shipped figures, or to none. */
export function dropFacts(model: string): void {
  connection.setState(({ own }) => ({ own: new Map([...own].filter(([id]) => id !== model)) }))
}

/** A model that can be chosen. */
export interface OfferedModel {
  readonly id: string
  readonly label: string
  /** Null if no price is known. */
  readonly facts: ModelFacts | null
  /** Whether a person entered them. */
  readonly isOwn: boolean
  /** The provider's entry; null if it has none, or its list was not requested. */
  readonly listed: ListedModel | null
}

/** Every known model: those in the provider's list first, each group in its own order. */
export function offeredModels({
  own,
  listed,
  model,
}: Pick<Connection, 'own' | 'listed' | 'model'>): readonly OfferedModel[] {
  const byId = new Map((listed ?? []).map((one) => [one.id, one]))
  const ids = new Set([...byId.keys(), ...Object.keys(models), ...own.keys(), model])
  return [...ids].map((id) => {
    const facts = factsOf(id, { own })
    const found = byId.get(id) ?? (listed ?? []).find((one) => isDated(one.id, id)) ?? null
    return { id, label: facts?.label ?? found?.label ?? id, facts, isOwn: own.has(id), listed: found }
  })
}

/** The provider's entry of a model; null if it has none, or its list was not requested. */
export function listedAs(model: string): ListedModel | null {
  const { own, listed } = connection.getState()
  return offeredModels({ own, listed, model }).find(({ id }) => id === model)?.listed ?? null
}

/** Maximum tokens of a model's reply, entered by a person or from the provider's list; null if unknown. */
export function mostOutput(model: string): Tokens | null {
  return factsOf(model)?.maxOutput ?? listedAs(model)?.maxOutput ?? null
}

/** Whether an id is another one with a date: `claude-haiku-4-5-20251001` is what `claude-haiku-4-5` means. */
function isDated(dated: string, id: string): boolean {
  return dated.startsWith(`${id}-`) && /^\d{8}$/.test(dated.slice(id.length + 1))
}

/** The shipped figures, whatever a person entered. */
export function shippedFacts(model: string): ModelFacts | null {
  return modelFacts(model)
}
