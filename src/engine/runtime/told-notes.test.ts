import { describe, expect, it, test } from 'vitest'
import { completeConfig, strategySettings } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import type { EditPlan, StageNote } from '../stage/contract/stage.ts'
import { chars4, ContextWindowManager } from '../index.ts'
import type { TurnStart } from '../index.ts'
import { inNewContext } from './memory.ts'
import { telling } from './told-notes.ts'
import type { ToldNote } from './told-notes.ts'

const STAGE = { name: 'trim', phase: 'call' } as const
const EDIT: EditPlan = { changes: [] }

/** Whether each of these notes of a stage is news. null: no note; `!`: the stage also edits. */
function news(...said: readonly (readonly [note: StageNote | null, edits?: '!'])[]): boolean[] {
  let told: readonly ToldNote[] = []
  return said.map(([note, edits]) => {
    const next = telling(told, 0, STAGE, { note, edits: edits === undefined ? [] : [EDIT] })
    ;({ told } = next)
    return next.isNews
  })
}

const large = (tokens: number, block = 3): StageNote => ({ code: 'message_too_large', tokens, block })
const open: StageNote = { code: 'breaker_open', tokens: 0 }

describe('repeated notes', () => {
  it('EDIT-1 a note that repeats the last one is not an event', () => {
    expect(news([open], [open], [open])).toEqual([true, false, false])
    expect(news([large(100)], [null], [large(100)])).toEqual([true, false, false])
    expect(news([large(100)], [{ code: 'below_trigger', tokens: 0 }], [large(100)])).toEqual([
      true,
      false,
      false,
    ])
  })

  it('EDIT-1 another code or block, or tokens that changed by more than a tenth since, are', () => {
    expect(news([large(100)], [open], [large(100)])).toEqual([true, true, true])
    expect(news([large(100)], [large(100, 4)], [large(100, 4)])).toEqual([true, true, false])
    expect(news([large(100)], [large(110)], [large(111)], [large(105)], [large(90)])).toEqual([
      true,
      false,
      true,
      false,
      true,
    ])
  })

  it('EDIT-1 after an edit of the stage its note is repeated', () => {
    expect(news([open], [null, '!'], [open], [open])).toEqual([true, false, true, false])
    expect(news([open], [open, '!'], [open])).toEqual([true, true, false])
  })

  it('COMP-3 for an open breaker only its opening is reported', () => {
    expect(news([open], [{ ...open, tokens: 900, block: 7 }], [{ ...open, block: 9 }])).toEqual([
      true,
      false,
      false,
    ])
  })

  it('COMP-3 a request by hand is answered each time; a new window has no earlier notes', () => {
    const { told } = telling([], 0, { name: 'manual_summary', phase: 'manual' }, { note: open, edits: [] })
    expect(
      telling(told, 0, { name: 'manual_summary', phase: 'manual' }, { note: open, edits: [] }).isNews,
    ).toBe(true)
    expect(inNewContext({ notes: [], checkpoint: null, serial: 1, opened: 0 }, 4).told).toEqual([])
  })

  it('PIPE-1 a stage that is in a pipeline twice reports for each place', () => {
    const first = telling([], 0, STAGE, { note: open, edits: [] })
    const second = telling(first.told, 1, STAGE, { note: open, edits: [] })
    expect([first.isNews, second.isNews]).toEqual([true, true])
    expect(telling(second.told, 0, STAGE, { note: open, edits: [] }).isNews).toBe(false)
    // Another strategy has another stage at this position.
    expect(telling(second.told, 0, { ...STAGE, name: 'slide' }, { note: open, edits: [] }).isNews).toBe(true)
  })
})

async function starts(config: PartialConfig, system: string, rate = 0): Promise<TurnStart[]> {
  const manager = new ContextWindowManager({
    ...strategySettings(completeConfig(config)),
    counter: chars4,
    llm: createMock({ count: (text) => chars4.count(text), failures: { rate, kinds: ['error'] } }),
  })
  manager.onTaskStart({ system, task: 'Count the lines.' })
  const list: TurnStart[] = []
  for (let turn = 0; turn < 40; turn++) {
    list.push(await manager.onTurnStart())
    manager.onTurnEnd(`Counted file ${turn}: ${'one more line, '.repeat(20)}`)
    manager.onUserMessage(`And file ${turn}?`)
  }
  return list
}

function notesIn(list: readonly TurnStart[]): string[] {
  return list.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === 'note' ? [`${event.stage} ${event.note.code}`] : [])),
  )
}

test('STRAT-1 a system prompt over the budget is reported once in 40 turns', async () => {
  const list = await starts({ strategy: 'token_trim', max_context_tokens: 4000 }, 'rule '.repeat(4000))
  expect(notesIn(list)).toEqual(['trim system_exceeds_budget'])
  // It does not fit in any of the turns.
  expect(list.filter(({ events }) => events.some(({ kind }) => kind === 'overflow'))).toHaveLength(40)
})

test.each(['tiered', 'tiered_full', 'rolling_summary', 'atomic_window'])(
  'COMP-3 with a model that only fails, %s reports once that it asks no more',
  async (strategy) => {
    const atomic_window = { on_drop: 'summarize', max_messages: 8, min_recent_keep: 2 } as const
    const list = await starts({ strategy, max_context_tokens: 3000, atomic_window }, 'Be brief.', 1)
    const told = notesIn(list).filter((note) => note.endsWith('breaker_open'))
    expect(told.length).toBeGreaterThan(0)
    expect(told).toEqual([...new Set(told)])
  },
)
