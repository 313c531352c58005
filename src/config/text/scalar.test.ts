import { describe, expect, test } from 'vitest'
import { entryLines, inline, isMultiline, isWritable, itemLines, keyText, numberText } from './scalar.ts'
import { roughData, scalarIn } from './rough.ts'
import { colonIn, endOfPlain, endOfQuotes, isKeyAgain, marks, nameOf } from './scan.ts'

describe('CONF-2 a value as a person writes it', () => {
  test.each([
    [0.1 + 0.2, '', '0.3'],
    [-0, '', '0'],
    [0.1234567890126, '', '0.123456789013'],
    [128_000, '9000', '128000'],
    [5, '1.50', '5.00'],
    [0.125, '0.5', '0.125'],
    [0.5, '.25', '.50'],
    [-0.5, '-.25', '-.50'],
    [-0.5, '+.25', '-.50'],
    [1.5, '.25', '1.50'],
    [10.5, '.25', '10.50'],
    [2, '1.', '2'],
    [2, '1.5x', '2'],
    [2, '1.5.0', '2'],
    [1e21, '0.50', '1e+21'],
  ])('%d after %j is %s', (value, before, expected) => {
    expect(numberText(value, before)).toBe(expected)
  })

  test.each([
    ['zone == red', 'plain', 'zone == red'],
    ['a', 'plain', 'a'],
    ['a ', 'plain', '"a "'],
    ['60%', 'plain', '"60%"'],
    ['x60%', 'plain', 'x60%'],
    ['a: b', 'plain', '"a: b"'],
    ['', 'plain', '""'],
    ['Null', 'plain', '"Null"'],
    ['nullable', 'plain', 'nullable'],
    ['annul', 'plain', 'annul'],
    ['a', 'double', '"a"'],
    ["it's", 'single', "'it''s'"],
    ['two\nlines', 'single', '"two\\nlines"'],
    ['a', 'block', 'a'],
  ] as const)('the text %j in %s style is %s', (value, style, expected) => {
    expect(inline(value, { style, source: '' })).toBe(expected)
  })

  test('switches keep the case of the previous one, lists and mappings are on one line', () => {
    const after = (source: string) => inline(false, { style: 'plain', source })
    expect(['true', 'True', 'TRUE', 'TRUELY', 'xTrue', 'FALSE', 'False'].map(after)).toEqual([
      'false',
      'False',
      'FALSE',
      'false',
      'false',
      'FALSE',
      'False',
    ])
    expect(inline([1, 'a b', [true]])).toBe('[1, a b, [true]]')
    expect(inline({ 'a b': 1, c: {}, d: null })).toBe('{ "a b": 1, c: {}, d: null }')
    // A number in quotes loses them, and with them its decimals.
    expect(inline(2, { style: 'double', source: '"1.50"' })).toBe('2')
  })

  test('keys are plain if they are names or shares', () => {
    const plain = ['0.75', '.5', '5', '_a1', 'B']
    const quoted = ['', '5.', '75%', 'a b', 'true', 'x-y', '1a', '0.5.5']
    expect(plain.map(keyText)).toEqual(plain)
    expect(quoted.map(keyText)).toEqual(quoted.map((key) => `"${key}"`))
  })

  test('what cannot be written is neither a number nor a text, however deep', () => {
    expect([null, true, 'a', 0, [1, ['b']], { a: { b: null } }].map(isWritable)).not.toContain(false)
    const none = [NaN, Infinity, undefined, () => 1, 1n, [1, [undefined]], { a: 1, b: { c: NaN } }]
    expect(none.map(isWritable)).not.toContain(true)
  })

  test('a text with a blank at its front, a break at an end or a control character is no block', () => {
    expect([' a', '\na', 'a\n', 'a\tb', 'a\u0007'].map((text) => isMultiline(text, false))).not.toContain(
      false,
    )
    expect(['a', 'a b ', 'a\nb', ''].map((text) => isMultiline(text, false))).not.toContain(true)
    expect([isMultiline('a\nb', true), isMultiline('a b', true)]).toEqual([true, false])
  })

  test('a mapping has a line for each key, a list of mappings one for each dash', () => {
    const value = { a: 1, b: { c: [1, 2], d: [{ e: 1, f: { g: 2 } }, 'x', {}] }, h: {} }
    expect(entryLines('top', value, '', '  ')).toEqual([
      'top:',
      '  a: 1',
      '  b:',
      '    c: [1, 2]',
      '    d:',
      '      - e: 1',
      '        f:',
      '          g: 2',
      '      - x',
      '      - {}',
      '  h: {}',
    ])
    expect(itemLines({ a: 1, b: 2 }, '    ', '  ')).toEqual(['    - a: 1', '      b: 2'])
  })
})

describe('CONF-2 a line of a text that may be broken', () => {
  test.each([
    ['a: b', 1],
    ['a:', 1],
    ['a:b', null],
    ['a:b: c', 3],
    ['"a: b": c', 6],
    ['"a: b" : c', 7],
    ['"a\\": b": c', 8],
    ["'a: b':", 6],
    ["'a\\': b", 4],
    ['"a":b', null],
    ['"a" b: c', null],
    ['"a: b', null],
    ['a #: b', null],
    ['a#: b', 2],
    ['{a: b}', null],
    ['[a: b]', null],
    ['| a: b', null],
    ['> a: b', null],
    ['%a: b', null],
    ['@a: b', null],
    ['`a: b', null],
    ['', null],
  ])('the colon of the key in %j is at %j', (line, at) => {
    expect(colonIn(line, 0, line.length)).toBe(at)
  })

  test('quotes end at their match, or with their line if a key follows before it', () => {
    const end = (text: string) => endOfQuotes(text, 0, 0)
    expect(['"a"b', "'a'b", '"a\\"b" c', "'it''s' c", '"a', '"a # b', '"a\nb" c'].map(end)).toEqual([
      3, 3, 6, 7, 2, 2, 5,
    ])
    // A key that is no deeper than the column of the quoted value's own key ends it, a deeper one is quoted.
    expect(end('"a\nb: c"')).toBe(2)
    expect(end('"a\n  b: c"')).toBe(10)
    expect(endOfQuotes('"a\n  b: c"', 0, 2)).toBe(2)
  })

  test('a key or an item no deeper than a column begins anew', () => {
    const again = (line: string, column = 2) => isKeyAgain(line, 0, column)
    expect(['a: b', '  a: b', '- x', '-'].map((line) => again(line))).toEqual([true, true, true, false])
    expect(['   a: b', '# a: b', 'a b', '-x', ''].map((line) => again(line))).not.toContain(true)
  })

  test('a plain text ends before its comment, and anchors and tags before it are no part of it', () => {
    const ends = ['a b', 'a b  ', 'a b # c', 'a#b #c', '# a'].map((line) => endOfPlain(line, 0, line.length))
    expect(ends).toEqual([3, 3, 3, 3, 3])
    const behind = ['x', '  x', '&a x', ' &a !b  x', '&a', '!b'].map((line) => marks(line, 0, line.length))
    expect(behind).toEqual([0, 0, 2, 6, 2, 2])
  })

  test('a name is read without its quotes', () => {
    const written = [
      'a',
      '"a"',
      "'a'",
      "'it''s'",
      '"a\\u0062"',
      '"a\\x"',
      '"',
      "'",
      '"a',
      'a"',
      "'a",
      '""',
      "''",
    ]
    expect(written.map(nameOf)).toEqual([
      'a',
      'a',
      'a',
      "it's",
      'ab',
      'a\\x',
      '"',
      "'",
      '"a',
      'a"',
      "'a",
      '',
      '',
    ])
  })

  test('a plain value is what YAML reads it as', () => {
    const numbers = ['0', '12', '-1.55', '+.25', '10.', '.55', '1e5', '1.5E-10', '2e+12']
    expect(numbers.map(scalarIn)).toEqual([0, 12, -1.55, 0.25, 10, 0.55, 100_000, 1.5e-10, 2e12])
    const texts = [
      '1x',
      'x1',
      '1e',
      '1 2',
      '--1',
      '.',
      '1.5.5',
      '1ee5',
      'truely',
      'untrue',
      'falsehood',
      'unfalse',
      'nulls',
      'annul',
    ]
    expect(texts.map(scalarIn)).toEqual(texts)
    expect(['true', 'True', 'TRUE', 'false', 'False', 'FALSE'].map(scalarIn)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(['~', 'null', 'Null', 'NULL', '', "'~'", '"1"'].map(scalarIn)).toEqual([
      null,
      null,
      null,
      null,
      null,
      '~',
      '1',
    ])
  })

  test('a broken text has the data that can be recognized, the first of equal keys, and no word', () => {
    expect(roughData('a: 1\na: 2\nb\nc:\n  d: [x, 5]\n  e: ~\nf: "')).toEqual({
      a: 1,
      c: { d: { '0': 'x', '1': 5 }, e: null },
      f: '"',
    })
    expect(roughData('a: 1\n')).toEqual({ a: 1 })
  })
})
