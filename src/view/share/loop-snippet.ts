import { literal } from './literal.ts'

/** A client whose loop is written out. */
export type LoopClient = 'openai' | 'anthropic'

const SETUP: Readonly<Record<LoopClient, readonly string[]>> = {
  openai: [
    'type Tools = OpenAI.ChatCompletionTool[]',
    'type Message = OpenAI.ChatCompletionMessageParam',
    'type Call = OpenAI.ChatCompletionMessageToolCall',
    'const client = new OpenAI()',
  ],
  anthropic: [
    'type Tools = Anthropic.ToolUnion[]',
    'type Message = Anthropic.MessageParam',
    'type Call = Anthropic.ToolUseBlock',
    'const client = new Anthropic()',
  ],
}

const IMPORTS: Readonly<Record<LoopClient, readonly [client: string, adapter: string]>> = {
  openai: ["import OpenAI from 'openai'", 'openAiAdapter'],
  anthropic: ["import Anthropic from '@anthropic-ai/sdk'", 'anthropicAdapter'],
}

/** One call of the model and of its tools, within the loop. */
const STEP: Readonly<Record<LoopClient, readonly string[]>> = {
  openai: [
    'const { choices, usage } = await client.chat.completions.create({ model, tools, messages })',
    'const reply = choices[0]?.message',
    "if (reply === undefined) throw new Error('no reply')",
    'window.add([reply], usage)',
    'const calls = reply.tool_calls ?? []',
    'if (calls.length === 0) return reply.content',
    "for (const call of calls) window.add([{ role: 'tool', tool_call_id: call.id, content: await run(call) }])",
  ],
  anthropic: [
    'const reply = await client.messages.create({ model, max_tokens: 4096, tools, messages })',
    "window.add([{ role: 'assistant', content: reply.content }], reply.usage)",
    "const calls = reply.content.filter((part) => part.type === 'tool_use')",
    'if (calls.length === 0) return reply.content',
    'const content: Anthropic.ToolResultBlockParam[] = []',
    "for (const call of calls) content.push({ type: 'tool_result', tool_use_id: call.id, content: await run(call) })",
    "window.add([{ role: 'user', content }])",
  ],
}

/**
 * TypeScript of an agent's loop around a manager with some settings, for a provider's own client. It passes `strict`.
 *
 * @param about what the settings are, on one line
 * @param differences the config, as the differences from the defaults
 */
export function loopSnippet(client: LoopClient, about: string, differences: object): string {
  const [library, adapter] = IMPORTS[client]
  return [
    library,
    "import { ContextWindowManager } from 'context-window-lab'",
    `import { ${[adapter, 'managedWindow'].toSorted().join(', ')} } from 'context-window-lab/adapters'`,
    "import { strategySettings } from 'context-window-lab/config'",
    "import { createMock } from 'context-window-lab/llm'",
    "import { loadCounter } from 'context-window-lab/tokenizer'",
    '',
    ...SETUP[client],
    `// ${about.replace(/\s+/g, ' ').trim()}`,
    `const settings = strategySettings(${literal(differences)})`,
    "const counter = await loadCounter('o200k_base')",
    '// Writes summaries from lines of the conversation. With a model: (ask) => yourClient(promptOf(ask))',
    'const llm = createMock({ count: (text) => counter.count(text) })',
    '',
    '/** One conversation, from its first message; `run` runs a tool. */',
    'export async function answer(model: string, tools: Tools, task: Message, run: (call: Call) => Promise<string>) {',
    '  const manager = new ContextWindowManager({ ...settings, counter, llm, subsystems: { clock: () => Date.now() } })',
    `  const window = managedWindow(manager, ${adapter}<Message>(), { tools })`,
    '  window.add([task])',
    '  for (;;) {',
    '    const { messages, turn } = await window.next()',
    '    if (turn.fit.over > 0) throw new Error(turn.fit.advice)',
    ...STEP[client].map((line) => `    ${line}`),
    '  }',
    '}',
    '',
  ].join('\n')
}
