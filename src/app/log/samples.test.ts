import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readers, readTrace, scenario, writers } from '../../sim/index.ts'
import type { Trace } from '../../sim/index.ts'
import { SAMPLES } from './samples.ts'

const folder = join(import.meta.dirname, '../../../public/samples')

/** Turns of the conversation that are written: all of them would be too long in the widest format. */
const TURNS = 36

function beginning(): Trace {
  const whole = scenario('axios-migration', 7, { turns: 50, result_scale: 0.5 })
  return { ...whole, turns: whole.turns.slice(0, TURNS) }
}

test('there is one sample for each format that the readers know, and no other file', () => {
  expect(SAMPLES.map(({ format }) => format)).toEqual(Object.keys(readers))
  expect(readdirSync(folder).sort()).toEqual(SAMPLES.map(({ file }) => file).sort())
})

for (const { format, file } of SAMPLES) {
  test(`REC-1 ${file} is what the writer writes, and reads back as ${format} without a problem`, async () => {
    const text = writers[format]?.(beginning()) ?? ''
    expect(Buffer.byteLength(text)).toBeLessThan(300_000)
    const read = readTrace(text, { filename: file })
    expect(read.source.name).toBe(format)
    expect(read.intake.problems).toEqual([])
    expect(read.turns).toHaveLength(TURNS)
    // Writes the file anew with `npx vitest run src/app/log/samples.test.ts -u`.
    await expect(text).toMatchFileSnapshot(join(folder, file))
  })
}
