import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../testing/any-character.ts'
import { isWellFormed } from '../../../testing/tiered-scene.ts'
import type { Block } from '../../core/message/block.ts'
import { headAndTail } from '../../core/message/head-and-tail.ts'
import { isLonger, prefixOf, utf8Bytes, pageWithNotice } from './stored-page.ts'
import { storedPage } from './reading-stored.ts'
import { anchoredUsed } from '../../pressure/pressure.ts'
import { effectiveWindow } from './effective-window.ts'
import { clearedNotice, isNotice, snippedNotice } from './notice.ts'
import { summaryIn } from './own-summary.ts'
import type { ReadBack } from './stored-result.ts'
import { pageOf, placeIn, previewOf, storedIn, storedName } from './stored-result.ts'

/** Texts with characters of one to four bytes, with and without unpaired surrogates. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
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

  it('TIER-1 a limit is exceeded exactly when the encoder writes more', () => {
    fc.assert(
      fc.property(anyText, fc.nat(200), (text, limit) => {
        expect(isLonger(text, limit)).toBe(Buffer.byteLength(text, 'utf8') > limit)
      }),
    )
  })

  it('TIER-1 a prefix is the longest that fits, and ends between two characters', () => {
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
    // The note about all 100 has 31 characters, so 30 are left for the text.
    expect(headAndTail(text, 61)).toBe(
      `${text.slice(0, 15)}\n[… 70 characters left out …]\n${text.slice(-15)}`,
    )
    expect(headAndTail(text, 100)).toBe(text)
  })

  it('TIER-1 never longer than allowed, never through a character, and idempotent', () => {
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

const FROM_START = { offset: 1, unit: 'lines' } as const

describe('TIER-1 the store', () => {
  it('TIER-1 a name is a path that can be found in a call', () => {
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

  it('TIER-1 a page ends with a line and says where to continue in the original', () => {
    const whole = 'zero\none\ntwo\nthree\n'
    const name = storedName(block)
    const page = pageOf(block, { text: 'one\ntwo\nthree\n', whole, asked: { offset: 2, unit: 'lines' } }, 10)
    expect(page).toBe(`one\ntwo\n\n[Page of ${name}: lines 2 to 3 of 4. Read on with offset 4.]`)
    // The tool's own notice does not count, wherever it is cut.
    const said = pageWithNotice(name, storedPage(whole, { offset: 2 }))
    expect(pageOf(block, { text: said, whole, asked: { offset: 2, unit: 'lines' } }, 10)).toBe(page)
    expect(pageOf(block, { text: said, whole, asked: { offset: 2, unit: 'lines' } }, 20)).toBe(said)
    const line = 'x'.repeat(40)
    expect(pageOf(block, { text: line, whole: line, asked: FROM_START }, 10)).toBe(
      `${'x'.repeat(10)}\n[Page of ${name}: characters 1 to 10 of 40. Read on with unit "characters" and offset 11.]`,
    )
  })

  it('TIER-1 if an answer has another form than the original, the notice counts the answer', () => {
    const whole = 'one\ntwo\nthree\n'
    const name = storedName(block)
    const said = (text: string, end: number, asked: ReadBack['asked'] = FROM_START) =>
      pageOf(block, { text, whole, asked }, end)
    const onward = 'For the rest read it with an offset behind them, or with a lower limit.]'
    const numbered = '1 one\n2 two\n3 three\n'
    expect(said(numbered, 13)).toBe(
      `1 one\n2 two\n\n[Page of ${name}: the first 2 of the 3 lines of this result. ${onward}`,
    )
    expect(said(whole, 8, null)).toContain('the first 2 of the 3 lines of this result.')
    expect(said(whole, 8, { offset: 9, unit: 'lines' })).toContain(
      'the first 2 of the 3 lines of this result.',
    )
    // A text with one line before a long one is not cut to that line.
    const headed = `a.ts\n${'x'.repeat(40)}`
    expect(said(headed, 20)).toBe(
      `${headed.slice(0, 20)}\n[Page of ${name}: the first 20 of the 45 characters of this result. ${onward}`,
    )
  })

  it.each([
    ['{"path":"NAME"}', { offset: 1, unit: 'lines' }],
    ['{"path":"/home/agent/NAME","offset":5,"limit":9}', { offset: 5, unit: 'lines' }],
    ['{"file_path":"NAME","offset":null,"unit":"characters"}', { offset: 1, unit: 'characters' }],
    ['{"path":"NAME","start_line":5}', null],
    ['{"path":"NAME","view":"5-9"}', null],
    ['{"path":"NAME","offset":0}', null],
    ['{"path":"NAME","offset":"5"}', null],
    ['{"command":"head -5 NAME | tail -1"}', null],
    ['["NAME",5]', null],
    ['cat NAME | tail', null],
  ])('TIER-1 from where a call reads a stored result: %s', (args, range) => {
    const name = storedName(block)
    expect(placeIn(args.replace('NAME', name), name)).toEqual(range)
  })
})

describe('TIER-1 notices', () => {
  it('TIER-1 say what was there, and are recognized', () => {
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

  it('TIER-1 without deductions it is the window without the reserve', () => {
    expect(effectiveWindow({ limit: 100_000, reserve: 5_000 }, 0)).toBe(95_000)
  })

  it('TIER-3 tokens freed by a stage are subtracted at once from the reported figure', () => {
    const reading = { used: 9_000, counted: 8_000 } as never
    expect(anchoredUsed({ window: { id: 0, entries: [], used: 8_000 }, reading })).toBe(9_000)
    expect(anchoredUsed({ window: { id: 0, entries: [], used: 6_500 }, reading })).toBe(7_500)
  })
})

describe('TIER-3 only the summary of a two-stage answer is kept', () => {
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
