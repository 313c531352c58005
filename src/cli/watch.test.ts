import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { writers } from '../sim/index.ts'
import { accepts } from '../testing/json-schema.ts'
import { scenario } from '../testing/shared-traces.ts'
import { follow } from './command/watch.ts'
import type { Followed, Told } from './command/watch.ts'
import { resultSchema } from './index.ts'
import { ran } from './terminal-fixture.ts'

const root = mkdtempSync(join(tmpdir(), 'watch-'))
afterAll(() => {
  rmSync(root, { recursive: true })
})
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(root, 'a-'))
})

const log = (seed: number): readonly string[] => writers['claude-code'](scenario('bug-fix', seed)).split('\n')
const lines = log(2).slice(0, 16)
const whole = (some: readonly string[]): string => some.map((line) => `${line}\n`).join('')

const lane = { name: 'fifo', config: { strategy: 'evict', eviction: { policy: 'fifo' } } } as const
const watching = { lane, counter: chars4, tokens: 20_000, format: null }
const following = (path: string, isOld = false): Followed => follow('x', path, watching, isOld)

/** A turn by its number, anything else by its message or kind. */
const brief = (news: readonly Told[]): readonly (number | string)[] =>
  news.map((told) =>
    told.kind === 'turn'
      ? told.turn
      : told.kind === 'log'
        ? 'log'
        : `${told.line}:${told.column} ${told.message}`,
  )
const looked = async (one: Followed): Promise<readonly (number | string)[]> => brief(await one.look(false))

test('a log that grows in pieces gives each turn once, and the same as when it is read anew', async () => {
  const path = join(folder, 'session.jsonl')
  writeFileSync(path, '')
  const grown = following(path)
  expect(await looked(grown)).toEqual(['1:1 the log is empty; waiting for more'])
  const news: Told[] = []
  for (const line of lines) {
    // A line that is being written may end anywhere, also within a character.
    const bytes = Buffer.from(`${line}\n`)
    for (const part of [bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)]) {
      appendFileSync(path, part)
      news.push(...(await grown.look(false)))
    }
  }
  const turns = brief(news).filter((one) => typeof one === 'number')
  expect(turns.length).toBeGreaterThan(3)
  expect(turns).toEqual(turns.map((_, at) => at))
  expect(brief(await following(path).look(true))).toEqual(['log', ...turns])
  // Nothing else is said but what it waits for.
  for (const told of news) if (told.kind === 'problem') expect(told.message).toMatch(/; waiting for more$/)
})

test('a broken line is named once with its line, its column and its text, however often the log is read', async () => {
  const path = join(folder, 'session.jsonl')
  writeFileSync(path, whole([...lines.slice(0, 6), '{"type": oops}', ...lines.slice(6, 8)]))
  const one = following(path)
  const said = (await looked(one)).filter((told) => typeof told === 'string' && told !== 'log')
  expect(said).toEqual([expect.stringMatching(/^7:10 .*"oops}"$/)])
  appendFileSync(path, whole(lines.slice(8)))
  expect((await looked(one)).every((told) => typeof told === 'number')).toBe(true)
})

test('a log that is begun again, shorter or longer, is shown from its beginning', async () => {
  const path = join(folder, 'session.jsonl')
  const [short, other] = [whole(lines.slice(0, 8)), whole(log(3))]
  writeFileSync(path, whole(lines))
  const one = following(path)
  const all = await looked(one)
  writeFileSync(path, short)
  expect(await looked(one)).toEqual(['log', ...all.slice(1, (await looked(following(path))).length)])
  renameSync(path, join(folder, 'session.1.jsonl'))
  expect(await looked(one)).toEqual([])
  writeFileSync(path, other)
  expect(await looked(one)).toEqual(await looked(following(path)))
})

test('a document that is written anew is not shown again while only a part of it is there', async () => {
  const path = join(folder, 'messages.json')
  const talk = (count: number): string =>
    JSON.stringify({
      messages: Array.from({ length: count }, (_, at) => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        content: `Step ${at}.`,
      })),
    })
  writeFileSync(path, talk(6))
  const one = following(path)
  expect(await looked(one)).toEqual(['log', 0, 1, 2])
  for (const end of [1, 60, 200]) {
    writeFileSync(path, talk(8).slice(0, end))
    expect(await looked(one), String(end)).toEqual([])
  }
  writeFileSync(path, talk(8))
  expect(await looked(one)).toEqual([3])
})

test('of a log that was there before only its next turns are shown', async () => {
  const path = join(folder, 'session.jsonl')
  writeFileSync(path, whole([...lines.slice(0, 8), 'oops']))
  const one = following(path, true)
  expect(await looked(one)).toEqual([])
  // Also if it cannot be read for a moment.
  writeFileSync(path, 'oops')
  expect(await looked(one)).toEqual([expect.stringMatching(/^1:1 .*; waiting for more$/)])
  writeFileSync(path, whole([...lines.slice(0, 8), 'oops', ...lines.slice(8)]))
  const all = (await looked(following(path))).filter((told) => typeof told === 'number')
  expect(await looked(one)).toEqual(['log', all.at(-1)])
})

test('logs in UTF-16, with a mark and packed are followed as in UTF-8, and what cannot be read has the words of inspect', async () => {
  const text = whole(lines)
  const forms = {
    'plain.jsonl': Buffer.from(text),
    'mark.jsonl': Buffer.from(`\uFEFF${text}`),
    'wide.jsonl': Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'packed.jsonl.gz': gzipSync(text),
  }
  const told: (readonly Told[])[] = []
  for (const [name, bytes] of Object.entries(forms)) {
    writeFileSync(join(folder, name), bytes)
    told.push((await following(join(folder, name)).look(true)).filter(({ kind }) => kind === 'turn'))
  }
  for (const one of told) expect(one).toEqual(told[0])
  expect(told[0]?.length).toBeGreaterThan(3)
  const bad = {
    'a.gz': gzipSync(text).subarray(0, 100),
    'b.zip': Buffer.from('PK\u0003\u0004 no archive'),
    'c.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]),
    'd.json': Buffer.from('{"a": [1,\n oops'),
  }
  for (const [name, bytes] of Object.entries(bad)) {
    writeFileSync(join(folder, name), bytes)
    const [here, there] = [
      await ran(`watch ${name} --once`, { cwd: folder }),
      await ran(`inspect ${name}`, { cwd: folder }),
    ]
    expect([here.code, here.out]).toEqual([3, ''])
    expect(there.out, name).toContain(here.err)
  }
})

test('notes that take room are said to add tokens, not to free a negative number', async () => {
  const path = join(folder, 'notes.jsonl')
  writeFileSync(path, writers['claude-code'](scenario('long-coding', 1)))
  const { out } = await ran(`watch ${path} --lane managed --counter chars4 --window 20k --once`)
  expect(out).toMatch(/notes replaced: \d+ blocks?, [\d,]+ tokens added/)
  expect(out).not.toContain('−')
})

test('a line has the zone of the window that it prints, also after an eviction', async () => {
  const path = join(folder, 'evicts.jsonl')
  writeFileSync(path, writers['claude-code'](scenario('bug-fix', 2)))
  const { out } = await ran(`watch ${path} --lane fifo --counter chars4 --window 12k --once`)
  const rows = out
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, tokens = '', zone = ''] = /^turn +\d+ +([\d,]+) tokens +[\d.]+ % +(\w+)/.exec(line) ?? []
      return { tokens: Number(tokens.replaceAll(',', '')), zone }
    })
  expect(out).toContain('tokens freed')
  // A fuller window is never in a lower zone.
  const order = ['green', 'yellow', 'orange', 'red']
  const zones = rows
    .toSorted((one, other) => one.tokens - other.tokens)
    .map(({ zone }) => order.indexOf(zone))
  expect(zones).not.toContain(-1)
  expect(zones).toEqual(zones.toSorted((one, other) => one - other))
})

test('of several logs each line is named, in the terminal and as JSON that the schema describes', async () => {
  mkdirSync(join(folder, 'inner'))
  writeFileSync(join(folder, 'a.jsonl'), whole(lines.slice(0, 8)))
  writeFileSync(join(folder, 'inner', 'b.jsonl'), whole(['oops', ...lines]))
  writeFileSync(join(folder, 'inner', 'c.json'), '{"messages": [')
  const here = { cwd: folder }
  const { code, out, err } = await ran('watch . --once --counter chars4', here)
  expect(code).toBe(0)
  expect(
    new Set(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/:| /)[0]),
    ),
  ).toEqual(new Set(['a.jsonl', 'inner/b.jsonl']))
  expect(err).toMatch(/^inner\/b\.jsonl:1:1: .*"oops"\ninner\/c\.json:1:15: /)
  const json = await ran('watch . --once --counter chars4 --format json', here)
  const told = json.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Told)
  expect(json.err).toBe('')
  for (const one of told) expect(accepts(resultSchema, one), JSON.stringify(one)).toBe(true)
  expect(accepts(resultSchema, { ...told[0], more: 1 })).toBe(false)
  const count = (kind: string): number => told.filter((one) => one.kind === kind).length
  expect([count('log'), count('problem'), count('turn')]).toEqual([2, 2, out.match(/ turn /g)?.length])
})

/** What is printed until something is said that has this text; then it would wait for ever. */
async function until(args: string, end: string, did: (text: string) => void): Promise<string> {
  let said = ''
  const say = (text: string): void => {
    said += text
    if (text.includes(end)) throw new Error('enough')
    did(text)
  }
  await expect(ran(args, { cwd: folder, out: say, err: say })).rejects.toThrow('enough')
  return said
}

test('a file that appears in a watched folder is followed, and one with another ending is said to be left out', async () => {
  const said = await until('watch . --interval 1', 'turn ', (text) => {
    if (!text.includes('0 logs followed')) return
    writeFileSync(join(folder, 'notes.doc'), 'none')
    writeFileSync(join(folder, 'new.jsonl'), whole(lines))
  })
  expect(said).toMatch(
    /^\.: the folder has no files; waiting for more\n0 logs followed: what is new is shown\n/,
  )
  expect(said).toContain('1 file with other endings left out')
  expect(said).toMatch(/new\.jsonl: managed in a window of [\d,]+ tokens.*\nnew\.jsonl {2}turn {4}0 /)
})

test('a log that is moved away and comes back is followed on', async () => {
  const [path, other] = [join(folder, 'a.jsonl'), join(folder, 'moved')]
  writeFileSync(path, whole(lines))
  const last = (await looked(following(path))).at(-1)
  writeFileSync(path, whole(lines.slice(0, 8)))
  let moved = 0
  const said = await until('watch a.jsonl --interval 1', `turn    ${last}`, (text) => {
    if (text.startsWith('turn    0') && moved++ === 0) renameSync(path, other)
    if (text.includes('there is no such file')) writeFileSync(path, whole(lines))
  })
  expect(said).toContain('a.jsonl: there is no such file or folder; waiting for more\n')
  expect(said.match(/turn {4}0 /g)?.length).toBe(1)
})

test.each([
  ['watch', 2, 'Name a log'],
  ['watch -', 2, 'watch follows files, and - is none'],
  ['watch scenario:bug-fix', 2, 'watch follows files, and scenario:bug-fix is none'],
  ['watch nowhere.jsonl', 3, 'nowhere.jsonl: there is no such file or folder\n'],
  ['watch *.jsonl --once', 3, '*.jsonl: no file matches this pattern\n'],
  ['watch . --once', 3, '.: the folder has no files\n'],
  ['watch . --window 50%', 2, '--window must be model, or tokens as in 200k, but is 50%'],
  ['watch . --window 0', 2, 'but is 0'],
  ['watch . --interval 9999999', 2, '--interval must be at most 86400, but is 9999999'],
  ['watch . --format csv', 2, '--format must be one of table, json, but is csv'],
])('%s ends with exit code %i', async (args, code, said) => {
  const found = await ran(args, { cwd: folder })
  expect([found.code, found.out, found.err]).toEqual([code, '', expect.stringContaining(said)])
})
