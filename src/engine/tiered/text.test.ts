import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWellFormed } from '../../testing/tiered-scene.ts'
import type { Block } from '../message/block.ts'
import { isLonger, prefixOf, utf8Bytes } from './bytes.ts'
import { anchoredUsed } from '../pressure/anchored.ts'
import { effectiveWindow } from './effective-window.ts'
import { headAndTail } from './head-and-tail.ts'
import { clearedNotice, isNotice, snippedNotice } from './notice.ts'
import { summaryIn } from './session-summary.ts'
import { pageOf, previewOf, storedIn, storedName } from './stored-result.ts'

/** Texts of one to four bytes a character, with and without halves of pairs. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.constantFrom('a', 'é', '漢', '😀', '\ud83d', '\ude00', '\n'), { maxLength: 60 })
    .map((list) => list.join('')),
)
const wellFormed = fc
  .array(fc.constantFrom('a', 'é', '漢', '😀', '\n'), { maxLength: 200 })
  .map((list) => list.join(''))

const block: Block = {
  id: 17,
  type: 'tool_result',
  tokens: 1,
  turn: 3,
  window: 0,
  message: 5,
  part: 0,
  role: 'user',
  response: false,
  call: { id: 'c', name: 'read_file', before: 16 },
  important: false,
  doNotEvict: false,
  inferred: false,
}

describe('TIER-1 bytes are those of UTF-8', () => {
  it('TIER-1 as many as the platform’s own encoder writes', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(utf8Bytes(text)).toBe(Buffer.byteLength(text, 'utf8'))
      }),
    )
  })

  it('TIER-1 a limit is over exactly where the encoder writes more', () => {
    fc.assert(
      fc.property(anyText, fc.nat(200), (text, limit) => {
        expect(isLonger(text, limit)).toBe(Buffer.byteLength(text, 'utf8') > limit)
      }),
    )
  })

  it('TIER-1 a beginning is the longest that fits, and ends between two characters', () => {
    fc.assert(
      fc.property(wellFormed, fc.nat(300), (text, limit) => {
        const end = prefixOf(text, limit)
        expect(Buffer.byteLength(text.slice(0, end))).toBeLessThanOrEqual(limit)
        expect(isWellFormed(text.slice(0, end))).toBe(true)
        const next = String.fromCodePoint(text.codePointAt(end) ?? 0)
        if (end < text.length) expect(Buffer.byteLength(text.slice(0, end) + next)).toBeGreaterThan(limit)
      }),
    )
  })
})

describe('TIER-1 head and tail', () => {
  it('TIER-1 a text of 100 characters in 61 keeps 15 at each end and says that 70 are missing', () => {
    const text = Array.from({ length: 100 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('')
    // The note that counts all 100 has 31 characters, so that 30 are left for the text.
    expect(headAndTail(text, 61)).toBe(
      `${text.slice(0, 15)}\n[… 70 characters left out …]\n${text.slice(-15)}`,
    )
    expect(headAndTail(text, 100)).toBe(text)
  })

  it('TIER-1 never longer than allowed, never through a character, and the same again', () => {
    fc.assert(
      fc.property(wellFormed, fc.integer({ min: 1, max: 150 }), (text, most) => {
        const cut = headAndTail(text, most)
        expect(cut.length).toBeLessThanOrEqual(most)
        expect(isWellFormed(cut)).toBe(true)
        expect(headAndTail(cut, most)).toBe(cut)
        if (text.length <= most) expect(cut).toBe(text)
      }),
    )
  })

  it('TIER-1 the ends are the text’s own, and the note counts what is between', () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        const cut = headAndTail(text, 80)
        const found = /^([^]*)\n\[… (\d+) characters left out …\]\n([^]*)$/.exec(cut)
        if (text.length <= 80) return
        expect(text.startsWith(found?.[1] ?? '?')).toBe(true)
        expect(text.endsWith(found?.[3] ?? '?')).toBe(true)
        expect((found?.[1] ?? '').length + (found?.[3] ?? '').length + Number(found?.[2])).toBe(text.length)
      }),
    )
  })
})

describe('TIER-1 the store', () => {
  it('TIER-1 a name is a path that a call can be found to ask for', () => {
    const name = storedName(block)
    expect(name).toBe('tool-results/turn-3-read_file-17.txt')
    expect(storedIn(`{"path":"${name}"}`)).toBe(17)
    expect(storedIn('{"path":"src/app.ts"}')).toBeNull()
    const odd = { ...block, call: { id: 'c', name: 'mcp/ü "x"', before: null } }
    expect(storedIn(JSON.stringify({ path: storedName(odd) }))).toBe(17)
  })

  it('TIER-1 a preview ends after 200 lines or 8,192 bytes, whichever comes first', () => {
    const size = { lines: 200, bytes: 8192 }
    const short = previewOf(block, 'ab\n'.repeat(20_000), size).split('\n')
    expect(short.length).toBe(201)
    expect(short[0]).toBe(
      '[Stored: 60000 bytes, 20000 lines, as tool-results/turn-3-read_file-17.txt. Read that file for the rest, page by page with offset and limit.]',
    )
    const wide = previewOf(block, '漢'.repeat(20_000), size)
    const shown = wide.slice(wide.indexOf('\n') + 1)
    expect(Buffer.byteLength(shown)).toBe(8190)
    expect(shown).toBe('漢'.repeat(2730))
  })

  it('TIER-1 a page ends with a line and says where to go on', () => {
    const text = 'one\ntwo\nthree\n'
    expect(pageOf(block, text, 10)).toBe(
      'one\ntwo\n[Page of tool-results/turn-3-read_file-17.txt: the first 2 of the 3 lines of this result. For the rest read it with an offset behind them, or with a lower limit.]',
    )
    const long = pageOf(block, 'x'.repeat(40), 10)
    expect(long).toContain(`${'x'.repeat(10)}\n[Page of`)
    expect(long).toContain('the first 10 of the 40 characters of this result.')
  })
})

describe('TIER-1 notices', () => {
  it('TIER-1 say what was there, and are known again', () => {
    const snipped = snippedNotice(block, '{"path":"src/a.ts"}')
    expect(snipped).toBe(
      '[Snipped: result of turn 3, read_file {"path":"src/a.ts"}. Call it again if needed.]',
    )
    expect(clearedNotice(block)).toBe('[Cleared: result of turn 3, read_file.]')
    expect([snipped, clearedNotice(block), 'export const a = 1'].map(isNotice)).toEqual([true, true, false])
    expect(isWellFormed(snippedNotice(block, '😀'.repeat(100)))).toBe(true)
  })
})

describe('TIER-1 the effective window', () => {
  it.each([
    // limit, reserve for the answer, window
    [200_000, 10_000, 180_000],
    [128_000, 6_400, 108_000],
    [41_000, 4_096, 21_000],
    [40_000, 4_096, 20_000],
    [39_999, 4_096, 19_999],
    [16_000, 4_000, 8_000],
    [2_000, 500, 1_000],
  ])('TIER-1 of %i tokens with %i reserved is %i', (limit, reserve, window) => {
    expect(effectiveWindow({ limit, reserve }, 20_000)).toBe(window)
  })

  it('TIER-1 with nothing taken off it is what the answer’s reserve leaves', () => {
    expect(effectiveWindow({ limit: 100_000, reserve: 5_000 }, 0)).toBe(95_000)
  })

  it('TIER-3 what a stage freed counts at once against the figure a model reported', () => {
    const reading = { used: 9_000, counted: 8_000 } as never
    expect(anchoredUsed({ window: { id: 0, entries: [], used: 8_000 }, reading })).toBe(9_000)
    expect(anchoredUsed({ window: { id: 0, entries: [], used: 6_500 }, reading })).toBe(7_500)
  })
})

describe('TIER-3 of a two-stage answer the summary is kept', () => {
  it.each([
    [
      '<analysis>long\nthoughts</analysis>\n<summary>\n## Concepts\n- queues\n</summary>',
      '## Concepts\n- queues',
    ],
    ['<analysis>thoughts of a <summary></analysis><summary>it</summary> bye', 'it'],
    ['<analysis>thoughts</analysis>\nit', 'it'],
    ['<summary>cut off in the mid', 'cut off in the mid'],
    ['just text', 'just text'],
    ['<analysis>never closed', ''],
    ['<summary></summary>', ''],
  ])('TIER-3 %j', (answer, kept) => {
    expect(summaryIn(answer)).toBe(kept)
  })
})
