import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { writers } from '../sim/index.ts'
import { scenario } from '../testing/shared-traces.ts'
import { follow } from './command/watch.ts'
import { ran } from './terminal-fixture.ts'
import { GrowingFile } from './input/growing-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'watch-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('a file that grows byte by byte has the text that reading it whole gives, whatever is cut', () => {
  const path = join(folder, 'grows.txt')
  const whole = Buffer.from('é 日本 😀 a\r\n\uFEFFß'.repeat(3))
  writeFileSync(path, '')
  const file = new GrowingFile(path)
  for (const byte of whole) {
    appendFileSync(path, Buffer.from([byte]))
    expect(file.text()).toBe(readFileSync(path, 'utf8'))
  }
  // Written anew, as long and longer and shorter.
  for (const text of ['x'.repeat(whole.length), 'y'.repeat(whole.length + 9), 'z', '']) {
    writeFileSync(path, text)
    expect(file.text()).toBe(text)
  }
})

test('a log of JSON Lines says the same at every prefix as when it is read anew, and reads and counts only what is new', () => {
  const path = join(folder, 'session.jsonl')
  const lines = writers['claude-code'](scenario('bug-fix', 2)).split('\n').slice(0, 16)
  const text = `${lines.join('\n')}\n`
  const counted: string[] = []
  const counter = {
    ...chars4,
    count: (one: string) => {
      counted.push(one)
      return chars4.count(one)
    },
  }
  const watched = {
    path,
    lane: { name: 'fifo', config: { strategy: 'evict', eviction: { policy: 'fifo' } } },
    tokens: 20_000,
  } as const
  writeFileSync(path, '')
  const grown = follow({ ...watched, counter })
  let told: readonly string[] | string = []
  for (const line of lines) {
    // A line that is being written may end anywhere.
    for (const part of [line.slice(0, line.length / 2), `${line.slice(line.length / 2)}\n`]) {
      appendFileSync(path, part)
      told = grown.lines()
      expect(told).toEqual(follow({ ...watched, counter: chars4 }).lines())
    }
  }
  expect(readFileSync(path, 'utf8')).toBe(text)
  expect(typeof told === 'string' ? 0 : told.length).toBeGreaterThan(3)
  expect(new Set(counted).size).toBe(counted.length)
  // What was there is read again only as far as it shows that the rest was appended.
  expect(grown.bytesRead()).toBeLessThan(Buffer.byteLength(text) + 2 * lines.length * 4096)
})

test('a line has the zone of the window that it prints, also after an eviction', () => {
  const path = join(folder, 'evicts.jsonl')
  writeFileSync(path, writers['claude-code'](scenario('bug-fix', 2)))
  const lane = { name: 'fifo', config: { strategy: 'evict', eviction: { policy: 'fifo' } } } as const
  const lines = follow({ path, lane, counter: chars4, tokens: 12_000 }).lines()
  const rows = (typeof lines === 'string' ? [] : lines.slice(1)).map((line) => {
    const [, tokens = '', zone = ''] = /^turn +\d+ +([\d,]+) tokens +[\d.]+ % +(\w+)/.exec(line) ?? []
    return { tokens: Number(tokens.replaceAll(',', '')), zone }
  })
  expect(lines.toString()).toContain('tokens freed')
  // A fuller window is never in a lower zone.
  const order = ['green', 'yellow', 'orange', 'red']
  const zones = rows
    .toSorted((one, other) => one.tokens - other.tokens)
    .map(({ zone }) => order.indexOf(zone))
  expect(zones).not.toContain(-1)
  expect(zones).toEqual(zones.toSorted((one, other) => one - other))
})

test('watch says why nothing is shown yet', async () => {
  writeFileSync(join(folder, 'early.jsonl'), '')
  const err = (text: string): never => {
    // It would wait for ever.
    throw new Error(`said: ${text}`)
  }
  await expect(ran('watch early.jsonl', { cwd: folder, err })).rejects.toThrow(
    'said: early.jsonl: line 1, column 1: the log is empty; waiting for more',
  )
})
