import { modelFacts, models } from '../../../llm/index.ts'
import type { ModelFacts } from '../../../llm/index.ts'
import type { ListedModel } from '../../../provider/index.ts'
import { connection } from './connection.ts'
import type { Connection } from './connection.ts'

/** What is known of a model: what a person says, else what comes with the page; null where nobody says anything. */
export function factsOf(
  model: string,
  { own }: Pick<Connection, 'own'> = connection.getState(),
): ModelFacts | null {
  return modelFacts(model, own)
}

export function setFacts(facts: ModelFacts): void {
  connection.setState(({ own }) => ({ own: new Map(own).set(facts.id, facts) }))
}

/** Back to the figures that come with the page, or to none. */
export function dropFacts(model: string): void {
  connection.setState(({ own }) => ({ own: new Map([...own].filter(([id]) => id !== model)) }))
}

/** A model that can be chosen. */
export interface OfferedModel {
  readonly id: string
  readonly label: string
  /** Null where no price is known. */
  readonly facts: ModelFacts | null
  /** Whether a person entered those. */
  readonly isOwn: boolean
  /** As the provider lists it; null where it does not, or was not asked. */
  readonly listed: ListedModel | null
}

/** Every model that is known of: those that the provider lists first, each group in its own order. */
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

/** Whether an id is another one with a day: `claude-haiku-4-5-20251001` is what `claude-haiku-4-5` means. */
function isDated(dated: string, id: string): boolean {
  return dated.startsWith(`${id}-`) && /^\d{8}$/.test(dated.slice(id.length + 1))
}

/** The figures that come with the page, whatever a person says. */
export function shippedFacts(model: string): ModelFacts | null {
  return modelFacts(model)
}
