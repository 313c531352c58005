import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../../reading.ts'

const lines = (...all: readonly object[]) => all.map((one) => JSON.stringify(one)).join('\n')
const user = (uuid: string, content: unknown, rest = {}) => ({
  type: 'user',
  session_id: 's',
  uuid,
  message: { role: 'user', content },
  ...rest,
})
const reply = (uuid: string, words: string, rest = {}, message = {}) => ({
  type: 'assistant',
  session_id: 's',
  uuid,
  message: {
    id: `m-${uuid}`,
    role: 'assistant',
    model: 'claude-opus-4-8',
    content: [{ type: 'text', text: words }],
    usage: { input_tokens: 100, output_tokens: 5 },
    ...message,
  },
  ...rest,
})
const said = (log: string, options = {}) =>
  readTrace(log, options).messages.map(({ content }) =>
    typeof content === 'string'
      ? content
      : content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  )

describe('REC-1 a compaction in the output for programs', () => {
  const SUMMARY = 'This session is being continued from a previous conversation. It was short.'
  const boundary = (metadata: object) => ({
    type: 'system',
    subtype: 'compact_boundary',
    session_id: 's',
    uuid: 'b',
    compact_metadata: metadata,
  })
  const log = (metadata: object, summary: unknown = SUMMARY) =>
    lines(
      user('u1', 'go'),
      reply('a1', 'one'),
      user('u2', 'more'),
      reply('a2', 'two'),
      boundary(metadata),
      user('u3', summary, { isSynthetic: true }),
      user('u4', 'next'),
      reply('a4', 'three'),
    )
  const auto = { trigger: 'auto', pre_tokens: 160_100, post_tokens: 9_000 }

  it('has its trigger, its size and its summary, and gives the size of the window', () => {
    const trace = readTrace(log(auto))
    expect(trace.recordedEdits).toEqual([
      { turn: 2, window: 0, kind: 'compaction', trigger: 'auto', tokensBefore: 160_100, summary: SUMMARY },
    ])
    expect(trace.contextWindow).toBe(200_000)
    expect(said(log(auto))).toEqual(['go', 'one', 'more', 'two', 'next', 'three'])
    expect(trace.intake.inferred).toContain(
      'Compactions undone (summaries left out, full conversation continued): 1.',
    )
  })

  it('is kept on request with what stayed: the lines from the first to the last one', () => {
    const kept = { ...auto, preserved_segment: { head_uuid: 'u2', anchor_uuid: 'u3', tail_uuid: 'a2' } }
    const trace = readTrace(log(kept, [{ type: 'text', text: 'Any words.' }]), { recordedEdits: 'keep' })
    expect(trace.windows.map(({ kind }) => kind)).toEqual(['main', 'continuation'])
    expect(trace.recordedEdits[0]).toMatchObject({
      summary: 'Any words.',
      stays: [{ role: 'user' }, { role: 'assistant' }],
    })
  })

  it('is known by its summary alone', () => {
    const alone = lines(
      user('u1', 'go'),
      reply('a1', 'one'),
      user('u2', SUMMARY, { isSynthetic: true }),
      reply('a2', 'two'),
    )
    expect(readTrace(alone).recordedEdits).toMatchObject([{ kind: 'compaction', summary: SUMMARY }])
  })

  it('other lines that the client made up are no words of the user', () => {
    const hook = lines(
      user('u1', 'go'),
      reply('a1', 'one'),
      user('u2', 'A hook says no.', { isSynthetic: true }),
      reply('a2', 'two'),
    )
    expect(readTrace(hook).injected).toEqual([2])
  })
})

describe('EDITAPI-1 what the provider cleared', () => {
  it('is told for the reply whose prompt it was cleared from', () => {
    const edit = { type: 'clear_tool_uses_20250919', cleared_tool_uses: 1, cleared_input_tokens: 1_100 }
    const trace = readTrace(
      lines(
        user('u1', 'go'),
        reply('a1', 'one'),
        user('u2', 'more'),
        reply('a2', 'two', {}, { context_management: { applied_edits: [edit] } }),
      ),
    )
    expect(trace.turns.map(({ applied }) => applied)).toEqual([undefined, [edit]])
  })
})

describe('prompts that the output for programs has twice', () => {
  it.each([
    ['the echo after the prompt', [{}, { isReplay: true }]],
    ['the prompt after the echo', [{ isReplay: true }, {}]],
  ])('are there once: %s', (_, [first, second]) => {
    const log = lines(
      user('u1', 'go', first),
      user('u2', 'go', second),
      reply('a1', 'one'),
      user('u3', 'go'),
      reply('a2', 'two'),
    )
    expect(said(log)).toEqual(['go', 'one', 'go', 'two'])
  })

  it('are there once if the client begins with them after other replies', () => {
    const log = lines(
      user('u1', 'go'),
      user('u2', [{ type: 'text', text: 'and then this' }]),
      reply('a1', 'one'),
      user('u3', 'and then this', { isReplay: true }),
      reply('a2', 'two'),
    )
    expect(said(log)).toEqual(['go', 'and then this', 'one', 'two'])
  })

  it('stay without an echo: a user may say the same again', () => {
    expect(said(lines(user('u1', 'go'), user('u2', 'go'), reply('a1', 'one')))).toEqual(['go', 'go', 'one'])
  })
})

describe('the file of an app that runs the client (Cowork)', () => {
  const second = (nth: number) => ({ _audit_timestamp: `2026-08-01T12:00:0${nth}.000Z`, _audit_hmac: 'h' })

  it('is one conversation with its times, though the app has an id of its own and writes no echo apart', () => {
    const traces = readTraces(
      lines(
        user('u1', 'go', { session_id: 'app', ...second(1) }),
        { type: 'system', subtype: 'init', session_id: 's', ...second(2) },
        user('u2', 'go', second(2)),
        reply('a1', 'one', second(3)),
        user('u3', 'more', { session_id: 'app', ...second(4) }),
        reply('a2', 'two', second(5)),
      ),
    )
    expect(traces.map(({ turns }) => turns.map(({ time }) => time))).toEqual([
      [Date.UTC(2026, 7, 1, 12, 0, 3), Date.UTC(2026, 7, 1, 12, 0, 5)],
    ])
    expect(traces[0]?.messages.map(({ content }) => content)).toMatchObject(['go', [{}], 'more', [{}]])
  })
})
