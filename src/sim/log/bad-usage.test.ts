import { describe, expect, test } from 'vitest'
import type { Json } from '../../engine/index.ts'
import { chars4 } from '../../engine/index.ts'
import { takeIn } from '../trace/intake.ts'
import { startWindow } from '../trace/start-window.ts'
import { readTrace } from './reading.ts'

/** Logs with one question and one reply with usage. The value is the prompt size that the reader finds. */
interface Format {
  readonly name: string
  /** Path of the count, as in a problem. */
  readonly path: string
  readonly line: number
  /** Prompt tokens if all counts are valid, 1 for each missing one. */
  readonly text: (prompt: Json) => string
}

const lines = (...records: readonly unknown[]): string => records.map((one) => JSON.stringify(one)).join('\n')
const question = { role: 'user', content: 'Which port is free?' }
const reply = { role: 'assistant', content: 'Port 8080 is free.' }

const formats: readonly Format[] = [
  {
    name: 'claude-code',
    path: 'message.usage.input_tokens',
    line: 2,
    text: (prompt) =>
      lines(
        { type: 'user', uuid: 'a', sessionId: 's', message: question },
        {
          type: 'assistant',
          uuid: 'b',
          parentUuid: 'a',
          sessionId: 's',
          message: {
            id: 'm',
            role: 'assistant',
            content: [{ type: 'text', text: 'Port 8080 is free.' }],
            usage: { input_tokens: prompt, output_tokens: 5 },
          },
        },
      ),
  },
  {
    name: 'anthropic',
    path: 'response.usage.input_tokens',
    line: 1,
    text: (prompt) =>
      lines({
        system: 'Be brief.',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Which port is free?' }] }],
        response: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          content: [{ type: 'text', text: 'Port 8080 is free.' }],
          usage: { input_tokens: prompt, output_tokens: 5 },
        },
      }),
  },
  {
    name: 'openai',
    path: 'usage.prompt_tokens',
    line: 1,
    text: (prompt) =>
      lines({
        messages: [{ role: 'system', content: 'Be brief.' }, question],
        choices: [{ message: reply }],
        usage: { prompt_tokens: prompt, completion_tokens: 5 },
      }),
  },
  {
    name: 'mini-swe-agent',
    path: 'messages[2].extra.response.usage.prompt_tokens',
    line: 1,
    text: (prompt) =>
      lines({
        info: { mini_version: '1.1.0', model_stats: { api_calls: 1 } },
        trajectory_format: 'mini-swe-agent-1',
        messages: [
          { role: 'system', content: 'Be brief.' },
          question,
          { ...reply, extra: { response: { usage: { prompt_tokens: prompt, completion_tokens: 5 } } } },
        ],
      }),
  },
  {
    name: 'openai-responses',
    path: 'response.usage.input_tokens',
    line: 1,
    text: (prompt) =>
      lines({
        request: {
          input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Which?' }] }],
        },
        response: {
          object: 'response',
          id: 'resp_1',
          output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '8080' }] }],
          usage: { input_tokens: prompt, output_tokens: 5 },
        },
      }),
  },
  {
    name: 'codex',
    path: 'payload.info.last_token_usage.input_tokens',
    line: 4,
    text: (prompt) =>
      lines(
        { type: 'session_meta', payload: { id: 's', base_instructions: { text: 'Be brief.' } } },
        {
          type: 'response_item',
          payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Which?' }] },
        },
        {
          type: 'response_item',
          payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '8080' }] },
        },
        {
          type: 'event_msg',
          payload: {
            type: 'token_count',
            info: { last_token_usage: { input_tokens: prompt, output_tokens: 5 }, total_token_usage: {} },
          },
        },
      ),
  },
  {
    name: 'gemini-cli',
    path: 'messages[1].tokens.input',
    line: 1,
    text: (prompt) =>
      lines({
        sessionId: 's',
        projectHash: 'p',
        messages: [
          { id: '1', type: 'user', content: 'Which port is free?' },
          { id: '2', type: 'gemini', content: '8080', tokens: { input: prompt, output: 5, cached: 0 } },
        ],
      }),
  },
  {
    name: 'langchain',
    path: '[1].data.usage_metadata.input_tokens',
    line: 1,
    text: (prompt) =>
      lines([
        { type: 'human', data: { content: 'Which port is free?' } },
        { type: 'ai', data: { content: '8080', usage_metadata: { input_tokens: prompt, output_tokens: 5 } } },
      ]),
  },
  {
    name: 'openhands',
    path: '[1].tool_call_metadata.model_response.usage.prompt_tokens',
    line: 1,
    text: (prompt) =>
      lines([
        { id: 0, source: 'user', action: 'message', args: { content: 'Which port is free?' } },
        {
          id: 1,
          source: 'agent',
          action: 'run',
          args: { command: 'ss -l' },
          tool_call_metadata: {
            tool_call_id: 'c',
            function_name: 'run',
            model_response: {
              id: 'r',
              choices: [{ message: { role: 'assistant', content: 'I look.' } }],
              usage: { prompt_tokens: prompt, completion_tokens: 5 },
            },
          },
        },
      ]),
  },
]

describe.each(formats)('impossible usage, in $name', ({ name, path, line, text }) => {
  const read = (prompt: Json) => readTrace(text(prompt))
  const usages = (prompt: Json) => read(prompt).turns.map(({ usage }) => usage?.input ?? null)
  const notes = (prompt: Json) =>
    read(prompt).intake.problems.map(({ line: at, message }) => `line ${at}: ${message}`)

  test('TOK-2 a possible usage is accepted silently, also that of the largest window', () => {
    expect(read(500).source.name).toBe(name)
    expect(usages(500)).toContain(500)
    expect(usages(10_000_000)).toContain(10_000_000)
    expect(notes(500)).toEqual([])
  })

  test.each([
    [-500, '-500'],
    ['many', '"many"'],
    [1.5, '1.5'],
    [[7], 'a list of 1'],
    [true, 'true'],
  ])(
    'TOK-2 %j is not a count of tokens: the note names place and value, and the usage is left out',
    (wrong, shown) => {
      expect(usages(wrong).filter((usage) => usage !== null)).toEqual([])
      expect(notes(wrong)).toEqual([
        `line ${line}: ${path} is ${shown}, which is not a token count; this usage is left out`,
      ])
    },
  )

  test.each([10_000_001, 1e15, 1e21])(
    'TOK-2 no window holds %d tokens: noted and left out, and the log runs',
    (wrong) => {
      expect(usages(wrong).filter((usage) => usage !== null)).toEqual([])
      expect(notes(wrong)).toEqual([
        `line ${line}: ${path} is ${wrong}, more than the largest window (10000000 tokens) holds; this usage is left out`,
      ])
    },
  )

  test('TOK-2 the initial window of such a log is an allowed one', () => {
    const limit = startWindow(takeIn(read(1e15), chars4))
    expect(limit).toBe(2000)
  })

  test('TOK-2 a missing one is not a problem', () => {
    expect(notes(null)).toEqual([])
  })
})

const session = (...usages: readonly Json[]) =>
  lines(
    { type: 'user', uuid: 'a', sessionId: 's', message: question },
    ...usages.map((usage, nth) => ({
      type: 'assistant',
      uuid: `b${nth}`,
      sessionId: 's',
      message: { id: `m${nth}`, role: 'assistant', content: [{ type: 'text', text: 'So.' }], usage },
    })),
  )
const messagesOf = (text: string) => readTrace(text).intake.problems.map(({ message }) => message)

describe('the effect of a bad count', () => {
  test('TOK-2 without a count of the cache the size of the prompt is unknown: the whole usage is left out', () => {
    const text = session(
      { input_tokens: 3, cache_read_input_tokens: -1, output_tokens: 5 },
      { input_tokens: 900 },
    )
    expect(readTrace(text).turns.map(({ usage }) => usage?.input)).toEqual([undefined, 900])
    expect(messagesOf(text)).toEqual([
      'message.usage.cache_read_input_tokens is -1, which is not a token count; this usage is left out',
    ])
  })

  test('TOK-2 a bad count of the output leaves the prompt unchanged', () => {
    const text = session({ input_tokens: 900, output_tokens: 'few' })
    expect(readTrace(text).turns.map(({ usage }) => usage)).toEqual([
      { input: 900, output: null, cacheRead: null, cacheWrite: null },
    ])
    expect(messagesOf(text)).toEqual([
      'message.usage.output_tokens is "few", which is not a token count; it is left out',
    ])
  })

  test('TOK-2 counts whose sum exceeds any window are left out with their sum', () => {
    const text = session({ input_tokens: 6_000_000, cache_read_input_tokens: 6_000_000 })
    expect(readTrace(text).turns.map(({ usage }) => usage)).toEqual([null])
    expect(messagesOf(text)).toEqual([
      'message.usage adds up to a prompt of 12000000 tokens, more than the largest window (10000000) holds; this usage is left out',
    ])
  })

  test('TOK-2 a usage that is not an object is reported', () => {
    expect(messagesOf(session(7))).toEqual(['message.usage must be an object, but is 7'])
  })

  test('TOK-2 an account that every stored state repeats is reported once', () => {
    const state = (id: string) => ({
      id,
      kind: 'ConversationStateUpdateEvent',
      source: 'environment',
      key: 'stats',
      value: {
        usage_to_metrics: {
          agent: {
            accumulated_token_usage: { context_window: 1e15 },
            token_usages: [{ response_id: 'r', prompt_tokens: -4 }],
          },
        },
      },
    })
    const said = {
      id: 'm',
      kind: 'MessageEvent',
      source: 'user',
      llm_message: { role: 'user', content: [{ type: 'text', text: 'Which port is free?' }] },
    }
    const base = 'line.value.usage_to_metrics.agent'
    expect(messagesOf(lines(said, state('a'), state('b')))).toEqual([
      `${base}.token_usages[0].prompt_tokens is -4, which is not a token count; this usage is left out`,
      `${base}.accumulated_token_usage.context_window is 1000000000000000, and a window has 2000 to 10000000 tokens; it is left out`,
    ])
  })

  test.each([500, 1e15, -1, 'large'])(
    'TOK-2 a recorded window of %j is invalid, reported once, and the log runs',
    (window) => {
      const started = { type: 'event_msg', payload: { type: 'task_started', model_context_window: window } }
      const text = lines(
        { type: 'session_meta', payload: { id: 's' } },
        started,
        {
          type: 'response_item',
          payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Which?' }] },
        },
        started,
      )
      const shown = typeof window === 'string' ? '"large"' : String(window)
      expect(messagesOf(text)).toEqual([
        `payload.model_context_window is ${shown}, and a window has 2000 to 10000000 tokens; it is left out`,
      ])
      expect(startWindow(takeIn(readTrace(text), chars4))).toBe(2000)
    },
  )
})
