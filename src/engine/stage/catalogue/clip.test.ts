import { expect, test } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { newManager } from '../../../testing/new-manager.ts'
import { answered, stageScene } from '../../../testing/stage-view.ts'
import { clipStage } from './clip.ts'

const GUARDS = { gates: {}, protectedTypes: [] }

/** A request of 4,800 characters, 1,200 tokens, and two results of 2,500 and 250 tokens. */
const messages = conversation(`
  user: 4800 chars
  assistant: call a read_file {"path":"x"}
  assistant: call b read_file {"path":"y"}
  result a: 10000 chars
  result b: 1000 chars`)

function clippedTo(limit: number, reserve: number) {
  const scene = stageScene(messages, { limit, reserve })
  const { result } = answered(clipStage(GUARDS).act(scene.view, null, scene.context))
  const { used, entries } = scene.after(result.edits[0]?.changes ?? [])
  const kept = entries.slice(-2).map(({ tokens, overhead }) => tokens - overhead)
  const { window } = scene.view
  return { result, used, kept, rest: window.used - 2750 }
}

test.each([
  // With the reserve: both results have what it leaves.
  [2000, 300],
  [1800, 400],
])(
  'EVI-4 of %i with %i reserved, running results are clipped until the reserve is free',
  (limit, reserve) => {
    const { used, kept, rest, result } = clippedTo(limit, reserve)
    expect(used).toBeLessThanOrEqual(limit - reserve)
    expect(used).toBeGreaterThan(limit - reserve - 60)
    expect(kept[0]).toBeGreaterThanOrEqual(kept[1] ?? 0)
    expect(rest).toBeLessThan(limit - reserve)
    expect(result.note).toBe(null)
  },
)

test.each([1500, 1900, 2400])(
  'EVI-4 LED-2 of %i, where the rest leaves no reserve, they have half of what it leaves, and the reply the other',
  (limit) => {
    const reserve = limit - 1200
    const { used, kept, rest, result } = clippedTo(limit, reserve)
    const half = (limit - rest) / 2
    const sum = kept.reduce((total, tokens) => total + tokens, 0)
    expect(sum).toBeLessThanOrEqual(half)
    expect(sum).toBeGreaterThan(half - 40)
    expect(used).toBe(rest + sum)
    expect(result.note).toEqual({ code: 'target_unreachable', tokens: used + reserve - limit })
  },
)

test('EVI-4 what cannot be sent however short the results are is not clipped', () => {
  const { result } = clippedTo(1280, 100)
  expect(result).toMatchObject({ edits: [], note: { code: 'nothing_evictable' } })
})

test.each(['managed', 'hybrid', 'fifo', 'naive_fifo', 'lower_cost'])(
  'EVI-4 VALID-4 %s sends a long paste and what tools found, if they fit when the newest result is clipped',
  async (preset) => {
    const limit = 32_000
    for (const paste of [20_000, 27_500, 29_500, 31_000])
      for (const old of [0, 1200, 6000])
        for (const found of [400, 3000, 15_000, 40_000]) {
          const manager = newManager(preset, limit)
          const read = async (id: string, tokens: number): Promise<void> => {
            const call = { type: 'tool_use', id, name: 'read', input: { path: id } } as const
            await manager.onTurnStart()
            manager.onTurnEnd({ role: 'assistant', content: [call] })
            manager.onToolResult(id, 'a row of it\n'.repeat(tokens / 3))
          }
          manager.onTaskStart({ task: 'Find it.' })
          await read('x', old)
          await read('y', found)
          manager.onUserMessage('log line of it\n'.repeat((paste * 4) / 15))
          const { fit, ledger } = await manager.onTurnStart()
          const said = `${paste} pasted, ${old} read before, ${found} now`
          expect([said, fit.over]).toEqual([said, 0])
          if (paste < 27_500) expect([said, ledger.free]).toEqual([said, Math.max(0, ledger.free)])
        }
  },
)

test.each(['naive_fifo', 'naive_lru'])(
  'EVI-4 %s, which may evict running results, does not count on clipping those that its batch takes',
  async (preset) => {
    const manager = newManager(preset, 2000)
    const read = async (id: string, tokens: number): Promise<void> => {
      await manager.onTurnStart()
      manager.onTurnEnd({ role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: {} }] })
      manager.onToolResult(id, 'row '.repeat(tokens))
    }
    manager.onTaskStart({ system: 'rule '.repeat(1260), task: 'Go.' })
    await read('x', 300)
    await read('y', 1000)
    manager.onUserMessage('said '.repeat(200))
    manager.onUserMessage('told '.repeat(240))
    const { fit, ledger } = await manager.onTurnStart()
    // The system prompt of 1,575 tokens stays; all else may leave.
    expect(ledger.byComponent.system).toBe(1575)
    expect(fit.over).toBe(0)
  },
)
