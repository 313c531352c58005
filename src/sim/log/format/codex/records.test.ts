import { describe, expect, it } from 'vitest'
import { readTrace } from '../../reading.ts'

const line = (type: string, payload: object) => JSON.stringify({ type, payload })
const item = (payload: object) => line('response_item', payload)
const user = (text: string) =>
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
const reply = (text: string) =>
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] })
const meta = (fields = {}) =>
  line('session_meta', { id: 's', base_instructions: { text: 'You are Codex.' }, ...fields })
const used = (input_tokens: number, output_tokens: number) => ({
  input_tokens,
  cached_input_tokens: 40,
  output_tokens,
  total_tokens: input_tokens + output_tokens,
})
const record = (input: number, output: number) =>
  line('token_usage_record', { response_id: `r${input}`, usage: used(input, output) })
const count = (input: number, output: number) =>
  line('event_msg', { type: 'token_count', info: { last_token_usage: used(input, output) } })
const inputs = (...lines: readonly string[]) =>
  readTrace(lines.join('\n')).turns.map(({ usage }) => usage?.input ?? null)

describe('TOK-2 the records of usage of Codex', () => {
  const call = item({ type: 'function_call', call_id: 'c', name: 'exec', arguments: '{}' })
  const output = item({ type: 'function_call_output', call_id: 'c', output: 'ok' })

  it('count where no event follows, and end their reply', () => {
    expect(inputs(meta(), user('go'), call, record(100, 5), output, reply('a'), record(150, 5))).toEqual([
      100, 150,
    ])
    expect(inputs(meta(), user('go'), reply('a'), record(100, 5), reply('b'), record(110, 5))).toEqual([
      100, 110,
    ])
  })

  it('give way to the event of the same call', () => {
    const log = [meta(), user('go'), reply('a'), record(100, 5), count(101, 5)]
    expect(inputs(...log)).toEqual([101])
    expect(readTrace(log.join('\n')).intake.ignored).toEqual([{ kind: 'token_usage_record', count: 1 }])
  })

  it('of a compaction belong to no reply, and its size is that of the reply before it', () => {
    const log = [
      meta(),
      user('go'),
      reply('a'),
      record(100, 5),
      user('more'),
      record(120, 80),
      line('compacted', { message: 'So far.' }),
      reply('b'),
      record(60, 5),
    ]
    expect(inputs(...log)).toEqual([100, 60])
    expect(readTrace(log.join('\n')).recordedEdits).toMatchObject([{ tokensBefore: 105 }])
  })
})

describe('a session of Codex that goes on with the lines of another file', () => {
  const log = (base: unknown) =>
    readTrace(
      [
        meta({ history_mode: 'paginated', history_base: base }),
        user('go on'),
        reply('a'),
        count(90_000, 5),
      ].join('\n'),
    )
  const CONTINUED =
    'The log begins in the middle of a conversation: its first line continues one that is not in the file.'

  it('says so once, and its first window is continued', () => {
    const { windows, intake } = log({ thread_id: 'a', end_ordinal_exclusive: 40, end_byte_offset: 9_000 })
    expect(windows[0]?.continued).toBe(true)
    expect(intake.inferred[0]).toBe(CONTINUED)
    expect(intake.inferred.filter((sentence) => sentence.includes('in the middle of a'))).toHaveLength(1)
  })

  it.each([[null], [{ thread_id: 'a', end_ordinal_exclusive: 0 }]])('not with none of them: %j', (base) => {
    const { windows, intake } = log(base)
    expect(windows[0]?.continued).toBeUndefined()
    expect(intake.inferred).not.toContain(CONTINUED)
  })
})
