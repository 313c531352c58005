import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block } from '../core/message/block.ts'
import { chars4 } from '../core/tokens/counter.ts'
import { findingOf, PLACEHOLDER_LIMIT, placeholderFor, placeholderOf } from './placeholder.ts'

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
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', maxLength: 3000 }),
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

  it('EVI-5 are cut with an ellipsis and never inside a character', () => {
    const text = placeholderFor(result, '😀'.repeat(100), '', count)
    expect(text).toContain('…')
    expect(text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
  })
})
