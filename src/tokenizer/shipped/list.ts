import type { CounterName, TokenCounter } from '../../engine/index.ts'
import { listedCounter } from '../listed-counter.ts'
import type { CountList } from '../listed-counter.ts'

/** How a list is come by. The specifiers are literal, so that a bundler splits each off. */
type Loader = () => Promise<{ readonly counts: CountList }>

/** Lists that come with the page: by counter, and by the conversation whose texts they hold. */
const lists: Readonly<Record<CounterName, ReadonlyMap<string, Loader>>> = Object.freeze({
  chars4: new Map(),
  o200k_base: new Map([['axios-migration 7', () => import('./axios-migration-7.ts')]]),
  cl100k_base: new Map(),
})

/**
 * A counter that knows the texts of one conversation and needs no ranks; null where none comes with the
 * page. It throws an UncountedText for a text that a run needs and no run of the list did.
 *
 * @param conversation name and seed of a scenario at its default parameters: `axios-migration 7`
 */
export async function shippedCounter(name: CounterName, conversation: string): Promise<TokenCounter | null> {
  const load = Object.hasOwn(lists, name) ? lists[name].get(conversation) : undefined
  return load === undefined ? null : listedCounter((await load()).counts)
}
