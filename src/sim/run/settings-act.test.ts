import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { filler } from '../../testing/conversation.ts'
import { toolLoop } from '../../testing/tiered-scene.ts'
import { traceOf } from '../../testing/trace.ts'
import { budgetsOf, explain, healthsOf, run } from '../index.ts'
import type { Timeline } from '../index.ts'

/**
 * Reads of 150 tokens, the seventh of 2,500. Each contains a decision, and from the ninth on the agent returns to the
 * first.
 */
const trace = traceOf([
  ...toolLoop(
    Array.from({ length: 24 }, (_, nth) => ({
      tool: 'read_file',
      input: { path: nth > 8 && nth % 2 === 0 ? 'src/0.ts' : `src/${nth}.ts` },
      result: `We decided to use port ${8000 + nth}, because ${nth} is taken. ${filler(nth === 6 ? 10_000 : 600)}`,
    })),
  ),
  { role: 'assistant', content: 'Done.' },
])

const LIMIT = 6000
const known = new Map<string, Timeline>()

const migration = scenario('axios-migration', 3)

function ran(config: PartialConfig, given = trace): Timeline {
  const key = JSON.stringify([config, given.turns.length])
  const timeline = known.get(key) ?? run(given, { max_context_tokens: LIMIT, ...config })
  known.set(key, timeline)
  return timeline
}

const spikes = ({ turns }: Timeline) =>
  turns.filter(({ events }) => events.some(({ kind }) => kind === 'spike')).map(({ turn }) => turn)
const arrived = ({ turns }: Timeline) => turns.map(({ reading }) => reading.arrived)
const urgencies = ({ data }: Timeline) => new Set(budgetsOf(data).map(({ total }) => total.urgency))
const alerts = ({ turns }: Timeline) =>
  turns.flatMap(({ events }) => events.flatMap((event) => (event.kind === 'alert' ? [event.alert.code] : [])))

/** Every value of a signal in the decisions of a run, with the measured age of its block and its uses. */
function valuesOf(timeline: Timeline, signal: string): { value: number; figure: number; of: string }[] {
  return timeline.turns.flatMap(({ turn, edits }) =>
    edits.every((edit) => timeline.edits[edit]?.stage !== 'evict')
      ? []
      : explain(timeline, turn).decisions.flatMap(({ terms, victims, survivors }) => {
          const at = terms.findIndex((term) => term.signal === signal)
          return [...victims, ...survivors].flatMap(({ values, inputs }) => {
            const measured = inputs?.[at]?.measure
            const value = values[at]
            return measured === undefined || measured === null || value === undefined
              ? []
              : [{ value, figure: measured.figure, of: measured.of }]
          })
        }),
  )
}

function expectValues(
  timeline: Timeline,
  signal: string,
  of: string,
  value: (figure: number) => number,
): void {
  const found = valuesOf(timeline, signal).filter((one) => one.of === of)
  expect(found.length).toBeGreaterThan(0)
  for (const one of found) expect(one.value).toBeCloseTo(value(one.figure), 10)
}

/** Every result is summarized as it arrives. */
const SUMMARIES: PartialConfig = { max_context_tokens: 60_000, compression: { tool_results: 'on_arrival' } }

const evict = (eviction: PartialConfig['eviction']): PartialConfig => ({ strategy: 'evict', eviction })

describe('CONF-3 settings that change the run', () => {
  it('PRES-3 pressure.spike_factor: how many times the baseline is a spike', () => {
    expect(spikes(ran({}))).toEqual([2, 7])
    expect(spikes(ran({ pressure: { spike_factor: 1000 } }))).toEqual([])
  })

  it('PRES-3 pressure.spike_after: the number of turns before the first possible spike', () => {
    // The first result is large compared with the task alone; the seventh compared with those before it.
    expect(spikes(ran({ pressure: { spike_after: 3 } }))).toEqual([7])
    expect(spikes(ran({ pressure: { spike_after: 8 } }))).toEqual([])
  })

  it('PRES-3 pressure.baseline_weight: at 1 the baseline is the previous turn', () => {
    const timeline = ran({ pressure: { baseline_weight: 1 } })
    const before = arrived(timeline).slice(0, -1)
    expect(timeline.turns.slice(1).map(({ reading }) => reading.baseline)).toEqual(before)
  })

  it('BUD-4 budget.critical_turns and warning_turns: the remaining turns at which a warning begins', () => {
    expect(urgencies(ran({ budget: { critical_turns: 1000, warning_turns: 1000 } }))).toEqual(
      new Set(['critical']),
    )
    expect(urgencies(ran({ budget: { critical_turns: 0, warning_turns: 1000 } }))).toEqual(
      new Set(['warning']),
    )
    expect(urgencies(ran({ budget: { critical_turns: 0, warning_turns: 0 } }))).toEqual(new Set(['normal']))
  })

  it('BUD-5 budget.counting_margin: the share added to an estimate', () => {
    const timeline = ran({ budget: { counting_margin: 0.5 } })
    for (const { margin, total } of budgetsOf(timeline.data)) expect(margin).toBe(Math.ceil(total.used / 2))
  })

  it('EVI-5 eviction.placeholder_tokens: the maximum size of a placeholder', () => {
    const longest = (most: number) => {
      const { data, blocks, edits } = ran(evict({ policy: 'fifo', placeholder_tokens: most }))
      const notes = new Set(
        edits.flatMap((edit) =>
          edit.blocks.flatMap(({ verb, block }) => (verb === 'replace' ? [block] : [])),
        ),
      )
      expect(notes.size).toBeGreaterThan(0)
      const rows = [...data.spans.block.keys()].filter(
        (row) => data.spans.state[row] === 2 && blocks[data.spans.block[row] ?? -1]?.type === 'tool_result',
      )
      // The first block of a message has its overhead.
      return Math.max(...rows.map((row) => data.spans.tokens[row] ?? 0)) - 4
    }
    expect(longest(50)).toBeGreaterThan(30)
    expect(longest(50)).toBeLessThanOrEqual(50)
    expect(longest(30)).toBeLessThanOrEqual(30)
  })

  it.each([
    ['fifo', 'fifo_decay', 2],
    ['hybrid', 'recency_decay', 3],
  ])('EVI-1 %s: eviction.scoring.%s, the age at which recency is 1/e', (policy, key, decay) => {
    const timeline = ran(evict({ policy, scoring: { [key]: decay } }))
    expectValues(timeline, 'recency', 'age', (age) => Math.exp(-age / decay))
  })

  it('EVI-1 eviction.scoring: the decay since the last use, the score of never used blocks, and their first turns', () => {
    const scoring = { idle_decay: 2, never_used: 0.5, birth_turns: 4 }
    const timeline = ran(evict({ policy: 'lru', scoring }))
    expectValues(timeline, 'last_reference', 'unused', (age) => (age < 4 ? 1 : 0.5) * Math.exp(-age / 2))
    const used = valuesOf(timeline, 'last_reference').filter(({ of }) => of === 'idle')
    for (const { value, figure } of used) expect(value).toBeCloseTo(Math.exp(-figure / 2), 10)
  })

  it('EVI-1 eviction.scoring.reuse_full: the number of turns with a reference for the full score', () => {
    for (const full of [1, 5]) {
      const timeline = ran(evict({ policy: 'hybrid', scoring: { reuse_full: full } }))
      expectValues(timeline, 'reference_freq', 'uses', (uses) => Math.min(1, uses / full))
    }
  })

  it('CROSS-3 cross_window.milestone_turns and milestones_wait: saves are so far apart, or wait until something leaves', () => {
    const saved = (milestone_turns: number, milestones_wait = false) =>
      ran(
        // No window gets full, so only milestones save.
        {
          strategy: 'handover',
          max_context_tokens: 400_000,
          cross_window: { milestone_turns, milestones_wait },
        },
        migration,
      ).data.checkpoints
    const gaps = saved(7).map(({ turn }, nth, list) => turn - (list[nth - 1]?.turn ?? -7))
    expect(gaps.length).toBeGreaterThan(1)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(7)
    expect(saved(1).length).toBeGreaterThan(saved(7).length)
    // Nothing leaves such a window, so a milestone that waits is never saved.
    expect(saved(1, true)).toEqual([])
  })

  it('CROSS-3 COST-4 compression.quoted_characters and requests: what a checkpoint is asked with', () => {
    const asked = (compression: PartialConfig['compression']) =>
      ran({ strategy: 'managed', max_context_tokens: 20_000, compression }, migration).data.asks.filter(
        ({ kind }) => kind === 'extract',
      )
    const size = (quoted_characters: number) =>
      asked({ quoted_characters, requests: 'alone' })[0]?.input ?? NaN
    expect(size(100)).toBeLessThan(size(1000))
    expect(size(1000)).toBeLessThan(size(100_000))
    const continued = (requests: 'alone' | 'cheaper') =>
      asked({ quoted_characters: 100_000, requests }).filter(({ alone }) => alone !== undefined)
    expect(continued('alone')).toEqual([])
    expect(continued('cheaper').length).toBeGreaterThan(0)
    for (const { input, alone = 0 } of continued('cheaper')) expect(input).toBeLessThan(5 * alone)
  })

  it('CROSS-3 cross_window.most_kept: the largest share of a window that a new one keeps; otherwise none is opened', () => {
    const opened = (most_kept: number) =>
      ran({ strategy: 'handover', cross_window: { most_kept } }).edits.filter(
        ({ stage }) => stage === 'new_window',
      )
    expect(opened(0.8).length).toBeGreaterThan(0)
    for (const { before, after } of opened(0.5)) expect(after).toBeLessThanOrEqual(0.5 * before)
    expect(opened(0.01)).toEqual([])
  })

  it('CROSS-3 cross_window.new_window: off, no window is opened, and what is too much overflows', () => {
    // Words of the user: nothing of them is clipped.
    const talk = traceOf(
      Array.from({ length: 12 }, (_, nth) => [
        { role: 'user' as const, content: `${nth}. ${filler(4000)}` },
        { role: 'assistant' as const, content: 'Read.' },
      ]).flat(),
    )
    const windowsOf = (new_window: boolean) => {
      const { data } = ran({ strategy: 'handover', cross_window: { new_window } }, talk)
      const most = Math.max(...data.turns.map(({ points }) => points.sent.used))
      return { windows: data.windows.length, overflows: most > LIMIT }
    }
    const opened = windowsOf(true)
    expect(opened.windows).toBeGreaterThan(1)
    expect(opened.overflows).toBe(false)
    expect(windowsOf(false)).toEqual({ windows: 1, overflows: true })
  })

  it('COMP-1 compression.least_new: the share of new content that a compaction waits for', () => {
    const made = (least_new: number) =>
      ran({
        compression: { cascade: { '0.5': 'conversation_compaction' }, ask_interval: 0, least_new },
      }).edits.filter(({ stage }) => stage === 'compact').length
    expect(made(0.05)).toBeGreaterThan(0)
    expect(made(1)).toBe(0)
  })

  it('HEALTH-3 health_monitoring.questions: the most questions of an edit, and the fewest for a fidelity score', () => {
    const asked = (timeline: Timeline) =>
      timeline.edits.flatMap(({ compression }) => (compression === null ? [] : [compression.probes]))
    const fidelities = (timeline: Timeline) =>
      healthsOf(timeline.data).map(({ metrics }) => metrics.fidelity_score.value)
    const plain = ran(SUMMARIES, migration)
    expect(Math.max(...asked(plain))).toBeGreaterThan(2)
    expect(fidelities(plain).some((value) => value !== null)).toBe(true)
    const few = ran({ ...SUMMARIES, health_monitoring: { questions: { most: 2 } } }, migration)
    expect(Math.max(...asked(few))).toBe(2)
    const none = ran({ ...SUMMARIES, health_monitoring: { questions: { least: 200 } } }, migration)
    expect(new Set(fidelities(none))).toEqual(new Set([null]))
  })

  it('HEALTH-2 health_monitoring.alerts.sustained_turns: the turns until a lasting state raises an alert', () => {
    const lasting = (sustained_turns: number) =>
      alerts(
        ran({
          strategy: 'unmanaged',
          max_context_tokens: 8000,
          health_monitoring: { alerts: { sustained_turns, tool_bloat_from: 0, quiet_turns: 0 } },
        }),
      ).filter((code) => code === 'tool_bloat_warning').length
    expect(lasting(3)).toBeGreaterThan(0)
    expect(lasting(100)).toBe(0)
  })
})
