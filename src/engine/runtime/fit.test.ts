import { expect, test } from 'vitest'
import { presetConfig, presets, strategySettings } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import { chars4, ContextWindowManager, ProblemError } from '../index.ts'
import type { TurnStart } from '../index.ts'

const llm = createMock({ count: (text) => chars4.count(text) })
const words = (count: number): string => 'word '.repeat(count)

function managerOf(preset: string, limit: number): ContextWindowManager {
  const settings = strategySettings({ ...presetConfig(preset), max_context_tokens: limit })
  return new ContextWindowManager({ ...settings, counter: chars4, llm })
}

test('BUD-3 one message longer than the window is reported with its size and what to do', async () => {
  const manager = managerOf('default', 4000)
  manager.onTaskStart({ task: words(20_000) })
  const { fit, ledger, ended } = await manager.onTurnStart()
  // 20,000 words of five characters are 25,000 tokens of four; the message adds four.
  expect(ledger.used).toBe(25_004)
  expect(fit).toEqual({
    fits: false,
    over: 21_004,
    largest: { block: 0, type: 'user_message', tokens: 25_004 },
    advice:
      'Block 0 (user_message) alone takes 25004 of 4000 tokens. Shorten or split it, or use a larger window.',
  })
  expect(ended).toBeNull()
})

test('BUD-3 a system prompt that fills the window is named, and so is a reply without its reserve', async () => {
  const setup = managerOf('default', 4000)
  setup.onTaskStart({ system: words(4000), task: 'go' })
  const { fit } = await setup.onTurnStart()
  expect(fit.over).toBe(1005)
  expect(fit.advice).toMatch(/^System prompt and tools alone take 5000 of 4000 tokens\./)

  const narrow = managerOf('default', 4000)
  narrow.onTaskStart({ system: words(1400), task: words(1200) })
  const cramped = await narrow.onTurnStart()
  expect(cramped.ledger).toMatchObject({ used: 3254, reserve: 1000 })
  expect(cramped.fit).toMatchObject({ fits: false, over: 0 })
  expect(cramped.fit.advice).toMatch(/^The reply has 746 of the 1000 tokens reserved for it\./)
})

test('BUD-3 TOK-1 a request that the model counts over the window does not fit, whatever is counted here', async () => {
  const manager = managerOf('unmanaged', 4000)
  manager.onTaskStart({ task: words(2000) })
  const { fit } = await manager.onTurnStart()
  expect(fit.fits).toBe(true)
  manager.onTurnEnd('done', { input_tokens: 4100 })
  manager.onUserMessage('go on')
  const next = await manager.onTurnStart()
  expect(next.ledger.used).toBeLessThan(2600)
  // 4,100 reported, and what came since: the reply and a message, of four tokens and four for each.
  expect(next.fit).toMatchObject({ fits: false, over: 4100 + next.ledger.used - 2504 - 4000 })
})

/** Six calls with results of 700 tokens. */
async function turnsOf(
  manager: ContextWindowManager,
  see: (turn: TurnStart) => void = () => undefined,
): Promise<readonly TurnStart[]> {
  const turns: TurnStart[] = []
  manager.onTaskStart({ system: 'Be brief.', task: 'Read all.' })
  for (let nth = 0; nth < 6; nth += 1) {
    const turn = await manager.onTurnStart()
    see(turn)
    turns.push(turn)
    const call = { type: 'tool_use', id: `c${nth}`, name: 'read', input: { nth } } as const
    manager.onTurnEnd({ role: 'assistant', content: [call] })
    manager.onToolResult(call.id, words(560))
  }
  turns.push(await manager.onTurnStart())
  return turns
}

test('LED-1 a request fits if and only if its ledger has room for the reply, under every strategy', async () => {
  const left: string[] = []
  for (const preset of [
    'default',
    'fifo',
    'token_trim',
    'tiered_full',
    'context_editing',
    'rolling_summary',
    'atomic_window',
  ]) {
    for (const { fit, ledger } of await turnsOf(managerOf(preset, 4000))) {
      expect(fit.fits, preset).toBe(ledger.free >= 0)
      expect(fit.over, preset).toBe(Math.max(0, ledger.used - ledger.limit))
      expect(fit.advice === '', preset).toBe(fit.fits)
      if (fit.over > 0) left.push(fit.advice)
    }
  }
  // Some strategies leave more than the window holds, and say what helps.
  expect(left.length).toBeGreaterThan(0)
  for (const advice of left) expect(advice).toContain('Call onOverflow for a shorter one')
})

test('MAN-1 a request that is read later is the one of its turn', async () => {
  const [now, later] = [managerOf('fifo', 4000), managerOf('fifo', 4000)]
  const turns = await turnsOf(later)
  const read: string[] = []
  await turnsOf(now, ({ request, repairs }) => read.push(JSON.stringify([request, repairs])))
  expect(turns.flatMap(({ edits }) => edits).length).toBeGreaterThan(0)
  expect(turns.slice(0, -1).map(({ request, repairs }) => JSON.stringify([request, repairs]))).toEqual(read)
})

test('MAN-3 every preset makes a manager that gives a request', async () => {
  for (const preset of presets) {
    const manager = managerOf(preset, 8000)
    manager.onTaskStart({ system: 'Be brief.', task: 'Read all.' })
    expect((await manager.onTurnStart()).request.messages, preset).toHaveLength(1)
  }
  expect(() => managerOf('nonsense', 4000)).toThrow(ProblemError)
})

test('BUD-3 after a task ended at an overflow, each hook says what did not fit and what helps', async () => {
  const manager = managerOf('unmanaged', 8000)
  manager.onTaskStart({ task: words(4832) })
  const { ended, fit, ledger } = await manager.onTurnStart()
  expect(ended).toEqual({ turn: 0, code: 'overflow' })
  expect(fit.over).toBe(0)
  const said = `Its last request takes 6044 of 8000 tokens, and ${ledger.reserve} are reserved for the reply. Look at fit before you send.`
  expect(() => manager.onTurnEnd('yes')).toThrow(
    `the task ended at an overflow, so this is no time for onTurnEnd. ${said}`,
  )
  expect(() => manager.onTurnEnd('yes')).toThrow('budget.allocations.output_reserved')
})
