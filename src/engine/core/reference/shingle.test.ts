import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachShingle } from './shingle.ts'

interface Found {
  readonly text: string
  readonly key: string
  readonly telling: boolean
  readonly strong: boolean
}

function shinglesOf(text: string): Found[] {
  const found: Found[] = []
  eachShingle(text, (start, end, high, low, telling, strong) =>
    found.push({ text: text.slice(start, end), key: `${high} ${low}`, telling, strong }),
  )
  return found
}

const keysOf = (text: string): string[] => shinglesOf(text).map((shingle) => shingle.key)

/** The same with regular expressions: consecutive words, any white space as one space, no backslashes. */
function naive(text: string): { readonly text: string; readonly same: string }[] {
  return text.split('\0').flatMap((piece) => {
    const words = [...piece.matchAll(/[A-Za-z0-9_]+(?:[/\\.:\-@][A-Za-z0-9_]+)*/g)]
    return words.slice(4).map((last, i) => {
      const first = words[i]
      const slice = piece.slice(first?.index, last.index + last[0].length)
      let same = ''
      for (let w = i; w < i + 5; w++) {
        const word = words[w]
        const next = words[w + 1]
        if (word === undefined) continue
        const gap =
          w < i + 4
            ? piece
                .slice(word.index + word[0].length, next?.index)
                .replace(/\\/g, '')
                .replace(/\s+/g, ' ')
            : ''
        same += word[0].toLowerCase() + gap
      }
      return { text: slice, same }
    })
  })
}

describe('REF-1 shingles of five words', () => {
  it('REF-1 five words in a row, each run once', () => {
    expect(shinglesOf('one two three four').map((s) => s.text)).toEqual([])
    expect(shinglesOf('one two three four five six').map((s) => s.text)).toEqual([
      'one two three four five',
      'two three four five six',
    ])
  })

  it('REF-1 agrees with a regular expression about where shingles are and which are the same', () => {
    const unit = fc.constantFrom(
      'a',
      'b',
      'C',
      '7',
      '_',
      ' ',
      ' ',
      ' ',
      '\n',
      '.',
      '/',
      '-',
      '(',
      '"',
      '\\',
      '\0',
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80 }), fc.string({ unit, maxLength: 80 }), (a, b) => {
        const found = [...shinglesOf(a), ...shinglesOf(b)]
        const expected = [...naive(a), ...naive(b)]
        expect(found.map((s) => s.text)).toEqual(expected.map((s) => s.text))
        const sameOf = new Map(found.map((s, i) => [s.key, expected[i]?.same]))
        found.forEach((s, i) => expect(sameOf.get(s.key)).toBe(expected[i]?.same))
        expect(new Set(found.map((s) => s.key)).size).toBe(new Set(expected.map((s) => s.same)).size)
      }),
      { numRuns: 400 },
    )
  })

  it('REF-1 case and line breaks do not count, punctuation does', () => {
    const [key] = keysOf('Use the new fetch client')
    expect(keysOf('use  the\n  NEW fetch\tclient')).toEqual([key])
    expect(keysOf('use the new fetch, client')).not.toEqual([key])
    expect(keysOf('say \\"use the new fetch\\" now').at(-1)).toBe(keysOf('x "use the new fetch" now').at(-1))
  })

  it('REF-1 a path is one word, so that sharing a folder is no quotation', () => {
    expect(shinglesOf('/home/me/work/project/src/index.ts')).toEqual([])
    expect(shinglesOf('open /home/me/work/a.ts with care now').map((s) => s.text)).toEqual([
      'open /home/me/work/a.ts with care now',
    ])
  })

  it('REF-1 none reaches across a NUL', () => {
    expect(shinglesOf('one two three\0 four five')).toEqual([])
  })

  it('REF-1 knows whether two words carry information, and whether one is a strong token', () => {
    expect(shinglesOf('that is what we have')).toMatchObject([{ telling: false, strong: false }])
    expect(shinglesOf('the one is retry only')).toMatchObject([{ telling: false }])
    expect(shinglesOf('the retry of requests is')).toMatchObject([{ telling: true, strong: false }])
    expect(shinglesOf('so call parse_config of it')).toMatchObject([{ strong: true }])
  })

  it('REF-1 Chinese and Japanese: six characters are five pairs; grammar alone carries no information', () => {
    expect(shinglesOf('上下文窗口满').map((s) => s.text)).toEqual(['上下文窗口满'])
    expect(shinglesOf('上下文窗口满')[0]?.telling).toBe(true)
    expect(shinglesOf('してください')).toMatchObject([{ telling: false }])
    expect(keysOf('请压缩上下文窗口').some((key) => keysOf('压缩上下文窗口吧').includes(key))).toBe(true)
  })
})
