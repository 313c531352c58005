import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import { conversation } from '../../testing/conversation.ts'
import { traceOf } from '../../testing/trace.ts'
import { run } from '../index.ts'
import type { Intervention, Timeline } from '../index.ts'

const TASK = 'port the lexer to Rust and keep every error code as it is in annex B of the manual'

/** An old task, a reset followed by the new one, and a long conversation about the new one. */
const TALK = traceOf(
  conversation(
    [
      'user: OLDTASK build the parser',
      'assistant: 800 chars',
      'user: go on',
      'assistant: 200 chars',
      `user: ${TASK}`,
      'assistant: 400 chars',
      ...Array.from({ length: 30 }, () => 'user: 700 chars\nassistant: 1400 chars'),
      'user: and now?',
      'assistant: done',
    ].join('\n'),
  ),
)
const RESET: readonly Intervention[] = [{ turn: 2, kind: 'reset' }]

const NO_TASK_GATE = { gates: { task: false } }
const lanes: readonly { readonly name: string; readonly lane: PartialConfig; readonly compactAt?: number }[] =
  [
    { name: 'tiered', lane: { strategy: 'tiered' } },
    { name: 'tiered_full', lane: { strategy: 'tiered_full', tiered_full: { collapse: false } } },
    { name: 'tiered_full with collapse', lane: { strategy: 'tiered_full' } },
    { name: 'tiered_full, compacted, then collapsed', lane: { strategy: 'tiered_full' }, compactAt: 6 },
    { name: 'rolling_summary', lane: { strategy: 'rolling_summary' } },
    {
      name: 'rolling_summary without the guard',
      lane: { strategy: 'rolling_summary', eviction: NO_TASK_GATE },
    },
  ]

describe('a task after a reset', () => {
  it.each(lanes)(
    'EVI-3 ROLL-1 summaries carry the new task word for word, and the old one is gone: $name',
    ({ name, lane, compactAt }) => {
      const tasks = new Set<string>()
      const previous: string[] = []
      const timeline = run(
        TALK,
        { max_context_tokens: 8000, ...lane },
        {
          interventions: compactAt === undefined ? RESET : [...RESET, { turn: compactAt, kind: 'compact' }],
          llm: (ask) => {
            tasks.add(ask.task)
            previous.push(ask.previous ?? '')
            return { text: 'They ported some of it.' }
          },
        },
      )
      expect([...tasks]).toEqual([TASK])
      expect(previous.filter((text) => text.includes('OLDTASK'))).toEqual([])
      const stages = new Set(timeline.edits.map(({ stage }) => stage))
      expect(stages.has('collapse')).toBe(name.endsWith('collapse') || name.endsWith('collapsed'))
      for (const { turn } of timeline.turns.slice(2)) {
        expect([turn, promptAt(timeline, turn).includes(TASK)]).toEqual([turn, true])
        expect(promptAt(timeline, turn)).not.toContain('OLDTASK')
      }
    },
  )

  it.each(['managed', 'rolling_summary', 'unmanaged'])(
    'EVI-3 a compaction by hand carries the new task: %s',
    (strategy) => {
      const by: readonly Intervention[] = [...RESET, { turn: 10, kind: 'compact' }]
      const lane = { strategy, max_context_tokens: 100_000, eviction: NO_TASK_GATE }
      const timeline = run(TALK, lane, { interventions: by })
      expect(promptAt(timeline, 10)).toContain(`The task, word for word:\\n${TASK}\\n`)
    },
  )

  it.each(['tiered', 'tiered_full', 'rolling_summary'])(
    'TIER-2 no summary is requested for what a reset of the same turn removes: %s',
    (strategy) => {
      const lane = { strategy, max_context_tokens: 100_000 }
      const at = (...kinds: readonly ('compact' | 'reset')[]) => ({
        interventions: kinds.map((kind) => ({ turn: 9, kind })),
      })
      expect(run(TALK, lane, at('reset', 'compact')).data.asks).toEqual([])
      expect(run(TALK, lane, at('compact', 'reset')).data.asks).toHaveLength(1)
    },
  )
})

describe('a window that opens after a reset', () => {
  it('CROSS-3 quotes nothing that was said before the reset', () => {
    const lane = { strategy: 'handover', max_context_tokens: 8000 }
    const opening = (interventions: readonly Intervention[]): string => {
      const timeline = run(TALK, lane, { interventions })
      const { turn } = timeline.edits.find(({ stage }) => stage === 'new_window') ?? { turn: -1 }
      return promptAt(timeline, turn)
    }
    expect(opening([])).toContain('OLDTASK')
    expect(opening(RESET)).toContain('said, word for word')
    expect(opening(RESET)).not.toContain('OLDTASK')
  })
})

/** Six reads of files, a message, and a long conversation from turn `from` on. */
const FILES = traceOf(
  conversation(
    [
      'user: look at them',
      ...Array.from(
        { length: 6 },
        (_, at) =>
          `assistant: call r${at} read_file {"path":"src/f${at}.ts"}\nresult r${at}: FILE${at} ${'const x = 1; '.repeat(100)}`,
      ),
      'assistant: read',
      'user: two',
      'assistant: ok',
      'user: three',
      'assistant: ok',
      ...Array.from({ length: 50 }, () => 'user: 700 chars\nassistant: 1400 chars'),
    ].join('\n'),
  ),
)

describe('the memory of read files', () => {
  const lane: PartialConfig = {
    strategy: 'tiered_full',
    max_context_tokens: 12_000,
    tiered_full: { collapse: false },
  }
  const filesAt = (timeline: Timeline, turn: number): string[] =>
    [...new Set(promptAt(timeline, turn).match(/FILE\d/g) ?? [])].toSorted()
  const compactions = (timeline: Timeline) =>
    timeline.edits.filter(({ stage }) => stage === 'compact_session')

  it('TIER-3 EVI-3 a reset clears it, whether files were compacted by hand or automatically', () => {
    for (const first of [[], [{ turn: 7, kind: 'compact' as const }]]) {
      const timeline = run(FILES, lane, { interventions: [...first, { turn: 8, kind: 'reset' }] })
      expect(compactions(timeline).length).toBeGreaterThan(0)
      for (const { turn } of timeline.turns.slice(8)) expect(filesAt(timeline, turn)).toEqual([])
    }
    const long = run(FILES, lane, { interventions: [{ turn: 30, kind: 'reset' }] })
    expect(compactions(long).some(({ turn }) => turn < 30)).toBe(true)
    expect(filesAt(long, 29)).toEqual(['FILE1', 'FILE2', 'FILE3', 'FILE4', 'FILE5'])
    expect(compactions(long).some(({ turn }) => turn > 30)).toBe(true)
    for (const { turn } of long.turns.slice(30)) expect(filesAt(long, turn)).toEqual([])
  })

  it('TIER-3 files compacted by hand are restored by a later automatic compaction, too', () => {
    const timeline = run(FILES, lane, { interventions: [{ turn: 7, kind: 'compact' }] })
    const five = ['FILE1', 'FILE2', 'FILE3', 'FILE4', 'FILE5']
    expect(filesAt(timeline, 7)).toEqual(five)
    expect(compactions(timeline).length).toBeGreaterThan(1)
    for (const { turn } of compactions(timeline)) expect(filesAt(timeline, turn)).toEqual(five)
  })
})

function promptAt(timeline: Timeline, turn: number): string {
  return JSON.stringify(timeline.messagesAt(turn, 'anthropic').messages)
}
