import type { CounterName, TokenCounter } from '../../engine/index.ts'
import { listedCounter } from '../listed-counter.ts'
import type { CountList } from '../listed-counter.ts'

/** How a list is loaded. The specifiers are literal, so that a bundler splits each off. */
type Loader = () => Promise<{ readonly counts: CountList }>

/** Lists shipped with the page: by counter, and by the conversation with these texts. */
const lists: Readonly<Record<CounterName, ReadonlyMap<string, Loader>>> = Object.freeze({
  chars4: new Map(),
  o200k_base: new Map([['axios-migration 7', () => import('./axios-migration-7.ts')]]),
  cl100k_base: new Map(),
})

/**
 * A counter for the texts of one conversation that needs no rank files; null if the page has none. It throws an
 * UncountedText for a text that a run needs and that no run of the list needed.
 *
 * @param conversation name and seed of a scenario at its default parameters: `axios-migration 7`
 */
export async function shippedCounter(name: CounterName, conversation: string): Promise<TokenCounter | null> {
  const load = Object.hasOwn(lists, name) ? lists[name].get(conversation) : undefined
  return load === undefined ? null : listedCounter((await load()).counts)
}
