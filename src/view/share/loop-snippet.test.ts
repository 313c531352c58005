import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { afterAll, expect, it } from 'vitest'
import { completeConfig, configElsewhere, differing, presetConfig, presets } from '../../config/internal.ts'
import { loopSnippet } from './loop-snippet.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const folder = join(root, '.cache', 'loops')
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** As openai 6 and langchain 1 have them, as far as the copied code needs them: neither is installed. */
const OPENAI = `
declare namespace OpenAI {
  type ChatCompletionMessageToolCall =
    | { id: string; function: { arguments: string; name: string }; type: 'function' }
    | { id: string; custom: { input: string; name: string }; type: 'custom' }
  interface ChatCompletionMessage { content: string | null; refusal: string | null; role: 'assistant'; tool_calls?: ChatCompletionMessageToolCall[] }
  type Text = { text: string; type: 'text' }
  type ChatCompletionTool =
    | { function: { name: string; description?: string; parameters?: { [key: string]: unknown }; strict?: boolean | null }; type: 'function' }
    | { custom: { name: string; description?: string }; type: 'custom' }
  type ChatCompletionMessageParam =
    | { content: string | Text[]; role: 'system' | 'developer'; name?: string }
    | { content: string | Text[]; role: 'user'; name?: string }
    | { role: 'assistant'; content?: string | Text[] | null; refusal?: string | null; tool_calls?: ChatCompletionMessageToolCall[] }
    | { content: string | Text[]; role: 'tool'; tool_call_id: string }
  interface CompletionUsage { completion_tokens: number; prompt_tokens: number; total_tokens: number; prompt_tokens_details?: { cached_tokens?: number } }
  interface ChatCompletion { choices: { message: ChatCompletionMessage }[]; usage?: CompletionUsage }
}
declare class OpenAI {
  chat: { completions: { create(body: { model: string; messages: OpenAI.ChatCompletionMessageParam[]; tools?: OpenAI.ChatCompletionTool[] }): Promise<OpenAI.ChatCompletion> } }
}
export default OpenAI
`
const LANGCHAIN = `
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { BaseMessage } from '@langchain/core/messages'
import type { StructuredToolInterface } from '@langchain/core/tools'
export { AIMessage, SystemMessage, trimMessages } from '@langchain/core/messages'
interface Size { tokens?: number; messages?: number }
interface Middleware { name: string }
export declare class ClearToolUsesEdit {
  constructor(options: { trigger: Size; keep: Size; excludeTools?: string[]; clearToolInputs?: boolean })
}
export declare function contextEditingMiddleware(options: { edits: ClearToolUsesEdit[] }): Middleware
export declare function summarizationMiddleware(options: { model: BaseChatModel; trigger: Size; keep: Size; trimTokensToSummarize: number }): Middleware
export declare function countTokensApproximately(messages: BaseMessage[], tools?: Record<string, any>[] | null): number
export declare function createAgent(options: { model: BaseChatModel; tools: StructuredToolInterface[]; systemPrompt: string; middleware: Middleware[] }): object
`

/** An agent with tools, which has the copied function as an option. */
const AI_SDK = `
import { generateText, jsonSchema, tool } from 'ai'
import type { LanguageModel } from 'ai'
const read = tool({ inputSchema: jsonSchema<{ path: string }>({ type: 'object' }), execute: ({ path }) => path })
export const answer = (model: LanguageModel) => generateText({ model, tools: { read }, prompt: 'go', prepareStep })
`

const managed = differing(completeConfig({}), {
  ...completeConfig(presetConfig('managed')),
  max_context_tokens: 16_000,
})

it('MAN-1 everything that is copied as TypeScript passes tsc --strict', { timeout: 120_000 }, () => {
  const texts = new Map<string, string>()
  for (const client of ['openai', 'anthropic'] as const)
    texts.set(client, loopSnippet(client, 'Managed', managed))
  for (const preset of presets)
    for (const library of ['ai_sdk', 'langchain'] as const) {
      const { code } = configElsewhere(completeConfig(presetConfig(preset)), library)
      // Those that differ in their numbers alone are of one type.
      const use = library === 'ai_sdk' ? AI_SDK : ''
      if (code !== null) texts.set(`${library} ${code.replaceAll(/\d+/g, '1')}`, code + use)
    }
  expect(texts.size).toBeGreaterThan(6)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'openai-types.d.ts'), OPENAI)
  writeFileSync(join(folder, 'langchain-types.d.ts'), LANGCHAIN)
  const files = [...texts.values()].map((text, at) => {
    const file = join(folder, `copied-${at}.ts`)
    writeFileSync(file, text)
    return file
  })
  const program = ts.createProgram(files, {
    strict: true,
    noUnusedLocals: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    paths: {
      openai: [join(folder, 'openai-types.d.ts')],
      langchain: [join(folder, 'langchain-types.d.ts')],
      'context-window-lab': [join(root, 'src', 'engine', 'index.ts')],
      'context-window-lab/*': [join(root, 'src', '*', 'index.ts')],
    },
  })
  const found = files.flatMap((file) => {
    const source = program.getSourceFile(file)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) =>
        `${readFileSync(file, 'utf8')}\n${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
  })
  expect(found).toEqual([])
})

/** Imports the loop with a client that calls a tool once, and then answers. */
async function looped(client: 'openai' | 'anthropic', library: string) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${client}-client.mjs`), library)
  const code = loopSnippet(client, 'Managed', managed)
    .replace(/'(?:openai|@anthropic-ai\/sdk)'/, `'./${client}-client.mjs'`)
    .replace(/'context-window-lab(?:\/(\w+))?'/g, (_, door: string | undefined) => {
      return `'${join(root, 'src', door ?? 'engine', 'index.ts')}'`
    })
  const file = join(folder, `${client}-loop.ts`)
  writeFileSync(file, code)
  const { answer } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    readonly answer: (...given: readonly unknown[]) => Promise<unknown>
  }
  const posted: { readonly messages: readonly unknown[] }[] = []
  Object.assign(globalThis, { posted })
  try {
    const task = { role: 'user', content: 'Which file is the longest?' }
    return { answer: await answer('a-model', [], task, async () => 'a.ts 120 lines'), posted }
  } finally {
    Reflect.deleteProperty(globalThis, 'posted')
  }
}

it('MAN-1 the loop for OpenAI’s client runs the tools until the model answers', async () => {
  const { answer, posted } = await looped(
    'openai',
    `export default class {
      chat = { completions: { create: async (body) => {
        posted.push(structuredClone(body))
        const call = { id: 'c1', type: 'function', function: { name: 'list', arguments: '{}' } }
        const message = body.messages.length === 1
          ? { role: 'assistant', content: null, tool_calls: [call] }
          : { role: 'assistant', content: 'a.ts' }
        return { choices: [{ message }], usage: { prompt_tokens: 60, completion_tokens: 5, total_tokens: 65 } }
      } } }
    }`,
  )
  expect(answer).toBe('a.ts')
  expect(posted.map(({ messages }) => messages.length)).toEqual([1, 3])
  expect(posted[1]?.messages.at(-1)).toEqual({ role: 'tool', tool_call_id: 'c1', content: 'a.ts 120 lines' })
})

it('MAN-1 the loop for Anthropic’s client runs the tools until the model answers', async () => {
  const { answer, posted } = await looped(
    'anthropic',
    `export default class {
      messages = { create: async (body) => {
        posted.push(structuredClone(body))
        const content = body.messages.length === 1
          ? [{ type: 'tool_use', id: 'c1', name: 'list', input: {} }]
          : [{ type: 'text', text: 'a.ts' }]
        return { role: 'assistant', content, usage: { input_tokens: 60, output_tokens: 5 } }
      } }
    }`,
  )
  expect(answer).toEqual([{ type: 'text', text: 'a.ts' }])
  expect(posted.map(({ messages }) => messages.length)).toEqual([1, 3])
  expect(posted[1]?.messages.at(-1)).toEqual({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'a.ts 120 lines' }],
  })
})
