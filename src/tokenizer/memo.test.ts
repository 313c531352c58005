import { describe, expect, it } from 'vitest'
import { chars4, type TokenCounter } from '../engine/index.ts'
import { remembering } from './memo.ts'

function watched(): { counter: TokenCounter; asked: string[] } {
  const asked: string[] = []
  const count = (text: string) => {
    asked.push(text)
    return chars4.count(text)
  }
  return { counter: remembering({ ...chars4, count }), asked }
}

describe('a counter with a cache', () => {
  it('counts a text once', () => {
    const { counter, asked } = watched()
    const text = 'a block of text, '.repeat(10)
    expect([counter.count(text), counter.count(text), counter.count(`${text}`)]).toEqual([43, 43, 43])
    expect(asked).toEqual([text])
  })

  it('does not cache short and huge texts', () => {
    const { counter, asked } = watched()
    for (const text of ['', 'short', 'x'.repeat(20_000)]) {
      counter.count(text)
      counter.count(text)
    }
    expect(asked.length).toBe(6)
  })

  it('drops texts that were not used for long, and keeps the others', () => {
    const { counter, asked } = watched()
    const text = (number: number) => `${number} `.padEnd(10_000, 'x')
    const wanted = text(0)
    const unwanted = text(1)
    counter.count(wanted)
    counter.count(unwanted)
    for (let number = 2; number < 1000; number++) {
      counter.count(text(number))
      counter.count(wanted)
    }
    expect(asked.length).toBe(1000)
    expect(counter.count(wanted)).toBe(2500)
    expect(asked.length).toBe(1000)
    expect(counter.count(unwanted)).toBe(2500)
    expect(asked.length).toBe(1001)
  })

  it('keeps the properties of the counter', () => {
    const { counter } = watched()
    expect(counter).toMatchObject({ name: 'chars4', exact: false, messageOverhead: 4 })
  })
})
