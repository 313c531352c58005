import { COUNTER_NAMES, chars4, type CounterName, type TokenCounter } from '../engine/index.ts'
import { remembering } from './memo.ts'

/**
 * How each counter loads its tables and the code that reads them. The specifiers are literal, so that a bundler splits
 * them off.
 */
const loaders: Readonly<Record<CounterName, () => Promise<TokenCounter>>> = Object.freeze({
  chars4: async () => chars4,
  o200k_base: async () => {
    const [{ default: encoding }, { scanO200k }, { exactCounter }] = await Promise.all([
      import('js-tiktoken/ranks/o200k_base'),
      import('./scanner-o200k.ts'),
      import('./exact-counter.ts'),
    ])
    return remembering(exactCounter('o200k_base', scanO200k, encoding.bpe_ranks))
  },
  cl100k_base: async () => {
    const [{ default: encoding }, { scanCl100k }, { exactCounter }] = await Promise.all([
      import('js-tiktoken/ranks/cl100k_base'),
      import('./scanner-cl100k.ts'),
      import('./exact-counter.ts'),
    ])
    return remembering(exactCounter('cl100k_base', scanCl100k, encoding.bpe_ranks))
  },
})

const loaded = new Map<CounterName, Promise<TokenCounter>>()

/**
 * The counter of that name. An exact one reads its ranks on first use (1 to 2 MB and about 100 ms) and is then shared;
 * a failed load is retried at the next call. Rejects for any other name.
 */
export async function loadCounter(name: CounterName): Promise<TokenCounter> {
  if (!COUNTER_NAMES.includes(name)) {
    throw new RangeError(`unknown counter, known are ${COUNTER_NAMES.join(', ')}: ${String(name)}`)
  }
  const known = loaded.get(name)
  if (known !== undefined) return known
  const loading = loaders[name]()
  loaded.set(name, loading)
  try {
    return await loading
  } catch (failure) {
    loaded.delete(name)
    throw failure
  }
}
