import Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { anthropicAdapter, managedWindow, openAiAdapter, responsesAdapter } from '../adapters/index.ts'
import type { Setup } from '../adapters/index.ts'
import { fromOpenAiMessages, toOpenAi, toResponses } from '../engine/index.ts'
import { newManager } from '../testing/new-manager.ts'

/** Nothing in this file is cast: an author's program with the providers' own clients has to compile as it is. */

const model = 'claude-haiku-4-5'
const max_tokens = 1024
const ASKED = 'Which file is the longest?'

/** Every tool that Anthropic's client knows: one's own, one of a type the model knows, one that the provider runs, a set of them. */
const TOOLS: Anthropic.ToolUnion[] = [
  { name: 'list', input_schema: { type: 'object', properties: { path: { type: 'string' } } } },
  { type: 'bash_20250124', name: 'bash' },
  { type: 'web_search_20250305', name: 'web_search', max_uses: 2 },
  { type: 'browser_toolset_20260801' },
]

/** The client, and the bodies that it posted; the model lists the files once and then answers. */
function anthropicClient() {
  const posted: Anthropic.MessageCreateParams[] = []
  const answer = async (_: unknown, init?: { readonly body?: unknown }) => {
    const body = JSON.parse(String(init?.body)) as Anthropic.MessageCreateParams
    posted.push(body)
    const content =
      body.messages.length === 1
        ? [{ type: 'tool_use', id: 'toolu_1', name: 'list', input: { path: '.' } }]
        : [{ type: 'text', text: 'a.ts', citations: null }]
    const usage = { input_tokens: 60, output_tokens: 9 }
    return Response.json({ id: 'msg_1', type: 'message', role: 'assistant', model, content, usage })
  }
  return { anthropic: new Anthropic({ apiKey: 'none', fetch: answer }), posted }
}

test('MAN-1 Anthropic’s client takes the request of a manager, and the manager its tools and replies, without a cast', async () => {
  const { anthropic, posted } = anthropicClient()
  const manager = newManager('managed', 20_000)
  const asked: Anthropic.MessageParam = { role: 'user', content: [{ type: 'text', text: ASKED }] }
  manager.onTaskStart({ system: 'Be brief.', tools: TOOLS, task: asked.content })
  for (let isOpen = true; isOpen;) {
    const { request } = await manager.onTurnStart()
    const reply = await anthropic.messages.create({ model, max_tokens, ...request })
    manager.onTurnEnd(reply, reply.usage)
    isOpen = false
    for (const block of reply.content) {
      if (block.type !== 'tool_use') continue
      const result: Anthropic.ToolResultBlockParam['content'] = [{ type: 'text', text: 'a.ts 120 lines' }]
      manager.onToolResult(block.id, result)
      isOpen = true
    }
  }
  expect(posted).toHaveLength(2)
  expect(posted[1]?.tools).toEqual(TOOLS)
  expect(posted[1]?.messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: ASKED }] },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'list', input: { path: '.' } }],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'a.ts 120 lines' }] },
      ],
    },
  ])
})

test('EDITAPI-1 Anthropic’s beta client takes what the provider is asked to do, and the reply goes into the window without a cast', async () => {
  const { anthropic, posted } = anthropicClient()
  const tools: Anthropic.Beta.BetaToolUnion[] = [{ type: 'memory_20250818', name: 'memory' }]
  const window = managedWindow(
    newManager('context_editing', 20_000),
    anthropicAdapter<Anthropic.Beta.BetaMessageParam>(),
    { system: 'Be brief.', tools },
  )
  window.add([{ role: 'user', content: ASKED }])
  const { messages, turn } = await window.next()
  const { context_management = null } = turn.request
  const reply = await anthropic.beta.messages.create({
    model,
    max_tokens,
    messages,
    tools,
    context_management,
  })
  window.add([{ role: 'assistant', content: reply.content }], reply.usage)
  expect(posted[0]).toMatchObject({
    context_management: { edits: [{ type: 'clear_tool_uses_20250919', keep: { type: 'tool_uses' } }] },
  })
})

/** As openai 6 has them, as far as a loop with tools needs them. */
interface ChatCompletionMessage {
  content: string | null
  refusal: string | null
  role: 'assistant'
  tool_calls?: (
    | { id: string; function: { arguments: string; name: string }; type: 'function' }
    | { id: string; custom: { input: string; name: string }; type: 'custom' }
  )[]
}
type ChatCompletionTool =
  | {
      function: { name: string; description?: string; parameters?: { [key: string]: unknown } }
      type: 'function'
    }
  | { custom: { name: string; description?: string }; type: 'custom' }
type Text = { text: string; type: 'text' }
type ChatCompletionMessageParam =
  | { content: string | Text[]; role: 'system' | 'developer' }
  | {
      content:
        | string
        | (
            | Text
            | { image_url: { url: string; detail?: 'auto' | 'low' | 'high' }; type: 'image_url' }
            | { input_audio: { data: string; format: 'wav' | 'mp3' }; type: 'input_audio' }
            | { file: { file_data?: string; filename?: string }; type: 'file' }
          )[]
      role: 'user'
    }
  | {
      role: 'assistant'
      content?: string | (Text | { refusal: string; type: 'refusal' })[] | null
      refusal?: string | null
      tool_calls?: NonNullable<ChatCompletionMessage['tool_calls']>
    }
  | { content: string | Text[]; role: 'tool'; tool_call_id: string }

const posted: object[] = []

function createCompletion(params: {
  model: string
  messages: ChatCompletionMessageParam[]
  tools?: ChatCompletionTool[]
}): ChatCompletionMessage {
  posted.push(structuredClone(params))
  const call = {
    id: 'call_1',
    type: 'function',
    function: { name: 'list', arguments: '{"path":"."}' },
  } as const
  return params.messages.at(-1)?.role === 'tool'
    ? { role: 'assistant', content: 'a.ts', refusal: null }
    : { role: 'assistant', content: null, refusal: null, tool_calls: [call] }
}

const CHAT_TOOLS: ChatCompletionTool[] = [
  { type: 'function', function: { name: 'list', parameters: { type: 'object' } } },
  { type: 'custom', custom: { name: 'apply_patch' } },
]

test('MAN-1 OpenAI’s client takes the request of a manager, and the manager its tools and replies, without a cast', async () => {
  const manager = newManager('managed', 20_000)
  manager.onTaskStart({ tools: CHAT_TOOLS, task: ASKED })
  posted.length = 0
  for (let isOpen = true; isOpen;) {
    await manager.onTurnStart()
    const message = createCompletion({ model: 'gpt-5', ...manager.request('openai') })
    const [reply = null] = fromOpenAiMessages([message]).messages
    manager.onTurnEnd(reply, { prompt_tokens: 60 })
    for (const { id } of message.tool_calls ?? []) manager.onToolResult(id, 'a.ts 120 lines')
    isOpen = message.tool_calls !== undefined
  }
  const call = { id: 'call_1', type: 'function', function: { name: 'list', arguments: '{"path":"."}' } }
  expect(posted[1]).toEqual({
    model: 'gpt-5',
    tools: CHAT_TOOLS,
    messages: [
      { role: 'user', content: ASKED },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: 'a.ts 120 lines' },
    ],
  })
})

test('TOK-1 a window counts tools as the client has them, whoever runs them', async () => {
  const used = async (setup: Setup) => {
    const window = managedWindow(
      newManager('managed', 20_000),
      openAiAdapter<ChatCompletionMessageParam>(),
      setup,
    )
    window.add([{ role: 'user', content: ASKED }])
    return (await window.next()).turn.ledger.byComponent.tools
  }
  const characters = (list: readonly object[]) =>
    list.reduce((sum, tool) => sum + Math.ceil(JSON.stringify(tool).length / 4), 0)
  expect(await used({})).toBe(0)
  expect(await used({ tools: CHAT_TOOLS })).toBe(characters(CHAT_TOOLS))
  expect(await used({ tools: TOOLS })).toBe(characters(TOOLS))
})

type ResponseInputContent =
  | { text: string; type: 'input_text' }
  | { detail: 'low' | 'high' | 'auto' | 'original'; type: 'input_image'; image_url?: string | null }
  | { type: 'input_file'; file_data?: string; file_id?: string | null; file_url?: string; filename?: string }
interface ResponseCreateParams {
  model: string
  instructions?: string | null
  input: (
    | {
        content: string | ResponseInputContent[]
        role: 'user' | 'assistant' | 'system' | 'developer'
        type?: 'message'
      }
    | { arguments: string; call_id: string; name: string; type: 'function_call' }
    | { call_id: string; output: string | ResponseInputContent[]; type: 'function_call_output' }
    | { call_id: string; input: string; name: string; type: 'custom_tool_call' }
    | { call_id: string; output: string | ResponseInputContent[]; type: 'custom_tool_call_output' }
  )[]
  tools?: {
    name: string
    parameters: { [key: string]: unknown } | null
    strict: boolean | null
    type: 'function'
    description?: string | null
  }[]
}

test('MSG-1 OpenAI’s clients take what is written in their formats, without a cast', async () => {
  const manager = newManager('managed', 20_000)
  manager.onTaskStart({ system: 'Be brief.', tools: TOOLS.slice(0, 1), task: ASKED })
  const { request } = await manager.onTurnStart()
  const chat: { messages: ChatCompletionMessageParam[]; tools?: ChatCompletionTool[] } = toOpenAi(request)
  const own: Omit<ResponseCreateParams, 'model'> = toResponses(request)
  const params: ResponseCreateParams = { model: 'gpt-5', ...manager.request('openai-responses') }
  expect(chat.messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: ASKED },
  ])
  expect(params).toEqual({ model: 'gpt-5', ...own })
  expect(params).toMatchObject({
    instructions: 'Be brief.',
    input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: ASKED }] }],
    tools: [{ type: 'function', name: 'list', strict: false }],
  })
})

/** As openai 6 has them: the output has kinds of items that the type of the input lacks, although the API takes them. */
type ResponseInputItem =
  | { content: string; role: 'user' | 'assistant' | 'system' | 'developer'; type?: 'message' }
  | { arguments: string; call_id: string; name: string; type: 'function_call'; id?: string }
  | { call_id: string; output: string; type: 'function_call_output'; id?: string | null }
type ResponseOutputItem =
  | { arguments: string; call_id: string; name: string; type: 'function_call'; id?: string }
  | { id: string; role: 'unknown' | 'tool'; type: 'additional_tools' }

test('MAN-1 the output of a response goes into the window without a cast', async () => {
  const window = managedWindow(newManager('managed', 20_000), responsesAdapter<ResponseInputItem>())
  window.add([{ role: 'user', content: ASKED }])
  await window.next()
  const output: ResponseOutputItem[] = [
    { id: 'at_1', role: 'tool', type: 'additional_tools' },
    { arguments: '{}', call_id: 'call_1', name: 'list', type: 'function_call' },
  ]
  window.add(output, { input_tokens: 60 })
  window.add([{ type: 'function_call_output', call_id: 'call_1', output: 'a.ts 120 lines' }])
  const { messages } = await window.next()
  const input: ResponseInputItem[] = messages
  expect(input).toEqual([
    { role: 'user', content: ASKED },
    ...output,
    { type: 'function_call_output', call_id: 'call_1', output: 'a.ts 120 lines' },
  ])
})

test('MAN-1 a part of a reply that the engine has no type for is refused with its place', async () => {
  const manager = newManager('managed', 20_000)
  manager.onTaskStart({ tools: TOOLS, task: ASKED })
  await manager.onTurnStart()
  const searched: Anthropic.ServerToolUseBlock = {
    type: 'server_tool_use',
    id: 'srvtoolu_1',
    name: 'web_search',
    input: { query: 'x' },
    caller: { type: 'direct' },
  }
  expect(() => manager.onTurnEnd({ role: 'assistant', content: [searched] })).toThrow(
    /^response\.content\.0\.type has to be one of text, .*anthropicAdapter.*, but is "server_tool_use"$/,
  )
})
