import { expect, test } from 'vitest'
import { completeConfig, strategySettings } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import { chars4, ContextWindowManager, ProblemError } from '../index.ts'
import type { ReportedUsage, TurnStart } from '../index.ts'

/** The largest prompt sent to a model that counts `factor` times our tokens, in a conversation of 60 turns. */
async function mostSent(config: PartialConfig, factor: number): Promise<number> {
  const manager = new ContextWindowManager({
    ...strategySettings(completeConfig({ ...config, max_context_tokens: 20_000 })),
    counter: chars4,
    llm: createMock({ count: (text) => chars4.count(text) }),
  })
  manager.onTaskStart({ task: 'Read all of it.' })
  let most = 0
  for (let turn = 0; turn < 60; turn++) {
    const { ledger, edits } = await manager.onTurnStart()
    // The provider compacts where it was asked to.
    const summary = edits.some(({ stage }) => stage === 'server_compact')
      ? [{ type: 'compaction', content: 'Read the parts so far.' } as const]
      : []
    const sent = Math.round(factor * ledger.used)
    most = Math.max(most, sent)
    if (turn % 4 === 3) {
      const content = [...summary, { type: 'text', text: `Read part ${turn}.` } as const]
      manager.onTurnEnd({ role: 'assistant', content }, { input_tokens: sent })
      manager.onUserMessage(`Go on with part ${turn}.`)
      continue
    }
    const call = { type: 'tool_use', id: `c${turn}`, name: 'read_file', input: { turn } } as const
    manager.onTurnEnd({ role: 'assistant', content: [...summary, call] }, { input_tokens: sent })
    manager.onToolResult(`c${turn}`, `line ${turn} of the log\n`.repeat(70))
  }
  return most
}

const ASKED: readonly (readonly [name: string, config: PartialConfig])[] = [
  ['evict', { strategy: 'evict' }],
  ['fifo', { strategy: 'evict', eviction: { policy: 'fifo' } }],
  ['managed', { strategy: 'managed' }],
  ['handover', { strategy: 'handover' }],
  ['token_trim', { strategy: 'token_trim' }],
  ['atomic_window', { strategy: 'atomic_window', atomic_window: { token_aware: true, max_messages: 1000 } }],
  ['rolling_summary', { strategy: 'rolling_summary' }],
  [
    'context_editing, clear_tool_uses',
    { strategy: 'context_editing', context_editing: { clear_tool_uses: { trigger_share: 0.8 } } },
  ],
  [
    'context_editing, compact',
    {
      strategy: 'context_editing',
      context_editing: {
        clear_tool_uses: { enabled: false },
        compact: { enabled: true, trigger_share: 0.8 },
      },
    },
  ],
]

test.each(ASKED)(
  'TOK-1 PRES-4 %s sends no more than fits if the model counts 1.5 of our tokens',
  async (_, config) => {
    expect(await mostSent(config, 1.5)).toBeLessThanOrEqual(20_000)
    // It still fills the window: the counts differ, not the budget.
    expect(await mostSent(config, 1.5)).toBeGreaterThan(13_000)
    expect(await mostSent(config, 1)).toBeGreaterThan(14_000)
  },
)

test.each(['tiered', 'tiered_full'])(
  'TOK-1 PRES-4 %s, which shortens what arrives, fits, too',
  async (strategy) => {
    expect(await mostSent({ strategy }, 2)).toBeLessThanOrEqual(20_000)
  },
)

const MESSAGE = { type: 'message', cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
const AGAIN = [
  { ...MESSAGE, input_tokens: 10_000 },
  { type: 'advisor_message', input_tokens: 3000 },
  { ...MESSAGE, input_tokens: 2000, cache_read_input_tokens: 10_000 },
]

test.each([
  ['Anthropic, without its list', { input_tokens: 5, cache_read_input_tokens: 11_995 }, 12_400, 12_000],
  ['a proxy that divides', { prompt_tokens: 11_999.5 }, 12_400, 12_000],
  // 2,000 tokens of the reply are in the last prompt already.
  ['Anthropic, asked twice', { input_tokens: 22_000, iterations: AGAIN }, 12_000, 22_000],
  ['the AI SDK, asked twice', { inputTokens: 22_000, raw: { iterations: AGAIN } }, 12_000, 22_000],
  ['the AI SDK 5 with a cache', { inputTokens: 5, cachedInputTokens: 11_995 }, 12_400, 12_000],
  ['the AI SDK', { inputTokens: 12_000, cachedInputTokens: 11_000 }, 12_400, 12_000],
  ['Bedrock', { inputTokens: 8000, cacheReadInputTokens: 3900, cacheWriteInputTokens: 100 }, 12_400, 12_000],
  [
    'a compaction alone',
    { inputTokens: 12_000, raw: { iterations: [{ type: 'compaction' }] } },
    null,
    12_000,
  ],
])(
  'TOK-2 PRES-4 the reported size is that of the last prompt, with its cache: %s',
  async (_, usage, size, billed) => {
    const manager = new ContextWindowManager({
      ...strategySettings({ max_context_tokens: 100_000 }),
      counter: chars4,
      llm: createMock({ count: (text) => chars4.count(text) }),
    })
    manager.onTaskStart({ task: 'word '.repeat(8000) })
    await manager.onTurnStart()
    // 400 tokens.
    manager.onTurnEnd('word '.repeat(320), usage)
    manager.onUserMessage('go')
    const { pressure, budget, ledger } = await manager.onTurnStart()
    expect(pressure?.source).toBe(size === null ? 'counted' : 'model_reported')
    expect(budget?.total.used).toBe(Math.max(pressure?.used ?? 0, ledger.used))
    expect(pressure?.used).toBe(Math.floor(pressure?.used ?? 0))
    if (size !== null) expect(Math.abs((pressure?.used ?? 0) - size)).toBeLessThan(20)
    expect(manager.report().spend.reported).toBe(billed)
  },
)

test.each([
  [{ input_tokens: '70' }, 'usage.input_tokens has to be a number of tokens from 0 up, but is "70"'],
  [{ prompt_tokens: -70 }, 'usage.prompt_tokens has to be a number of tokens from 0 up, but is -70'],
  [{ inputTokens: Number.NaN }, 'usage.inputTokens has to be a number of tokens from 0 up, but is NaN'],
  [
    { input_tokens: 7, cache_read_input_tokens: Infinity },
    'usage.cache_read_input_tokens has to be a number of tokens from 0 up, but is Infinity',
  ],
  [70, 'usage has to be an object, but is 70'],
])('TOK-2 the usage %j is refused with its place, and the reply can come again', async (usage, message) => {
  const manager = new ContextWindowManager({
    ...strategySettings({}),
    counter: chars4,
    llm: createMock({ count: (text) => chars4.count(text) }),
  })
  manager.onTaskStart({ task: 'go' })
  await manager.onTurnStart()
  let thrown: unknown
  try {
    manager.onTurnEnd('done', usage as ReportedUsage)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(ProblemError)
  expect((thrown as Error).message).toBe(message)
  const unreported = { input_tokens: 0, cache_read_input_tokens: null, inputTokens: undefined }
  expect(manager.onTurnEnd('done', unreported)).toHaveLength(1)
  expect(manager.auditLog.findLast(({ action }) => action === 'response')).toMatchObject({ reported: null })
})

test('PRES-4 PRES-5 the zones of events follow the reported size, as the readings do, and also in a second try', async () => {
  const manager = new ContextWindowManager({
    ...strategySettings(
      completeConfig({
        strategy: 'evict',
        max_context_tokens: 100_000,
        pressure: { thresholds: { yellow: 0.35, orange: 0.7, red: 0.85 } },
      }),
    ),
    counter: chars4,
    llm: createMock({ count: (text) => chars4.count(text) }),
  })
  const zones = (start: TurnStart): string[] =>
    start.events.flatMap((event) => (event.kind === 'zone' ? [`${event.from} ${event.to}`] : []))
  manager.onTaskStart({ task: 'word '.repeat(16_000) })
  await manager.onTurnStart()
  const call = { type: 'tool_use', id: 'c', name: 'read', input: {} } as const
  manager.onTurnEnd({ role: 'assistant', content: [call] }, { input_tokens: 35_000 })
  manager.onToolResult('c', 'line of the log\n'.repeat(2_500))
  // 20,000 counted tokens were 35,000 reported ones, and 10,000 came since: 45,000, of which 30,000 are counted.
  const first = await manager.onTurnStart()
  expect(first.pressure?.zone).toBe('yellow')
  expect(zones(first)).toEqual(['green yellow'])
  // A tenth less is 42,000, not 27,000, which would be green.
  const again = await manager.onOverflow()
  expect(again.ledger.used).toBeLessThan(30_000)
  expect(again.ledger.used).toBeGreaterThan(20_000)
  expect(zones(again)).toEqual([])
})

test('HEALTH-1 PRES-4 health and pressure read one size of the window, the model’s', async () => {
  const manager = new ContextWindowManager({
    ...strategySettings(completeConfig({ strategy: 'unmanaged', max_context_tokens: 20_000 })),
    counter: chars4,
    llm: createMock(chars4),
  })
  manager.onTaskStart({ task: 'Read all of it.' })
  let compared = 0
  for (let turn = 0; turn < 30; turn++) {
    const { ledger, pressure, health } = await manager.onTurnStart()
    if (pressure?.source === 'model_reported') {
      compared += 1
      expect(health?.metrics.utilization.value).toBeCloseTo(pressure.utilization, 10)
    }
    manager.onTurnEnd('Read.', { input_tokens: Math.round(1.8 * ledger.used) })
    manager.onUserMessage('Go on with it. '.repeat(60))
  }
  expect(compared).toBeGreaterThan(20)
})
