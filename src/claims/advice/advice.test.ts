import { describe, expect, it } from 'vitest'
import { ENGINE_VERSION } from '../../sim/index.ts'
import { loadCounter } from '../../tokenizer/index.ts'
import { advised } from '../index.ts'
import { pitfallMeasurer } from './measured-pitfall.ts'
import { pitfalls } from './pitfalls.ts'
import { on } from './plan.ts'
import { SITUATION_SEEDS } from './measured-situation.ts'
import { situations } from './situations.ts'
import stored from '../advised.json' with { type: 'json' }

it('what the page shows of advice was measured with this engine, all of it: npm run claims -- --write', () => {
  expect(stored.engine).toBe(ENGINE_VERSION)
  expect(Object.keys(stored.situations)).toEqual(situations.map(({ id }) => id))
  expect(Object.keys(stored.pitfalls)).toEqual(pitfalls.map(({ id }) => id))
  for (const { seeds } of advised.situations) expect(seeds).toBe(SITUATION_SEEDS.length)
})

describe('a pitfall', async () => {
  const measured = pitfallMeasurer(await loadCounter('o200k_base'))

  it.each(pitfalls.map((one) => [one.id, one] as const))(
    '%s is better mended, in what shows the harm, and the page has the figures of these two runs',
    (id, pitfall) => {
      const found = measured(pitfall)
      const { asWritten, mended } = found.figures
      const gain = (mended.value ?? 0) - (asWritten.value ?? 0)
      expect(found.better === 'up' ? gain : -gain).toBeGreaterThan(0)
      expect(advised.pitfalls.find((one) => one.id === id)).toEqual({ ...pitfall, ...found })
    },
  )

  it('of an agent that starts again does so where it would overflow', () => {
    const restarts = advised.pitfalls.flatMap((one) => one.restarts ?? [])
    expect(restarts.length).toBeGreaterThan(1)
    const overflow = advised.pitfalls.find(({ id }) => id === 'overflow')
    expect(overflow?.figures.asWritten.value).toBe(restarts[0])
  })
})

it('the guides have seven pitfalls each, unmanaged contexts five failure modes, continued ones three', () => {
  const sections = [...pitfalls, ...pitfalls.flatMap(({ also }) => also ?? [])]
  const named = (article: string, pattern: RegExp): number =>
    new Set(
      sections.filter((one) => one.article === article && pattern.test(one.section)).map((it) => it.section),
    ).size
  expect(named('Sliding Message Window', /^Pitfall [1-7]$/)).toBe(7)
  expect(named('agentfit-rs', /^Pitfall [1-7]$/)).toBe(7)
  expect(named('Agent Context Window Management', /^1, /)).toBe(5)
  expect(named('Agent Context Window Management', /^6, /)).toBe(3)
})

it('a plan has its changes as the text of its config, too', () => {
  expect(on('atomic_window', { atomic_window: { max_messages: 6, keep_current: false } })).toEqual({
    policy: 'atomic_window',
    gates: 'on',
    changes: { atomic_window: { max_messages: 6, keep_current: false } },
    text: 'strategy: atomic_window\natomic_window:\n  max_messages: 6\n  keep_current: false\n',
  })
  expect(on('fifo')).toEqual({ policy: 'fifo', gates: 'on' })
})
