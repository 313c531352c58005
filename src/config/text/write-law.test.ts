import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { anyCharacter } from '../../testing/any-character.ts'
import { ARTICLE_CONFIG } from '../../testing/article-config.ts'
import { brokenYaml } from '../../testing/broken-yaml.ts'
import { parseConfig, preset, presets, settingRows, writeSettings } from '../index.ts'
import type { SettingRow } from '../index.ts'

const texts = [...presets.map(preset), ARTICLE_CONFIG, '', 'strategy: evict']
const rows = settingRows()

/** Values of a setting, as a person or a control writes them. */
function valueOf(row: SettingRow): fc.Arbitrary<unknown> {
  const names = row.choices.map(({ name }) => name)
  const { min = 0, max = 1 } = row.range ?? {}
  const number = row.integer
    ? fc.integer({ min, max })
    : fc
        .integer({ min: 0, max: 100 })
        .map((part) => Math.round((min + ((max - min) * part) / 100) * 100) / 100)
  switch (row.kind) {
    case 'number':
      return number
    case 'boolean':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...names)
    case 'names':
      return fc.subarray(names, { minLength: 1 })
    case 'texts':
      return fc.uniqueArray(fc.constantFrom('bash', 'read_file', 'a b', '7', 'null', "it's"), {
        minLength: 1,
      })
    case 'text':
      return fc.constantFrom('state.json', 'my notes.md', '1.0', 'true', 'ä.md')
    case 'numbers':
      return fc.dictionary(fc.constantFrom(...names), number, { minKeys: 1 })
    case 'ladder':
      return fc.dictionary(fc.constantFrom('0.7', '0.8', '0.85', '1'), fc.constantFrom(...names), {
        minKeys: 1,
      })
    case 'stages':
      return fc.array(
        fc.oneof(
          fc.constantFrom(...names),
          fc.record({
            stage: fc.constantFrom(...names),
            when: fc.constantFrom('idle > 5', 'zone == red'),
            at: fc.constantFrom(0.5, 0.75),
          }),
        ),
        { minLength: 1, maxLength: 3 },
      )
  }
}

const edits = fc
  .constantFrom(...rows)
  .chain((row) =>
    fc.record({
      text: fc.constantFrom(...texts),
      row: fc.constant(row),
      value: valueOf(row),
      crlf: fc.boolean(),
    }),
  )
  .map(({ text, row, value, crlf }) => ({
    yaml: crlf ? text.replaceAll('\n', '\r\n') : text,
    path: row.path,
    value,
  }))

/** All laws start from one seed, so they get the same edits. Each is written once, and each text read once. */
const writings = new Map<string, string>()
const readings = new Map<string, unknown>()

function write(yaml: string, path: readonly string[], value: unknown): string {
  const key = JSON.stringify([path, value, typeof value, yaml])
  const known = writings.get(key) ?? writtenIn(yaml, path, value)
  writings.set(key, known)
  return known
}

function writtenIn(yaml: string, path: readonly string[], value: unknown): string {
  const written = writeSettings(yaml, [{ path, value }])
  if ('refused' in written) throw new Error(written.refused)
  return written.text
}

/** Read by the `yaml` package itself, with all keys as texts. */
function read(yaml: string): unknown {
  const known = readings.get(yaml) ?? parse(yaml, { stringKeys: true }) ?? {}
  readings.set(yaml, known)
  return known
}

function at(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], data)
}

/** The same data with one value changed by plain code. */
function changed(data: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const before = (data ?? {}) as Record<string, unknown>
  return { ...before, [key]: rest.length === 0 ? value : changed(before[key], rest, value) }
}

function decimals(value: unknown): number {
  return String(value).split('.')[1]?.length ?? 0
}

/** The line of a key, the first of that name. */
function lineOf(yaml: string, path: readonly string[]): string {
  return yaml.split('\n').find((line) => line.trim().startsWith(`${path.at(-1)}:`)) ?? ''
}

/** Whether a line is that of a key, or is below it and indented further. */
function isBelow(yaml: string, path: readonly string[], line: string): boolean {
  const key = `${'  '.repeat(path.length - 1)}${path.at(-1)}:`
  const own = yaml.split('\n').slice(yaml.split('\n').findIndex((one) => one.startsWith(key)))
  const end = own.findIndex((one, index) => index > 0 && !one.startsWith('  '.repeat(path.length)))
  return own.slice(0, end < 0 ? own.length : end).includes(line)
}

describe('CONF-2 writing a setting', () => {
  test('gives it this value and changes no other, in every preset and the article’s file', () => {
    fc.assert(
      fc.property(edits, ({ yaml, path, value }) => {
        expect(read(write(yaml, path, value))).toEqual(changed(read(yaml), path, value))
      }),
      { numRuns: 20 },
    )
  })

  test('leaves every other line as it is, byte for byte', () => {
    fc.assert(
      fc.property(edits, ({ yaml, path, value }) => {
        const [before, after] = [yaml.split('\n'), write(yaml, path, value).split('\n')]
        let head = 0
        while (head < before.length && before[head] === after[head]) head += 1
        let tail = 0
        while (tail < before.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
        // The part between the unchanged beginning and end.
        const touched = before.slice(head, before.length - tail)
        const there = at(read(yaml), path)
        if (there === undefined) expect(touched.filter((line) => !yaml.endsWith(line))).toEqual([])
        else if (typeof there !== 'object') {
          expect(after.length).toBe(before.length)
          expect(touched.every((line) => line.includes(`${path.at(-1)}: `))).toBe(true)
          expect(touched.length).toBeLessThanOrEqual(1)
        } else expect(touched.every((line) => isBelow(yaml, path, line))).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  test('and writing the previous value restores the bytes', () => {
    fc.assert(
      fc.property(edits, ({ yaml, path, value }) => {
        const before = at(read(yaml), path)
        if (before === undefined || typeof before === 'object') return
        // A second write may differ in style, after a longer number or a quoted text.
        const text = write(yaml, path, value)
        fc.pre(decimals(value) <= decimals(before) && !/["']/.test(lineOf(text, path)))
        expect(write(text, path, before)).toBe(yaml)
      }),
      { numRuns: 20 },
    )
  })

  test('never throws, whatever the text; the result can be read', () => {
    const garbage = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 60 }), brokenYaml)
    const edit = fc
      .constantFrom(...rows)
      .chain((row) => valueOf(row).map((value) => ({ path: row.path, value })))
    fc.assert(
      fc.property(garbage, edit, (yaml, { path, value }) => {
        const written = writeSettings(yaml, [{ path, value }])
        if ('refused' in written) expect(written.refused).toMatch(/^\S.*\S$/su)
        else expect(at(read(written.text), path)).toEqual(value)
      }),
      { numRuns: 100 },
    )
  })

  test('applies several edits together, as changes of the original text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.uniqueArray(fc.constantFrom(...rows), { maxLength: 5 }),
        fc.infiniteStream(fc.nat()),
        (yaml, some, seeds) => {
          const wanted = some.map((row) => ({
            path: row.path,
            value: fc.sample(valueOf(row), { numRuns: 1, seed: seeds.next().value ?? 0 })[0],
          }))
          const written = writeSettings(yaml, wanted)
          if ('refused' in written) throw new Error(written.refused)
          let text = ''
          let from = 0
          for (const change of written.changes) {
            expect(change.from).toBeGreaterThanOrEqual(from)
            text += yaml.slice(from, change.from) + change.insert
            from = change.to
          }
          expect(text + yaml.slice(from)).toBe(written.text)
          for (const { path, value } of wanted) expect(at(read(written.text), path)).toEqual(value)
        },
      ),
      { numRuns: 20 },
    )
  })

  test('keeps a valid config valid if the value is allowed by itself', () => {
    for (const text of texts) {
      for (const row of rows) {
        if (row.kind !== 'numbers' || row.key === 'eviction.weights') continue
        const name = row.choices[0]?.name ?? ''
        const { problems } = parseConfig(write(text, [...row.path, name], row.range?.min ?? 1))
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
      }
    }
  })
})
