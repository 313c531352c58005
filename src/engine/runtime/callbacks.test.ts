import { describe, expect, it, test } from 'vitest'
import { completeConfig, strategySettings } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import { chars4, ContextWindowManager } from '../index.ts'
import type { AuditEntry, ManagerCallbacks } from '../index.ts'

function managerOf(callbacks: ManagerCallbacks = {}) {
  return new ContextWindowManager({
    ...strategySettings(completeConfig({ max_context_tokens: 8000 })),
    counter: chars4,
    llm: createMock(chars4),
    callbacks,
  })
}

/** Calls a hook, whatever its callbacks throw. */
async function hook(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (failure) {
    return failure
  }
}

const said = (turn: number): string => `We settled on queue ${turn}. ${'and so on '.repeat(90)}`

/** A talk that evicts and saves. */
async function talk(manager: ContextWindowManager, turns: number): Promise<readonly unknown[]> {
  const thrown: unknown[] = []
  const keep = async (work: () => unknown): Promise<void> => {
    const result = await hook(work)
    if (result instanceof Error) thrown.push(result)
  }
  await keep(() => manager.onTaskStart({ system: 'You are an agent.', task: 'Never drop a table.' }))
  for (let turn = 0; turn < turns; turn++) {
    await keep(() => manager.onTurnStart())
    await keep(() => manager.onTurnEnd(said(turn)))
    await keep(() => manager.onUserMessage('Go on.'))
  }
  await keep(() => manager.checkpoint())
  return thrown
}

describe('callbacks that throw', () => {
  test.each(['task', 'budget_check'] as const)(
    'MAN-1 at %s the task has started all the same',
    async (action) => {
      const manager = managerOf({
        onEntry: (entry) => {
          if (entry.action === action) throw new Error('the disk is full')
        },
      })
      const system = 'Be careful. '.repeat(2000)
      expect(() => manager.onTaskStart({ system, task: 'Never drop a table.' })).toThrow('the disk is full')
      const { request } = await manager.onTurnStart()
      expect(request.system).toBe(system)
      expect(JSON.stringify(request.messages)).toContain('Never drop a table.')
    },
  )

  it('MAN-4 at any entry, nothing is missing in the log, nor is any other listener left out', async () => {
    const quiet = managerOf()
    expect(await talk(quiet, 40)).toEqual([])
    const told = ({ auditLog }: ContextWindowManager) =>
      auditLog.map(({ action, turn }) => `${turn} ${action}`)
    const actions = new Set(quiet.auditLog.map(({ action }) => action))
    expect([...actions]).toEqual(
      expect.arrayContaining(['ask', 'edit', 'checkpoint', 'event', 'status', 'request']),
    )
    for (const action of actions) {
      let thrown = 0
      const manager = managerOf({
        onEntry: (entry) => {
          if (entry.action !== action || thrown > 0) return
          thrown += 1
          throw new Error('the disk is full')
        },
      })
      const seen: AuditEntry[] = []
      manager.subscribe((entry) => seen.push(entry))
      expect(await talk(manager, 40), action).toHaveLength(1)
      expect(told(manager), action).toEqual(told(quiet))
      expect(seen, action).toEqual(manager.auditLog)
      expect(manager.report().counts, action).toEqual(quiet.report().counts)
    }
  })

  it('MAN-1 what was thrown in a hook that is refused is not thrown by the next one', () => {
    const manager = managerOf({
      onEntry: () => {
        throw new Error('the disk is full')
      },
    })
    expect(() => manager.resume('{}')).toThrow(/not a checkpoint/)
    expect(() => manager.report()).not.toThrow()
    expect(() => manager.onTaskStart({ task: 'x' })).toThrow('the disk is full')
  })
})
