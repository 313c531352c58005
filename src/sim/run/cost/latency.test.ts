import { describe, expect, it } from 'vitest'
import { chars4, strategies } from '../../../engine/index.ts'
import { durationOf, usualPace } from '../../../llm/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { costOfRun, metrics, run, takeIn } from '../../index.ts'
import type { CallRecord, TimelineData } from '../../index.ts'
import { timeOfRun } from './latency.ts'
import { duration } from './money.ts'

const PACE = { ...usualPace, firstToken: 3000, prefill: 1000, output: 50 }

type Turns = Parameters<typeof timeOfRun>[0]

/** Turns of one window: seconds of the reply, tokens of the reply, what was asked besides, and whether a person spoke. */
function turnsOf(
  ...rows: readonly (readonly [number | null, number, readonly CallRecord[], 'person' | 'tool'])[]
): Turns {
  return {
    turns: rows.map(([seconds, output, extra, _], turn) => ({
      turn,
      window: 0,
      time: seconds === null ? null : seconds * 1000,
      calls: [...extra, { kind: 'main', input: 0, output }],
    })),
    blocks: rows.flatMap(([, , , by], turn) => ({
      turn,
      type: by === 'person' ? 'user_message' : 'tool_result',
    })),
  } as unknown as Turns
}

describe('the time of a run, worked by hand', () => {
  const cached = [
    { prompt: 5000, read: 0, held: 0 },
    { prompt: 6000, read: 5000, held: 3000 },
    { prompt: 7000, read: 6500, held: 3000 },
  ]

  it('COST-5 is first tokens, prompts, replies, summaries and tools, one after another', () => {
    const summary: CallRecord = { kind: 'summarize', input: 4000, output: 100 }
    const run = turnsOf([100, 50, [], 'person'], [130, 100, [summary], 'tool'], [900, 0, [], 'person'])
    // Calls: 3 + 5 + 1, 3 + 1 + 2, and 3 + .5 s. The summary: 3 + 4 + 2 s.
    // Tools: 30 s less the 3 and 2 s of the second call; a person's 770 s are not those of a tool.
    expect(timeOfRun(run, cached, PACE)).toEqual({
      calls: 9000 + 6000 + 3500,
      stalls: 9000,
      tools: 25_000,
      total: 18_500 + 9000 + 25_000,
    })
  })

  it('COST-5 reads what it can of a summary that continues the prompt', () => {
    const summary: CallRecord = { kind: 'summarize', input: 4000, continues: true, output: 100 }
    const run = turnsOf([100, 50, [], 'person'], [130, 100, [summary], 'tool'])
    // 3 s to the first token, 1,000 tokens of 4,000 that are not read, and 100 tokens of the answer.
    expect(timeOfRun(run, cached, PACE).stalls).toBe(6000)
  })

  it('COST-5 has no tools without times, and none that take less than nothing', () => {
    const untimed = turnsOf([null, 50, [], 'person'], [null, 100, [], 'tool'])
    expect(timeOfRun(untimed, cached, PACE).tools).toBe(0)
    const [first, second] = turnsOf([100, 50, [], 'person'], [130, 100, [], 'tool']).turns
    const { blocks } = turnsOf()
    // Where the log tells when a request was sent, that is when the tools had ended.
    const told = { turns: [first, { ...second, sent: 121_000 }], blocks } as unknown as Turns
    expect(timeOfRun(told, cached, PACE).tools).toBe(21_000)
    const quick = turnsOf([0, 50, [], 'person'], [2, 100, [], 'tool'])
    expect(timeOfRun(quick, cached, PACE).tools).toBe(0)
  })

  it.each([
    [0, '0 s'],
    [59_499, '59 s'],
    [59_500, '1 min 0 s'],
    [750_000, '12 min 30 s'],
    [3_599_400, '59 min 59 s'],
    [4_350_000, '1 h 13 min'],
    [3_600_000_000, '1,000 h 0 min'],
  ])('a time of %d ms is written as %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text)
  })
})

/** Every call of a run by its tokens, one by one. */
function sideBySide({ turns }: TimelineData, { calls }: ReturnType<typeof costOfRun>): number {
  let total = 0
  for (const [at, call] of calls.entries()) {
    const made = turns[at]?.calls ?? []
    for (const { kind, input, output, continues } of made) {
      const behind = continues === true ? Math.min(call.held, input) : 0
      const missed = kind === 'main' ? call.written + call.uncached : isOwn(kind) ? input - behind : 0
      total += durationOf({ missed, output: output ?? 0 }, usualPace)
    }
    for (const { missed } of continued(made)) total += (missed / usualPace.prefill) * 1000
  }
  return total
}

const isOwn = (kind: CallRecord['kind']): boolean => kind === 'summarize' || kind === 'subagent'

/**
 * The calls of a turn after its first: each reads the whole request before it from the cache, if that has the 1,024
 * tokens that a provider keeps.
 */
function continued(calls: readonly CallRecord[]): { readonly read: number; readonly missed: number }[] {
  const [first, ...others] = calls.filter(({ kind }) => !isOwn(kind))
  let before = first?.input ?? 0
  return others.map(({ input }) => {
    const read = before < 1024 ? 0 : before
    before = input
    return { read, missed: input - read }
  })
}

describe('every call has its time and its price', () => {
  const trace = scenario('axios-migration', 7)
  const intake = takeIn(trace, chars4)

  it.each(Object.keys(strategies))('COST-4 COST-5 all calls of %s are in the totals', (strategy) => {
    const { data } = run(trace, { strategy, max_context_tokens: 20_000 }, { intake })
    const cost = costOfRun(data)
    let usd = 0
    const called = { summarize: 0, subagent: 0, main: 0, refetch: 0, search: 0 }
    for (const [at, { read, written, uncached, held }] of cost.calls.entries()) {
      usd += read * 0.3 + written * 3.75 + uncached * 3
      const made = data.turns[at]?.calls ?? []
      for (const more of continued(made)) usd += more.read * 0.3 + more.missed * 3.75
      for (const { kind, input, output, continues } of made) {
        const behind = continues === true ? Math.min(held, input) : 0
        usd += (output ?? 0) * 15 + (isOwn(kind) ? behind * 0.3 + (input - behind) * 3 : 0)
        called[kind] += input + (output ?? 0)
      }
    }
    expect(cost.usd * 1e6).toBeCloseTo(usd, 3)
    // Every question to a model is a call, refused answers too; those of a sub-agent are in its own.
    const agents = data.edits.flatMap(({ compression }) => (compression?.subagent ? [compression] : []))
    const theirs = new Set(agents.flatMap(({ asks }) => asks))
    const own = data.asks.filter(({ ask }) => !theirs.has(ask))
    expect(called.summarize).toBe(own.reduce((sum, { input, output }) => sum + input + output, 0))
    const work = agents.reduce(
      (sum, { subagent }) => sum + (subagent?.input ?? 0) + (subagent?.output ?? 0),
      0,
    )
    expect(called.subagent).toBe(work)
    const { calls, stalls, tools, total } = cost.time
    expect(calls + stalls).toBeCloseTo(sideBySide(data, cost), 3)
    expect(total).toBe(calls + stalls + tools)
    const rows = new Map(metrics({ data }).map(({ id, value }) => [id, value]))
    expect([rows.get('time'), rows.get('stalls')]).toEqual([total / 1000, stalls / 1000])
  })
})
