import { expect, it } from 'vitest'
import { COUNTER_NAMES, chars4, type CounterName } from '../engine/index.ts'
import { loadCounter } from './index.ts'

it('TOK-1 loads every counter by its name', async () => {
  const counters = await Promise.all(COUNTER_NAMES.map((name) => loadCounter(name)))
  expect(counters.map((counter) => counter.name)).toEqual(COUNTER_NAMES)
  expect(counters.map((counter) => counter.exact)).toEqual([false, true, true])
  // 上下文 is two tokens of o200k_base and three of cl100k_base.
  expect(counters.map((counter) => counter.count('上下文'.repeat(1000)))).toEqual([750, 2000, 3000])
})

it('returns the same counter every time', async () => {
  expect(await loadCounter('chars4')).toBe(chars4)
  const [first, second] = await Promise.all([loadCounter('cl100k_base'), loadCounter('cl100k_base')])
  expect(first).toBe(second)
  expect(await loadCounter('cl100k_base')).toBe(first)
})

it.each(['p50k_base', '', '__proto__', 'constructor', 'toString'])('refuses the name %j', async (name) => {
  await expect(loadCounter(name as CounterName)).rejects.toThrow(
    `unknown counter, known are chars4, o200k_base, cl100k_base: ${name}`,
  )
})
