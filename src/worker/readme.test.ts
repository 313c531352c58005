import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { Divergence, MetricRow, Timeline } from '../sim/index.ts'
import { compared, openDoor } from './door-fixture.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'readme-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** The results of the README's example. */
interface Ended {
  readonly runs: Readonly<Record<string, Timeline>>
  readonly firstDivergence: Divergence | null
  readonly max_context_tokens: number
  readonly said: readonly unknown[]
}

test('the example of the README runs unchanged, and gives the results that the page shows for the same log', async () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  const sample = /readFileSync\('(public\/samples\/[^']+)'/.exec(code)?.[1] ?? ''
  const file = join(folder, 'example.ts')
  const ends = '\nexport { firstDivergence, max_context_tokens, runs }\n'
  writeFileSync(file, code.replaceAll("'./src/", `'${root}/src/`) + ends)
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const { runs, firstDivergence, max_context_tokens } = (await import(/* @vite-ignore */ file)) as Ended
  const said: readonly unknown[] = log.mock.calls.flat()
  log.mockRestore()

  // As the page would for a log that was just opened: lanes by preset, the start window, its own counter.
  const page = await compared(openDoor(), 1, {
    source: { kind: 'log', text: readFileSync(join(root, sample), 'utf8'), filename: 'anthropic.json' },
    lanes: ['fifo', 'hybrid'].map((preset) => ({ name: preset, label: preset, preset, config: {} })),
    budget: { kind: 'start' },
    counter: 'o200k_base',
  })
  expect(max_context_tokens).toBe(page.limit)
  expect(Object.keys(runs)).toEqual(page.lanes.map(({ name }) => name))
  for (const { name, data } of page.lanes) {
    expect(runs[name]?.data.turns.length, name).toBe(data.turns.length)
    expect(runs[name]?.data.edits, name).toEqual(data.edits)
  }
  expect(firstDivergence).toEqual(page.firstDivergence)
  const [turn, rows] = said as [number | undefined, readonly MetricRow[]]
  expect(turn).toBe(page.firstDivergence?.turn)
  expect(rows).toEqual(page.lanes.find(({ name }) => name === 'hybrid')?.rows)
  // Comparing the figures of two equal lanes would prove nothing.
  expect(page.firstDivergence?.turn).toBeGreaterThan(0)
})
