import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../../sim/index.ts'
import { troubles } from './IntakeNote.tsx'

/** A session with this many lines; lines with the given numbers are broken. */
const session = (count: number, broken: readonly number[]): string =>
  Array.from({ length: count }, (_, index) =>
    broken.includes(index + 1)
      ? '{"type":"user","message":{"role":"us'
      : `{"type":"user","uuid":"u${index}","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"Go ${index}."}}`,
  ).join('\n')

const told = (text: string): readonly string[] => troubles(readTrace(text).intake.problems)

describe('problems of a log, in its one line', () => {
  it('says nothing if there were none', () => {
    expect(told(session(4, []))).toEqual([])
  })

  it('names the lines that were skipped, and counts those after the third', () => {
    expect(told(session(4, [3]))).toEqual(['1 broken line skipped: line 3'])
    expect(told(session(9, [2, 5]))).toEqual(['2 broken lines skipped: lines 2, 5'])
    expect(told(session(12, [2, 4, 6, 8, 9]))).toEqual(['5 broken lines skipped: lines 2, 4, 6 and 2 more'])
  })

  it('says that the end is missing, and from which place on', () => {
    const text = JSON.stringify(
      {
        messages: [
          { role: 'user', content: 'Go.' },
          { role: 'assistant', content: 'I did.' },
        ],
      },
      null,
      1,
    )
    const end = text.indexOf('did')
    const [words, ...rest] = told(text.slice(0, end))
    expect(rest).toEqual([])
    const [, line, column] =
      /^cut off: nothing is read from line (\d+), column (\d+) on$/.exec(words ?? '') ?? []
    // The first message was read, and the second was not.
    const before = text.split('\n').slice(0, Number(line) - 1)
    const place = before.join('\n').length + Number(column)
    expect(place).toBeGreaterThan(text.indexOf('Go.'))
    expect(place).toBeLessThan(text.indexOf('assistant'))
  })

  it('counts other problems beside the lines', () => {
    const text = session(5, [2]).replace('"Go 3."', '5')
    expect(told(text)).toEqual(['1 broken line skipped: line 2', '1 problem worked around'])
  })

  it('does not count the note about unlisted problems as a problem', () => {
    const broken = Array.from({ length: 1_200 }, (_, index) => index + 2)
    expect(told(session(3_000, broken))).toEqual([
      '1,000 broken lines skipped: lines 2, 3, 4 and 997 more',
      'further broken lines or values are not listed',
    ])
  })
})
