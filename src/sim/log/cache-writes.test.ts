import { expect, it } from 'vitest'
import { readTrace } from './reading.ts'

const ASKED = [{ role: 'user', content: 'Which files are there?' }]
const SAID = { role: 'assistant', content: 'Two files: a and b.' }

const span = (attributes: object): string =>
  JSON.stringify([{ traceId: 't', spanId: 's', name: 'chat', attributes }])

const genAi = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'claude-sonnet-4-5',
  'gen_ai.input.messages': JSON.stringify([
    { role: 'user', parts: [{ type: 'text', content: 'Which files are there?' }] },
  ]),
  'gen_ai.output.messages': JSON.stringify([
    { role: 'assistant', parts: [{ type: 'text', content: 'Two files: a and b.' }] },
  ]),
  'gen_ai.usage.input_tokens': 19_452,
  'gen_ai.usage.output_tokens': 281,
}

/** One call: a prompt of 19,452 tokens, of which 123 came from the cache and 9,000 were written to it. */
const LOGS: Readonly<Record<string, string>> = {
  'OpenTelemetry’s conventions': span({
    ...genAi,
    'gen_ai.usage.cache_read.input_tokens': 123,
    'gen_ai.usage.cache_creation.input_tokens': 9_000,
  }),
  OpenLLMetry: span({
    ...genAi,
    'gen_ai.usage.cache_read_input_tokens': 123,
    'gen_ai.usage.cache_creation_input_tokens': '9000',
  }),
  OpenInference: span({
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'claude-sonnet-4-5',
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': 'Which files are there?',
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': 'Two files: a and b.',
    'llm.token_count.prompt': 19_452,
    'llm.token_count.completion': 281,
    'llm.token_count.prompt_details.cache_read': 123,
    'llm.token_count.prompt_details.cache_write': 9_000,
  }),
  'spans of the AI SDK': span({
    'ai.prompt.messages': JSON.stringify([
      { role: 'user', content: [{ type: 'text', text: 'Which files are there?' }] },
    ]),
    'ai.response.text': 'Two files: a and b.',
    'ai.usage.inputTokens': 19_452,
    'ai.usage.outputTokens': 281,
    'ai.usage.inputTokenDetails.cacheReadTokens': 123,
    'ai.usage.inputTokenDetails.cacheWriteTokens': 9_000,
  }),
  Sentry: JSON.stringify({
    type: 'transaction',
    spans: [
      {
        span_id: 's',
        op: 'gen_ai.chat',
        data: {
          'gen_ai.request.messages': JSON.stringify(ASKED),
          'gen_ai.response.text': JSON.stringify(['Two files: a and b.']),
          'gen_ai.usage.input_tokens': 19_452,
          'gen_ai.usage.input_tokens.cached': 123,
          'gen_ai.usage.input_tokens.cache_write': 9_000,
          'gen_ai.usage.output_tokens': 281,
        },
      },
    ],
  }),
  LangSmith: JSON.stringify([
    {
      id: 'r',
      run_type: 'llm',
      start_time: '2026-05-01T00:00:00Z',
      inputs: { messages: ASKED },
      outputs: { messages: [SAID] },
      prompt_tokens: 19_452,
      prompt_token_details: { cache_read: 123, cache_creation: 9_000 },
      completion_tokens: 281,
    },
  ]),
  LobeChat: JSON.stringify({
    exportType: 'sessions',
    state: {
      messages: [
        { id: 'u', role: 'user', content: 'Which files are there?', createdAt: 1_750_000_000_000 },
        {
          id: 'a',
          role: 'assistant',
          content: 'Two files: a and b.',
          createdAt: 1_750_000_001_000,
          metadata: {
            totalInputTokens: 19_452,
            inputCachedTokens: 123,
            inputWriteCacheTokens: 9_000,
            totalOutputTokens: 281,
          },
        },
      ],
      sessions: [],
      topics: [],
    },
    version: 7,
  }),
  Langfuse: JSON.stringify([
    {
      id: 'o',
      type: 'GENERATION',
      startTime: '2026-05-01T00:00:00Z',
      input: ASKED,
      output: SAID,
      usageDetails: {
        input: 10_329,
        input_cache_read: 123,
        input_cache_creation: 9_000,
        output: 281,
      },
    },
  ]),
  'a gateway with DashScope’s names': JSON.stringify({
    messages: [
      ...ASKED,
      {
        ...SAID,
        usage: {
          prompt_tokens: 19_452,
          completion_tokens: 281,
          prompt_tokens_details: { cached_tokens: 123, cache_creation_input_tokens: 9_000 },
        },
      },
    ],
  }),
}

it.each(Object.keys(LOGS))('TOK-2 what was written to the cache is a part of the usage: %s', (name) => {
  expect(readTrace(LOGS[name] ?? '').turns.map(({ usage }) => usage)).toMatchObject([
    { input: 19_452, cacheRead: 123, cacheWrite: 9_000, output: 281 },
  ])
})
