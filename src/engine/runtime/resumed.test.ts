import { describe, expect, it, test } from 'vitest'
import { completeConfig, strategySettings } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import { chars4, ContextWindowManager } from '../index.ts'
import type { Ask, Checkpoint } from '../index.ts'

const SAVED: Checkpoint = {
  format: 'context-window-lab/checkpoint',
  schema: 2,
  window: 3,
  version: 7,
  turn: 60,
  time: null,
  goal: 'Migrate the shop to the new billing',
  criteria: [],
  constraints: ['Never drop a table in production'],
  subtasks: [{ title: 'Copy invoices', status: 'in_progress' }],
  decisions: [{ what: 'Use a queue', why: 'the cron job overlaps', alternatives: ['a lock'] }],
  open: [],
  environment: { directory: '/srv/shop', branch: 'main', services: [] },
  learnings: [],
  summary: 'Halfway through.',
}

/** A new process that goes on from a checkpoint, and what its model is asked. */
function goingOn(saved: Checkpoint, config: PartialConfig) {
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
  manager.resume(saved)
  manager.onTaskStart({ system: 'You are an agent.', task: 'Go on.' })
  return { manager, asks }
}

const talk = (turn: number): string =>
  Array.from({ length: 60 }, (_, at) => `word${turn * 60 + at}`).join(' ')

describe('the state that an earlier process saved', () => {
  test.each(['managed', 'evict', 'token_trim', 'atomic_window'] as const)(
    'CROSS-3 %s: no eviction takes it from the window, however long the talk',
    async (strategy) => {
      const { manager } = goingOn(SAVED, { max_context_tokens: 8000, strategy })
      let evicted = 0
      for (let turn = 0; turn < 60; turn++) {
        const { request, edits } = await manager.onTurnStart()
        evicted += edits.length
        const sent = JSON.stringify(request)
        for (const kept of [SAVED.goal, ...SAVED.constraints, 'Copy invoices', '/srv/shop'])
          expect(sent, `turn ${turn}`).toContain(kept)
        manager.onTurnEnd(`I looked at it. ${talk(turn)}`)
        manager.onUserMessage(`And now? ${talk(turn + 1000)}`)
      }
      expect(evicted).toBeGreaterThan(0)
    },
  )

  it('CROSS-3 is no statement of the new conversation: its instructions to the model become no rules', async () => {
    const { manager, asks } = goingOn(SAVED, { max_context_tokens: 20_000 })
    for (let turn = 0; turn < 2; turn++) {
      await manager.onTurnStart()
      manager.onTurnEnd(`Step ${turn} is done.`)
      manager.onUserMessage('Next.')
    }
    const saved = await manager.checkpoint()
    expect(saved).toMatchObject({ version: 8, constraints: SAVED.constraints, decisions: SAVED.decisions })
    expect(asks.at(-1)?.sources.map(({ type }) => type)).not.toContain('memory_injection')
    expect(manager.notes).toEqual([])
  })

  it('CROSS-3 takes at most half of a window, and keeps its goal and its rules', async () => {
    const rules = Array.from(
      { length: 30 },
      (_, at) => `Never touch table number ${at} of the old shop system`,
    )
    const learnings = Array.from(
      { length: 200 },
      (_, at) => `Service ${at} restarts at night and stays away long`,
    )
    const { manager } = goingOn(
      { ...SAVED, constraints: rules, learnings },
      { max_context_tokens: 4000, cross_window: { bootstrap_tokens: 5000 } },
    )
    const { ledger, request } = await manager.onTurnStart()
    expect(ledger.used).toBeLessThanOrEqual((4000 - ledger.reserve) / 2 + 20)
    const sent = JSON.stringify(request)
    for (const kept of [SAVED.goal, ...rules]) expect(sent).toContain(kept)
    expect(sent).toMatch(/Left out for room, whole in the checkpoint: [^.]*learning/)
  })
})
