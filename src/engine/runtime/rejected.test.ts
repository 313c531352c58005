import { expect, test } from 'vitest'
import { completeConfig, strategySettings } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import { validate } from '../validity/validate.ts'
import { chars4, ContextWindowManager } from '../index.ts'
import type { TurnEvent } from '../index.ts'

async function called(atomic_window: PartialConfig['atomic_window']): Promise<ContextWindowManager> {
  const manager = new ContextWindowManager({
    ...strategySettings(
      completeConfig({
        strategy: 'atomic_window',
        max_context_tokens: 20_000,
        ...(atomic_window === undefined ? {} : { atomic_window }),
      }),
    ),
    counter: chars4,
    llm: createMock({ count: (text) => chars4.count(text) }),
  })
  manager.onTaskStart({ task: 'Read all of it.' })
  for (let turn = 0; turn < 9; turn++) {
    await manager.onTurnStart()
    const call = { type: 'tool_use', id: `c${turn}`, name: 'read_file', input: { turn } } as const
    manager.onTurnEnd({ role: 'assistant', content: [call] })
    manager.onToolResult(`c${turn}`, `line ${turn} of the log\n`.repeat(70))
  }
  return manager
}

test.each<[why: string, PartialConfig['atomic_window']]>([
  ['by messages', {}],
  ['before its first turn to trim', { min_turns: 50 }],
  ['with a summary', { on_drop: 'summarize', summary_tokens: 200 }],
  ['by tokens', { token_aware: true }],
])(
  'VALID-4 ATOM-1 a rejected request of atomic_window, %s, is made to fit with fewer messages',
  async (_, settings) => {
    const manager = await called(settings)
    const first = await manager.onTurnStart()
    expect(first.edits).toEqual([])
    const again = await manager.onOverflow(new Error('prompt is too long'))
    expect(again.ledger.used).toBeLessThanOrEqual(0.9 * first.ledger.used)
    const [edit] = again.edits
    expect(edit?.stage).toBe('slide')
    const oldest = await manager.onOverflow()
    expect(oldest.ledger.used).toBeLessThanOrEqual(0.9 * again.ledger.used)
    expect(validate(oldest.request, 'anthropic')).toEqual([])
    // The task and what the model has not read yet stay.
    const sent = JSON.stringify(oldest.request.messages)
    expect(sent).toContain('line 8 of the log')
    expect(sent).toContain('Read all of it.')
  },
)

test('VALID-4 ATOM-1 a message that must stay is refused: nothing else is dropped in vain', async () => {
  const manager = await called({ min_recent_keep: 30, max_messages: 40 })
  await manager.onTurnStart()
  await expect(manager.onOverflow()).rejects.toThrow('cannot be made shorter')
})

test.each([
  [1, 1],
  [5, 2],
])(
  'MAN-4 COST-4 COMP-3 what a try in vain asked a model is logged, spent and counted by the breaker after %i',
  async (breaker_after, tries) => {
    let asked = 0
    const config = { strategy: 'tiered', max_context_tokens: 12_000, compression: { breaker_after } } as const
    const manager = new ContextWindowManager({
      ...strategySettings(completeConfig(config)),
      counter: chars4,
      llm() {
        asked += 1
        return { text: '' }
      },
    })
    manager.onTaskStart({ task: 'Build the parser.' })
    for (let turn = 0; turn < 6; turn++) {
      await manager.onTurnStart()
      manager.onTurnEnd(`Step ${turn} `.repeat(120))
      manager.onUserMessage('Go on. '.repeat(60))
    }
    await manager.onTurnStart()
    expect(asked).toBe(0)
    await expect(manager.onOverflow()).rejects.toThrow('cannot be made shorter')
    expect(asked).toBe(tries)
    const { counts, spend } = manager.report()
    expect([counts.asks, spend.asks.count]).toEqual([tries, tries])
    const tripped = manager.auditLog.some(
      (entry) => entry.action === 'event' && entry.event.kind === 'breaker',
    )
    expect(tripped).toBe(breaker_after === 1)
  },
)

test('MAN-4 HEALTH-2 an alert of the turn is told once, however often its call is tried', async () => {
  const manager = new ContextWindowManager({
    ...strategySettings(completeConfig({ strategy: 'evict', max_context_tokens: 20_000 })),
    counter: chars4,
    llm: createMock(chars4),
  })
  const step = async (turn: number, words: number): Promise<void> => {
    await manager.onTurnStart()
    const call = { type: 'tool_use', id: `c${turn}`, name: 'read_file', input: { turn } } as const
    manager.onTurnEnd({ role: 'assistant', content: [call] })
    manager.onToolResult(`c${turn}`, `word${turn} `.repeat(words))
  }
  manager.onTaskStart({ task: 'Read all of it.' })
  for (let turn = 0; turn < 20; turn++) await step(turn, 400)
  await step(20, 3000)
  const codes = (events: readonly TurnEvent[]) =>
    events.flatMap((event) => (event.kind === 'alert' ? [event.alert.code] : []))
  const before = manager.report().counts.alerts
  const first = await manager.onTurnStart()
  expect(codes(first.events)).toContain('burn_anomaly')
  const again = await manager.onOverflow(new Error('prompt is too long'))
  expect(codes(again.events).filter((code) => codes(first.events).includes(code))).toEqual([])
  expect(manager.report().counts.alerts - before).toBe(codes(first.events).length)
})

test('VALID-4 STRAT-1 a task that ended because its provider rejected what fits by the count says so', async () => {
  const manager = new ContextWindowManager({
    ...strategySettings(completeConfig({ strategy: 'context_editing', max_context_tokens: 33_000 })),
    counter: chars4,
    llm: createMock(chars4),
  })
  manager.onTaskStart({ task: 'word '.repeat(2400) })
  for (let turn = 0; turn < 8; turn++) {
    await manager.onTurnStart()
    const call = { type: 'tool_use', id: `c${turn}`, name: 'read_file', input: { turn } } as const
    manager.onTurnEnd({ role: 'assistant', content: [call] })
    manager.onToolResult(call.id, 'row '.repeat(30))
  }
  await manager.onTurnStart()
  await manager.onOverflow(new Error('prompt is too long')).catch(() => null)
  const { used } = manager.report().ledger
  expect(used).toBeLessThan(4000)
  let said = ''
  try {
    manager.onTurnEnd('done')
  } catch (error) {
    said = String(error)
  }
  expect(said).toContain(`rejected its last request as too long, though it takes ${used} of 33000 tokens`)
})
