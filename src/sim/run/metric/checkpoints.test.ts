import { expect, it } from 'vitest'
import { presetConfig } from '../../../config/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { metrics, run } from '../../index.ts'

const ID = 'checkpoints-not-newer'

it.each([
  ['as_written_overflow', 'each is saved as version 2'],
  ['handover', 'each version is above the one before'],
] as const)('CROSS-2 counts checkpoints of %s that cannot be told from older ones: %s', (strategy, _) => {
  const timeline = run(scenario('pivot-and-return', 1), { strategy, max_context_tokens: 14_000 })
  const versions = timeline.data.checkpoints.map(({ checkpoint }) => checkpoint.version)
  expect(versions.length).toBeGreaterThan(2)
  const found = metrics(timeline).find(({ id }) => id === ID)?.value
  if (strategy === 'handover') expect([versions, found]).toEqual([versions.map((_, at) => at + 1), 0])
  else expect([versions, found]).toEqual([versions.map(() => 2), versions.length - 1])
})

it('CROSS-2 a run without checkpoints has no such count', () => {
  const timeline = run(scenario('bug-fix', 1), { strategy: 'unmanaged', max_context_tokens: 1_000_000 })
  expect(metrics(timeline).find(({ id }) => id === ID)?.value).toBeNull()
})

it('CROSS-2 the checkpoints of several agents are counted apart, for each has versions of its own', () => {
  const timeline = run(scenario('sub-agents', 7), {
    ...presetConfig('compaction_first'),
    max_context_tokens: 8955,
  })
  const byWindow = new Map<number, number[]>()
  for (const { window, checkpoint } of timeline.data.checkpoints)
    byWindow.set(window, [...(byWindow.get(window) ?? []), checkpoint.version])
  expect(byWindow.size).toBeGreaterThan(3)
  for (const versions of byWindow.values()) expect(versions).toEqual(versions.map((_, at) => at + 1))
  expect(metrics(timeline).find(({ id }) => id === ID)?.value).toBe(0)
})
