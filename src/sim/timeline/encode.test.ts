import { describe, expect, it } from 'vitest'
import { decodeTimeline, encodeTimeline, explain, openTimeline, run, scenario } from '../index.ts'

const trace = scenario('axios-migration', 3)
const timeline = run(trace, { max_context_tokens: 24_000, eviction: { policy: 'hybrid' } })

describe('a timeline as text', () => {
  it('EDIT-3 comes back equal, and writes the same bytes again', () => {
    const text = encodeTimeline(timeline.data)
    const back = decodeTimeline(text)
    expect(back).toEqual(timeline.data)
    expect(encodeTimeline(back)).toBe(text)
  })

  it('EDIT-1 opened again, it explains its turns and writes its requests as before', () => {
    const again = openTimeline(decodeTimeline(encodeTimeline(timeline.data)), trace)
    const turn = timeline.edits.at(-1)?.turn ?? 0
    expect(explain(again, turn)).toEqual(explain(timeline, turn))
    for (const provider of ['anthropic', 'openai'] as const) {
      expect(again.messagesAt(turn, provider)).toEqual(timeline.messagesAt(turn, provider))
    }
  })

  it.each([
    ['{', 'this is not JSON: {'],
    ['[]', 'this is no timeline of Context Window Lab: []'],
    ['{"format":"context-window-lab/timeline","version":99}', 'timelines of version 1 can be read, not 99'],
    [
      '{"format":"context-window-lab/timeline","version":1,"spans":{"length":2,"block":[1]}}',
      'column block of 2 spans is missing or has another length',
    ],
  ])('refuses %s', (text, message) => {
    expect(() => decodeTimeline(text)).toThrow(message)
  })
})
