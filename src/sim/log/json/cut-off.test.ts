import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../engine/index.ts'
import { readTrace } from '../reading.ts'
import { wholeOfCut } from './cut-off.ts'

describe('the complete part of a JSON text that ends too early', () => {
  it.each([
    ['[{"a":1},{"b":2},{"c":', [{ a: 1 }, { b: 2 }], 16],
    ['[{"a":1},{"b":2}', [{ a: 1 }, { b: 2 }], 16],
    ['{"x":7,"m":[{"a":[{"deep":1}]},{"b":[{"deep":2},{"de', { x: 7, m: [{ a: [{ deep: 1 }] }] }, 30],
    ['[{"a":"} ] \\" ["},{"b":"]', [{ a: '} ] " [' }], 17],
  ])('%s', (text, value, end) => {
    expect(wholeOfCut(text)).toEqual({ value, end })
  })

  it('is empty if no list has a complete element, or a bracket closes an unopened one', () => {
    for (const text of ['{"a":', '[{"a":1', '[1, 2', '{"a":[', '[{"a":1}}', '"x'])
      expect(wholeOfCut(text), text).toBeNull()
  })

  it('is the elements whose last character is present, wherever a list is cut', () => {
    const element = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 6 }), fc.nat(), (elements, at) => {
        const text = JSON.stringify(elements)
        const cut = text.slice(0, at % text.length)
        // By lengths alone: an opening bracket, and commas between the elements.
        const ends = elements.map((_, place) => JSON.stringify(elements.slice(0, place + 1)).length - 1)
        const whole = ends.filter((end) => end <= cut.length).length
        const read = wholeOfCut(cut)
        if (whole > 0)
          expect(read).toEqual({
            value: JSON.parse(JSON.stringify(elements.slice(0, whole))),
            end: ends[whole - 1],
          })
      }),
    )
  })
})

describe('REC-1 an incomplete log', () => {
  const messages = Array.from({ length: 6 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `message ${index}`,
  }))

  it('is read as far as it is complete, with a note about its end and what was left out', () => {
    const text = JSON.stringify({ messages })
    const cut = text.slice(0, text.indexOf('message 4') + 4)
    const trace = readTrace(cut)
    expect(trace.messages).toHaveLength(4)
    const end = text.indexOf('message 3') + 'message 3"}'.length
    expect(trace.intake.problems).toMatchObject([
      {
        code: 'cut-off',
        severity: 'warning',
        line: 1,
        column: end + 1,
        fix: expect.stringContaining('again'),
      },
    ])
    expect(trace.intake.problems[0]?.message).toContain(`the last ${cut.length - end} characters`)
    expect(trace.intake.problems[0]?.message).toContain(String.raw`,{\"role\":\"user\"`)
  })

  it('is refused with the position of its end if nothing is complete', () => {
    const cut = '{"messages":[{"role":"user","content":"Hel'
    try {
      readTrace(cut)
      expect.unreachable()
    } catch (failure) {
      expect(failure).toBeInstanceOf(ProblemError)
      expect((failure as ProblemError).problems).toMatchObject([
        { code: 'invalid-json', line: 1, column: 43, fix: expect.stringContaining('cut off') },
      ])
    }
  })
})
