import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block } from '../message/block.ts'
import { chars4 } from '../tokens/chars4.ts'
import { findingOf, PLACEHOLDER_LIMIT, placeholderFor } from './placeholder.ts'

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
    // A counter that finds every character dear still gets a short one.
    const dear = (text: string): number => text.length
    expect(placeholderFor(result, 'a', 'b', dear)).toBe('[Evicted: result of turn 7.]')
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

  it('EVI-5 is cut with an ellipsis and never inside a character', () => {
    const text = placeholderFor(result, '😀'.repeat(100), '', count)
    expect(text).toContain('…')
    expect(text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
  })
})
