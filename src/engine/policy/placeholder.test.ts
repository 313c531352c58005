import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../testing/any-character.ts'
import type { Block } from '../core/message/block.ts'
import { chars4 } from '../core/tokens/counter.ts'
import { findingOf, PLACEHOLDER_LIMIT, placeholderFor, placeholderOf, placeholdersIn } from './placeholder.ts'

const result: Block = {
  id: 12,
  type: 'tool_result',
  tokens: 3000,
  turn: 7,
  window: 0,
  message: 20,
  part: 0,
  role: 'user',
  response: false,
  call: { id: 'call_7', name: 'grep_search', before: 11 },
  important: false,
  doNotEvict: false,
  inferred: false,
}

const count = (text: string): number => chars4.count(text)

describe('placeholders', () => {
  it('EVI-5 name type, turn, tool, arguments, one finding and the way back', () => {
    const text = placeholderFor(result, '{"pattern":"axios"}', 'src/a.ts\n\n23 files match\nmore', count)
    expect(text).toBe(
      '[Evicted: result of turn 7, grep_search {"pattern":"axios"}. Finding: 23 files match. Call it again for the full text.]',
    )
  })

  it('EVI-5 never cost more than 50 tokens, whatever the arguments and the result', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter, maxLength: 3000 }),
        (args, text) => {
          expect(chars4.count(placeholderFor(result, args, text, count))).toBeLessThanOrEqual(
            PLACEHOLDER_LIMIT,
          )
        },
      ),
    )
    // Even with one token per character the placeholder is short.
    const dear = (text: string): number => text.length
    expect(placeholderFor(result, 'a', 'b', dear)).toBe('[Evicted: result of turn 7.]')
  })

  it('EVI-5 are the same when a block is asked again, and its texts are read once', () => {
    const reads: number[] = []
    const texts = new Map([
      [11, '{"pattern":"axios"}'],
      [12, 'src/a.ts\n23 files match'],
    ])
    const textOf = (id: number): string => {
      reads.push(id)
      return texts.get(id) ?? ''
    }
    const own = { ...result }
    for (const dearness of [1, 2, 1, 10]) {
      const counter = (text: string): number => dearness * chars4.count(text)
      const expected = placeholderFor(own, texts.get(11) ?? '', texts.get(12) ?? '', counter)
      const { text, tokens } = placeholderOf(own, textOf, counter)
      expect(text).toBe(expected)
      expect(tokens).toBe(counter(expected))
    }
    expect(reads).toEqual([11, 12])
  })

  it.each([
    ['ok\nError: cannot read src/a.ts\n12 files', 'Error: cannot read src/a.ts'],
    ['---\n12 tests passed\nbye', '12 tests passed'],
    ['\n\n  hello   world.  \n', 'hello world'],
    ['', ''],
    ['{\n}\n', ''],
  ])('EVI-5 the finding of %j is %j', (text, finding) => {
    expect(findingOf(text)).toBe(finding)
  })

  it('EVI-5 name what is known: no arguments, no finding, no tool', () => {
    expect(placeholderFor(result, '', '', count)).toBe(
      '[Evicted: result of turn 7, grep_search. Call it again for the full text.]',
    )
    const unnamed = '[Evicted: result of turn 7, the tool. Call it again for the full text.]'
    expect(placeholderFor({ ...result, call: null }, '', '', count)).toBe(unnamed)
    expect(placeholderFor({ ...result, call: { id: 'a', name: '', before: null } }, '', '', count)).toBe(
      unnamed,
    )
    // Without a call in the log, there are no arguments to read.
    const own: Block = { ...result, call: { id: 'a', name: 'f', before: null } }
    expect(placeholderOf(own, () => 'done', count).text).toBe(
      '[Evicted: result of turn 7, f. Finding: done. Call it again for the full text.]',
    )
  })

  it('EVI-5 quote as much as fits: 72, 48, 32, 20, 10 characters of each or none', () => {
    const made = (most: number, length = 100) =>
      placeholderFor(result, 'x'.repeat(length), 'y'.repeat(length), (all) => all.length, most)
    // Around two quotes of n characters stand 86 others; without quotes 74 remain.
    const lengths = [230, 229, 182, 181, 150, 149, 126, 125, 106, 105, 74].map((most) => made(most).length)
    expect(lengths).toEqual([230, 182, 182, 150, 150, 126, 126, 106, 106, 74, 74])
    expect(made(500, 72)).not.toContain('…')
    expect(made(500, 73)).toContain(`${'x'.repeat(71)}…. Finding: ${'y'.repeat(71)}….`)
    expect(placeholderFor(result, 'x', 'y', (all) => all.length, 80)).toBe(
      '[Evicted: result of turn 7, grep_search. Call it again for the full text.]',
    )
  })

  it('EVI-5 quote the beginning of a long text, its white space as single blanks', () => {
    const wide = (most: string) => placeholderFor(result, most, '', count)
    expect(wide('  a \n\n b\t ')).toContain('grep_search a b. Call')
    // Only 400 characters are looked at.
    expect(wide(`${' '.repeat(399)}ab`)).toContain('grep_search a. Call')
    expect(wide(`${' '.repeat(398)}ab`)).toContain('grep_search ab. Call')
  })

  it('EVI-5 look for a finding in the first 400 lines, and 300 characters of each', () => {
    const lines = (before: number, line: string) => `${'---\n'.repeat(before)}${line}`
    expect(findingOf(lines(399, 'Error: x'))).toBe('Error: x')
    expect(findingOf(lines(400, 'Error: x'))).toBe('')
    expect(findingOf(`${'a'.repeat(291)} Error: x`)).toBe('a'.repeat(291) + ' Error: x')
    expect(findingOf(`${'a'.repeat(296)} Error: x`)).toBe(`${'a'.repeat(296)} Err`)
    expect(findingOf('first\nsecond\n3 files\n4 files')).toBe('3 files')
    const counts = [
      '1 file',
      '12 matches',
      '1 match',
      '2 results',
      '1 test',
      '7 lines',
      '1 error',
      '9 passed',
      '0 failed',
      '1 row',
      '3 entries',
      '4 items',
    ]
    expect(counts.map((line) => findingOf(`first\n${line}`))).toEqual(counts)
    expect(findingOf('first...\nx1 files')).toBe('first')
  })

  it('EVI-5 in a window are made once, and cost nothing where there is no block', () => {
    const asked: number[] = []
    const text = (id: number): string => {
      asked.push(id)
      return ''
    }
    const { at, tokens, most } = placeholdersIn([{ ...result }], { text, count: (all) => all.length }, 90)
    const made = '[Evicted: result of turn 7, grep_search. Call it again for the full text.]'
    expect([at(0), tokens(0), most]).toEqual([{ text: made, tokens: made.length }, made.length, 90])
    expect(at(0)).toBe(at(0))
    expect(at(1)).toEqual({ text: '', tokens: 0 })
    expect(asked).toEqual([11, 12])
  })

  it('EVI-5 are cut with an ellipsis and never inside a character', () => {
    const text = placeholderFor(result, '😀'.repeat(100), '', count)
    expect(text).toContain('…')
    expect(text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
  })
})
