import { expect, it } from 'vitest'
import { ENGINE_VERSION, metricList } from '../../sim/index.ts'
import { loadCounter } from '../../tokenizer/index.ts'
import { advised } from '../index.ts'
import { measuredPitfall, pitfalls } from './pitfalls.ts'
import { on } from './plan.ts'
import { SITUATION_SEEDS, situations } from './situations.ts'

it('what the page shows of advice was measured with this engine: npm run claims -- --write', () => {
  expect(advised.engine).toBe(ENGINE_VERSION)
  const words = <One extends { readonly id: string }>(list: readonly One[]): unknown =>
    JSON.parse(JSON.stringify(list))
  expect(
    advised.situations.map(({ seeds, means: _, needs: __, cost: ___, ...said }) => {
      expect(seeds).toBe(SITUATION_SEEDS.length)
      return said
    }),
  ).toEqual(words(situations))
  expect(advised.pitfalls.map(({ label: _, figures: __, ...said }) => said)).toEqual(words(pitfalls))
})

it('is what measuring again gives', async () => {
  const pitfall = pitfalls.find(({ id }) => id === 'goal-first')
  if (pitfall === undefined) throw new Error('no such pitfall')
  const again = measuredPitfall(pitfall, await loadCounter('o200k_base'))
  expect(advised.pitfalls.find(({ id }) => id === 'goal-first')).toEqual(JSON.parse(JSON.stringify(again)))
})

it.each(advised.pitfalls.map((one) => [one.id, one] as const))(
  'the mended lane of %s is better in the metric that shows the harm',
  (_, { shownBy, figures }) => {
    const direction = metricList.find(({ id }) => id === shownBy)?.direction
    const gain = (figures.mended.value ?? 0) - (figures.asWritten.value ?? 0)
    expect(direction === 'up' ? gain : -gain).toBeGreaterThan(0)
  },
)

it('a plan has its changes as the text of its config, too', () => {
  expect(on('atomic_window', { atomic_window: { max_messages: 6, keep_current: false } })).toEqual({
    policy: 'atomic_window',
    gates: 'on',
    changes: { atomic_window: { max_messages: 6, keep_current: false } },
    text: 'strategy: atomic_window\natomic_window:\n  max_messages: 6\n  keep_current: false\n',
  })
  expect(on('fifo')).toEqual({ policy: 'fifo', gates: 'on' })
})
