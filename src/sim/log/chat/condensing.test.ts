import { describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { readTrace, run, takeIn } from '../../index.ts'

const said = (role: string, text: string) => ({ role, ts: 1, content: [{ type: 'text', text }] })
const summary = { role: 'assistant', ts: 2, content: 'They fixed the parser.', isSummary: true }
const text = (messages: readonly unknown[]): string => JSON.stringify(messages)

describe('a list of messages that its client condensed', () => {
  it('REC-1 a text that replaces missing messages is a summary, not a reply', () => {
    const trace = readTrace(
      text([said('user', 'Fix it.'), summary, said('user', 'Go on.'), said('assistant', 'Done.')]),
    )
    expect(trace.turns.map(({ inputs, response }) => [inputs, response])).toEqual([[[0, 1, 2], 3]])
    const { blocks } = takeIn(trace, chars4)
    expect(blocks.map(({ type, role }) => `${type} of ${role}`)).toEqual([
      'user_message of user',
      'summary of user',
      'user_message of user',
      'assistant_response of assistant',
    ])
    expect(trace.recordedEdits).toEqual([])
    expect(trace.intake.inferred.join(' ')).toContain('summary by its own client')
  })

  const whole = [
    said('user', 'Fix it.'),
    said('assistant', 'I read the parser. '.repeat(60)),
    said('user', 'And?'),
    summary,
    said('user', 'Go on.'),
    said('assistant', 'Done.'),
  ]

  it('REC-1 if the messages are still there the summary is undone, and repeated by `recorded`', () => {
    const trace = readTrace(text(whole))
    expect(trace.messages).toHaveLength(5)
    expect(trace.recordedEdits).toMatchObject([{ kind: 'compaction', turn: 1, summary: summary.content }])
    const { edits, data } = run(trace, { strategy: 'recorded', max_context_tokens: 8000 })
    expect(edits.map(({ stage, turn }) => [stage, turn])).toEqual([['replay_recorded', 1]])
    expect(data.contents).toContain(summary.content)
  })

  it('REC-1 if kept, a window continues with it', () => {
    const trace = readTrace(text(whole), { recordedEdits: 'keep' })
    expect(trace.windows.map(({ kind, parent }) => [kind, parent])).toEqual([
      ['main', null],
      ['continuation', 0],
    ])
    const { blocks } = takeIn(trace, chars4)
    const goesOn = blocks.filter(({ window }) => window === 1)
    expect(goesOn.map(({ type }) => type)).toEqual(['summary', 'user_message', 'assistant_response'])
  })
})
