import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeConfig } from '../../../config/index.ts'
import { chars4, strategies } from '../../../engine/index.ts'
import type { Block, Tokens, Turn } from '../../../engine/index.ts'
import { pricedModel } from '../../../llm/index.ts'
import type { CacheRule, PricedModel } from '../../../llm/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { arbitraryHardTrace } from '../../../testing/hard-trace.ts'
import { entriesAt, run, takeIn, unmanagedPeak } from '../../index.ts'
import type { Trace } from '../../index.ts'
import { OPEN } from '../timeline/timeline.ts'
import type { TimelineData } from '../timeline/timeline.ts'
import { MISS_CAUSES, readBy, replayCache } from './cache.ts'
import { costOfRun } from './cost.ts'
import { paybacks } from './payback.ts'
import { besideRecorded } from './recorded.ts'

const MARKED: CacheRule = {
  provider: 'Anthropic',
  kind: 'marked',
  minimum: 1024,
  step: 1,
  lookBack: 20,
  minutes: 5,
  source: '',
}
const AUTOMATIC: CacheRule = {
  provider: 'OpenAI',
  kind: 'automatic',
  minimum: 1024,
  step: 128,
  lookBack: null,
  minutes: 7.5,
  source: '',
}

const WHOLE: CacheRule = { ...AUTOMATIC, step: 1, wholeRequests: true }

type Run = Parameters<typeof replayCache>[0]

/**
 * A run of the given prompts, each a list of blocks as `name:tokens`. T begins the name of a tool, S that of a system
 * prompt, I and J that of a block without text in the log; `a2` is block a with another content. A prompt that changes
 * an earlier part has an edit in that turn.
 *
 * @param windows the window of each prompt. Default: one window. Any other window is a sub-agent of the first
 * @param outputs tokens of each reply
 */
function runOf(
  prompts: readonly string[],
  minutes: readonly number[] = [],
  windows: readonly number[] = [],
  outputs: readonly Tokens[] = [],
): Run {
  const names: string[] = []
  const columns = {
    block: [] as number[],
    window: [] as number[],
    from: [] as number[],
    to: [] as number[],
    content: [] as number[],
    tokens: [] as number[],
  }
  const open = new Map<string, number>()
  const edits: number[][] = []
  const all: { tick: number; before: Tokens; after: Tokens; blocks: { block: number }[] }[] = []
  const lists = prompts.map((prompt) => prompt.split(' ').map((word) => word.split(':') as [string, string]))
  lists.forEach((list, call) => {
    const window = windows[call] ?? 0
    const gone = [...open].filter(
      ([name, row]) => columns.window[row] === window && !list.some(([other]) => other === name),
    )
    for (const [name, row] of gone) {
      columns.to[row] = call * 2
      open.delete(name)
    }
    edits.push(gone.length === 0 ? [] : [all.length])
    const inPlace = list.filter(([name]) => gone.some(([other]) => other[0] === name[0]))
    if (gone.length > 0)
      all.push({
        tick: call * 2,
        before: gone.reduce((sum, [, row]) => sum + (columns.tokens[row] ?? 0), 0),
        after: inPlace.reduce((sum, [, tokens]) => sum + Number(tokens), 0),
        blocks: gone.map(([name]) => ({ block: names.indexOf(name.slice(0, 1)) })),
      })
    for (const [name, tokens] of list) {
      if (open.has(name)) continue
      const block = names.includes(name.slice(0, 1))
        ? names.indexOf(name.slice(0, 1))
        : names.push(name.slice(0, 1)) - 1
      open.set(name, columns.block.length)
      columns.block.push(block)
      columns.window.push(window)
      columns.from.push(call * 2)
      columns.to.push(OPEN)
      columns.content.push(Number(name.slice(1)) - 1)
      columns.tokens.push(Number(tokens))
    }
  })
  const type = (name: string): Block['type'] =>
    name === 'T' ? 'tool_definition' : 'SIJKL'.includes(name) ? 'system_prompt' : 'user_message'
  const sizeOf = (id: number): Tokens => columns.tokens[columns.block.indexOf(id)] ?? 0
  return {
    blocks: names.map((name, id) => {
      const window = columns.window[columns.block.indexOf(id)] ?? 0
      return { id, type: type(name), window, tokens: sizeOf(id), inferred: 'IJKL'.includes(name) } as Block
    }),
    spans: {
      length: columns.block.length,
      block: Int32Array.from(columns.block),
      version: new Int32Array(columns.block.length),
      window: Int32Array.from(columns.window),
      fromTick: Int32Array.from(columns.from),
      toTick: Int32Array.from(columns.to),
      state: new Uint8Array(columns.block.length),
      order: Float64Array.from(columns.block),
      tokens: Int32Array.from(columns.tokens),
      content: Int32Array.from(columns.content),
    },
    edits: all,
    turns: lists.map((list, turn) => ({
      turn,
      window: windows[turn] ?? 0,
      time: minutes[turn] === undefined ? null : minutes[turn] * 60_000,
      points: { sent: { tick: turn * 2 } },
      used: list.reduce((sum, [, tokens]) => sum + Number(tokens), 0),
      edits: edits[turn],
      calls: [{ kind: 'main', input: 0, output: outputs[turn] ?? 0 }],
      responded: {},
    })),
    windows: [...new Set(windows)].map((id) => ({
      id,
      parent: id === windows[0] ? null : (windows[0] ?? 0),
    })),
    spec: { config: completeConfig({}) },
  } as unknown as Run
}

/** Read, written and uncached tokens of each call. */
function billed(run: Run, rule = MARKED): [Tokens, Tokens, Tokens][] {
  return replayCache(run, rule).map(({ read, written, uncached }) => [read, written, uncached])
}

/** The causes of each call with more than zero tokens. */
function causes(run: Run, rule = MARKED): Record<string, Tokens>[] {
  return replayCache(run, rule).map(({ missed }) =>
    Object.fromEntries(Object.entries(missed).filter(([, tokens]) => tokens !== 0)),
  )
}

describe('a prompt cache, worked by hand', () => {
  it('COST-2 where only whole requests are cached, what is read ends where an earlier request ended', () => {
    const run = runOf([
      'S:2000 a:1000',
      'S:2000 a:1000 b:500',
      // b is changed: the first request ended before it.
      'S:2000 a:1000 c:100',
      // No request ended behind the system prompt, which any other rule reads.
      'S:2000 d:9',
      'S:2000 d:9 e:100',
    ])
    expect(billed(run, WHOLE)).toEqual([
      [0, 3000, 0],
      [3000, 500, 0],
      [3000, 100, 0],
      [0, 2009, 0],
      [2009, 100, 0],
    ])
    expect(billed(run, AUTOMATIC)[3]).toEqual([1920, 89, 0])
    expect(causes(run, WHOLE)[3]).toEqual({ edit: 2000, first_sight: 9 })
  })

  it('COST-2 without changes, each call reads what the previous call read and wrote', () => {
    const growing = runOf(['S:2000 a:500', 'S:2000 a:500 b:300', 'S:2000 a:500 b:300 c:50 d:60'])
    expect(billed(growing)).toEqual([
      [0, 2500, 0],
      [2500, 300, 0],
      [2800, 110, 0],
    ])
    expect(causes(growing)).toEqual([{ first_sight: 2500 }, { first_sight: 300 }, { first_sight: 110 }])
  })

  it('COST-2 COST-3 after an edit it reads the longest prefix at which an earlier request ended', () => {
    // c leaves. The request that ended in front of it is the second one, a and b.
    const edited = runOf([
      'S:2000 a:500',
      'S:2000 a:500 b:300',
      'S:2000 a:500 b:300 c:700 d:900',
      'S:2000 a:500 b:300 d:900 e:40',
    ])
    expect(billed(edited)[3]).toEqual([2800, 940, 0])
    expect(causes(edited)[3]).toEqual({ edit: 900, first_sight: 40 })
    expect(replayCache(edited, MARKED)[3]?.edit).toBe(0)
    // A provider that caches every prefix reads as much here, in steps of 128.
    expect(billed(edited, AUTOMATIC)[3]).toEqual([2688, 1052, 0])
  })

  it('COST-3 after an edit in the first message it reads up to the marker after the system prompt', () => {
    const first = runOf(['S:2000 a:500 b:300', 'S:2000 a2:90 b:300'])
    expect(billed(first)[1]).toEqual([2000, 390, 0])
    expect(causes(first)[1]).toEqual({ edit: 300, first_sight: 90 })
  })

  it('COST-3 after a change of a tool it reads nothing and writes everything, wherever the window has the tool', () => {
    const run = runOf(['S:2000 T:800 a:500', 'S:2000 T2:810 a:500'])
    expect(billed(run)[1]).toEqual([0, 3310, 0])
    expect(causes(run)[1]).toEqual({ edit: 2500, first_sight: 810 })
    expect(causes({ ...run, turns: run.turns.map((turn) => ({ ...turn, edits: [] })) })[1]).toEqual({
      client: 2500,
      first_sight: 810,
    })
  })

  it('COST-3 what was not used for five minutes is written again, what was used stays cached', () => {
    const prompts = [
      'S:2000 a:500',
      'S:2000 a:500 b:300',
      'S:2000 a:500 b:300 c:10',
      'S:2000 a:500 b:300 c:10 d:20',
    ]
    const run = runOf(prompts, [0, 4.9, 9.8, 15])
    expect(billed(run)).toEqual([
      [0, 2500, 0],
      [2500, 300, 0],
      [2800, 10, 0],
      [0, 2830, 0],
    ])
    expect(causes(run)[3]).toEqual({ expired: 2810, first_sight: 20 })
    const hour = replayCache(run, MARKED, undefined, { messages: 1, term: '1h' })
    expect(hour[3]?.read).toBe(2810)
  })

  it('COST-3 a prompt below the minimum is not cached, and costs plain input', () => {
    const run = runOf(['S:300 a:200', 'S:300 a:200 b:900', 'S:300 a:200 b:900 c:9'])
    expect(billed(run)).toEqual([
      [0, 0, 500],
      [0, 1400, 0],
      [1400, 9, 0],
    ])
    expect(causes(run)[1]).toEqual({ minimum: 500, first_sight: 900 })
  })

  it('COST-3 twenty or more new blocks put the end of the previous request out of reach, unless there is a second marker', () => {
    const many = Array.from('bcdefghijklmnopqrstuvwx', (name) => `${name}:10`)
    const run = runOf(['S:2000 a:500', ['S:2000 a:500', ...many].join(' ')])
    expect(billed(run)[1]).toEqual([2000, 730, 0])
    expect(causes(run)[1]).toEqual({ look_back: 500, first_sight: 230 })
    expect(replayCache(run, MARKED, undefined, { messages: 2 })[1]?.read).toBe(2500)
    expect(billed(run, { ...AUTOMATIC, step: 1 })[1]).toEqual([2500, 230, 0])
  })

  it('COST-3 a mark looks at twenty positions, its own the first; calls in a row are one, and so are results', () => {
    const after = (count: number) =>
      Array.from({ length: count }, (_, at) => `${String.fromCharCode(98 + at)}:10`).join(' ')
    const next = (count: number) => runOf(['S:2000 a:500', `S:2000 a:500 ${after(count)}`])
    expect(billed(next(19))[1]).toEqual([2500, 190, 0])
    expect(billed(next(20))[1]).toEqual([2000, 700, 0])
    const typed = (types: readonly Block['type'][], run: Run): Run => ({
      ...run,
      blocks: run.blocks.map((block) =>
        block.id < 2 ? block : { ...block, type: types[block.id - 2] ?? block.type },
      ),
    })
    const parallel = [...Array(10).fill('tool_call'), ...Array(10).fill('tool_result')] as Block['type'][]
    expect(billed(typed(parallel, next(20)))[1]).toEqual([2500, 200, 0])
    // Each answered before the next one, they are as many positions as blocks.
    const inTurn = parallel.map((_, at) => (at % 2 === 0 ? 'tool_call' : 'tool_result'))
    expect(billed(typed(inTurn, next(20)))[1]).toEqual([2000, 700, 0])
  })

  it('COST-3 where the user writes and a recorded prompt shrinks, reasoning since the previous message was dropped', () => {
    const whole = runOf(['S:2048 u:1024', 'S:2048 u:1024 r:1024', 'S:2048 u:1024 r:1024 v:100'])
    const run: Run = {
      ...whole,
      blocks: whole.blocks.map((block) => (block.id === 2 ? { ...block, type: 'thinking' } : block)),
      // Of r, 500 tokens are gone: 3,696 instead of 4,196.
      turns: whole.turns.map((turn) => (turn.turn < 2 ? turn : { ...turn, used: 3696, adjustment: -500 })),
    }
    const last = replayCache(run, AUTOMATIC)[2]
    expect(last).toMatchObject({ prompt: 3696, read: 3072 })
    expect(last?.missed).toMatchObject({ client: 524, first_sight: 100 })
    // The same where nothing was lost reads r, too; and marks are kept where a client sets them.
    expect(replayCache(whole, AUTOMATIC)[2]).toMatchObject({ prompt: 4196, read: 4096 })
    expect(replayCache(run, MARKED)[2]?.missed).toMatchObject({ client: 0 })
  })

  it.each([MARKED, { ...AUTOMATIC, step: 1 }])('COST-3 a cache belongs to one model: $kind', (rule) => {
    const run = runOf(['S:2000 a:500', 'S:2000 a:500 b:20', 'S:2000 a:500 b:20 c:30'])
    const model = (turn: Turn): string => (turn === 1 ? 'small' : 'large')
    const [, second, third] = replayCache(run, rule, model)
    expect([second?.read, second?.missed.model]).toEqual([0, 2500])
    expect([third?.read, third?.written]).toEqual([2500, 50])
    expect(third?.missed).toMatchObject({ model: 20, look_back: 0, first_sight: 30 })
  })

  it.each([
    { rule: MARKED, minutes: 5 },
    { rule: { ...AUTOMATIC, step: 1 }, minutes: 7 },
  ])(
    'COST-2 unrecorded instructions of two sub-agents are shared if they have nearly the same length: $rule.kind',
    ({ rule, minutes }) => {
      const prompts = ['S:2500 a:500', 'I:4000 b:300', 'J:4010 c:100', 'J:4010 c:100 d:50']
      const near = runOf(prompts, [0, 1, 1 + minutes, 2 + minutes], [0, 1, 2, 2])
      expect(billed(near, rule)).toEqual([
        [0, 3000, 0],
        [0, 4300, 0],
        [4010, 100, 0],
        [4110, 50, 0],
      ])
      const late = runOf(prompts, [0, 1, 1.1 + minutes + 1, 9 + minutes], [0, 1, 2, 2])
      expect(billed(late, rule)[2]).toEqual([0, 4110, 0])
      const other = runOf(['S:2500 a:500', 'I:4000 b:300', 'J:4050 c:100'], [], [0, 1, 2])
      expect(billed(other, rule)[2]).toEqual([0, 4150, 0])
    },
  )

  it('COST-2 a window in use keeps its beginning cached for other windows', () => {
    const prompts = ['I:4000 b:300', 'I:4000 b:300 c:10', 'I:4000 b:300 c:10 d:10', 'J:4000 e:100']
    for (const rule of [MARKED, { ...AUTOMATIC, step: 1 }])
      expect(billed(runOf(prompts, [0, 4, 8, 12], [1, 1, 1, 2]), rule)[3]).toEqual([4000, 100, 0])
  })

  it.each([MARKED, { ...AUTOMATIC, step: 1 }])(
    'COST-2 sub-agents started at the same time do not read each other’s cache: $kind',
    (rule) => {
      const prompts = ['S:2500 a:500', 'I:4000 b:300', 'J:4000 c:100', 'J:4000 c:100 d:50', 'K:4000 e:10']
      const read = (seconds: readonly number[], outputs: readonly Tokens[] = []): Tokens[] => {
        const minutes = seconds.map((one) => one / 60)
        return replayCache(runOf(prompts, minutes, [0, 1, 2, 2, 3], outputs), rule).map((call) => call.read)
      }
      // A request is sent 3.1 s before the first token of its reply: the third while the second had none.
      expect(read([0, 10, 12, 20, 30])).toEqual([0, 0, 0, 4100, 4000])
      expect(read([0, 10, 13.2, 20, 30])).toEqual([0, 0, 4000, 4100, 4000])
      // A reply of 407 tokens takes 10 s: the third was sent at 0 s, when its parent had been answered.
      expect(read([0, 10, 13.2, 20, 30], [0, 0, 407])).toEqual([0, 0, 0, 4100, 4000])
      // The first token of a long reply can be read before its last.
      expect(read([0, 10, 12, 20, 30], [0, 200])).toEqual([0, 0, 4000, 4100, 4000])
    },
  )

  it('COST-2 the cache life requested by the client of a log is used if the provider allows the choice', () => {
    const plain = runOf(['S:2000 a:500', 'S:2000 a:500 b:300'], [0, 50])
    const asked = { ...plain, turns: plain.turns.map((turn) => ({ ...turn, cacheTerm: '1h' as const })) }
    expect(billed(asked)[1]).toEqual([2500, 300, 0])
    expect(billed(plain)[1]).toEqual([0, 2800, 0])
    expect(billed(asked, AUTOMATIC)[1]?.[0]).toBe(0)
    const model = pricedModel('claude-sonnet-4-5') as PricedModel
    const cost = costOfRun(asked as unknown as TimelineData, { model })
    // 2,800 tokens written at $6 and 2,500 read at $0.30 per million.
    expect(cost.usd * 1e6).toBeCloseTo(2800 * 6 + 2500 * 0.3, 6)
    expect([cost.term, costOfRun(plain as TimelineData, { model }).term]).toEqual(['1h', '5m'])
    // A term chosen by a person replaces that of the log.
    expect(costOfRun(asked as unknown as TimelineData, { model, term: '5m' }).read).toBe(0)
  })

  it('COST-3 the log says which model answered', () => {
    const plain = runOf(['S:2000 a:500', 'S:2000 a:500 b:20', 'S:2000 a:500 b:20 c:30'])
    const switched = {
      ...plain,
      turns: plain.turns.map((turn, at) => (at === 1 ? { ...turn, model: 'claude-haiku-4-5' } : turn)),
    }
    expect(replayCache(switched, MARKED).map(({ read }) => read)).toEqual([0, 0, 2500])
    expect(replayCache(switched, MARKED)[1]?.missed.model).toBe(2500)
  })

  it('COST-3 the log tells which effort was asked for, where a cache belongs to one', () => {
    const plain = runOf(['S:2000 a:500', 'S:2000 a:500 b:20', 'S:2000 a:500 b:20 c:30'])
    const switched = {
      ...plain,
      turns: plain.turns.map((turn, at) => (at === 1 ? { ...turn, effort: 'high' } : turn)),
    }
    const rule: CacheRule = { ...AUTOMATIC, step: 1 }
    expect(causes(switched, { ...rule, byEffort: true })).toEqual([
      { first_sight: 2500 },
      { effort: 2500, first_sight: 20 },
      // The effort of before still has what was left there.
      { effort: 20, first_sight: 30 },
    ])
    expect(replayCache(switched, rule).map(({ read }) => read)).toEqual([0, 2500, 2520])
  })

  it('COST-2 a restored block is read from the cache by a provider that keeps every prefix', () => {
    const run = runOf(['S:2000 a:500 b:300', 'S:2000 a2:90 b:300', 'S:2000 a:500 b:300'])
    expect(billed(run, { ...AUTOMATIC, step: 1 })[2]).toEqual([2800, 0, 0])
  })
})

describe('the break-even of an edit, by the price list', () => {
  const model = { ...(pricedModel('claude-sonnet-4-5') as PricedModel), cache: MARKED }

  /** Dollars of the calls from `from` on, to the precision of a price. */
  function paid(prompts: readonly string[], from: number): number {
    const { calls } = costOfRun(runOf(prompts) as TimelineData, { model })
    return Math.round(calls.slice(from).reduce((sum, { usd }) => sum + usd, 0) * 1e9)
  }

  it('COST-6 is reached after (write − read) ÷ read × rewritten ÷ freed calls, and not one earlier', () => {
    // 11.5 × 4,000 ÷ 2,000 = 23 calls.
    const before = 'S:2000 a:2000 b:4000'
    const calls = (count: number, one: string): string[] => [
      before,
      ...Array.from({ length: count }, () => one),
    ]
    const edited = 'S:2000 b:4000'
    expect(paid(calls(23, edited), 1)).toBe(paid(calls(23, before), 1))
    expect(paid(calls(22, edited), 1)).toBeGreaterThan(paid(calls(22, before), 1))
    expect(paid(calls(24, edited), 1)).toBeLessThan(paid(calls(24, before), 1))
  })

  it('COST-6 gives the number of calls for each edit, and the call that reaches it', () => {
    const edited = 'S:2000 b:4000'
    const all = ['S:2000 a:2000 b:4000', ...Array.from({ length: 25 }, () => edited)]
    const run = runOf(all) as TimelineData
    const [edit, ...others] = paybacks(run, costOfRun(run, { model }))
    expect(others).toEqual([])
    // The edit is made in call 1, whose cache miss is its price; the 23 calls after it pay it back.
    expect(edit).toMatchObject({ turn: 1, edits: [0], freed: 2000, rewritten: 4000, reached: 24 })
    expect(edit?.evenAfter).toBeCloseTo(23, 9)
    expect(edit?.paid).toBeCloseTo(0.0138, 9)
    expect(edit?.perCall).toBeCloseTo(0.0006, 9)
    const short = runOf(all.slice(0, 24)) as TimelineData
    expect(paybacks(short, costOfRun(short, { model }))[0]?.reached).toBeNull()
    const cold = runOf(all.slice(0, 2), [0, 6]) as TimelineData
    expect(paybacks(cold, costOfRun(cold, { model }))[0]).toMatchObject({ evenAfter: 0, reached: 1, paid: 0 })
    const longer = runOf(['S:2000 a:100 b:4000', 'S:2000 a2:300 b:4000']) as TimelineData
    expect(paybacks(longer, costOfRun(longer, { model }))[0]).toMatchObject({
      freed: -200,
      evenAfter: Infinity,
      reached: null,
    })
  })

  it('COST-6 is reached in the next call if the edit rewrites everything and removes more than 1 − read ÷ write of it', () => {
    // 0.30 ÷ 3.75 = .08: 800 of 10,000 tokens may be left.
    const next = (left: number): number => paid(['S:2000 a:10000', `S:2000 a2:${left}`], 1)
    const kept = paid(['S:2000 a:10000', 'S:2000 a:10000'], 1)
    expect(next(800)).toBe(kept)
    expect(next(799)).toBeLessThan(kept)
    expect(next(801)).toBeGreaterThan(kept)
  })

  it('COST-6 is reached at once on a cold cache', () => {
    const cold = (last: string): number => {
      const { calls } = costOfRun(runOf(['S:2000 a:2000 b:4000', last], [0, 6]) as TimelineData, { model })
      return calls[1]?.usd ?? NaN
    }
    expect(cold('S:2000 b:4000')).toBeLessThan(cold('S:2000 a:2000 b:4000'))
  })
})

describe('the recorded cache usage of a log', () => {
  const model = { ...(pricedModel('claude-sonnet-4-5') as PricedModel), cache: MARKED }
  const data = runOf(['S:2000 a:500', 'S:2000 a:500 b:300', 'S:2000 a:500 b:300 c:50']) as TimelineData
  const usage = (input: Tokens, cacheRead: Tokens | null, cacheWrite: Tokens | null) => ({
    usage: { input, output: 10, cacheRead, cacheWrite },
  })
  const beside = (...usages: ReturnType<typeof usage>[]) =>
    besideRecorded(
      { data, trace: { turns: usages, recordedEdits: [] } as unknown as Trace },
      costOfRun(data, { model }),
    )

  it('COST-3 is compared with the expected usage; the unexplained rest is attributed to the provider', () => {
    // The second call was expected to read 2,500 and read nothing.
    const found = beside(usage(2500, 0, 2500), usage(2800, 0, 2800), usage(2850, 2800, 50))
    expect(found).toMatchObject({
      read: 2800,
      expectedRead: 2500 + 2800,
      missed: 2500 + 2800 + 50,
      expectedMissed: 2500 + 300 + 50,
      unexplained: 2500,
      written: { recorded: 2500 + 2800 + 50, expected: 2500 + 300 + 50 },
    })
    expect(found?.calls.map(({ unexpected }) => unexpected)).toEqual([0, 2500, 0])
    const own = 2800 * 0.3 + (2500 + 2800 + 50) * 3.75 + 30 * 15
    expect((found?.usd ?? 0) * 1e6).toBeCloseTo(own, 6)
    expect((found?.wasted.provider ?? 0) * 1e6).toBeCloseTo(2500 * (3.75 - 0.3), 6)
    expect(found?.wasted.expected).toBe(0)
  })

  it('COST-3 what an earlier session left in the cache is saved, and hides nothing that was paid for twice', () => {
    const found = beside(usage(2500, 1000, 1500), usage(2800, 0, 2800))
    const read = 3.75 - 0.3
    expect((found?.wasted.saved ?? 0) * 1e6).toBeCloseTo(1000 * read, 6)
    expect((found?.wasted.provider ?? 0) * 1e6).toBeCloseTo(2500 * read, 6)
    expect(found?.wasted).toMatchObject({ expected: 0, edit: 0 })
  })

  it('COST-3 calls without recorded cache usage are left out', () => {
    const found = beside(usage(2500, null, null), usage(2800, 2500, 300))
    expect(found?.calls.map(({ turn }) => turn)).toEqual([1])
    expect(found?.written).toEqual({ recorded: 300, expected: 300 })
    expect(beside(usage(2500, 0, null))?.written).toBeNull()
    expect((found?.usd ?? 0) * 1e6).toBeCloseTo(2500 * 3 + 2500 * 0.3 + 300 * 3.75 + 20 * 15, 6)
    expect(beside(usage(2500, null, null))).toBeNull()
  })
})

/** The definition: every prefix of every request as a text, looked up from the longest to the shortest. */
function twin(data: TimelineData, rule: CacheRule, messages: 1 | 2): [Tokens, Tokens][] {
  const kept = new Map<string, { last: number; since: number }>()
  const ends = new Map<number, string>()
  const answered = new Map<number, number>()
  let now = 0
  return data.turns.map((turn) => {
    // The request that did not fit, and one that nobody answered.
    if (turn.turn === data.ended?.turn || turn.responded === null) return [0, 0]
    now = Math.max(now, turn.time ?? 0)
    const rank = (block: number): number => {
      const { type, unexplained } = data.blocks[block] as Block
      if (unexplained === true) return 2
      return type === 'tool_definition' ? 0 : type === 'system_prompt' ? 1 : 2
    }
    const entries = entriesAt(data.spans, turn.points.sent.tick, turn.window)
      .filter(({ state, tokens }) => state !== 'folded' && !(state === 'server_cleared' && tokens === 0))
      .toSorted((a, b) => rank(a.block) - rank(b.block) || a.order - b.order || a.block - b.block)
    const reply = ((turn.calls.find(({ kind }) => kind === 'main')?.output ?? 0) * 1000) / 40.7
    const starter = data.windows.find(({ id }) => id === turn.window)?.parent ?? turn.window
    const asked = answered.get(turn.window) ?? answered.get(starter) ?? -Infinity
    const sent = Math.max(asked, now - reply - 3100)
    answered.set(turn.window, now)
    const shift = turn.used - entries.reduce((sum, { tokens }) => sum + tokens, 0)
    let text = ''
    let tokens = 0
    const beginnings = entries.map((entry) => {
      tokens += entry.tokens
      const { inferred, type, unexplained } = data.blocks[entry.block] as Block
      const name = inferred && type === 'system_prompt' && unexplained !== true ? 'instructions' : entry.block
      text += `|${name} ${entry.content} ${entry.state === 'server_cleared'}`
      return { text, tokens: Math.max(0, tokens + shift), isHead: rank(entry.block) < 2, type }
    })
    const isLive = (one: string): boolean => now - (kept.get(one)?.last ?? -Infinity) <= rule.minutes * 60_000
    const keep = (one: string): void => {
      const since = isLive(one) ? kept.get(one)?.since : undefined
      kept.set(one, { last: now, since: since ?? now - reply })
    }
    const places = beginnings.flatMap((one, at) => {
      if (rule.wholeRequests === true) return at === beginnings.length - 1 ? [at] : []
      const isEnd = at === beginnings.length - 1 || (one.isHead && beginnings[at + 1]?.isHead === false)
      return isEnd || (messages === 2 && one.text === ends.get(turn.window)) ? [at] : []
    })
    // Calls in a row are one position, and so are results.
    const positions = (from: number, to: number): number =>
      beginnings
        .slice(from, to + 1)
        .filter(
          ({ type }, at, own) => !['tool_call', 'tool_result'].includes(type) || type !== own[at + 1]?.type,
        ).length
    let read = 0
    let hit = ''
    beginnings.forEach((one, at) => {
      const found =
        rule.kind === 'automatic' ||
        places.some((place) => at <= place && positions(at, place) <= (rule.lookBack ?? Infinity))
      const isKnown = isLive(one.text) && (kept.get(one.text)?.since ?? Infinity) <= sent
      if (!found || !isKnown || one.tokens < rule.minimum) return
      read = Math.floor(one.tokens / rule.step) * rule.step
      hit = one.text
    })
    const isKept = turn.used >= rule.minimum
    if (hit !== '') keep(hit)
    if (rule.kind === 'marked' || rule.wholeRequests === true) {
      for (const place of places)
        if ((beginnings[place]?.tokens ?? 0) >= rule.minimum) keep(beginnings[place]?.text ?? '')
    } else if (isKept) for (const one of beginnings) keep(one.text)
    ends.set(turn.window, text)
    return [read, isKept ? turn.used - read : 0]
  })
}

describe('the replayed cache and a naive implementation', () => {
  const gaps = fc.array(fc.constantFrom(0, 1, 4, 6, 30), { minLength: 60, maxLength: 60 })

  const caches = [
    { rule: MARKED, messages: 1 },
    { rule: MARKED, messages: 2 },
    { rule: AUTOMATIC, messages: 1 },
    { rule: WHOLE, messages: 1 },
  ] as const

  /** Every strategy has its own conversations, so that two for each are enough. */
  const { seed: first = 0 } = fc.readConfigureGlobal()

  it.each(Object.keys(strategies).map((strategy, nth) => [strategy, first + nth] as const))(
    'COST-2 COST-3 agree on %s with an automatic cache and with one or two marks, and every token has a cause',
    (strategy, seed) => {
      fc.assert(
        fc.property(
          arbitraryHardTrace(40),
          gaps,
          fc.constantFrom(0, 200, 1024),
          (plain, minutes, minimum) => {
            let now = 0
            const times = plain.turns.map((_, at) => (now += (minutes[at % minutes.length] ?? 0) * 60_000))
            const trace = {
              ...plain,
              turns: plain.turns.map((turn, at) => ({ ...turn, time: times[at] ?? null })),
            }
            const intake = takeIn(trace, chars4)
            const max_context_tokens = Math.max(2000, Math.floor(unmanagedPeak(intake) / 2))
            const { data } = run(trace, { strategy, max_context_tokens }, { intake })
            for (const cache of caches) {
              const rule = { ...cache.rule, minimum }
              const calls = replayCache(data, rule, undefined, { messages: cache.messages })
              expect(calls.map(({ read, written }) => [read, written])).toEqual(
                twin(data, rule, cache.messages),
              )
              for (const { prompt, read, written, uncached, missed } of calls) {
                expect(read + written + uncached).toBe(prompt)
                expect(MISS_CAUSES.reduce((sum, cause) => sum + missed[cause], 0)).toBe(prompt - read)
                expect(Math.min(read, written, uncached, ...Object.values(missed))).toBeGreaterThanOrEqual(0)
              }
            }
          },
        ),
        { numRuns: 2, seed },
      )
    },
  )
})

describe('sub-agents in parallel', () => {
  it.each([MARKED, { ...AUTOMATIC, step: 1 }])('COST-2 agree with a naive implementation: $kind', (rule) => {
    const call = fc.record({
      window: fc.nat(4),
      // No sum of them is a lifetime of the cache, at which the last digit of a float would decide.
      seconds: fc.constantFrom(0, 1, 3, 5, 20, 400.5),
      output: fc.constantFrom(0, 40, 400),
    })
    let shared = 0
    fc.assert(
      fc.property(fc.array(call, { minLength: 5, maxLength: 25 }), (calls) => {
        const messages = new Map<number, string[]>()
        let now = 0
        const prompts = calls.map(({ window }, at) => {
          const own = messages.get(window) ?? ['SIJKL'.charAt(window) + ':4000']
          messages.set(window, [...own, `${'abcdefghijklmnopqrstuvwxyz'.charAt(at)}:${100 + at}`])
          return messages.get(window)?.join(' ') ?? ''
        })
        const minutes = calls.map(({ seconds }) => (now += seconds / 60))
        const windows = [0, ...calls.map(({ window }) => window)]
        const outputs = calls.map(({ output }) => output)
        // The first call is always the parent's.
        const run = runOf(['S:4000 z:10', ...prompts], [0, ...minutes], windows, [0, ...outputs])
        const found = replayCache(run, rule).map(({ read, written }) => [read, written])
        expect(found).toEqual(twin(run as TimelineData, rule, 1))
        shared += found.filter(([read]) => read === 4000).length
      }),
      { numRuns: 24 },
    )
    expect(shared).toBeGreaterThan(50)
  })
})

describe('cache markers', () => {
  it('TIER-3 COST-2 a strategy that sets markers is charged for two of them, and more for a longer cache life', () => {
    const trace = scenario('axios-migration', 7)
    const { data } = run(trace, { strategy: 'tiered_full', max_context_tokens: 20_000 })
    expect(costOfRun(data).marks).toEqual({ messages: 2, term: '5m' })
    expect(costOfRun(data, { term: '1h' }).usd).toBeGreaterThan(costOfRun(data, {}).usd)
  })
})

describe('COST-4 a request that continues the last prompt reads what that left in the cache', () => {
  const main = { kind: 'main', input: 4000 } as const
  const own = { kind: 'summarize', input: 4000 } as const
  const behind = { ...own, continues: true } as const

  it.each([
    // An edit of the same turn comes later; six minutes after the third call its cache has expired.
    ['marked', MARKED, [0, 1, 2, 8, 9], [0, 3000, 3500, 0, 2200]],
    // Below the minimum nothing is kept.
    ['a minimum of 3,200', { ...MARKED, minimum: 3200 }, [0, 1, 2, 3, 4], [0, 0, 3500, 0, 0]],
    ['automatic', AUTOMATIC, [0, 1, 2, 8, 9], [0, 3000, 3500, 2100, 2200]],
  ] as const)('%s', (_, rule, minutes, held) => {
    const prompts = [
      'S:2000 a:1000',
      'S:2000 a:1000 b:500',
      'S:2000 c:100',
      'S:2000 c:100 d:100',
      'S:2000 e:9',
    ]
    const calls = replayCache(runOf(prompts, minutes), rule)
    expect(calls.map((call) => call.held)).toEqual(held)
    for (const call of calls) {
      expect([main, own, behind].map((one) => readBy(one, call))).toEqual([call.read, 0, call.held])
      expect(readBy({ ...behind, input: 100 }, call)).toBe(Math.min(100, call.held))
    }
  })
})

describe('what a run costs', () => {
  const trace = scenario('axios-migration', 7)
  const intake = takeIn(trace, chars4)
  const { data } = run(
    trace,
    { strategy: 'managed', max_context_tokens: 20_000, simulation: { refetch: 'off' } },
    { intake },
  )

  it('COST-1 COST-2 COST-4 is the sum of its calls and of the extra LLM calls, by the price list', () => {
    const model = pricedModel('claude-sonnet-4-6')
    const cost = costOfRun(data)
    expect(cost.model).toEqual(model)
    let usd = 0
    for (const [at, call] of cost.calls.entries()) {
      usd += (call.read * 0.3 + call.written * 3.75 + call.uncached * 3 + call.output * 15) / 1e6
      for (const { kind, input, output, continues } of data.turns[at]?.calls ?? []) {
        if (kind === 'main') continue
        const read = continues === true ? Math.min(input, call.held) : 0
        usd += (read * 0.3 + (input - read) * 3 + (output ?? 0) * 15) / 1e6
      }
    }
    const { extra, fetched } = cost.parts
    expect([extra > 0, fetched]).toEqual([true, 0])
    expect(cost.usd).toBeCloseTo(usd, 9)
    const misses = Object.values(cost.parts.missed).reduce((sum, one) => sum + one, 0)
    expect(cost.parts.read + misses + cost.parts.output + extra).toBeCloseTo(usd, 9)
    expect(cost.read + cost.written + cost.uncached).toBe(cost.prompt)
  })

  it('COST-4 REC-1 includes a compaction by the client of the log only if that is replayed', () => {
    const summary = 'The client was renamed and its tests pass.'
    const compaction = { turn: 10, window: 0, kind: 'compaction' as const, trigger: 'auto' }
    const recorded = { ...trace, recordedEdits: [{ ...compaction, tokensBefore: 9000, summary }] }
    const costOf = (strategy: string) => {
      const timeline = run(recorded, { strategy, max_context_tokens: 200_000 })
      return { turns: timeline.turns, ...costOfRun(timeline.data) }
    }
    const { turns, parts } = costOf('recorded')
    const output = chars4.count(summary)
    expect(turns[10]?.calls[0]).toEqual({ kind: 'summarize', input: 9000, output })
    expect(parts.extra * 1e6).toBeCloseTo(9000 * 3 + output * 15, 6)
    expect(costOf('unmanaged').parts.extra).toBe(0)
  })

  it('COST-3 a cache miss costs the difference between writing and reading', () => {
    const cost = costOfRun(data)
    const expected = cost.calls.reduce((sum, { missed }) => sum + missed.edit, 0) * (3.75 - 0.3)
    expect(cost.wasted.edit * 1e6).toBeCloseTo(expected, 3)
    expect(cost.wasted.first_sight).toBe(0)
  })

  it('COST-1 a model without a price is charged like another one, which is marked as assumed', () => {
    expect(costOfRun({ ...data, model: { name: 'nobody/knows', window: 1000 } }).assumed).toBe(true)
    expect(costOfRun({ ...data, model: { name: 'gpt-5-codex', window: 1000 } })).toMatchObject({
      assumed: false,
      model: { id: 'gpt-5' },
    })
  })
})
