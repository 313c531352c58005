import type Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import { promptOf } from '../../src/engine/index.ts'
import { ASK_KINDS } from '../../src/engine/internal.ts'
import type { Ask } from '../../src/engine/index.ts'
import { createMock } from '../../src/llm/index.ts'
import { aProvider, PLAIN } from './asking.ts'
import { tokensOfText } from './tokens.ts'

const asked = aProvider()

async function said(system: string, content: string, maxTokens = 2000): Promise<string> {
  const message = await asked.sdk.messages.create({
    model: PLAIN,
    max_tokens: maxTokens,
    ...(system === '' ? {} : { system }),
    messages: [{ role: 'user', content }],
  })
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

describe('the project’s own questions', () => {
  const ASK: Ask = {
    kind: 'compact',
    stage: 'x',
    turn: 7,
    window: 0,
    task: 'Fix the login in src/auth/login.ts. You must not change the API.',
    previous: '## Goal\n- Fix the login.',
    update: 'anchored',
    maxTokens: 300,
    sources: [
      {
        block: 3,
        type: 'user_message',
        role: 'user',
        turn: 1,
        tool: '',
        args: '',
        text: 'Fix the login in src/auth/login.ts.\n\nYou must not change the API.',
      },
      {
        block: 4,
        type: 'tool_result',
        role: 'user',
        turn: 2,
        tool: 'run',
        args: '{"cmd":"npm test"}',
        text: '===== a line of its own\n3 failed, 18 passed\nError: token expired at src/auth/login.ts:42',
      },
      {
        block: 5,
        type: 'assistant_response',
        role: 'assistant',
        turn: 3,
        tool: '',
        args: '',
        text: 'I decided to check the expiry first, because the token is stale. Next I will run the tests again.',
      },
    ],
  }

  test.each(ASK_KINDS)(
    'the mock reads %s back from its prompt and answers as the built-in model would',
    async (kind) => {
      const ask = { ...ASK, kind }
      const { system, user } = promptOf(ask)
      const expected = createMock({ count: tokensOfText })(ask).text
      expect(expected).not.toBe('')
      expect(await said(system, user)).toBe(expected)
    },
  )

  test('extract is JSON', async () => {
    const { system, user } = promptOf({ ...ASK, kind: 'extract' })
    expect(JSON.parse(await said(system, user))).toMatchObject({ goal: expect.any(String) as string })
  })

  test('without a past and with nothing to read it still answers', async () => {
    const { system, user } = promptOf({ ...ASK, previous: null, sources: [], update: 'regenerate' })
    expect(await said(system, user)).toContain('login')
  })
})

describe('HEALTH-3 questions and judgements', () => {
  const CONTEXT = 'The service listens on port 8443. The owner is Ada.\nThe build takes nine minutes.'

  test('an answer comes from the text, or there is none', async () => {
    const system = 'You are tested.\nAnswer from the context alone.'
    expect(await said(system, `${CONTEXT}\n\nOn which port does the service listen?`)).toBe(
      'The service listens on port 8443.',
    )
    expect(await said(system, `${CONTEXT}\n\nWhat is the colour?`)).toBe('The context does not say.')
    expect(await said(system, `${CONTEXT}\n\n1. Who is the owner?\n2. How long does the build take?`)).toBe(
      '1. The owner is Ada.\n2. The build takes nine minutes.',
    )
  })

  test('a judge says yes to the same text and no to anything else', async () => {
    const system = 'You compare.\nAnswer with yes or no.'
    expect(await said(system, 'Question: Which port?\nExpected: port 8443\nAnswer: It is port 8443.')).toBe(
      'yes',
    )
    expect(await said(system, 'Question: Which port?\nExpected: port 8443\nAnswer: It is not told.')).toBe(
      'no',
    )
  })
})

describe('an agent with tools', () => {
  const file = { type: 'object' as const, properties: { path: { type: 'string' } }, required: ['path'] }
  const TOOLS: Anthropic.Tool[] = [
    { name: 'read_file', input_schema: file },
    { name: 'list_files', input_schema: { type: 'object', properties: {} } },
    {
      name: 'write_file',
      input_schema: {
        type: 'object',
        properties: { path: { type: 'string' }, content: { type: 'string' } },
        required: ['path', 'content'],
      },
    },
  ]
  const FILES: Readonly<Record<string, string>> = {
    'src/a.ts': 'export const a = 1',
    'src/b.ts': 'export const b = 2',
    'src/c.ts': 'export const c = 3',
  }

  /** Plays the conversation to its end, and returns the calls of each reply. */
  async function played(task: string, more: object = {}): Promise<{ calls: string[][]; last: string }> {
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: task }]
    const calls: string[][] = []
    for (;;) {
      const reply = await asked.sdk.messages.create({
        model: 'claude-thinking',
        max_tokens: 2000,
        tools: TOOLS,
        messages,
        ...more,
      })
      const made = reply.content.filter((part) => part.type === 'tool_use')
      if (made.length === 0) {
        expect(reply.stop_reason).toBe('end_turn')
        return { calls, last: reply.content.map((part) => (part.type === 'text' ? part.text : '')).join('') }
      }
      expect(reply.stop_reason).toBe('tool_use')
      calls.push(made.map(({ name, input }) => `${name} ${JSON.stringify(input)}`))
      const results = made.map((call): Anthropic.ToolResultBlockParam => {
        const { path } = call.input as { path?: string }
        const content = path === undefined ? Object.keys(FILES).join('\n') : (FILES[path] ?? 'ok')
        return { type: 'tool_result', tool_use_id: call.id, content }
      })
      messages.push({ role: 'assistant', content: reply.content as Anthropic.ContentBlockParam[] })
      messages.push({ role: 'user', content: results })
    }
  }

  test('lists, reads two listed files at a time, and reports what it saw', async () => {
    const { calls, last } = await played('What is in here?')
    expect(calls).toEqual([
      ['list_files {}'],
      ['read_file {"path":"src/a.ts"}', 'read_file {"path":"src/b.ts"}'],
      ['read_file {"path":"src/c.ts"}'],
    ])
    expect(last).toContain('- export const c = 3')
  })

  test('writes if the task says so', async () => {
    const { calls } = await played('Write a note on the files.')
    expect(calls.at(-1)?.[0]).toBe(
      'write_file {"path":"notes.md","content":"# Notes\\n\\n- Write a note on the files.\\n"}',
    )
  })

  test('the same conversation takes the same course, with its own ids', async () => {
    expect(await played('What is in here?')).toEqual(await played('What is in here?'))
  })

  test('makes the call that it is forced to make, and none if it may not', async () => {
    const request = { model: PLAIN, max_tokens: 500, tools: TOOLS }
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Go.' }]
    const forced = await asked.sdk.messages.create({
      ...request,
      messages,
      tool_choice: { type: 'tool', name: 'read_file' },
    })
    expect(forced.content).toMatchObject([
      { type: 'tool_use', name: 'read_file', input: { path: 'notes.md' } },
    ])
    const none = await asked.sdk.messages.create({ ...request, messages, tool_choice: { type: 'none' } })
    expect(none.content).toMatchObject([{ type: 'text', text: 'You say: Go.' }])
  })
})
