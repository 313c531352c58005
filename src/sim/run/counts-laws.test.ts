import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import type { Tokens } from '../../engine/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { conversation } from '../../testing/conversation.ts'
import { arbitraryTrace, traceOf } from '../../testing/trace.ts'
import { budgetsOf, readTrace, run, takeIn } from '../index.ts'
import type { Timeline, Trace } from '../index.ts'

/** A window that is never full. */
const ENDLESS = { strategy: 'unmanaged', max_context_tokens: 10_000_000 }

function withUsage(trace: Trace, inputs: readonly (Tokens | null)[], lacksOverhead: boolean): Trace {
  const turns = trace.turns.map((turn, index) => {
    const input = inputs[index] ?? null
    const usage = input === null ? null : { input, output: null, cacheRead: null, cacheWrite: null }
    return { ...turn, usage }
  })
  return { ...trace, turns, lacksOverhead }
}

/** Conversations with any recorded prompt sizes. */
const measured = fc
  .tuple(
    arbitraryTrace(),
    fc.array(fc.option(fc.integer({ min: 1, max: 60_000 }), { freq: 4 }), { maxLength: 60 }),
    fc.boolean(),
  )
  .map(([trace, inputs, lacks]) => withUsage(trace, inputs, lacks))

/**
 * The tokens that arrived in each window of an unmanaged run since its previous turn, from its points alone: a naive
 * twin of the arrivals of pressure and budget. The setup is the initial size; a smaller prompt is not an arrival.
 */
function grownBy(timeline: Timeline): readonly Tokens[] {
  const before = new Map<number, { sent: Tokens; adjustment: Tokens }>()
  return timeline.turns.map(({ turn, window, points, adjustment = 0, used }) => {
    const last = before.get(window)
    const setup = timeline.blocks
      .filter((block) => last === undefined && block.window === window && block.turn <= turn)
      .filter(({ type, message }) => type === 'tool_definition' || (type === 'system_prompt' && message < 0))
      .filter(({ unexplained }) => unexplained !== true)
      .reduce((sum, { tokens }) => sum + tokens, 0)
    before.set(window, { sent: used, adjustment })
    return points.arrived.used - setup - (last?.sent ?? 0) - (adjustment - (last?.adjustment ?? 0))
  })
}

function agrees(timeline: Timeline): void {
  const grown = grownBy(timeline)
  const recent = new Map<number, Tokens[]>()
  const budgets = budgetsOf(timeline.data)
  timeline.turns.forEach(({ turn, window, reading, arrivedBy }, index) => {
    expectSame(reading.arrived, grown[index], `turn ${turn}`)
    expectSame(
      Object.values(arrivedBy).reduce((sum, tokens) => sum + tokens, 0),
      reading.arrived,
    )
    const list = recent.get(window) ?? []
    list.push(grown[index] ?? 0)
    recent.set(window, list)
    const last = list.slice(-5)
    const mean = (tokens: readonly Tokens[]): number =>
      tokens.reduce((sum, one) => sum + one, 0) / tokens.length
    expect(reading.velocity).toBeCloseTo(mean(last), 6)
    expect(budgets[index]?.total.burn).toBeCloseTo(mean(list.slice(-20)), 6)
  })
}

function balances(timeline: Timeline): void {
  for (const { used, byType, byComponent, adjustment = 0 } of timeline.turns) {
    const sum = (list: object): number => Object.values(list).reduce((a, b) => a + b, 0)
    expectSame(sum(byType) + adjustment, used)
    expectSame(sum(byComponent) + adjustment, used)
    expect(used).toBeGreaterThanOrEqual(0)
  }
  for (const { before, freed, added, after } of timeline.edits) expectSame(before - freed + added, after)
}

describe('arrivals agree with the growth of the ledger', () => {
  it('PRES-2 BUD-4 LED-1 a chat that grows by 20 tokens a turn has an arrival of 20 in pressure, burn rate and ledger', () => {
    // 24 characters are 6 tokens, and each message costs 4 more: 20 for a question and the previous answer.
    const talk = Array.from({ length: 8 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: 'x'.repeat(24),
    }))
    const tools = [{ name: 'read_file', input_schema: { type: 'object' } }]
    const timeline = run(traceOf(talk, { system: 'y'.repeat(400), tools }), ENDLESS)
    const setup = 100 + Math.ceil(JSON.stringify(tools[0]).length / 4)
    expect(timeline.turns.map(({ used }) => used)).toEqual([10, 30, 50, 70].map((talked) => setup + talked))
    expect(timeline.turns.map(({ reading }) => reading.arrived)).toEqual([10, 20, 20, 20])
    expect(timeline.turns.at(-1)?.reading.velocity).toBe(17.5)
    expect(timeline.turns.map(({ arrivedBy }) => arrivedBy.history)).toEqual([10, 20, 20, 20])
    expect(timeline.turns.map(({ arrivedBy }) => arrivedBy.system + arrivedBy.tools)).toEqual([0, 0, 0, 0])
    expect(budgetsOf(timeline.data).map(({ total }) => total.burn)).toEqual([10, 15, 50 / 3, 17.5])
  })

  it('PRES-2 BUD-4 LED-1 for every conversation, with and without recorded usage', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryTrace(), measured), (trace) => {
        const timeline = run(trace, ENDLESS)
        agrees(timeline)
        balances(timeline)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a replay follows the recorded usage', () => {
  it('TOK-2 LED-1 without edits every call has exactly the recorded prompt tokens', () => {
    fc.assert(
      fc.property(measured, (trace) => {
        const timeline = run(trace, ENDLESS)
        if (timeline.edits.length > 0) return
        for (const { turn, usage } of trace.turns)
          if (usage !== null) expectSame(timeline.turns[turn]?.used, usage.input, `turn ${turn}`)
        expectSame(
          timeline.blocks.every(({ tokens }) => Number.isInteger(tokens) && tokens >= 0),
          true,
        )
        expectSame(
          timeline.turns.every(({ adjustment = 0 }) => adjustment <= 0),
          true,
        )
      }),
      { numRuns: 24 },
    )
  })

  it('EDIT-4 earlier calls do not depend on later ones', () => {
    fc.assert(
      fc.property(measured, fc.nat(40), (trace, cut) => {
        const end = trace.turns.findIndex(({ turn, usage }) => turn >= cut && usage !== null)
        if (end < 0) return
        const part = run({ ...trace, turns: trace.turns.slice(0, end + 1) }, ENDLESS)
        const whole = run(trace, ENDLESS)
        expectEqual(
          part.turns.map(({ points }) => points.sent),
          whole.turns.slice(0, end + 1).map(({ points }) => points.sent),
        )
      }),
      { numRuns: 30 },
    )
  })

  it('LED-1 edits of a window with a recorded shrinkage balance', () => {
    fc.assert(
      fc.property(
        measured,
        fc.integer({ min: 2000, max: 12_000 }),
        fc.constantFrom('evict', 'managed', 'rolling_summary', 'token_trim', 'tiered'),
        (trace, max_context_tokens, strategy) => {
          balances(run(trace, { strategy, max_context_tokens }))
        },
      ),
      { numRuns: 40 },
    )
  })

  const TALK = conversation(`
    user: 400 chars
    assistant: call a read_file {"path":"a.ts"}
    result a: 800 chars
    assistant: call b read_file {"path":"b.ts"}
    result b: 1200 chars
    assistant: call c read_file {"path":"c.ts"}
    result c: 400 chars
    assistant: done`)

  it('TOK-2 LED-1 growth, shrinkage and what comes back, worked by hand', () => {
    // Without fitting, the four prompts have about 104, 320, 638 and 756 tokens; the recorded sizes jump and fall.
    const trace = withUsage(traceOf(TALK, { system: '' }), [5104, 9400, 8000, 8200], true)
    const timeline = run(trace, ENDLESS)
    expect(timeline.turns.map(({ used }) => used)).toEqual([5104, 9400, 8000, 8200])
    const odd = timeline.blocks.filter(({ unexplained }) => unexplained === true)
    // Only the second prompt jumped: by everything except the count of its texts.
    expect(odd.map(({ turn, type, inferred }) => [turn, type, inferred])).toEqual([
      [1, 'system_prompt', true],
    ])
    const counted = timeline.blocks.filter(({ turn, response }) => (response ? turn === 0 : turn === 1))
    expect(counted.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(9400 - 5104)
    // The third fell although texts arrived: by 1,400, and by the tokens of those texts.
    const came = timeline.blocks
      .filter(({ turn, response }) => (response ? turn === 1 : turn === 2))
      .reduce((sum, { tokens }) => sum + tokens, 0)
    expect(came).toBeGreaterThan(300)
    expect(timeline.turns.map(({ adjustment = 0 }) => adjustment)).toEqual([0, 0, -1400 - came, -1400 - came])
  })

  it('TOK-2 growth after a shrinkage first makes up for the lost tokens', () => {
    const trace = withUsage(traceOf(TALK, { system: '' }), [5104, 5400, 3000, 9000], true)
    const timeline = run(trace, ENDLESS)
    expect(timeline.turns.map(({ used }) => used)).toEqual([5104, 5400, 3000, 9000])
    expect(timeline.turns.at(-1)?.adjustment).toBeUndefined()
    const [growth] = timeline.blocks.filter(({ unexplained }) => unexplained === true)
    expect(growth?.turn).toBe(3)
    const texts = timeline.blocks.filter(
      ({ turn, response, unexplained }) => unexplained !== true && (turn < 3 || !response),
    )
    expect((growth?.tokens ?? 0) + texts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(9000)
  })

  it('REC-1 a client edit undone by the replay does not shrink the prompt', () => {
    const edit = { turn: 2, window: 0, kind: 'compaction', trigger: null, tokensBefore: null } as const
    const trace = withUsage(traceOf(TALK, { system: '' }), [5104, 5400, 1000, 1200], true)
    const undone = run({ ...trace, recordedEdits: [edit] }, ENDLESS)
    expect(undone.turns.map(({ adjustment }) => adjustment)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    const [, , third = 0, fourth = 0] = undone.turns.map(({ used }) => used)
    expect(third).toBeGreaterThan(5400)
    // From there on it grows as the log does.
    expect(fourth - third).toBe(200)
  })
})

describe('TOK-5 a log without usage is counted on the scale of its model', () => {
  const model = 'claude-sonnet-4-5-20250929'
  const TALK = [
    { role: 'user' as const, content: 'x'.repeat(4000) },
    { role: 'assistant' as const, content: 'done' },
  ]

  it('TOK-5 by the factor of the model family, with the number of logs it was measured on', () => {
    const intake = takeIn(traceOf(TALK, { system: '', model }), chars4)
    const { factor } = intake
    expect(factor?.family).toMatchObject({ name: 'claude', logs: 4 })
    expect(intake.blocks[0]?.tokens).toBe(Math.round(1000 * (factor?.ratio ?? 0)))
    expect(factor?.ratio).toBeGreaterThanOrEqual(factor?.low ?? 0)
    expect(factor?.ratio).toBeLessThanOrEqual(factor?.high ?? 0)
    expect(intake.count('x'.repeat(400), 0)).toBe(Math.ceil(100 * (factor?.ratio ?? 0)))
  })

  it('TOK-5 except if the model is unknown, usage was recorded, or calibration is off', () => {
    expect(takeIn(traceOf(TALK), chars4).factor).toBeNull()
    expect(takeIn(traceOf(TALK, { model: 'our-own' }), chars4).factor).toBeNull()
    expect(takeIn(traceOf(TALK, { model }), chars4, false).blocks.map(({ tokens }) => tokens)).toEqual([
      8, 1000, 1,
    ])
    expect(takeIn(withUsage(traceOf(TALK, { model }), [1300], false), chars4).factor).toBeNull()
  })
})

const folder = process.env['TRACES_DIR']

describe.skipIf(folder === undefined)('on real logs', () => {
  const logs = [
    'claude-code-compaction.jsonl',
    'claude-code-sidechain-japanese.jsonl',
    'codex-rollout.jsonl',
    'gemini-cli-session.json',
    'langchain-messages.json',
    'openai-chat-reasoning-miniswe.json',
    'openhands-history.jsonl',
  ]
  const others = [
    'anthropic-messages.json',
    'openai-responses-items.json',
    'plain-chat-xml-agent.jsonl',
    'swe-agent-pandas-53856.traj',
    'tau-bench-airline.json',
  ]
  const read = (file: string, recordedEdits: 'undo' | 'keep'): Trace =>
    readTrace(readFileSync(join(folder ?? '', file), 'utf8'), { filename: file, recordedEdits })

  it.each(logs)('TOK-2 %s: every prompt is within 1 percent of its recorded usage', (file) => {
    const trace = read(file, 'keep')
    const timeline = run(trace, ENDLESS)
    const calls = trace.turns.filter(({ usage }) => usage !== null)
    expect(calls.length).toBeGreaterThan(2)
    for (const { turn, usage } of calls) {
      const recorded = usage?.input ?? 0
      expect(Math.abs((timeline.turns[turn]?.used ?? 0) - recorded) / recorded).toBeLessThan(0.01)
    }
  })

  it.each([...logs, ...others])('PRES-2 BUD-4 LED-1 %s: arrivals and ledger agree', (file) => {
    const trace = read(file, 'undo')
    const timeline = run(trace, ENDLESS)
    expect(timeline.turns).toHaveLength(trace.turns.length)
    agrees(timeline)
    balances(timeline)
  })

  it('TOK-5 for a Claude log without its usage, the factor at least halves the error of the counter', () => {
    const trace = read('claude-code-sidechain-japanese.jsonl', 'undo')
    const bare = {
      ...trace,
      lacksOverhead: false,
      turns: trace.turns.map((turn) => ({ ...turn, usage: null })),
    }
    const grown = (timeline: Timeline, turn: number): number =>
      (timeline.turns[turn]?.used ?? 0) - (timeline.turns[0]?.used ?? 0)
    const last = trace.turns.findLast(({ window }) => window === 0)?.turn ?? 0
    const recorded = grown(run(trace, ENDLESS), last)
    const plain = grown(run(bare, ENDLESS, { calibrated: false }), last)
    const scaled = grown(run(bare, ENDLESS), last)
    expect(Math.abs(scaled - recorded)).toBeLessThan(Math.abs(plain - recorded) / 2)
  })
})
