import { COUNTER_NAMES } from '../engine/index.ts'
import type { Turn } from '../engine/index.ts'
import { sizeAt } from '../sim/index.ts'
import type { Timeline } from '../sim/index.ts'
import { loadCounter } from '../tokenizer/index.ts'
import type { CounterSizes } from './protocol.ts'

/** A prompt by every counter that can be loaded. The door fetches this file when it is asked. */
export async function sizesAt(timeline: Timeline, turn: Turn): Promise<CounterSizes> {
  const sizes: [string, number][] = []
  for (const name of COUNTER_NAMES) {
    try {
      sizes.push([name, sizeAt(timeline, turn, await loadCounter(name))])
    } catch (failure) {
      if (failure instanceof RangeError) throw failure
      // Without a network its ranks cannot be fetched; the others say what they count.
    }
  }
  return Object.fromEntries(sizes)
}
