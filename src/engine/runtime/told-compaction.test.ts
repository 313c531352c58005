import { expect, test } from 'vitest'
import { newManager } from '../../testing/new-manager.ts'
import type { AnthropicRequest, Message } from '../index.ts'

/** 3,000 tokens by four characters each. */
const LONG = 'word '.repeat(2_400)
const COMPACTED: Message = {
  role: 'assistant',
  content: [
    { type: 'compaction', content: 'All of it was read.', encrypted_content: 'proof' },
    { type: 'text', text: 'So I go on.' },
  ],
}

/** A conversation of so many turns of 6,000 tokens; `sent` is told what each of them sends by the manager's count. */
async function talk(preset: string, turns: number, sent: (used: number, turn: number) => Message | string) {
  const manager = newManager(preset, 100_000)
  manager.onTaskStart({ task: 'Read on.' })
  for (let turn = 0; turn < turns; turn += 1) {
    const { ledger } = await manager.onTurnStart()
    manager.onTurnEnd(sent(ledger.used, turn), null)
    manager.onUserMessage(`${turn} ${LONG}`)
  }
  return manager
}

test.each(['context_editing_compact', 'context_editing', 'managed', 'fifo', 'tiered_full', 'unmanaged'])(
  'EDITAPI-1 under %s what the provider compacted is sent, but no longer counted',
  async (preset) => {
    const used: number[] = []
    const manager = await talk(preset, 8, (tokens, turn) => {
      used.push(tokens)
      return turn === 7 ? COMPACTED : `${turn} ${LONG}`
    })
    expect(used[7]).toBeGreaterThan(40_000)
    const { ledger, request, pressure } = await manager.onTurnStart()
    // The summary, the reply, the user's 3,000 tokens, and what some strategies keep of the task.
    expect(ledger.used).toBeGreaterThan(3_000)
    expect(ledger.used).toBeLessThan(6_000)
    expect(pressure?.zone).toBeDefined()
    // Everything goes back, and the summary with its proof in front of its reply.
    expect(request.messages[0]).toMatchObject({ content: [{ text: 'Read on.' }] })
    expect(request.messages).toHaveLength(17)
    expect(request.messages[15]).toEqual(COMPACTED)
    // The next one takes its place.
    const again = { type: 'compaction', content: 'More was read.' } as const
    manager.onTurnEnd({ role: 'assistant', content: [again, { type: 'text', text: 'On.' }] })
    manager.onUserMessage('go on')
    const next = await manager.onTurnStart()
    const { messages }: AnthropicRequest = next.request
    const summaries = messages.flatMap(({ content }) =>
      typeof content === 'string' ? [] : content.filter(({ type }) => type === 'compaction'),
    )
    expect(summaries).toEqual([again])
    expect(next.ledger.used).toBeLessThan(3_000)
  },
)

test('EDITAPI-1 a compaction that was only simulated is undone, and after two nothing more is simulated', async () => {
  const used: number[] = []
  const manager = await talk('context_editing_compact', 16, (tokens, turn) => {
    used.push(tokens)
    return `${turn} ${LONG}`
  })
  // The trigger is at 75,000 tokens; it is passed in turn 13, and 5,000 tokens later once more.
  expect(used[12]).toBeGreaterThan(70_000)
  expect(used.flatMap((tokens, turn) => (tokens < 20_000 && turn > 3 ? [turn] : []))).toEqual([13, 14])
  expect(used[15]).toBeGreaterThan(90_000)
  // The provider would reject the next request.
  expect((await manager.onTurnStart()).ended?.code).toBe('overflow')
})

test('EDITAPI-1 a compaction that failed, and one without a reply, are part of the reply as they came', async () => {
  for (const content of ['', 'All of it was read.']) {
    const manager = newManager('managed', 100_000)
    manager.onTaskStart({ task: 'Read on.' })
    await manager.onTurnStart()
    const said = content === '' ? [{ type: 'text', text: 'So.' } as const] : []
    const reply: Message = { role: 'assistant', content: [{ type: 'compaction', content }, ...said] }
    manager.onTurnEnd(reply)
    manager.onUserMessage('go on')
    expect((await manager.onTurnStart()).request.messages[1]).toEqual(reply)
  }
})
