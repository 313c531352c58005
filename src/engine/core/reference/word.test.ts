import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachWord, isKana, lower } from './word.ts'

function wordsOf(text: string): string[] {
  const words: string[] = []
  eachWord(text, (start, end) => words.push(text.slice(start, end)))
  return words
}

/** Any code units, including unpaired surrogates. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes))

describe('REF-1 words', () => {
  it('REF-1 letters, digits and underscores make a word, everything else separates words', () => {
    expect(wordsOf('if (user_id === 42) return über-naïve; // ok')).toEqual([
      'if',
      'user_id',
      '42',
      'return',
      'über',
      'naïve',
      'ok',
    ])
    expect(wordsOf('Привет, мир — 안녕하세요 세계')).toEqual(['Привет', 'мир', '안녕하세요', '세계'])
    expect(wordsOf('')).toEqual([])
    expect(wordsOf(' …—“”‘’→│✅🎉 ')).toEqual([])
  })

  it('REF-1 Chinese and Japanese are cut into overlapping pairs', () => {
    expect(wordsOf('上下文窗口')).toEqual(['上下', '下文', '文窗', '窗口'])
    expect(wordsOf('設定ファイル')).toEqual(['設定', '定フ', 'ファ', 'ァイ', 'イル'])
    expect(wordsOf('用React写，好。')).toEqual(['用', 'React', '写', '好'])
  })

  it('REF-1 a character of the supplementary planes is one character of a pair', () => {
    expect(wordsOf('𠮷野家')).toEqual(['𠮷野', '野家'])
    expect(wordsOf('𠮷')).toEqual(['𠮷'])
    expect(wordsOf('\ud842')).toEqual(['\ud842'])
  })

  it('REF-1 words come in order and hold no space, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let last = -1
        eachWord(text, (start, end) => {
          expect(start).toBeGreaterThan(last)
          expect(end).toBeGreaterThan(start)
          expect(text.slice(start, end)).not.toMatch(/[\s,.;()]/)
          last = start
        })
      }),
    )
  })

  it('REF-1 two hiragana are grammar; kanji and katakana are not', () => {
    expect(isKana('する', 0, 2)).toBe(true)
    expect(isKana('設定', 0, 2)).toBe(false)
    expect(isKana('テス', 0, 2)).toBe(false)
  })

  it('EDIT-3 only A to Z have a lower case, which no Unicode table changes', () => {
    const lowered = [...'AZ[az0É'].map((letter) => String.fromCharCode(lower(letter.charCodeAt(0)))).join('')
    expect(lowered).toBe('az[az0É')
  })
})
