import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chars4, strategies } from '../../engine/index.ts'
import { freedAddsUp } from '../../testing/run-record.ts'
import { metrics, readTrace, run, scenario, takeIn, unmanagedPeak } from '../index.ts'
import type { Trace } from '../index.ts'

const folder = process.env['TRACES_DIR'] ?? ''
const files = folder === '' ? [] : readdirSync(folder).filter((name) => /\.(?:jsonl?|traj)$/.test(name))

const cases: readonly (readonly [string, () => Trace])[] = [
  ['axios-migration 7', () => scenario('axios-migration', 7)],
  ...files.map(
    (file) => [file, () => readTrace(readFileSync(join(folder, file), 'utf8'), { filename: file })] as const,
  ),
]

describe.each(cases)('what edits free: %s', (_, make) => {
  it('LED-1 EDIT-1 every strategy tells one figure: the edit, its blocks, its decision, the window and the metric', () => {
    const trace = make()
    const intake = takeIn(trace, chars4)
    const max_context_tokens = Math.max(2000, Math.floor(unmanagedPeak(intake) / 3))
    let edits = 0
    for (const strategy of Object.keys(strategies)) {
      const { data } = run(trace, { strategy, max_context_tokens }, { intake })
      freedAddsUp(data)
      edits += data.edits.length
      const total = metrics({ data }).find(({ id }) => id === 'freed-tokens')?.value
      expect(total).toBe(data.edits.reduce((sum, { before, after }) => sum + before - after, 0))
    }
    if (trace.turns.length > 30) expect(edits).toBeGreaterThan(10)
  })
})
