import { describe, expect, it } from 'vitest'
import { completeConfig, strategySettings } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import { chars4, ContextWindowManager } from '../index.ts'
import type { Ask } from '../index.ts'

function savingIn(config: PartialConfig = {}) {
  const asks: Ask[] = []
  const mock = createMock(chars4)
  const manager = new ContextWindowManager({
    ...strategySettings(completeConfig(config)),
    counter: chars4,
    llm: (ask) => {
      asks.push(ask)
      return mock(ask)
    },
  })
  const told = (): readonly string[] => asks.at(-1)?.sources.map(({ text }) => text) ?? []
  return { manager, asks, told }
}

const callTo = (...ids: readonly string[]) => ({
  role: 'assistant' as const,
  content: ids.map((id) => ({ type: 'tool_use' as const, id, name: 'read', input: { path: id } })),
})

describe('a checkpoint at any time between two turns', () => {
  it.each(['checkpoint', 'onTaskEnd'] as const)(
    'CROSS-3 %s has what waits for the next turn: the newest results and words',
    async (how) => {
      const { manager, told } = savingIn()
      manager.onTaskStart({ task: 'Go on with the shop.' })
      await manager.onTurnStart()
      manager.onTurnEnd(callTo('a'))
      manager.onToolResult('a', 'THE RESULT')
      manager.onUserMessage('Never touch the production server.')
      await manager[how]()
      expect(told()).toEqual(expect.arrayContaining(['THE RESULT', 'Never touch the production server.']))
      expect(manager.latestCheckpoint?.constraints).toEqual(['Never touch the production server.'])
    },
  )

  it('CROSS-3 what waits arrives as it would have without a save, and counts as new for the next one', async () => {
    const run = async (saves: boolean) => {
      const { manager, told } = savingIn()
      manager.onTaskStart({ task: 'Go on with the shop.' })
      await manager.onTurnStart()
      manager.onTurnEnd(callTo('a', 'b'))
      manager.onToolResult('a', 'the result of a')
      if (saves) await manager.checkpoint()
      manager.onToolResult('b', 'the result of b')
      manager.onUserMessage('Never touch the production server.')
      if (saves) await manager.checkpoint()
      manager.onUserMessage('And now?')
      const { request, ledger, arrived } = await manager.onTurnStart()
      manager.onTurnEnd('Done.')
      await manager.checkpoint()
      expect(told()).toEqual(
        expect.arrayContaining(['Never touch the production server.', 'And now?', 'Done.']),
      )
      return { request, ledger, arrived: arrived.length }
    }
    expect(await run(true)).toEqual(await run(false))
  })

  it('CROSS-3 what an open call sent does not wait: at the end of a task it is told once', async () => {
    const { manager, told } = savingIn()
    manager.onTaskStart({ task: 'Go on with the shop.' })
    await manager.onTurnStart()
    await manager.onTaskEnd()
    expect(told()).toEqual(['Go on with the shop.'])
  })

  it('CROSS-3 without anything new it is the newest one, and no model is asked', async () => {
    const { manager, asks } = savingIn()
    manager.onTaskStart({ task: 'Go on with the shop.' })
    expect(await manager.checkpoint()).toBeNull()
    await manager.onTurnStart()
    manager.onTurnEnd('Done.')
    const first = await manager.checkpoint()
    expect(first).toMatchObject({ version: 1 })
    expect(await manager.checkpoint()).toEqual(first)
    expect((await manager.onTaskEnd()).checkpoint).toEqual(first)
    expect(asks).toHaveLength(1)
  })
})

describe('a reset by hand', () => {
  it.each(['managed', 'handover'] as const)(
    'MAN-1 %s: the checkpoint before it is not continued, its versions are',
    async (strategy) => {
      const { manager, asks } = savingIn({ strategy, max_context_tokens: 8000 })
      manager.onTaskStart({ task: 'Migrate the shop to MySQL. Never drop a table.' })
      for (let turn = 0; turn < 3; turn++) {
        await manager.onTurnStart()
        manager.onTurnEnd(`We settled on queue ${turn}.`)
        manager.onUserMessage('Go on.')
      }
      const before = await manager.checkpoint()
      manager.reset()
      manager.onUserMessage('Forget that. Write a report about penguins. Always cite sources.')
      await manager.onTurnStart()
      manager.onTurnEnd('I begin.')
      const { length } = asks
      const after = await manager.checkpoint()
      expect(asks.slice(length).map(({ previous }) => previous)).toEqual([null])
      expect(after).toMatchObject({
        version: (before?.version ?? 0) + 1,
        constraints: ['Always cite sources.'],
      })
      expect(JSON.stringify(after)).not.toMatch(/MySQL|drop a table|queue/)
      for (let turn = 0; turn < 60; turn++) {
        manager.onUserMessage(`And ${turn}? ${'what else '.repeat(30)}`)
        const { request } = await manager.onTurnStart()
        expect(JSON.stringify(request), `${turn}`).not.toMatch(/MySQL|drop a table/)
        manager.onTurnEnd(`I read. ${'penguins and ice '.repeat(30)}`)
      }
    },
  )
})
