import { expect, it } from 'vitest'
import type { Config, PartialConfig } from '../../config/index.ts'
import { pricedModel } from '../../llm/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { metrics, costOfRun, run } from '../../sim/index.ts'
import type { RunCost } from '../../sim/index.ts'
import { money, paybacks } from '../../sim/internal.ts'
import {
  billOf,
  cacheBins,
  costSheet,
  editTermsSentence,
  lanePrices,
  paybackSentence,
  paybackWords,
  recordedSentences,
  tokensOfCalls,
  worstMisses,
} from './cost.ts'

const { data } = run(scenario('axios-migration', 7), { strategy: 'managed', max_context_tokens: 20_000 })
const cost = costOfRun(data)

it('COST-3 LED-1 the lines of a bill add up to all prompt tokens and to the whole cost', () => {
  const bill = billOf(cost)
  const prompt = bill.filter(({ part }) => part !== null).reduce((sum, { tokens }) => sum + tokens, 0)
  expect(prompt).toBe(data.turns.reduce((sum, { used }) => sum + used, 0))
  // All calls: the agent's own, and those of the strategy.
  const calls = data.turns.flatMap((turn) => turn.calls)
  expect(calls.some(({ kind }) => kind === 'summarize')).toBe(true)
  const all = calls.reduce((sum, { input, output }) => sum + input + (output ?? 0), 0)
  expect(bill.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(all)
  expect(tokensOfCalls(cost)).toBe(all)
  const paid = bill.reduce((sum, { usd }) => sum + usd, 0)
  expect(paid).toBeCloseTo(cost.usd, 10)
  expect(metrics({ data }).find(({ id }) => id === 'cost')?.text).toBe(money(cost.usd))
})

it('COST-3 the worst cache misses are the most expensive calls, each with the stage that caused it', () => {
  const rows = worstMisses({ cost, paybacks: paybacks(data, cost), recorded: null }, data, 3)
  const dearest = cost.calls.map(({ wasted }) => wasted).toSorted((a, b) => b - a)
  expect(rows.map(({ usd }) => usd)).toEqual(dearest.slice(0, 3).map((usd) => money(usd)))
  for (const { turn, because } of rows) {
    expect(cost.calls[turn]?.edit).not.toBeNull()
    expect(because).not.toBe('edits')
  }
})

it('COST-3 the causes of the worst misses sum to what all calls paid again, cause by cause', () => {
  // It rounds what it reads down, so that an edit and the rounding meet in one call.
  const model = pricedModel('gpt-5')
  if (model === null) throw new Error('no price')
  const own = costOfRun(data, { model })
  const rows = worstMisses({ cost: own, paybacks: paybacks(data, own), recorded: null }, data, Infinity)
  const sums = new Map<string, number>()
  for (const { because, tokens } of rows) {
    const parts = because.includes(': ') ? because.split('; ') : [`${because}: ${tokens}`]
    for (const part of parts) {
      const [, name = '', count = ''] = /^(.*): ([\d,]+)$/.exec(part) ?? []
      const cause = name.startsWith('too short') ? 'rounding' : 'edits'
      sums.set(cause, (sums.get(cause) ?? 0) + Number(count.replaceAll(',', '')))
    }
  }
  const { first_sight: _, edit, ...others } = own.missed
  expect([edit, others.minimum].every((one) => one > 0)).toBe(true)
  expect(sums.get('edits')).toBe(edit)
  expect(sums.get('rounding')).toBe(Object.values(others).reduce((sum, one) => sum + one, 0))
})

it('COST-6 what evictions expected of the cache stands beside the prices shown', () => {
  const like = (id: string, eviction: PartialConfig['eviction'] = {}) => {
    const model = pricedModel(id)
    if (model === null) throw new Error(id)
    const config = { ...data.spec.config, eviction: { ...data.spec.config.eviction, ...eviction } } as Config
    return editTermsSentence({ ...data, spec: { ...data.spec, config } }, costOfRun(data, { model }))
  }
  // Claude Sonnet 4.5 writes at $3.75 and reads at $.30: (3.75 − .30) ÷ .30 is 11.5.
  expect(like('claude-sonnet-4-5')).toBe(
    'Its evictions expected a rewritten token to cost 11.5 reads from the cache, and the cache to expire after 5 minutes.',
  )
  // GPT-4.1 takes $2 for input and $.50 for a read: (2 − .50) ÷ .50 is 3. Its cache lasts 5 to 10 minutes.
  expect(like('gpt-4.1')).toBe(
    'Its evictions expected a rewritten token to cost 11.5 (here 3) reads from the cache, and the cache to expire after 5 (here 7.5) minutes.',
  )
  const longest = Math.max(...data.turns.map(({ used }) => used))
  const least = ((2 * longest * 0.3) / 1_000_000).toFixed(4)
  expect(like('claude-sonnet-4-5', { min_gain: 2, cold_cache: 'ignore' })).toBe(
    `Its evictions expected a rewritten token to cost 11.5 reads from the cache. With the longest prompt of this run, an edit had to save at least $${least} (min_gain).`,
  )
  expect(like('claude-sonnet-4-5', { horizon_turns: 0 })).toBeNull()
  // By the price of that prompt: a long one is dearer than those before and after.
  const at = (prompt: number, read: number) => ({ prompt, price: { read, missed: 12.5 * read } })
  const calls = [at(150_000, 0.3), at(210_000, 0.6), at(180_000, 0.3)] as unknown as RunCost['calls']
  const config = { ...data.spec.config, eviction: { ...data.spec.config.eviction, min_gain: 0.2 } } as Config
  expect(editTermsSentence({ ...data, spec: { ...data.spec, config } }, { ...cost, calls })).toContain(
    // 0.2 × 210,000 × $0.60 a million.
    'at least $0.0252 (min_gain)',
  )
  expect(editTermsSentence({ ...data, edits: [] }, cost)).toBeNull()
})

it('COST-2 the cost table has a row for each call, and the number of bins stays within the request', () => {
  const [head = [], ...rows] = costSheet(cost)
  expect(rows).toHaveLength(data.turns.length)
  const columns = head.flatMap((name, at) => (String(name).startsWith('US dollars') ? [at] : []))
  expect(columns).toHaveLength(3)
  const paid = rows.reduce((sum, row) => columns.reduce((own, at) => own + Number(row[at]), sum), 0)
  expect(paid).toBeCloseTo(cost.usd, 4)
  const all = head.indexOf('all US dollars')
  expect(rows.reduce((sum, row) => sum + Number(row[all]), 0)).toBeCloseTo(cost.usd, 4)
  for (const most of [5, 400]) {
    const bins = cacheBins(cost, most)
    expect(bins.length).toBeLessThanOrEqual(most)
    expect(bins[0]?.turn).toBe(0)
  }
  const [first] = cacheBins(cost)
  expect([first?.read, first?.again, first?.fresh]).toEqual([0, 0, data.turns[0]?.used])
})

it.each([
  [0, '$0.0000'],
  [0.01423, '$0.0142'],
  [0.3471, '$0.3471'],
  [9.319, '$9.3190'],
  [1234.5, '$1,234.5000'],
  [-0.01423, '−$0.0142'],
  [-0.00001, '$0.0000'],
])('money is shown in dollars with four decimals: %d is %s', (usd, text) => {
  expect(money(usd)).toBe(text)
})

const payback = { turn: 1, edits: [0], freed: 2000, rewritten: 4000, paid: 0.0138, asked: 0, perCall: 0.0006 }

it.each([
  [0, 1, 'Break-even at once: this request paid for nothing again.'],
  [
    23,
    24,
    'The edits of this turn cost $0.0138 for 4,000 tokens that had been sent before, and save $0.0006 in each later call by 2,000 tokens fewer. Break-even: 23 calls, turn 24.',
  ],
  [
    22.1,
    null,
    'The edits of this turn cost $0.0138 for 4,000 tokens that had been sent before, and save $0.0006 in each later call by 2,000 tokens fewer. Break-even: 23 calls, not reached.',
  ],
  [
    Infinity,
    null,
    'The edits of this turn cost $0.0138 for 4,000 tokens that had been sent before. They did not make the prompt shorter, so nothing saves that again.',
  ],
])('COST-6 the sentence about an edit that breaks even after %d calls', (evenAfter, reached, sentence) => {
  expect(paybackSentence({ ...payback, evenAfter, reached })).toBe(sentence)
})

it('COST-6 the sentence about an edit with a summary names what each part costs', () => {
  const edit = { ...payback, paid: 0.0831, asked: 0.0821, evenAfter: Infinity, reached: null }
  expect(paybackSentence({ ...edit, rewritten: 286 })).toMatch(
    /^The edits of this turn cost \$0\.0831: \$0\.0010 for 286 tokens that had been sent before, and \$0\.0821 for calls to a model\. /u,
  )
  expect(paybackSentence({ ...edit, rewritten: 0 })).toMatch(/cost \$0\.0831 for calls to a model\. /u)
})

// (3.75 − 0.3) ÷ 0.3 × 5,000 ÷ 500 = 115 calls.
it('COST-6 a rounding error is no call', () => {
  expect(paybackWords({ ...payback, evenAfter: 115.00000000000001, reached: 116 })).toBe(
    '115 calls, turn 116',
  )
})

it.each([
  [
    { expected: 0.5, edit: 0.1, provider: 0.2 },
    0,
    'Of this sum, tokens that had been sent before took $0.5000 for the causes above, $0.1000 right after an edit of the client and $0.2000 where nothing in the log says why the provider’s cache did not hold them.',
  ],
  [
    { saved: 0.0039 },
    0.9632,
    'By the log, no token had to be paid for twice. Calls that read more from the cache than this conversation had put there saved $0.0039. The run above also pays $0.9632 for calls that wrote summaries and $0.4816 for 1 other call, of which the log records no usage.',
  ],
  [{ provider: 0.000_01 }, 0, 'By the log, no token had to be paid for twice.'],
])(
  'COST-3 the sentences about the recorded cache usage: %o, and $%d for summaries',
  (wasted, extra, others) => {
    const beside = {
      calls: [{ turn: 1, read: 900, missed: 100, unexpected: 0, edit: null, written: 90, usd: 0.5 }],
      read: 900,
      expectedRead: 950,
      missed: 100,
      expectedMissed: 50,
      written: { recorded: 90, expected: 50 },
      unexplained: 50,
      usd: 9.5,
      wasted: { expected: 0, edit: 0, provider: 0, saved: 0, ...wasted },
      extra,
      unmeasured: { calls: 1, usd: extra / 2 },
      unrecordedReplies: 0,
      models: [{ label: 'Claude Opus 4.6', calls: 1 }],
      unpriced: 0,
    }
    expect(recordedSentences(beside)).toEqual([
      `By the usage in its log, these calls cost $9.5000. ${others}`,
      'Tokens in 1 call, by the log and as expected from requests and times alone: read from the cache 900 and 950; not read 100 and 50; written to it 90 and 50. 5.0 % of the input came from the cache, or did not, other than expected.',
    ])
    expect(recordedSentences({ ...beside, written: null })[1]).not.toContain('written')
    expect(recordedSentences({ ...beside, unrecordedReplies: 2 })[0]).toContain(
      '$9.5000. Of 2 replies the log records no tokens',
    )
    const models = [...beside.models, { label: 'Claude Haiku 4.5', calls: 10 }]
    expect(recordedSentences({ ...beside, models, unpriced: 1 })[0]).toContain(
      'these calls cost $9.5000, each at the prices of its own model (1 of Claude Opus 4.6, 10 of Claude Haiku 4.5). Of 1 call the model has no known price: they are at the prices above.',
    )
  },
)

it('COST-2 a difference that rounds to none has no sign', () => {
  const lane = (name: string, usd: number) =>
    ({ name, label: name, cost: { usd, time: { total: 0 }, prompt: 0, read: 0, wasted: {} } }) as never
  const prices = lanePrices([lane('a', 1), lane('b', 1.0001), lane('c', 0.9999), lane('d', 1.5)], 'a')
  expect(prices.map(({ difference }) => difference)).toEqual(['', '±0.0 %', '±0.0 %', '+50.0 %'])
})
