import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import type { Result } from '../cli/index.ts'
import { program as commandLine } from '../cli/index.ts'

const root = join(import.meta.dirname, '..', '..')
const tools = join(root, 'node_modules')
const folder = mkdtempSync(join(tmpdir(), 'consumer-'))
const run = promisify(execFile)
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Uses types of each entry point, one type that must be refused, and no types of Node or a browser. */
const CONSUMER = `
import { ContextWindowManager } from 'context-window-lab'
import type { TokenCounter } from 'context-window-lab/engine'
import { aiSdkAdapter, managedWindow } from 'context-window-lab/adapters'
import { EXIT, resultSchema, type Result } from 'context-window-lab/cli'
import { presetConfig, strategySettings } from 'context-window-lab/config'
import { createMock } from 'context-window-lab/llm'
import { compare, readTrace, type Trace } from 'context-window-lab/sim'
import { loadCounter } from 'context-window-lab/tokenizer'
const counter: TokenCounter = await loadCounter('o200k_base')
const trace: Trace = readTrace('User: hello')
export const turn: number | undefined = compare(trace, { a: presetConfig('fifo') }, { counter }).firstDivergence?.turn
// @ts-expect-error a counter that there is not
void loadCounter('nonsense')
export const made: readonly unknown[] = [ContextWindowManager, strategySettings, createMock, aiSdkAdapter, managedWindow, EXIT, resultSchema]
export type Logs = Result['logs']
`

/** What the README's programs import from the reader: models that list the files once, and then answer. */
const YOUR_AGENT = `
import type Anthropic from '@anthropic-ai/sdk'
import { AIMessage, ToolMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { jsonSchema, tool } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { ContextWindowManager, chars4 } from 'context-window-lab'
import { strategySettings } from 'context-window-lab/config'
import { createMock } from 'context-window-lab/llm'
const llm = createMock({ count: (text) => chars4.count(text) })
export const newManager = () => new ContextWindowManager({ ...strategySettings({}), counter: chars4, llm })
const asked: number[] = []
export const anthropic = {
  messages: {
    create: async ({ messages }: Anthropic.MessageCreateParamsNonStreaming) => {
      asked.push(messages.length)
      const isLast = asked.length > 1
      if (isLast) console.log('Anthropic', asked.join())
      const content = isLast ? [{ type: 'text', text: 'a.ts', citations: null }] : [{ type: 'tool_use', id: 'c', name: 'list', input: {} }]
      return { role: 'assistant', content, usage: { input_tokens: 70, output_tokens: 9 } } as Anthropic.Message
    },
  },
}
export const runTool = async (name: string, _input: unknown) => (name === 'list' ? 'a.ts 120 lines' : '')
const usage = { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } }
const sent: number[] = []
export const provider = { isDown: false }
export const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    sent.push(prompt.length)
    const isLast = prompt.at(-1)?.role === 'tool'
    if (isLast && provider.isDown) throw new Error('down')
    if (isLast) console.log('AI SDK', sent.join())
    return {
      finishReason: { unified: isLast ? 'stop' as const : 'tool-calls' as const, raw: undefined },
      usage,
      warnings: [],
      content: isLast ? [{ type: 'text' as const, text: 'a.ts' }] : [{ type: 'tool-call' as const, toolCallId: 'c', toolName: 'list', input: '{}' }],
    }
  },
})
export const setup = { system: 'Be brief.', tools: [{ name: 'list', input_schema: { type: 'object' } }] }
export const tools = { list: tool({ inputSchema: jsonSchema({ type: 'object' }), execute: async () => 'a.ts 120 lines' }) }
interface Call { readonly name: string; readonly id?: string }
const list = { name: 'list', description: 'Lists files.', schema: { type: 'object' as const }, invoke: async (call: Call) => new ToolMessage({ content: 'a.ts 120 lines', tool_call_id: call.id ?? '' }) }
export const chatTools = new Map([['list', list]])
export const chatModel = {
  bindTools: (given: readonly object[]) => ({
    invoke: async (messages: readonly BaseMessage[]) => {
      if (messages.at(-1)?.getType() !== 'tool') return new AIMessage({ content: '', tool_calls: [{ id: 'c', name: 'list', args: {} }] })
      console.log('LangChain', given.length, messages.map((message) => message.getType()).join())
      return new AIMessage('a.ts')
    },
  }),
}
`

/** Behind the program of the README with an agent of the AI SDK: a call that fails in its second step, and another one. */
const AFTER_A_FAILURE = `
import { provider } from './your-agent.ts'
provider.isDown = true
await ask('And the shortest?').catch(() => undefined)
provider.isDown = false
await ask('And the oldest?')
`

interface Packed {
  readonly dependencies: Readonly<Record<string, string>>
  readonly bin: Readonly<Record<string, string>>
}

test('the npm package runs every program of the README and the command line in plain Node, with one thread and with several, its types resolve, and a bundler takes it', async () => {
  // What `npm pack` would include, after the build that it runs first. The types of the source are checked by `npm run types`.
  await run('npm', ['run', '--silent', 'build:package', '--', '--noCheck'], { cwd: root })
  const listed = await run('npm', ['pack', '--ignore-scripts', '--dry-run', '--json', '--silent'], {
    cwd: root,
  })
  const [{ files }] = JSON.parse(listed.stdout) as [{ files: readonly { path: string }[] }]
  const { dependencies, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Packed

  // Installed by hand, so that no network is needed: the files that npm lists, and the declared dependencies.
  const installed = join(folder, 'node_modules', 'context-window-lab')
  mkdirSync(installed, { recursive: true })
  for (const { path } of files) cpSync(join(root, path), join(installed, path))
  for (const name of Object.keys(dependencies))
    symlinkSync(join(tools, name), join(folder, 'node_modules', name))
  const program = join(installed, bin['context-window-lab'] ?? '')
  mkdirSync(join(folder, 'node_modules', '.bin'))
  symlinkSync(program, join(folder, 'node_modules', '.bin', 'context-window-lab'))
  chmodSync(program, 0o755)
  expect(files.filter(({ path }) => /\.test\.|\.tsx?$/.test(path) && !path.endsWith('.d.ts'))).toEqual([])

  const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)]
  const [code = '', ...own] = blocks.map(([, block = '']) => block)
  // The others as they are written, with the reader's own agent beside them.
  for (const name of ['ai', '@anthropic-ai', '@langchain'])
    symlinkSync(join(tools, name), join(folder, 'node_modules', name))
  const programs = own.map((block, nth) => {
    return {
      name: `readme-${nth}`,
      block: block.includes('ToolLoopAgent') ? `${block}${AFTER_A_FAILURE}` : block,
    }
  })
  for (const { name, block } of [...programs, { name: 'your-agent', block: YOUR_AGENT }]) {
    writeFileSync(join(folder, `${name}.ts`), block)
    const { outputText } = transpileModule(block, {
      compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2023 },
    })
    writeFileSync(join(folder, `${name}.mjs`), outputText.replaceAll('./your-agent.ts', './your-agent.mjs'))
  }
  writeFileSync(
    join(folder, 'readme.mjs'),
    [...programs.map(({ name }) => name), 'example']
      .map((name) => `await import('./${name}.mjs')\n`)
      .join(''),
  )
  const example = code
    .replaceAll(/'\.\/src\/(\w+)\/index\.ts'/g, "'context-window-lab/$1'")
    .replaceAll('(preset: string)', '(preset)')
    .replaceAll(/!(?=\))/g, '')
    .replaceAll(/console\.log\(.*\)/g, 'console.log(JSON.stringify([firstDivergence, metrics(runs.hybrid)]))')
  writeFileSync(join(folder, 'example.mjs'), example)
  writeFileSync(join(folder, 'consumer.mts'), CONSUMER)
  // As strict as a project can be: the package's declarations are checked, too.
  const compilers = [
    { module: 'nodenext', target: 'es2022' },
    // Declarations may import no JSON here.
    { module: 'node16', target: 'es2022' },
    // The programs of the README use other packages, whose declarations are not ours to check.
    {
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      types: ['node'],
      typeRoots: [join(tools, '@types')],
    },
  ].map((more, nth) => {
    const compilerOptions = { noEmit: true, strict: true, skipLibCheck: false, types: [], ...more }
    const path = join(folder, `tsconfig.${nth}.json`)
    const files = ['consumer.mts', ...('types' in more ? programs.map(({ name }) => `${name}.ts`) : [])]
    writeFileSync(path, JSON.stringify({ compilerOptions, files }))
    return path
  })
  const log = join(root, 'public', 'samples', 'anthropic.json')
  const browser =
    "export { ContextWindowManager } from 'context-window-lab'\nexport { compare } from 'context-window-lab/sim'"
  writeFileSync(join(folder, 'browser.js'), browser)
  const command = join(folder, 'node_modules', '.bin', 'context-window-lab')
  const logs = join(folder, 'logs')
  mkdirSync(logs)
  cpSync(log, join(logs, 'a.json'))
  cpSync(log, join(logs, 'b.json'))
  writeFileSync(join(logs, 'broken.json'), '{"messages": [')
  const compare = ['compare', logs, '--lane', 'fifo', '--lane', 'hybrid', '--format', 'json']
  const [readme, inThreads, bundled] = await Promise.all([
    run(process.execPath, [join(folder, 'readme.mjs')], { cwd: root }),
    run(command, [...compare, '--jobs', '2'], { cwd: folder }),
    build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { write: false, minify: false, lib: { entry: join(folder, 'browser.js'), formats: ['es'] } },
    }),
    ...compilers.map((path) => run(process.execPath, [join(tools, 'typescript-7/bin/tsc'), '-p', path])),
  ])
  expect(own).toHaveLength(4)
  const [, told, figures = ''] = /^([^]*?\n)(\[.*\]\n)$/.exec(readme.stdout) ?? []
  expect(told).toBe(
    [
      'Anthropic 1,3\nhealthy\nAI SDK 2,4\nAI SDK 2,4,2,4\na.ts\n',
      // The question behind the failed call, whose messages stay, is sent as well.
      'AI SDK 2,4,2,4,6,8,9,11\nLangChain 1 system,human,ai,tool\n',
    ].join(''),
  )
  // One file, or more where it loads code on demand; nothing of Node is left in it.
  const chunks = [bundled].flat().flatMap((one) => ('output' in one ? one.output : []))
  expect(chunks.length).toBeGreaterThan(0)
  for (const chunk of chunks) if (chunk.type === 'chunk') expect(chunk.code).not.toMatch(/from ["']node:/)
  const [divergence, rows] = JSON.parse(figures) as [{ turn: number }, { id: string; value: number }[]]
  expect(divergence.turn).toBeGreaterThan(0)
  // The package gives the bytes of its source in one thread, and the figures of the example of the README.
  let compared = ''
  await commandLine(compare, {
    cwd: folder,
    out: (text) => void (compared += text),
    err: () => undefined,
    stdin: () => '',
    columns: null,
    colour: false,
    progress: false,
  })
  expect(inThreads.stdout).toBe(compared)
  const result = JSON.parse(compared) as Result
  expect(result.unreadable).toHaveLength(1)
  expect(result.logs[0]?.divergence?.turn).toBe(divergence.turn)
  expect(result.logs[0]?.lanes[1]?.metrics).toEqual(
    Object.fromEntries(rows.map(({ id, value }) => [id, value])),
  )
  expect(rows.find(({ id }) => id === 'turns-reached')?.value).toBeGreaterThan(divergence.turn)
}, 240_000)
