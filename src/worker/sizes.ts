import { COUNTER_NAMES } from '../engine/index.ts'
import type { CounterName, TokenCounter, Turn } from '../engine/index.ts'
import { sizeAt } from '../sim/internal.ts'
import type { Timeline } from '../sim/index.ts'
import { loadCounter } from '../tokenizer/index.ts'
import type { CounterSizes } from './protocol.ts'

/**
 * A prompt by every counter that can be loaded. The door fetches this file when it is asked.
 *
 * @throws RangeError for a turn that the run did not reach; whatever a counter throws at the prompt
 */
export async function sizesAt(timeline: Timeline, turn: Turn): Promise<CounterSizes> {
  const sizes: [string, number][] = []
  for (const name of COUNTER_NAMES) {
    const counter = await loadedCounter(name)
    if (counter !== null) sizes.push([name, sizeAt(timeline, turn, counter)])
  }
  return Object.fromEntries(sizes)
}

/** Null where its ranks cannot be fetched, as without a network: the others say what they count. */
async function loadedCounter(name: CounterName): Promise<TokenCounter | null> {
  try {
    return await loadCounter(name)
  } catch (failure) {
    if (isUnfetched(failure)) return null
    throw failure
  }
}

/** Browsers agree on no more than this: a module that cannot be fetched is a TypeError that speaks of a module. */
function isUnfetched(failure: unknown): boolean {
  return failure instanceof TypeError && /\bmodule\b/.test(failure.message)
}
