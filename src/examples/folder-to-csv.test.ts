import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folderToCsv } from './folder-to-csv.ts'

const samples = join(import.meta.dirname, '..', '..', 'public', 'samples')
const folder = mkdtempSync(join(tmpdir(), 'logs-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const LANES = ['fifo', 'hybrid']

async function table(of: string) {
  const [lines, skipped]: [string[], string[]] = [[], []]
  await folderToCsv(
    of,
    LANES,
    (line) => lines.push(line),
    (line) => skipped.push(line),
  )
  const [header = '', ...rows] = lines
  const names = header.split(',')
  // Cells of the samples contain no comma or quote, except the quotes around the name.
  return { skipped, rows: rows.map((row) => cellsOf(names, row)) }
}

function cellsOf(names: readonly string[], row: string): Record<string, string> {
  const cells = /^"((?:[^"]|"")*)",(.*)$/.exec(row)
  const values = [cells?.[1]?.replaceAll('""', '"') ?? '', ...(cells?.[2]?.split(',') ?? [])]
  expect(values.length, row).toBe(names.length)
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

test('every sample gives one row per lane, in one window, with the replies of its own text', async () => {
  const { rows, skipped } = await table(samples)
  expect(skipped).toEqual([])
  const logs = readdirSync(samples).toSorted()
  expect(rows.map(({ log, lane }) => `${log} ${lane}`)).toEqual(
    logs.flatMap((log) => LANES.map((lane) => `${log} ${lane}`)),
  )
  for (const log of logs) {
    const own = rows.filter((row) => row['log'] === log)
    expect(new Set(own.map(({ window }) => window)).size, log).toBe(1)
    expect(new Set(own.map((row) => row['turns-reached'])).size, log).toBe(1)
    for (const row of own) {
      expect(Number(row['peak-utilization']), log).toBeGreaterThan(0.5)
      expect(Number(row['peak-utilization']), log).toBeLessThanOrEqual(1)
    }
  }
  // Each turn is a call of the model. Counted in the file's text, without a log reader.
  const plain = readFileSync(join(samples, 'plain.txt'), 'utf8')
  const replies = plain.match(/^Assistant:/gm)?.length ?? 0
  expect(replies).toBeGreaterThan(1)
  for (const row of rows.filter(({ log }) => log === 'plain.txt'))
    expect(Number(row['turns-reached'])).toBe(replies)
})

test('an unreadable log is named with its reason, and the others continue', async () => {
  copyFileSync(join(samples, 'plain.txt'), join(folder, 'odd "name", with a comma.txt'))
  writeFileSync(join(folder, 'broken.json'), '{"messages": [')
  mkdirSync(join(folder, 'inner'))
  const { rows, skipped } = await table(folder)
  expect(rows.map(({ log }) => log)).toEqual(Array.from({ length: 2 }, () => 'odd "name", with a comma.txt'))
  expect(skipped).toEqual([expect.stringMatching(/^broken\.json: \S/)])
})
