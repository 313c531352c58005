import { expect, test } from 'vitest'
import { presets } from '../../config/index.ts'
import { expectEqual } from '../../testing/expect-equal.ts'
import { newManager } from '../../testing/new-manager.ts'
import { scenario } from '../../testing/shared-traces.ts'
import type { ContextWindowManager, Message, TurnStart } from '../index.ts'
import { partsOf } from '../internal.ts'

const LIMIT = 20_000

function say(manager: ContextWindowManager, content: Message['content']): void {
  const parts = partsOf({ role: 'user', content })
  const results = parts.flatMap((part) => (part.type === 'tool_result' ? [part] : []))
  for (const { tool_use_id: id, content: text } of results) manager.onToolResult(id, text)
  if (results.length === 0) manager.onUserMessage(content)
}

/** Every answered request of a conversation, each tried so often. */
async function sent(preset: string, tries: (turn: number) => number) {
  const trace = scenario('axios-migration', 7)
  const manager = newManager(preset, LIMIT)
  const starts: TurnStart[] = []
  for (const { inputs, response, turn } of trace.turns.slice(0, 40)) {
    for (const index of inputs) {
      const { content = '' } = trace.messages[index] ?? {}
      if (turn === 0 && index === inputs[0])
        manager.onTaskStart({ system: trace.system, tools: trace.tools, task: content })
      else say(manager, content)
    }
    for (let left = tries(turn); left > 1; left--) {
      await manager.onTurnStart()
      manager.onTurnEnd(null)
    }
    const start = await manager.onTurnStart()
    starts.push(start)
    const reply = trace.messages[response ?? -1]
    if (start.ended !== null || reply === undefined) break
    manager.onTurnEnd(reply)
  }
  return { manager, starts }
}

const counted = ({ turn, arrived, pressure }: TurnStart) => [
  turn,
  arrived,
  pressure?.arrived,
  pressure?.velocity,
  pressure?.baseline,
]

test.each(presets)(
  'MAN-1 PRES-2 PRES-3 %s: calls that fail change nothing of what is sent and measured',
  async (preset) => {
    const steady = await sent(preset, () => 1)
    const shaky = await sent(preset, (turn) => 1 + (turn % 3))
    expect(shaky.starts.length).toBe(steady.starts.length)
    for (const [turn, start] of shaky.starts.entries()) {
      const expected = steady.starts[turn]
      expectEqual(start.request, expected?.request, `request of turn ${turn}`)
      expect([turn, counted(start)]).toEqual([turn, expected && counted(expected)])
    }
    const [one, other] = [shaky.manager.report(), steady.manager.report()]
    expect(one.turns).toBe(other.turns)
  },
)

/** Of strategies whose code is that of an article, faults and all, and of what only the provider clears. */
const WITHOUT_GUARD = /^(as_written|naive|context_editing)/

test.each(presets.filter((one) => !WITHOUT_GUARD.test(one)))(
  'EVI-3 CROSS-3 %s: what a failed call sent is still unread when the user adds something',
  async (preset) => {
    const manager = newManager(preset, 32_000)
    const file = (name: string) =>
      Array.from({ length: 1300 }, (_, line) => `line ${line} of ${name}: value_${line * 7}`).join('\n')
    const call = (id: string) =>
      ({ type: 'tool_use', id, name: 'read', input: { path: `${id}.txt` } }) as const
    manager.onTaskStart({
      task: 'Compare a.txt and b.txt.',
      tools: [{ name: 'read', input_schema: { type: 'object' } }],
    })
    await manager.onTurnStart()
    manager.onTurnEnd({ role: 'assistant', content: [call('z')] })
    manager.onToolResult('z', file('z').slice(0, 8000))
    await manager.onTurnStart()
    manager.onTurnEnd({ role: 'assistant', content: [call('a'), call('b')] })
    for (const id of ['a', 'b']) manager.onToolResult(id, file(id))
    const results = ({ request }: TurnStart) =>
      request.messages
        .flatMap(partsOf)
        .flatMap((part) => (part.type === 'tool_result' && part.tool_use_id !== 'z' ? [part.content] : []))
    const first = await manager.onTurnStart()
    manager.onTurnEnd(null)
    manager.onUserMessage('Are you there?')
    const again = await manager.onTurnStart()
    expect(results(first)).toHaveLength(2)
    expect(results(again)).toEqual(results(first))
    expect(JSON.stringify(again.request)).toContain('Are you there?')
    expect(again.turn).toBe(first.turn)
  },
)

test.each(['onTurnStart', 'checkpoint'] as const)(
  'CROSS-4 MAN-1 what the user adds after a failed call is in the next checkpoint, although its turn was saved before: %s',
  async (next) => {
    const manager = newManager('handover', 3000)
    manager.onTaskStart({ task: 'Move the invoices to the new database.' })
    await manager.onTurnStart()
    manager.onTurnEnd('We read the old schema first.')
    // Above the threshold: this turn saves.
    manager.onUserMessage('One more line of the report. '.repeat(280))
    await manager.onTurnStart()
    const saved = manager.latestCheckpoint
    expect(saved?.turn).toBe(1)
    manager.onTurnEnd(null)
    manager.onUserMessage('The batch size must be 250 rows.')
    if (next === 'onTurnStart') {
      await manager.onTurnStart()
      manager.onTurnEnd('The rows are copied.')
    }
    const rules = (await manager.checkpoint())?.constraints
    expect(rules).toEqual(['The batch size must be 250 rows.'])
  },
)
