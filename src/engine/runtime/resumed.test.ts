import { describe, expect, it, test } from 'vitest'
import { completeConfig, strategySettings } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import { chars4, ContextWindowManager } from '../index.ts'
import type { Ask, Checkpoint, ManagerOptions } from '../index.ts'

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

/** A new process, and what its model is asked. */
function processOf(config: PartialConfig, more: Partial<ManagerOptions> = {}) {
  const asks: Ask[] = []
  const mock = createMock(chars4)
  const manager = new ContextWindowManager({
    ...strategySettings(completeConfig(config)),
    counter: chars4,
    ...more,
    llm: (ask) => {
      asks.push(ask)
      return mock(ask)
    },
  })
  return { manager, asks }
}

/** A task that has begun. */
function started(config: PartialConfig) {
  const made = processOf(config)
  made.manager.onTaskStart({ task: 'Go on.' })
  return made
}

/** A new process that goes on from a checkpoint. */
function goingOn(saved: Checkpoint, config: PartialConfig, system = 'You are an agent.') {
  const made = processOf(config)
  made.manager.resume(saved)
  made.manager.onTaskStart({ system, task: 'Go on.' })
  return made
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

  it('CROSS-2 between two turns: the saves that follow are accepted', async () => {
    const { manager } = started({ max_context_tokens: 20_000 })
    manager.resume(SAVED)
    for (let turn = 0; turn < 4; turn++) {
      await manager.onTurnStart()
      manager.onTurnEnd(`We settled on queue ${turn}.`)
      expect(await manager.checkpoint()).toMatchObject({ window: 3, version: 8 + turn })
    }
    expect(manager.report().breaker).toEqual({ failures: 0, open: false })
  })

  it('CROSS-3 handover: the window that opens next goes on from what was done since', async () => {
    const { manager } = started({ strategy: 'handover', max_context_tokens: 8000 })
    manager.resume(SAVED)
    for (let turn = 0; manager.report().window.serial < 4 && turn < 80; turn++) {
      await manager.onTurnStart()
      manager.onTurnEnd(`We settled on queue ${turn}. ${talk(turn)}`)
      manager.onUserMessage('Next.')
    }
    expect(manager.report().window.serial).toBe(4)
    expect(manager.latestCheckpoint?.version).toBeGreaterThan(SAVED.version)
  })

  test.each(['managed', 'atomic_window', 'tiered', 'handover'] as const)(
    'CROSS-3 %s: it takes at most half of what a large system prompt leaves',
    async (strategy) => {
      const learnings = Array.from({ length: 400 }, (_, at) => `Service ${at} restarts at night`)
      const { manager } = goingOn(
        { ...SAVED, learnings },
        { strategy, max_context_tokens: 8000 },
        'Be careful. '.repeat(1300),
      )
      for (let turn = 0; turn < 25; turn++) {
        const { fit, request } = await manager.onTurnStart()
        expect(fit.fits, `turn ${turn}`).toBe(true)
        if (turn === 0) expect(JSON.stringify(request)).toContain(SAVED.goal)
        manager.onTurnEnd('Done.')
        manager.onUserMessage('Next.')
      }
    },
  )

  test.each(['tiered', 'rolling_summary', 'managed'] as const)(
    'COMP-8 %s: a summary is of its task, not of the words that went on with it',
    async (strategy) => {
      const { manager, asks } = goingOn(SAVED, { strategy, max_context_tokens: 12_000 })
      for (let turn = 0; turn < 60; turn++) {
        const { request } = await manager.onTurnStart()
        expect(JSON.stringify(request), `turn ${turn}`).toContain(SAVED.goal)
        manager.onTurnEnd(`I looked at it. ${talk(turn)}`)
        manager.onUserMessage(`And now? ${talk(turn + 1000)}`)
      }
      expect(asks.length).toBeGreaterThan(0)
      for (const { task, sources } of asks) {
        expect(task.startsWith(SAVED.goal)).toBe(true)
        for (const { text } of sources) expect(text).not.toContain('Do nothing again that is done')
      }
    },
  )

  it('CROSS-3 of two that wait, only the newer one arrives', async () => {
    const { manager } = started({})
    manager.resume(SAVED)
    manager.resume({ ...SAVED, version: 8, goal: 'Migrate the shop to the newest billing' })
    const { request } = await manager.onTurnStart()
    expect(JSON.stringify(request).split('# Orient')).toHaveLength(2)
    expect(JSON.stringify(request)).toContain('newest billing')
  })

  test.each([
    ['no room for its goal', {}, { limit: 200 }, 'no-room'],
    ['a version that nothing can follow', { version: Number.MAX_SAFE_INTEGER }, {}, 'bad-version'],
  ] as const)('CROSS-2 is refused with %s', (_, over, options, code) => {
    const { manager } = processOf({}, options)
    const refused = (): unknown => {
      try {
        return manager.resume({ ...SAVED, ...over })
      } catch (error) {
        return error
      }
    }
    expect(refused()).toMatchObject({ problems: [{ code }] })
    expect(manager.latestCheckpoint).toBeNull()
  })
})
