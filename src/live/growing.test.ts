import { describe, expect, it } from 'vitest'
import { validate } from '../engine/index.ts'
import type { Part } from '../engine/index.ts'
import { readTrace } from '../sim/index.ts'
import { afterEdit, answer, dropReply, hear, NO_WORDS, refusal, say, startLive, takeBack } from './growing.ts'
import type { Live, LiveReply } from './live.ts'
import { liveToLog } from './log.ts'

const opening = {
  title: 'Fix it',
  system: 'Be careful.',
  tools: [{ name: 'read', input_schema: { type: 'object' } }],
}
const call = (id: string): Part => ({ type: 'tool_use', id, name: 'read', input: { path: id } })
const thoughtUnseen: Part = { type: 'redacted_thinking', data: 'x' }
const text = (words: string): Part => ({ type: 'text', text: words })
const reply = (content: readonly Part[]): LiveReply => ({
  content,
  model: 'm',
  usage: { input: 50, output: 7, cacheRead: null, cacheWrite: null },
  counted: {},
})
const asked = say(startLive(opening), 'fix the bug', 100)
const called = hear(asked, reply([text('looking'), call('a'), call('b')]))
const answered = answer(
  called,
  [
    { id: 'b', text: 'B', failed: true },
    { id: 'a', text: 'A', failed: false },
  ],
  300,
)
const done = hear(answered, reply([text('done')]))

const shape = ({ trace, open, next }: Live) => ({
  turns: trace.turns.map(({ inputs, response, time }) => [inputs, response, time]),
  open: open.map(({ id }) => id),
  next,
})

describe('a growing conversation', () => {
  it('EDIT-4 begins empty, and the user acts first', () => {
    expect(shape(startLive(opening))).toEqual({ turns: [], open: [], next: 'user' })
  })

  it('PAIR-1 a message, two calls, their results in the order of the calls, an answer', () => {
    expect(shape(asked)).toEqual({ turns: [[[0], null, 100]], open: [], next: 'model' })
    expect(shape(called)).toEqual({ turns: [[[0], 1, 100]], open: ['a', 'b'], next: 'tools' })
    expect(answered.trace.messages[2]).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'A' },
        { type: 'tool_result', tool_use_id: 'b', content: 'B', is_error: true },
      ],
    })
    expect(shape(done)).toEqual({
      turns: [
        [[0], 1, 100],
        [[2], 3, 300],
      ],
      open: [],
      next: 'user',
    })
    expect(done.trace.turns[1]).toMatchObject({
      turn: 1,
      window: 0,
      usage: { input: 50, output: 7 },
      model: 'm',
    })
  })

  it('MSG-1 a message added to results that the model has not seen yet joins their turn', () => {
    const added = say(answered, 'and hurry', 900)
    expect(shape(added).turns[1]).toEqual([[2, 3], null, 900])
    // The time has passed and stays, although the message was taken back.
    expect(shape(takeBack(added)).turns).toEqual([shape(answered).turns[0], [[2], null, 900]])
    expect(takeBack(say(answered, 'and hurry', 300))).toEqual(answered)
  })

  it('EDIT-4 a reply can be taken back while nothing followed it, without a trace', () => {
    expect(dropReply(called)).toEqual(asked)
    expect(dropReply(done)).toEqual(answered)
    expect(() => dropReply(answered)).toThrow(/the turn of: model$/)
    expect(() => dropReply(startLive(opening))).toThrow(/the turn of: user$/)
  })

  it('EDIT-4 taking back returns to before the user’s last message, whatever followed it', () => {
    expect(takeBack(done)).toEqual(startLive(opening))
    const more = say(done, 'thanks', 400)
    expect(takeBack(more)).toEqual(done)
    expect(takeBack(hear(more, reply([call('c')])))).toEqual(done)
    expect(() => takeBack(startLive(opening))).toThrow(/among 0 messages$/)
  })

  it('PAIR-1 all calls are answered at once, each by one result', () => {
    const ok = { id: 'a', text: '', failed: false }
    expect(() => answer(called, [ok], 1)).toThrow(/there is no outcome for b$/)
    expect(() => answer(called, [ok, ok], 1)).toThrow(/not two: a$/)
    expect(() => answer(called, [{ ...ok, id: 'z' }], 1)).toThrow(/id: z$/)
    expect(() => answer(asked, [], 1)).toThrow(/the turn of: model$/)
  })

  it('MSG-1 moves out of turn are refused', () => {
    expect(() => say(called, 'stop', 1)).toThrow(/first: a, b$/)
    expect(() => say(asked, ' \n', 1)).toThrow(/not " \\n"$/)
    expect(() => hear(done, reply([text('more')]))).toThrow(/of: user$/)
    expect(() => hear(called, reply([text('more')]))).toThrow(/of: tools$/)
  })

  it('VALID-1 a part that only users send is not a reply', () => {
    expect(() => hear(asked, reply([{ type: 'tool_result', tool_use_id: 'a', content: '' }]))).toThrow(
      /tool_result$/,
    )
  })

  it('VALID-1 blank texts between calls, which providers write and refuse, are left out', () => {
    const heard = hear(asked, reply([text('\n\n'), call('a')]))
    expect(heard.trace.messages[1]?.content).toEqual([call('a')])
  })

  it.each<[string, readonly Part[]]>([
    ['nothing', []],
    ['blank texts', [text('\n\n'), text(' ')]],
    ['a thought that was cut off', [{ type: 'thinking', thinking: 'hm' }]],
    ['whole thoughts', [{ type: 'thinking', thinking: 'hm', signature: 's' }, thoughtUnseen, text('\n')]],
    ['a summary', [{ type: 'compaction', content: 'so far' }]],
  ])('VALID-1 a reply of %s, which was billed, too, says that it had no words', (_, content) => {
    const heard = hear(answered, reply(content))
    expect(heard.trace.messages[3]).toEqual({ role: 'assistant', content: [text(NO_WORDS)] })
    expect(heard.trace.turns[1]?.usage).toEqual(reply([]).usage)
    expect(shape(heard)).toEqual({ ...shape(answered), turns: shape(done).turns, next: 'user' })
    const { system, tools, messages } = say(heard, 'go on', 400).trace
    expect(validate({ system, tools, messages }, 'anthropic')).toEqual([])
    expect(dropReply(heard)).toEqual(answered)
  })

  it('VALID-1 final thinking without anything after it is left out, thinking before words stays', () => {
    const whole: Part = { type: 'thinking', thinking: 'hm', signature: 's' }
    const cut: Part = { type: 'thinking', thinking: 'and' }
    const kept = (content: readonly Part[]) => hear(asked, reply(content)).trace.messages[1]?.content
    expect(kept([whole, text('a'), whole, cut])).toEqual([whole, text('a')])
    expect(kept([whole, call('a'), thoughtUnseen])).toEqual([whole, call('a')])
    expect(kept([whole, text(' '), call('a')])).toEqual([whole, call('a')])
  })

  it('VALID-1 an id that the model used before is made unique, in the reply and in the waiting calls', () => {
    const again = hear(answered, reply([call('a'), call('a')]))
    expect(again.open.map(({ id }) => id)).toEqual(['a_2', 'a_3'])
    expect(again.trace.messages[3]?.content).toEqual(
      [call('a'), call('a')].map((part, at) => ({ ...part, id: `a_${at + 2}` })),
    )
  })

  it('TOK-2 the count of each counter for the request is beside its usage', () => {
    const heard = hear(asked, { ...reply([text('ok')]), counted: { chars4: 44 } })
    expect(heard.trace.turns[0]?.usage).toEqual({ ...reply([]).usage, counted: { chars4: 44 } })
    expect(hear(asked, reply([text('ok')])).trace.turns[0]?.usage).toStrictEqual(reply([]).usage)
    expect(hear(asked, { ...reply([text('ok')]), usage: null }).trace.turns[0]?.usage).toBeNull()
  })

  it('TIER-1 time is whole milliseconds and never runs backwards', () => {
    const begun = (time: number) => say(startLive(opening), 'x', time).trace.turns[0]?.time
    expect([0, 0.2, 7.6].map(begun)).toEqual([1, 1, 8])
    const results = called.open.map(({ id }) => ({ id, text: '', failed: false }))
    expect(answer(called, results, 4).trace.turns[1]?.time).toBe(100)
    expect(say(done, 'x', 299).trace.turns[2]?.time).toBe(300)
    expect(say(answered, 'x', 4).trace.turns[1]?.time).toBe(300)
    expect(() => begun(Number.NaN)).toThrow(/not NaN$/)
    expect(() => begun(Infinity)).toThrow(/not Infinity$/)
    expect(() => answer(called, results, -1)).toThrow(/not -1$/)
  })

  it('EDIT-4 a turn has its time before its request is prepared, and keeps it', () => {
    expect(shape(answered).turns[1]).toEqual([[2], null, 300])
    expect(shape(done).turns[1]).toEqual([[2], 3, 300])
    expect(shape(dropReply(done)).turns[1]).toEqual([[2], null, 300])
  })

  it('TIER-1 a file has the times of arrivals', () => {
    const { messages } = JSON.parse(liveToLog(done)) as { messages: readonly { readonly ts?: number }[] }
    expect(messages.map(({ ts }) => ts)).toEqual([0.1, undefined, 0.3, undefined])
    const waits = say(answered, 'and hurry', 900)
    const read = readTrace(liveToLog(waits))
    expect(read.turns).toEqual(waits.trace.turns)
  })

  it('EDITAPI-1 a summary made by the provider is an edit, and leaves with its reply', () => {
    const part = { type: 'compaction', content: 'so far', encrypted_content: 'x', signature: 's' } as const
    const heard = hear(asked, reply([{ type: 'compaction', content: 'before' }, part, text('on')]))
    expect(heard.trace.messages[1]?.content).toEqual([text('on')])
    expect(heard.trace.recordedEdits).toEqual([
      { turn: 0, window: 0, kind: 'compaction', trigger: null, tokensBefore: null, summary: 'so far', part },
    ])
    expect(dropReply(heard)).toEqual(asked)
  })

  it('MSG-2 a refusal names its author; a changed input is reported, and the call stays as written', () => {
    const [a] = called.open
    if (a === undefined) throw new Error('no call')
    expect(refusal(a)).toEqual({
      id: 'a',
      text: 'The user refused this call, so it did not run.',
      failed: true,
    })
    expect(refusal(a, ' too risky ').text).toMatch(/ They said: too risky$/)
    const outcome = afterEdit({ path: 'x' }, { id: 'a', text: 'X', failed: false })
    expect(outcome).toEqual({
      id: 'a',
      text: 'The user changed the input of this call before it ran, to {"path":"x"}.\nX',
      failed: false,
    })
    const after = answer(called, [outcome, { id: 'b', text: '', failed: false }], 1)
    expect(after.trace.messages[1]).toBe(called.trace.messages[1])
  })
})
