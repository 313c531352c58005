import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depthOf, findFault } from './fault.ts'
import { offsetOf, offsetsOf } from './locate.ts'
import { parseJson, parseSeveral, placeOf, placesOf } from './parse.ts'

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** JSON with one to three characters removed, doubled or replaced. */
const damaged = fc
  .tuple(
    fc.json({ maxDepth: 3 }),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('', '"', '{', ']', ',', ':', '\\', '\n', '1', 'x', '\\u12', '-', '.', 'e'),
      ),
      {
        maxLength: 3,
      },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((broken, [at, put]) => {
      const index = at % (broken.length + 1)
      return broken.slice(0, index) + put + broken.slice(index + 1)
    }, text),
  )

describe('syntax errors of JSON', () => {
  it('are found exactly if JSON.parse refuses the text', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        expect(findFault(text) === null).toBe(parses(text))
      }),
      { numRuns: 1200 },
    )
  })

  it('are at the first character after which no JSON can follow', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const fault = findFault(text)
        if (!fault) return
        expect(fault.offset).toBeLessThanOrEqual(text.length)
        // A fault in the text before it would have been found there.
        const before = findFault(text.slice(0, fault.offset))
        expect(before === null || before.offset === fault.offset).toBe(true)
      }),
    )
  })

  it.each([
    ['{"a": 1,}', 8, 'a key in double quotes'],
    ['{"a" 1}', 5, 'a colon'],
    ['[1 2]', 3, 'a comma or ]'],
    ['{"a": [1, 2', 11, 'a comma or ]'],
    ['{"a": "b', 8, 'a closing quote'],
    ['["a\nb"]', 3, 'no raw control character in a string'],
    ['["\\x"]', 3, 'one of "\\/bfnrtu after a backslash'],
    ['["\\u12g4"]', 6, 'four hexadecimal digits after \\u'],
    ["{'a': 1}", 1, 'a key in double quotes or }'],
    ['[01]', 2, 'a comma or ]'],
    ['nul', 0, 'a value'],
    ['{} {}', 3, 'the end of the text'],
    ['[]]', 2, 'the end of the text'],
  ])('places the fault of %j', (text, offset, expected) => {
    expect(findFault(text)).toEqual({ offset, expected })
  })

  it('have lines and columns for all three line endings', () => {
    expect(placeOf('ab\ncd\r\nef\rgh', 0)).toEqual({ line: 1, column: 1 })
    expect(placeOf('ab\ncd\r\nef\rgh', 4)).toEqual({ line: 2, column: 2 })
    expect(placeOf('ab\ncd\r\nef\rgh', 7)).toEqual({ line: 3, column: 1 })
    expect(placeOf('ab\ncd\r\nef\rgh', 11)).toEqual({ line: 4, column: 2 })
  })

  it('measures depth outside of strings only', () => {
    expect(depthOf('[{"a": ["]]]]"]}, "[[[[\\"[["]')).toBe(3)
    expect(depthOf('"[[["')).toBe(0)
  })

  it('refuses nesting too deep for a recursive walk, with both numbers', () => {
    expect(parseJson('['.repeat(200) + ']'.repeat(200)).ok).toBe(true)
    const deep = parseJson('['.repeat(100_000) + ']'.repeat(100_000))
    expect(deep).toMatchObject({ ok: false, refusal: { code: 'nested-too-deep' } })
    expect(!deep.ok && deep.refusal.message).toBe(
      'brackets may be nested 200 deep, but are nested 100000 deep',
    )
  })

  it('reads consecutive values up to the first broken one', () => {
    expect(parseSeveral('{"a":"}{"}{"b":2} [3] {"c":')).toEqual({
      values: [
        { value: { a: '}{' }, offset: 0 },
        { value: { b: 2 }, offset: 10 },
        { value: [3], offset: 18 },
      ],
      rest: 22,
    })
  })
})

describe('positions of values', () => {
  const text =
    '{ "a]b": 0,\n "list": [ {"x": "}"}, [1, 22, 333] ],\n "list": [ {"x": 1}, [4, 55] ], "end": null }'

  it('are found by path; of equal keys the last one counts', () => {
    expect(text.slice(offsetOf(text, 'list[1][1]')).startsWith('55')).toBe(true)
    expect(text.slice(offsetOf(text, 'end')).startsWith('null')).toBe(true)
    expect(text.slice(offsetOf(text, '')).startsWith('{')).toBe(true)
  })

  it('of an unknown path are those of its last known part', () => {
    expect(offsetOf(text, 'list[0].y')).toBe(offsetOf(text, 'list[0]'))
    expect(offsetOf(text, 'list[7]')).toBe(offsetOf(text, 'list'))
    expect(offsetOf(text, 'end.a.b[3]')).toBe(offsetOf(text, 'end'))
  })

  it('in a text that is cut off are those of the whole text, or of the last known part', () => {
    const whole = '{"a\\"b":{"list":[1,{"\\u00e9":"x"}]},"end":"\\n"}'
    const ways = ['', 'a"b', 'a"b.list', 'a"b.list[1]', 'a"b.list[1].é', 'end']
    const all = offsetsOf(whole, ways)
    for (let cut = 1; cut < whole.length; cut++) {
      const found = offsetsOf(whole.slice(0, cut), ways)
      for (const [way, offset] of found.entries()) expect(all.slice(0, way + 1)).toContain(offset)
      for (const [way, offset] of all.entries()) if (offset < cut) expect(found[way]).toBe(offset)
    }
  })

  it('agree with JSON.parse for every value of a document', () => {
    const walk = (value: unknown, path: string, check: (path: string, value: unknown) => unknown): void => {
      check(path, value)
      if (Array.isArray(value)) value.forEach((entry, index) => walk(entry, `${path}[${index}]`, check))
      else if (typeof value === 'object' && value !== null)
        for (const [key, entry] of Object.entries(value)) walk(entry, `${path}.${key}`, check)
    }
    const keys = fc.constantFrom('a', 'b', 'content', '__proto__', 'x y')
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.constant(null),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
    })).value
    fc.assert(
      fc.property(json, (made) => {
        const written = JSON.stringify(made, null, 1)
        const paths: string[] = []
        walk(JSON.parse(written), '', (path) => paths.push(path))
        const offsets = offsetsOf(written, paths)
        expect(placesOf(written, offsets.toReversed())).toEqual(
          offsets.toReversed().map((offset) => {
            const lines = written.slice(0, offset).split('\n')
            return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
          }),
        )
        let next = 0
        walk(JSON.parse(written), '', (path, value) => {
          expect(offsets[next++]).toBe(offsetOf(written, path))
          const rest = written.slice(offsetOf(written, path))
          const own = JSON.stringify(value, null, 1).replace(/\n\s*/g, '')
          expect(rest.replace(/\n\s*/g, '').startsWith(own)).toBe(true)
        })
      }),
    )
  })
})
