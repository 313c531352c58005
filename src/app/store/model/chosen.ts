import { readModelFacts, writeModelFacts } from '../../../llm/index.ts'
import type { ModelFacts, Usd } from '../../../llm/index.ts'

/** The key under which the tab remembers what a person chose for calls: the sum that survives a reload has its limit. */
const STORED = 'context-window-lab calls'

/** What a person chose for calls. */
export interface Chosen {
  readonly model: string
  /** The model's name for people. */
  readonly label: string
  /** A person's own facts about models, by id, instead of the shipped ones. */
  readonly own: ReadonlyMap<string, ModelFacts>
  /** Maximum total cost of the page's calls. */
  readonly cap: Usd
}

/** What was chosen before this load of the page; what the tab does not hold, or in a wrong form, is left out. */
export function restoreChosen(): Partial<Chosen> {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORED) ?? 'null')
    if (!Array.isArray(stored)) return {}
    const [model, label, cap, own] = stored as readonly unknown[]
    return {
      ...(typeof model === 'string' && typeof label === 'string' && { model, label }),
      ...(typeof cap === 'number' && cap >= 0 && { cap }),
      ...(typeof own === 'string' && { own: readModelFacts(own).models }),
    }
  } catch {
    return {}
  }
}

export function storeChosen({ model, label, cap, own }: Chosen): void {
  try {
    window.sessionStorage.setItem(STORED, JSON.stringify([model, label, cap, writeModelFacts(own.values())]))
  } catch {
    // The choice then lasts as long as this load.
  }
}
