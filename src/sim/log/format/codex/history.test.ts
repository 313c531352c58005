import { expect, it } from 'vitest'
import { chars4 } from '../../../../engine/index.ts'
import { takeIn } from '../../../index.ts'
import { readTrace, readTraces } from '../../reading.ts'
import { threadBefore, withItsHistory } from './history.ts'

const line = (ordinal: number, type: string, payload: object): string =>
  JSON.stringify({
    timestamp: new Date(Date.UTC(2026, 8, 18) + ordinal * 1000).toISOString(),
    ordinal,
    type,
    payload,
  })
const said = (role: string, text: string): object => ({
  type: 'message',
  role,
  content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
})
const used = (input: number): object => {
  const usage = { input_tokens: input, output_tokens: 10, total_tokens: input + 10 }
  return { type: 'token_count', info: { last_token_usage: usage, total_token_usage: usage } }
}
const turn = (from: number, asked: string, answered: string, input: number): readonly string[] => [
  line(from, 'response_item', said('user', asked)),
  line(from + 1, 'response_item', said('assistant', answered)),
  line(from + 2, 'event_msg', used(input)),
]
const meta = (
  ordinal: number,
  id: string,
  base?: { thread_id: string; end_ordinal_exclusive: number },
): string =>
  line(ordinal, 'session_meta', {
    id,
    cli_version: '0.154.0',
    base_instructions: { text: 'Be brief.' },
    ...(base !== undefined && {
      forked_from_id: base.thread_id,
      history_base: { ...base, end_byte_offset: 1 },
    }),
  })

const first = [meta(0, 'p'), ...turn(1, 'a', 'b', 5000), ...turn(4, 'c', 'd', 6000)].join('\n')
const fork = [
  meta(4, 'q', { thread_id: 'p', end_ordinal_exclusive: 4 }),
  ...turn(5, 'e', 'f', 7000),
  ...turn(8, 'g', 'h', 8000),
].join('\n')
/** What goes on after a message was taken back has the id of the session. */
const again = [
  meta(8, 'q', { thread_id: 'q', end_ordinal_exclusive: 8 }),
  ...turn(9, 'i', 'j', 9000),
  '',
].join('\n')

const told = (text: string) => {
  const trace = readTrace(text)
  return {
    inputs: trace.messages.map(({ content }) => (typeof content === 'string' ? content : content[0])),
    calls: trace.turns.map(({ usage }) => usage?.input),
    continued: trace.windows.map((window) => window.continued === true),
  }
}

/** The files of some sessions, by id. */
const beside = (...files: readonly (readonly [id: string, text: string])[]) =>
  files.map(([id, text]) => ({ name: `rollout-${id}.jsonl`, text: () => Promise.resolve(text) }))

it('MSG-1 TOK-2 a Codex session that goes on with the lines of another has them, and their calls are not its own', async () => {
  const whole = await withItsHistory(fork, beside(['q', fork], ['p', first]))
  expect(told(whole).inputs).toMatchObject(['a', 'b', 'e', 'f', 'g', 'h'].map((text) => ({ text })))
  expect(told(whole)).toMatchObject({ calls: [7000, 8000], continued: [false] })
  expect(told(fork)).toMatchObject({ calls: [7000, 8000], continued: [true] })

  const last = await withItsHistory(again, beside(['q', again], ['q', fork], ['p', first]))
  expect(told(last).inputs).toMatchObject(['a', 'b', 'e', 'f', 'i', 'j'].map((text) => ({ text })))
  expect(told(last).calls).toEqual([9000])
})

it('MSG-1 TOK-2 a session that stands behind the one that it goes on with, in one text, has its lines too', () => {
  const later = [meta(8, 'r', { thread_id: 'q', end_ordinal_exclusive: 8 }), ...turn(9, 'i', 'j', 9000)].join(
    '\n',
  )
  const traces = readTraces([first, fork, later].join('\n'))
  const words = traces.map(({ messages }) => messages.map(({ content }) => content))
  const texts = (letters: string) => [...letters].map((text) => [expect.objectContaining({ text })])
  expect(words).toEqual([texts('abcd'), texts('abefgh'), texts('abefij')])
  expect(traces.map(({ turns }) => turns.map(({ usage }) => usage?.input))).toEqual([
    [5000, 6000],
    [7000, 8000],
    [9000],
  ])
  expect(traces.map(({ windows }) => windows[0]?.continued)).toEqual([undefined, undefined, undefined])
})

it('MSG-1 the file of the other session is known by its first line, and one that cannot be read is none', async () => {
  expect(await withItsHistory(again, beside(['q', again], ['p', first]))).toBe(again)
  const unreadable = { name: 'rollout-p.jsonl', text: () => Promise.reject(new Error('no text')) }
  expect(await withItsHistory(fork, [unreadable])).toBe(fork)
  expect([fork, first, '{"type":"user"}', '', 'session_meta'].map(threadBefore)).toEqual([
    'p',
    null,
    null,
    null,
    null,
  ])
})

it('TOK-2 what a session lacks of its history is no system prompt, and is told with its size and its file', () => {
  const { trace, blocks } = takeIn(readTrace(fork), chars4)
  const lacking = blocks.filter((block) => block.inferred)
  expect(lacking[0]).toMatchObject({ unexplained: true })
  // 7,000 but for two words and a letter
  expect(lacking[0]?.tokens).toBeGreaterThan(6_980)
  expect(trace.intake.inferred.join(' ')).toMatch(
    /Its history, about 69\d\d tokens with the client’s own tools, is in another file: rollout-…-p\.jsonl\./,
  )
})

it('TOK-2 a call of which only the total of the session is told has what it added to it', () => {
  const total = (input: number, cached: number): object => {
    const usage = { input_tokens: input, cached_input_tokens: cached, output_tokens: 10 * (input / 1000) }
    return { type: 'token_count', info: { total_token_usage: usage } }
  }
  const calls = [total(1000, 0), total(3000, 800), total(3000, 800), total(500, 0)]
  const lines = calls.flatMap((usage, index) => [
    line(3 * index + 1, 'response_item', said('user', `question ${index}`)),
    line(3 * index + 2, 'response_item', said('assistant', `answer ${index}`)),
    line(3 * index + 3, 'event_msg', usage),
  ])
  const { turns } = readTrace([meta(0, 'p'), ...lines].join('\n'))
  // The third repeats the second; the last begins anew.
  expect(turns.map(({ usage }) => [usage?.input, usage?.cacheRead, usage?.output])).toEqual([
    [1000, 0, 10],
    [2000, 800, 20],
    [undefined, undefined, undefined],
    [500, 0, 5],
  ])
})
