import { describe, expect, test } from 'vitest'
import { completeConfig, strategySettings } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import { chars4, ContextWindowManager, strategies } from '../index.ts'
import type { ManagerOptions, Stage, TurnStart, WindowView } from '../index.ts'

const TURNS = 12

/** A run in which every turn brings a result of 600 tokens; `seen` is what a last stage sees. */
async function worked(
  config: Parameters<typeof completeConfig>[0],
  extra: Partial<ManagerOptions> = {},
): Promise<{ readonly starts: readonly TurnStart[]; readonly seen: readonly WindowView[] }> {
  const seen: WindowView[] = []
  const looking: Stage = {
    name: 'looking',
    phase: 'call',
    initial: null,
    // oxlint-disable-next-line require-yield -- a stage is a generator; this one only looks.
    *act(view, state) {
      seen.push(view)
      return { edits: [], state, outcome: 'skipped', note: null }
    },
  }
  const mock = createMock({ count: (text) => chars4.count(text) })
  const manager = new ContextWindowManager({
    ...strategySettings(completeConfig(config)),
    counter: chars4,
    llm: mock,
    subsystems: { stages: (settings) => [...(strategies['managed']?.stages(settings) ?? []), looking] },
    ...extra,
  })
  manager.onTaskStart({ task: 'Read all of it.' })
  const starts: TurnStart[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    starts.push(await manager.onTurnStart())
    const call = { type: 'tool_use', id: `call_${turn}`, name: 'read', input: { turn } } as const
    manager.onTurnEnd(
      { role: 'assistant', content: [call] },
      { input_tokens: starts.at(-1)?.ledger.used ?? 0 },
    )
    manager.onToolResult(`call_${turn}`, `line ${turn} of the log\n`.repeat(150))
  }
  return { starts, seen }
}

describe('the inputs of stages', () => {
  test('BUD-5 the margin is that of the current window, not of the one before the previous stages', async () => {
    const { starts, seen } = await worked({ max_context_tokens: 6000 })
    expect(starts.some(({ edits }) => edits.length > 0)).toBe(true)
    expect(seen.map(({ margin }) => margin)).toEqual(seen.map(({ window }) => Math.ceil(window.used / 20)))
  })

  test('PRES-2 turns until red count from the window given to the stage, after results were shortened', async () => {
    const { starts } = await worked({
      max_context_tokens: 20_000,
      compression: { tool_results: 'on_arrival', notes: false },
    })
    const shortened = starts.filter(({ edits }) => edits.some(({ stage }) => stage === 'summarize_arrivals'))
    expect(shortened.length).toBeGreaterThan(5)
    for (const { pressure, ledger, edits } of shortened) {
      if (pressure === null) throw new Error('pressure is read')
      expect(edits.length).toBe(1)
      expect(pressure.counted).toBe(ledger.used)
      expect(pressure.source).toBe('model_reported')
      const red = ((0.9 * (ledger.limit - ledger.reserve)) / ledger.limit / 0.95) * ledger.limit
      expect(pressure.turnsUntilRed).toBeCloseTo((red - pressure.used) / pressure.velocity, 6)
    }
  })
})
