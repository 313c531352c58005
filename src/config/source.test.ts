import { describe, expect, test } from 'vitest'
import { parseConfig } from './index.ts'
import { readSource } from './source.ts'

const codes = (yaml: string) =>
  parseConfig(yaml).problems.map(({ code, line, column }) => `${code} ${line}:${column}`)

describe('limits', () => {
  test('CONF-1 aliases are limited: ten lines that mean 10⁹ nodes are refused at the first alias beyond the limit', () => {
    let yaml = 'compression:\n  l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n'
    for (let level = 1; level < 9; level++) {
      const aliases = Array.from({ length: 10 }, () => `*l${level - 1}`).join(', ')
      yaml += `  l${level}: &l${level} [${aliases}]\n`
    }
    const { config, problems } = parseConfig(yaml)
    expect(config).toBeNull()
    expect(problems.filter(({ code }) => code !== 'unknown-key')).toMatchObject([
      // l0 has 11 nodes, l1 111, l2 1111: all of l3 and nothing of l4 fits into 10,000.
      { code: 'alias-limit', line: 5, path: ['compression', 'l3', '7'] },
    ])
  })

  test('CONF-1 many small aliases are limited like a nested one', () => {
    const list = (count: number) => `a: &a x\nb: [${'*a,'.repeat(count)}]\n`
    expect(codes(list(10_000))).toEqual(['unknown-key 1:1', 'unknown-key 2:1'])
    expect(codes(list(10_001))).toEqual(['unknown-key 1:1', 'unknown-key 2:1', 'alias-limit 2:30005'])
  })

  test.each([
    ['[', 1],
    ['{a: ', 1],
    ['- ', 1],
    ['? ', 1],
    ['a: ', 1],
    ['- [', 1],
  ])('CONF-1 %j thousands of times is refused without a crash', (piece) => {
    expect(codes(piece.repeat(Math.floor(50_000 / piece.length)))).toMatchObject([/^too-deep 1:\d+$/])
  })

  test('CONF-1 nesting that a person might write is accepted', () => {
    expect(codes(`eviction: ${'['.repeat(40)}x${']'.repeat(40)}\n`)).toEqual(['wrong-type 1:11'])
  })

  test('CONF-1 a text too long for a config is not read', () => {
    expect(codes(`# ${'x'.repeat(49_998)}`)).toEqual([])
    expect(codes(`# ${'x'.repeat(49_999)}`)).toEqual(['too-long 1:1'])
  })

  test('CONF-1 a hundred of a thousand problems are reported, errors first', () => {
    const notes = 'strategy: unmanaged\ncompression: {}\n'
    const many = Array.from({ length: 1000 }, (_, index) => `k${index}: 1\n`).join('')
    const { config, problems } = parseConfig(notes + many)
    expect(config).toBeNull()
    expect(problems).toHaveLength(100)
    expect(problems.every(({ severity }) => severity === 'error')).toBe(true)
  })
})

describe('plain data', () => {
  test('CONF-1 __proto__ and constructor are keys like any other', () => {
    const { value } = readSource('__proto__: {a: 1}\nconstructor: 2\n')
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  test('CONF-1 an alias means the nearest anchor of its name before it', () => {
    expect(readSource('a: &x 1\nb: *x\nc: &x 2\nd: *x\n').value).toEqual({ a: 1, b: 1, c: 2, d: 2 })
  })

  test('CONF-1 a path that is not written has the place of its nearest written part', () => {
    const source = readSource('# first\neviction:\n  gates: {task: true}\n')
    expect(source.placeOf(['eviction', 'gates', 'task'], 'value')).toEqual({ line: 3, column: 17 })
    expect(source.placeOf(['eviction', 'gates', 'task'], 'key')).toEqual({ line: 3, column: 11 })
    expect(source.placeOf(['eviction', 'gates', 'pinned'], 'value')).toEqual({ line: 3, column: 3 })
    expect(source.placeOf(['eviction', 'target'], 'value')).toEqual({ line: 2, column: 1 })
    expect(source.placeOf(['pressure'], 'key')).toEqual({ line: 2, column: 1 })
  })
})
