import { expect, it } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { createMock } from '../llm/index.ts'
import * as sim from './index.ts'

// A conversation of fifty turns, counted once, and its run in a window of half its peak.
const trace = sim.scenario('axios-migration', 7, { turns: 50 })
const intake = sim.takeIn(trace, chars4)
const peak = sim.unmanagedPeak(intake)
const config = { strategy: 'evict', eviction: { policy: 'fifo' }, max_context_tokens: Math.floor(peak / 2) }
const timeline = sim.run(trace, config, { intake })
const { data } = timeline
const edit = data.edits.find(({ decision, blocks }) => decision !== null && blocks.length > 0)
const evicted = edit?.blocks[0]?.block ?? -1
const turn = edit?.turn ?? -1

// A session whose client compacted: the rule is not in the summary, and a later call does what it forbids.
const compactedLog: sim.Trace = {
  ...sim.readTrace('User: Never push to main.\nAssistant: Yes.\nUser: Go on.\nAssistant: On.'),
  recordedEdits: [
    { turn: 1, window: 0, kind: 'compaction', trigger: 'auto', tokensBefore: null, summary: 'Work goes on.' },
  ],
}
const push = { type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'git push origin main' } } as const
const lostRules =
  sim.autopsyOf(
    sim.takeIn(
      {
        ...compactedLog,
        messages: compactedLog.messages.with(3, { role: 'assistant', content: [push] }),
      },
      chars4,
    ),
  ).compactions[0]?.items ?? []

/** The result of work that is done in steps. */
function ended<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Exports; the compiler also lists two that come with their types. */
type Name = Exclude<keyof typeof sim, 'NEED_KINDS' | 'OPEN'>

/** One example of each export, as a user would write it. The compiler reports a missing one. */
const examples: Readonly<Record<Name, () => void | Promise<void>>> = {
  readTrace() {
    const read = sim.readTrace('User: Which port?\nAssistant: 4180.')
    expect(read.messages.map(({ content }) => content)).toEqual(['Which port?', '4180.'])
    expect(() => sim.readTrace('')).toThrow(/empty/)
  },
  readTraces() {
    const chat = (question: string) => ({ messages: [{ role: 'user', content: question }] })
    const lines = ['Which port?', 'And which host?'].map((question) => JSON.stringify(chat(question)))
    expect(sim.readTraces(lines.join('\n'))).toHaveLength(2)
  },
  readers() {
    expect(sim.readers['codex'].title).toBe('Codex rollout')
    expect(sim.readTrace(sim.writers.openai(trace), { format: 'openai' }).source.name).toBe('openai')
  },
  writers() {
    // Everything that the format can express is read back.
    expect(sim.readTrace(sim.writers.anthropic(trace)).messages).toEqual(trace.messages)
  },
  scenario() {
    expect(trace.turns).toHaveLength(50)
    expect(sim.scenario('axios-migration', 7, { turns: 50 })).toEqual(trace)
    expect(() => sim.scenario('axios-migration', 7, { turns: 9 })).toThrow(/from 50 to 60/)
  },
  scenarios() {
    expect(sim.scenarios['long-coding'].parameters['turns']).toMatchObject({ default: 200, min: 80 })
  },
  takeIn() {
    expect(intake.blocks.length).toBeGreaterThan(trace.messages.length)
    expect(intake.text(0)).toBe(trace.system)
  },
  modelOf() {
    const named = sim.readTrace(JSON.stringify({ model: 'gpt-4o', messages: trace.messages.slice(0, 1) }))
    expect(sim.modelOf(named).window).toBe(128_000)
    expect(sim.modelOf(trace)).toMatchObject({ name: null, window: null })
  },
  unmanagedPeak() {
    // A run that evicts nothing reaches the peak.
    const all = sim.run(trace, { strategy: 'unmanaged', max_context_tokens: peak * 2 }, { intake })
    expect(Math.max(...all.turns.map(({ used }) => used))).toBe(peak)
  },
  startWindow() {
    expect(sim.startWindow(intake)).toBeGreaterThan(peak / 2)
    expect(sim.startWindow(intake)).toBeLessThan(peak)
  },
  traceHash() {
    const renamed = { ...trace, source: { ...trace.source, title: 'Another title' } }
    expect(sim.traceHash(renamed)).toBe(sim.traceHash(trace))
    expect(sim.traceHash(trace)).toMatch(/^[0-9a-f]{16}$/)
  },
  run() {
    expect(timeline.ended).toBeNull()
    for (const { used } of timeline.turns) expect(used).toBeLessThanOrEqual(config.max_context_tokens)
    expect(() => sim.run(trace, { strategy: 'guess' })).toThrow(/strategy/)
  },
  runSteps() {
    const steps = sim.runSteps(trace, config, { intake })
    expect(steps.next().value).toMatchObject({ turns: 50 })
    expect(ended(steps).data).toEqual(data)
  },
  async runAsync() {
    // Any model can answer here; the mock quotes its input.
    const mock = createMock({ count: (text) => chars4.count(text) })
    const asked = { strategy: 'rolling_summary', max_context_tokens: config.max_context_tokens }
    const live = await sim.runAsync(trace, asked, {
      intake,
      llm: (ask) => Promise.resolve(mock(ask)),
    })
    const again = sim.run(trace, asked, { intake, answers: sim.answersOf(live.data) })
    expect(again.data.edits).toEqual(live.data.edits)
  },
  compare() {
    const lanes = { first: config, second: { ...config, eviction: { policy: 'lru' } } }
    const { runs, rows, firstDivergence } = sim.compare(trace, lanes, { intake })
    expect(runs['first']?.data).toEqual(data)
    expect(rows.map((row) => row[0]?.id)).toEqual(['turns-reached', 'turns-reached'])
    expect(firstDivergence?.lanes).toEqual(['first', 'second'])
  },
  divergenceOf() {
    expect(sim.divergenceOf(data, data)).toBeNull()
    const other = sim.run(trace, { ...config, strategy: 'unmanaged' }, { intake })
    expect(sim.divergenceOf(data, other.data)?.turn).toBe(data.edits[0]?.turn)
  },
  metricList() {
    expect(sim.metricList.map(({ id }) => id)).toContain('need-hit-rate')
  },
  metricMeaning() {
    expect(sim.metricMeaning('prompt-tokens')).toMatch(/\.$/)
    expect(sim.metricMeaning('need-hit-rate', true)).toContain('inferred')
  },
  metrics() {
    const reached = sim.metrics(timeline).find(({ id }) => id === 'turns-reached')
    expect(reached).toMatchObject({ value: 50, of: 50, text: '50 of 50', direction: 'up' })
  },
  costOfRun() {
    const { usd, prompt, read, written, uncached, model } = sim.costOfRun(data)
    expect(read + written + uncached).toBe(prompt)
    expect([usd > 0, model.label]).toEqual([true, 'Claude Sonnet 4.6'])
  },
  explain() {
    const { decisions } = sim.explain(timeline, turn)
    expect(decisions[0]?.victims.map(({ block }) => block)).toContain(evicted)
    expect(() => sim.explain(timeline, 50)).toThrow(RangeError)
  },
  budgetsOf() {
    expect(sim.budgetsOf(data)).toHaveLength(50)
  },
  healthsOf() {
    expect(sim.healthsOf(data)).toHaveLength(50)
  },
  entriesAt() {
    const sent = data.turns[turn]?.points.sent
    const entries = sim.entriesAt(data.spans, sent?.tick ?? 0, 0)
    expect(entries.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(sent?.used)
  },
  referencesOf() {
    const call = data.blocks.find(({ type }) => type === 'tool_call')?.id ?? -1
    expect(sim.referencesOf(timeline, call).pair?.results).toHaveLength(1)
  },
  answersOf() {
    // First in, first out asks no model.
    expect(sim.answersOf(data)).toEqual([])
  },
  appliedEdits() {
    const editing = { strategy: 'context_editing', max_context_tokens: config.max_context_tokens }
    const run = sim.run(trace, editing, { intake })
    const last = sim.appliedEdits(run, 49)
    expect(last.map(({ type }) => type)).toContain('clear_tool_uses_20250919')
  },
  scoreHistory() {
    const points = ended(sim.scoreHistory(timeline, evicted))
    expect(points.find(({ taken }) => taken)?.turn).toBe(turn)
  },
  savings() {
    const found = ended(sim.savings(timeline, evicted, turn))
    expect(found).toMatchObject({ block: evicted, turn })
  },
  unmoved() {
    // The target decides what is evicted.
    expect(ended(sim.unmoved(timeline, ['eviction', 'target'])).same).toBe(false)
  },
  autopsyOf() {
    const of = sim.takeIn(compactedLog, chars4)
    const [one] = sim.autopsyOf(of).compactions
    expect(one?.items).toMatchObject([{ kind: 'rule', text: 'Never push to main.', fate: 'gone' }])
  },
  tallyOf() {
    expect(sim.tallyOf(lostRules)).toMatchObject({ all: 1, gone: 1, broken: 1, saidAgain: 0 })
  },
  isLost() {
    expect(lostRules.map(sim.isLost)).toEqual([true])
  },
  isBroken() {
    const [rule] = lostRules.filter(sim.isBroken)
    expect(rule?.broken).toMatchObject({ turn: 1, shown: 'git push origin main' })
  },
  differenceOf() {
    const [lane, baseline] = [9, 10].map((usd) => [usd, 2 * usd].map((top) => ({ top, bottom: 1 })))
    expect(sim.differenceOf(lane ?? [], baseline ?? [], 'relative', 'down').verdict).toBe('better')
  },
  encodeTimeline() {
    expect(sim.encodeTimeline(data)).toBe(sim.encodeTimeline(sim.run(trace, config, { intake }).data))
  },
  decodeTimeline() {
    expect(sim.decodeTimeline(sim.encodeTimeline(data))).toEqual(data)
    const file = sim.encodeTimeline(data, { metrics: sim.metrics({ data }), retention: null })
    expect(sim.decodeTimeline(file)).toEqual(data)
    expect(() => sim.decodeTimeline('{}')).toThrow(/not a timeline/)
  },
  openTimeline() {
    const opened = sim.openTimeline(data, trace, intake)
    expect(opened.textOf(0)).toBe(trace.system)
    expect(opened.messagesAt(0, 'anthropic').messages).toHaveLength(1)
  },
  TIMELINE_VERSION() {
    expect(data.version).toBe(sim.TIMELINE_VERSION)
  },
  ENGINE_VERSION() {
    expect(data.spec.engine).toBe(sim.ENGINE_VERSION)
  },
}

it.each(Object.entries(examples))('the example of %s runs', async (_, example) => {
  expect.hasAssertions()
  await example()
})

it('the entry point exports at most forty names', () => {
  expect(Object.keys(sim).length).toBeLessThanOrEqual(40)
})
