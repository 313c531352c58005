import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { SESSION_SECTIONS } from '../../engine/internal.ts'
import type { Ask, AskSource } from '../../engine/index.ts'
import { summarizeSession } from './session.ts'

const count = (text: string) => chars4.count(text)

function source(type: AskSource['type'], text: string, turn: number): AskSource {
  return { block: turn, type, role: 'user', turn, tool: '', args: '', text }
}

const story: Ask = {
  kind: 'summarize_session',
  stage: 'test',
  turn: 9,
  window: 0,
  sources: [
    source(
      'user_message',
      'Please cut the time of the export in half. It must not lock the orders table.',
      0,
    ),
    source('tool_result', 'batch_rows = 500\nTimeoutError: statement took 92 s', 1),
    source(
      'assistant_response',
      'I settled on a cursor, since offsets get slower. Next I measure the export.',
      2,
    ),
    source('user_message', 'Go on, and mind the tests.', 3),
  ],
  task: '',
  previous: null,
  update: 'regenerate',
  maxTokens: 400,
}

describe('TIER-3 the summary of a session', () => {
  it('TIER-3 has an analysis, then sections out of nine in their order, and every message of the user', () => {
    const text = summarizeSession(story, count)
    expect(text).toMatch(/^<analysis>.+<\/analysis>\n<summary>\n[^]+\n<\/summary>$/)
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading ?? '')
    const places = headings.map((heading) => SESSION_SECTIONS.findIndex((one) => one.heading === heading))
    expect(places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1))).toBe(true)
    expect(text).toContain('## All user messages\n- Please cut the time of the export in half. It must')
    expect(text).toContain('- Go on, and mind the tests.')
    expect(text).toContain('## Next step\n')
    expect(text).toContain('TimeoutError: statement took 92 s')
  })

  it('MOCK-1 is never longer than requested', () => {
    for (const maxTokens of [0, 5, 30, 60, 90, 120, 200, 400]) {
      const text = summarizeSession({ ...story, maxTokens }, count)
      expect(text === '' || count(text) <= maxTokens).toBe(true)
    }
  })
})
