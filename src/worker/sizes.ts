import { COUNTER_NAMES } from '../engine/index.ts'
import type { CounterName, TokenCounter, Turn } from '../engine/index.ts'
import { sizeAt } from '../sim/internal.ts'
import type { Timeline } from '../sim/index.ts'
import { loadCounter } from '../tokenizer/index.ts'
import type { CounterSizes } from './protocol.ts'

/**
 * A prompt by every counter that can be loaded. The door loads this file on demand.
 *
 * @throws RangeError for a turn that the run did not reach; and errors of a counter
 */
export async function sizesAt(timeline: Timeline, turn: Turn): Promise<CounterSizes> {
  const sizes: [string, number][] = []
  for (const name of COUNTER_NAMES) {
    const counter = await loadedCounter(name)
    if (counter !== null) sizes.push([name, sizeAt(timeline, turn, counter)])
  }
  return Object.fromEntries(sizes)
}

/** Null if its ranks cannot be loaded, for example without a network: the other counters still answer. */
async function loadedCounter(name: CounterName): Promise<TokenCounter | null> {
  try {
    return await loadCounter(name)
  } catch (failure) {
    if (isUnfetched(failure)) return null
    throw failure
  }
}

/** Browsers have only this in common: a module that cannot be loaded is a TypeError that mentions a module. */
function isUnfetched(failure: unknown): boolean {
  return failure instanceof TypeError && /\bmodule\b/.test(failure.message)
}
