import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../testing/any-character.ts'
import { blockName } from './words.ts'
import { shownName } from './format.ts'

test('a short name is shown unchanged', () => {
  for (const name of ['read_file', 'mcp__server__search files', 'Zürich.jsonl', '日本語.json'])
    expect(shownName(name)).toBe(name)
})

test('a long name is shortened in the middle', () => {
  expect(shownName(`${'a'.repeat(300)}${'z'.repeat(300)}`)).toBe(`${'a'.repeat(33)}…${'z'.repeat(14)}`)
  expect(shownName(`${'a'.repeat(60)}.jsonl`, 30)).toBe(`${'a'.repeat(15)}…${'a'.repeat(8)}.jsonl`)
})

test('characters that are invisible or change the text direction are escaped', () => {
  expect(shownName('log\u202egnp.json')).toBe('log\\u202egnp.json')
  expect(shownName('a\nb\u0000c\u200bd')).toBe('a\\u000ab\\u0000c\\u200bd')
})

test('what joins pictures to one is not written out', () => {
  expect(shownName('👩\u200d👩\u200d👧.json')).toBe('👩\u200d👩\u200d👧.json')
  expect(shownName('👩🏽\u200d🚀 a\u200db \u200d👧')).toBe('👩🏽\u200d🚀 a\\u200db \\u200d👧')
})

test('a name in right-to-left letters is isolated in its direction', () => {
  expect(shownName('קובץ')).toBe('\u2068קובץ\u2069')
})

test('no shown name contains a direction mark or a line break, or is longer than allowed', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (name) => {
      const shown = shownName(name)
      expect(shown.replace(/^\u2068|\u2069$/g, '')).not.toMatch(/[\u202a-\u202e\u2066-\u2069\n]/)
      // An escaped character has six characters.
      expect([...shown].length).toBeLessThanOrEqual(48 * 7 + 2)
      expect(shownName(name)).toBe(shown)
    }),
  )
})

test('a block has the shown name of its tool', () => {
  const call = { name: `x\u202e${'y'.repeat(600)}`, id: '1' }
  expect(blockName({ type: 'tool_result', call: call as never })).toBe(
    `tool result of x\\u202e${'y'.repeat(31)}…${'y'.repeat(14)}`,
  )
})
