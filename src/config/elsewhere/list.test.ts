import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ModelMessage } from 'ai'
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { run } from '../../sim/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { completeConfig } from '../complete.ts'
import type { PartialConfig } from '../config.ts'
import { presetConfig, presets } from '../preset/list.ts'
import { configElsewhere, elsewhere } from './list.ts'
import type { ElsewhereName } from './list.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'elsewhere')

function written(config: PartialConfig, name: ElsewhereName) {
  return configElsewhere(completeConfig(config), name)
}

/** LangChain’s own package is not installed; its agent and middleware stand here as the options that they got. */
const LANGCHAIN = `
export { AIMessage, SystemMessage, trimMessages } from '@langchain/core/messages'
export const createAgent = (options) => options
export const contextEditingMiddleware = ({ edits }) => edits[0]
export const summarizationMiddleware = (options) => options
export class ClearToolUsesEdit {
  constructor(options) {
    Object.assign(this, options)
  }
}
export const countTokensApproximately = (messages, tools) =>
  Math.ceil([...messages.map(({ content }) => content), ...tools.map((tool) => JSON.stringify(tool))].join('').length / 4)
`

/** JavaScript of what is copied. */
function plainCode(code: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  return ts.transpileModule(code, { compilerOptions }).outputText
}

/** Imports the code as a module, as somebody who copies it would. */
async function imported(file: string, code: string | null): Promise<Readonly<Record<string, unknown>>> {
  const library = join(folder, 'node_modules', 'langchain')
  mkdirSync(library, { recursive: true })
  writeFileSync(join(library, 'package.json'), JSON.stringify({ type: 'module', exports: './index.js' }))
  writeFileSync(join(library, 'index.js'), LANGCHAIN)
  const path = join(folder, `${file}.mjs`)
  writeFileSync(path, plainCode(code ?? ''))
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Readonly<Record<string, unknown>>
}

it('says why, or gives code that parses, for every preset and library', () => {
  for (const name of presets) {
    for (const library of elsewhere) {
      const { code, language, differences } = written(presetConfig(name), library)
      // A number of four digits or more has its separators.
      for (const one of differences) expect(one, `${name} in ${library}`).not.toMatch(/\d{4}/)
      if (code === null) expect(differences, `${name} in ${library}`).not.toEqual([])
      else if (language === 'json') expect(() => JSON.parse(code) as unknown).not.toThrow()
      else {
        const { diagnostics } = ts.transpileModule(code, { reportDiagnostics: true })
        expect(diagnostics, code).toEqual([])
      }
      for (const sentence of differences) expect(sentence).toMatch(/^[A-Z].*\.$/)
    }
  }
})

it('EDITAPI-1 gives Anthropic the edits that a run’s request carries', () => {
  const configs: readonly PartialConfig[] = [
    presetConfig('context_editing'),
    presetConfig('context_editing_compact'),
    {
      strategy: 'context_editing',
      context_editing: {
        clear_tool_uses: {
          trigger_type: 'tool_uses',
          keep: 5,
          clear_at_least: 3000,
          exclude_tools: ['memory'],
          clear_tool_inputs: true,
          clear_inputs_of: ['read_file'],
        },
        clear_thinking: { keep_turns: 0 },
      },
    },
  ]
  const trace = scenario('bug-fix', 1)
  for (const config of configs) {
    const whole = { ...config, max_context_tokens: 180_000 }
    const request = run(trace, whole).messagesAt(0, 'anthropic') as { readonly context_management?: unknown }
    const { code, differences } = written(whole, 'anthropic')
    expect((JSON.parse(code ?? '') as { context_management: unknown }).context_management).toEqual(
      request.context_management,
    )
    expect(differences).toEqual([
      'Where thinking is off, the API refuses the edit of thinking: leave it out there.',
      ...(code?.includes('compact_20260112') === true
        ? ['Only newer models can compact: see Anthropic’s documentation.']
        : []),
    ])
  }
})

it('PRES-1 clears results at the tokens at which a run begins to evict, however few that frees', () => {
  // The reserve of 4,096 leaves 15,904 of 20,000: orange is .75 × (15,904 / 19,000).
  // No `clear_at_least`: what frees less would not be cleared at all.
  const { code, differences } = written({ strategy: 'evict', max_context_tokens: 20_000 }, 'anthropic')
  expect(JSON.parse(code ?? '')).toEqual({
    betas: ['context-management-2025-06-27'],
    context_management: {
      edits: [
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'input_tokens', value: 12_555 },
          keep: { type: 'tool_uses', value: 3 },
        },
      ],
    },
  })
  expect(differences.slice(0, 2)).toEqual([
    'It does not stop at the target: all tool results leave but the newest 3.',
    'Messages are never evicted, so the prompt can outgrow the window.',
  ])
})

it('asks Anthropic for a compaction from 50,000 tokens on at the earliest, and says so', () => {
  const { code, differences } = written(
    { strategy: 'rolling_summary', max_context_tokens: 32_000 },
    'anthropic',
  )
  expect(code).toContain('"value": 50000')
  expect(differences).toContain('Compaction starts at 50,000 tokens at the earliest.')
})

const conversation: readonly BaseMessage[] = [
  new SystemMessage('You help.'),
  ...Array.from({ length: 30 }, (_, turn) => [
    new HumanMessage(`Question ${turn}: ${'word '.repeat(40)}`),
    new AIMessage({ content: '', tool_calls: [{ id: `c${turn}`, name: 'look', args: {} }] }),
    new ToolMessage({ tool_call_id: `c${turn}`, content: 'line\n'.repeat(60) }),
    new AIMessage(`Answer ${turn}.`),
  ]).flat(),
]
const characters = (list: readonly BaseMessage[]): number =>
  list.reduce((sum, { content }) => sum + content.length, 0)

it('gives LangChain a trim that keeps the newest messages within the budget', async () => {
  const { code, differences } = written(
    { strategy: 'token_trim', token_trim: { max_tokens: 4000, reserve: 0.1 } },
    'langchain',
  )
  const { trim } = (await imported('langchain', code)) as {
    trim: (messages: readonly BaseMessage[], counter: unknown) => Promise<readonly BaseMessage[]>
  }
  const kept = await trim(conversation, characters)
  expect(characters(kept)).toBeLessThanOrEqual(3600)
  expect(characters(kept)).toBeGreaterThan(2500)
  expect(kept.at(0)?.content).toBe('You help.')
  expect(kept.at(-1)?.content).toBe('Answer 29.')
  expect(differences).toContain('The task is not protected.')
  const middle = written({ strategy: 'token_trim', token_trim: { direction: 'middle' } }, 'langchain')
  expect(middle).toMatchObject({ code: null })
})

it('gives LangChain a trim that leaves something of an agent’s list, which has one message of the user', async () => {
  const agents = [conversation[0], new HumanMessage('Look at everything.'), ...conversation.slice(2)].filter(
    (one): one is BaseMessage =>
      one !== undefined && (!HumanMessage.isInstance(one) || one.text.startsWith('Look')),
  )
  for (const direction of ['start', 'end'] as const) {
    const config = { strategy: 'token_trim', token_trim: { max_tokens: 4000, reserve: 0.1, direction } }
    const { code, differences } = written(config, 'langchain')
    const { trim } = (await imported(`langchain-agent-${direction}`, code)) as {
      trim: (messages: readonly BaseMessage[], counter: unknown) => Promise<readonly BaseMessage[]>
    }
    const kept = await trim(agents, characters)
    expect(characters(kept)).toBeGreaterThan(2500)
    const isTaskKept = kept.some(({ text }) => text === 'Look at everything.')
    expect(isTaskKept).toBe(direction === 'end')
    expect(differences.includes('The task is not protected.')).toBe(!isTaskKept)
    expect(kept.at(direction === 'start' ? -1 : 0)?.text).toBe(
      direction === 'start' ? 'Answer 29.' : 'You help.',
    )
  }
})

it('PAIR-2 gives LangChain a trim that leaves no call without its result, wherever it cuts', async () => {
  const calls = ['a', 'b', 'c'].map((id) => ({ id, name: 'look', args: {} }))
  const talk = [
    new HumanMessage('Look.'),
    new AIMessage({ content: 'yes', tool_calls: calls }),
    ...calls.map(({ id }) => new ToolMessage({ tool_call_id: id, content: 'line '.repeat(20) })),
    new AIMessage('Done.'),
    new HumanMessage('Thanks.'),
  ]
  const lengths = new Set<number>()
  for (let most = 40; most <= 400; most += 40) {
    const direction = 'end' as const
    const config = {
      strategy: 'token_trim',
      token_trim: { max_tokens: most, reserve: 0, direction },
    } as const
    const { trim } = (await imported(`langchain-whole-${most}`, written(config, 'langchain').code)) as {
      trim: (messages: readonly BaseMessage[], counter: unknown) => Promise<readonly BaseMessage[]>
    }
    const kept = await trim(talk, characters)
    const results = kept.filter((one) => ToolMessage.isInstance(one)).map((one) => one.tool_call_id)
    const called = kept.flatMap((one) => (AIMessage.isInstance(one) ? (one.tool_calls ?? []) : []))
    expect(results, `${most}`).toEqual(called.map(({ id }) => id))
    lengths.add(kept.length)
  }
  expect(lengths.size).toBeGreaterThan(1)
})

it('gives LangChain a trim by the number of messages', async () => {
  const { code } = written({ strategy: 'atomic_window', atomic_window: { max_messages: 9 } }, 'langchain')
  const { trim } = (await imported('langchain-window', code)) as {
    trim: (messages: readonly BaseMessage[]) => Promise<readonly BaseMessage[]>
  }
  const kept = await trim(conversation)
  expect(kept).toHaveLength(9)
  expect(kept.at(-1)?.content).toBe('Answer 29.')
})

/** A tool that takes 1,000 tokens, and a system prompt that takes 500, at four characters for a token. */
const TOOL = { name: 'x'.repeat(4000 - JSON.stringify({ name: '' }).length) }
const SYSTEM = 'y'.repeat(2000)

it('LED-2 gives LangChain thresholds of the whole prompt, though it counts the messages alone', async () => {
  // As in the first test of thresholds, a run begins to evict at 12,555 tokens.
  const config = { strategy: 'evict', max_context_tokens: 20_000 }
  const { code, differences } = written(config, 'langchain')
  const { agentWith } = (await imported('langchain-setup', code)) as {
    agentWith: (...given: unknown[]) => { systemPrompt: string; middleware: { trigger: object }[] }
  }
  const agent = agentWith('model', [TOOL], SYSTEM)
  expect(agent.systemPrompt).toBe(SYSTEM)
  expect(agent.middleware.map(({ trigger }) => trigger)).toEqual([{ tokens: 12_555 - 1500 }])
  expect(agentWith('model', []).middleware[0]?.trigger).toEqual({ tokens: 12_555 })
  // LangChain accepts no threshold of nothing.
  expect(agentWith('model', [], 'z'.repeat(80_000)).middleware[0]?.trigger).toEqual({ tokens: 1 })
  expect(differences).toContain('Four characters count as a token; thinking and pictures do not count.')
  const summary = written({ strategy: 'rolling_summary', max_context_tokens: 20_000 }, 'langchain')
  const other = (await imported('langchain-setup-summary', summary.code)) as { agentWith: typeof agentWith }
  expect(other.agentWith('model', [TOOL], SYSTEM).middleware[0]?.trigger).toEqual({ tokens: 15_904 - 1500 })
})

it('TRIM-1 gives LangChain a trim whose budget has room for the tools', async () => {
  const config = { strategy: 'token_trim', token_trim: { max_tokens: 4000, reserve: 0.1 } }
  const { trim } = (await imported('langchain-tools', written(config, 'langchain').code)) as {
    trim: (...given: unknown[]) => Promise<readonly BaseMessage[]>
  }
  const kept = characters(await trim(conversation, characters, [TOOL]))
  expect(kept).toBeLessThanOrEqual(2600)
  expect(kept).toBeGreaterThan(1600)
})

it('gives LangChain middleware with the thresholds of the strategy', () => {
  const { code } = written(
    { strategy: 'rolling_summary', rolling_summary: { max_input_tokens: 90_000, keep_recent_exchanges: 4 } },
    'langchain',
  )
  expect(code).toContain(
    'summarizationMiddleware({ model, trigger: at(90000), keep: { messages: 9 }, trimTokensToSummarize: 90000 })',
  )
  expect(code).toContain(
    "import { SystemMessage, countTokensApproximately, createAgent, summarizationMiddleware } from 'langchain'",
  )
})

it('gives the AI SDK a step that prunes old calls only above the threshold', async () => {
  const { code, differences } = written(
    {
      ...presetConfig('context_editing'),
      max_context_tokens: 100_000,
      context_editing: { clear_tool_uses: { keep: 2 } },
    },
    'ai_sdk',
  )
  const { prepareStep } = (await imported('ai-sdk', code)) as {
    prepareStep: (step: unknown) => { readonly messages?: readonly ModelMessage[] }
  }
  const messages: ModelMessage[] = [
    { role: 'user', content: 'Begin.' },
    ...Array.from({ length: 6 }, (_, turn): ModelMessage[] => [
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: `c${turn}`, toolName: 'look', input: {} }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: `c${turn}`,
            toolName: 'look',
            output: { type: 'text', value: 'x' },
          },
        ],
      },
    ]).flat(),
  ]
  const steps = (inputTokens: number) => [{ usage: { inputTokens } }]
  expect(prepareStep({ messages, steps: steps(49_999) }).messages).toEqual(messages)
  const pruned = prepareStep({ messages, steps: steps(50_000) }).messages ?? []
  expect(pruned.filter(({ role }) => role === 'tool')).toHaveLength(2)
  expect(pruned.at(0)).toEqual(messages.at(0))
  // The prompt that was pruned is small, and the list that the next step begins with is whole again.
  const next = prepareStep({ messages, steps: [...steps(50_000), ...steps(900)] }).messages ?? []
  expect(next).toEqual(pruned)
  expect(differences).toContain('Old calls leave with their results, and no placeholder says so.')
})

it('EDITAPI-1 the AI SDK prunes in the first step too, which has no usage yet', async () => {
  const config = {
    ...presetConfig('context_editing'),
    max_context_tokens: 100_000,
    context_editing: { clear_tool_uses: { keep: 1 } },
  }
  const { code, differences } = written(config, 'ai_sdk')
  const { prepareStep } = (await imported('ai-sdk-first', code)) as {
    prepareStep: (step: unknown) => { readonly messages: readonly ModelMessage[] }
  }
  // Each of ten earlier exchanges has a call whose result has so many characters.
  const results = (characters: number) => {
    const messages = Array.from({ length: 10 }, (_, turn): ModelMessage[] => {
      const named = { toolCallId: `c${turn}`, toolName: 'look' }
      const output = { type: 'text' as const, value: 'x'.repeat(characters) }
      return [
        { role: 'user', content: [{ type: 'image', image: 'A'.repeat(400_000) }] },
        { role: 'assistant', content: [{ type: 'tool-call', ...named, input: {} }] },
        { role: 'tool', content: [{ type: 'tool-result', ...named, output }] },
      ]
    }).flat()
    return prepareStep({ messages, steps: [] }).messages.filter(({ role }) => role === 'tool').length
  }
  expect(results(19_000)).toBe(10)
  expect(results(20_000)).toBe(1)
  expect(differences.join(' ')).toMatch(/Before the first step the prompt is estimated/)
})

it('EDITAPI-1 the AI SDK prunes old reasoning at any size, as the strategy does, and all calls if none are kept', async () => {
  const { code } = written(
    {
      strategy: 'context_editing',
      max_context_tokens: 100_000,
      context_editing: { clear_tool_uses: { keep: 0 } },
    },
    'ai_sdk',
  )
  const { prepareStep } = (await imported('ai-sdk-reasoning', code)) as {
    prepareStep: (step: unknown) => { readonly messages: readonly ModelMessage[] }
  }
  const messages: readonly ModelMessage[] = [
    { role: 'user', content: 'Begin.' },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Which?' },
        { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: {} },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'text', value: 'x' } },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
  ]
  const types = (inputTokens: number) =>
    prepareStep({ messages, steps: [{ usage: { inputTokens } }] }).messages.flatMap(({ content }) =>
      typeof content === 'string' ? [] : content.map(({ type }) => type),
    )
  expect(types(49_999)).toEqual(['tool-call', 'tool-result', 'text'])
  expect(types(50_000)).toEqual(['text'])
})

// The reserve is 5 % of these windows, but at least 4,096 tokens, or what is written.
it.each<[why: string, PartialConfig, ElsewhereName, readonly number[]]>([
  // 90 % of the window, not of the 400,000.
  [
    'TRIM-1',
    {
      strategy: 'token_trim',
      max_context_tokens: 100_000,
      token_trim: { max_tokens: 400_000, reserve: 0.1 },
    },
    'langchain',
    [90_000],
  ],
  // 80 % of the window, not of the 160,000.
  [
    'ATOM-1',
    {
      strategy: 'atomic_window',
      max_context_tokens: 32_000,
      atomic_window: { token_aware: true, max_tokens: 160_000, token_threshold: 0.8 },
    },
    'langchain',
    [25, 25_600],
  ],
  // A quarter of 200,000 is reserved, so the shares are of 150,000.
  [
    'TIER-1',
    {
      strategy: 'tiered',
      max_context_tokens: 200_000,
      budget: { allocations: { output_reserved: 0.25, message_history: 0.45 } },
      tiered: { snip_from: 0.6, auto_compact_from: 0.85 },
    },
    'anthropic',
    [90_000, 127_500],
  ],
  // The margin is at most half of the window, 50,000.
  [
    'TIER-2',
    {
      strategy: 'tiered_full',
      max_context_tokens: 100_001,
      tiered_full: { clear_from: 0.7, compact_at: 'margin', compact_margin_tokens: 60_000 },
    },
    'anthropic',
    [70_000, 50_001],
  ],
  // What the reserve leaves of 32,000.
  [
    'ROLL-1',
    {
      strategy: 'rolling_summary',
      max_context_tokens: 32_000,
      rolling_summary: { max_input_tokens: 90_000 },
    },
    'langchain',
    [27_904],
  ],
])('%s the numbers elsewhere are those on which a run acts', (_, config, library, numbers) => {
  const { code } = written(config, library)
  const found = [...(code ?? '').matchAll(/(?:maxTokens: |"value": |trigger: at\()([\d.]+)/g)].map(
    ([, number]) => Number(number),
  )
  expect(found.filter((number) => number !== 3 && number !== 5)).toEqual(numbers)
})
