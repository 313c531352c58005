import { expect, test } from 'vitest'
import { LimitReached, paidModel } from '../../src/bench/planted/paid.ts'
import { plantedReport } from '../../src/bench/planted/report.ts'
import { modelFacts } from '../../src/llm/index.ts'
import { createClient } from '../../src/provider/index.ts'
import { NotMeasured, rowByModel, SHARE } from '../../src/testing/planted/measure.ts'
import { plant } from '../../src/testing/planted/plant.ts'
import templates from '../../src/testing/planted/templates.json' with { type: 'json' }
import { requestsOf, setFaults, setScript } from './admin.ts'
import { aProvider, KEY } from './asking.ts'

const MODEL = 'claude-haiku-4-5'
const asked = aProvider({ models: [{ id: MODEL }] })

function paid(limit: number, retries = 0) {
  const facts = modelFacts(MODEL)
  if (facts === null) throw new Error('no price')
  return paidModel(createClient({ key: () => KEY, baseUrl: asked.url, retries }), facts, limit)
}

function saying(text: string) {
  return { content: [{ type: 'text' as const, text }] }
}

const messages = async () =>
  (await requestsOf(asked.url)).filter(({ method, path }) => method === 'POST' && path === '/v1/messages')

test('NEED-2 the probes read what a real model wrote last, with its bill', async () => {
  const { facts } = plant('coding', 2, templates)
  const goal = facts.find(({ kind }) => kind === 'goal')
  const changed = facts.find(({ kind }) => kind === 'changed')
  // The first two summaries have everything, and the third has one goal and one old value.
  const all = facts.flatMap(({ proof }) => proof).join('\n')
  const last = `${goal?.proof.join(' and ')}; ${changed?.stale}`
  await setScript(asked.url, [saying(all), saying(all), saying(last)])
  const payer = paid(5)
  const row = await rowByModel('anchored 3', 'coding', templates, [2], payer.answer)
  expect(row.of).toMatchObject({ goal: 1 / 5, constraint: 0, decision: 0, changed: 0 })
  expect(row.binding).toBeCloseTo(1 / 15)
  expect([row.others, row.stale]).toEqual([0, 1 / 5])

  const sent = await messages()
  expect(sent).toHaveLength(3)
  for (const one of sent) expect(one).toMatchObject({ status: 200, violations: [], leaks: [] })
  // The second call has the first summary, and asks for as much as the built-in writer may have.
  expect(JSON.stringify(sent[1]?.body)).toContain(facts[0]?.proof[0])
  expect(row.used).toBeLessThan(SHARE)
  const dollars = sent.reduce((sum, { usage }) => {
    const { input_tokens: input = 0, output_tokens: output = 0 } = usage as Record<string, number>
    return sum + (input * 1 + output * 5) / 1_000_000
  }, 0)
  expect(payer.spent().calls).toBe(3)
  expect(payer.spent().usd).toBeCloseTo(dollars, 9)
})

test('COST-2 no call is sent that could exceed the limit, and one without a bill counts with its most', async () => {
  await expect(rowByModel('anchored 1', 'coding', templates, [2], paid(0.001).answer)).rejects.toThrow(
    LimitReached,
  )
  expect(await messages()).toHaveLength(0)

  await setFaults(asked.url, [{ kind: 'reset', path: '/v1/messages', times: 9 }])
  const payer = paid(0.1)
  const ask = { kind: 'compact', stage: 'compact', turn: 0, window: 0, sources: [], task: '' } as const
  const question = { ...ask, previous: null, update: 'anchored', maxTokens: 8000 } as const
  await expect(payer.answer(question)).rejects.toThrow()
  // At most 12,000 tokens of reply at $5 per million, and some of a prompt.
  expect(payer.spent().usd).toBeGreaterThan(0.06)
  await expect(payer.answer(question)).rejects.toThrow(LimitReached)
  expect(await messages()).toHaveLength(1)
})

test('LLM-2 what the command line lacks is said before anything is measured', async () => {
  const wanted = { seeds: '1', set: 'templates', key: KEY, baseUrl: asked.url }
  const said = (more: object): Promise<boolean> => plantedReport({ ...wanted, ...more }, () => undefined)
  await expect(said({ model: 'gpt-x', limit: '1' })).rejects.toThrow(/No price of gpt-x/)
  await expect(said({ model: MODEL })).rejects.toThrow(/--limit/)
  await expect(said({ model: MODEL, limit: '0' })).rejects.toThrow(/--limit/)
  await expect(said({ model: MODEL, limit: '1', key: '' })).rejects.toThrow(/ANTHROPIC_API_KEY/)
  await expect(said({ seeds: 'two' })).rejects.toThrow(/--seeds/)
  expect(await requestsOf(asked.url)).toHaveLength(0)
})

test('NEED-2 a row is not measured if no answer could be used, or more than allowed is in the prompts', async () => {
  const ways = ['anchored 3', 'rolling_summary', 'handover', 'compact steps']
  for (const script of [{ ...saying('half'), stop_reason: 'max_tokens' as const }, { content: [] }])
    for (const way of ways) {
      await setScript(
        asked.url,
        Array.from({ length: 40 }, () => script),
      )
      await expect(rowByModel(way, 'chat', templates, [2], paid(5).answer), way).rejects.toThrow(NotMeasured)
    }
  const tooLong = async () => ({ text: 'some words '.repeat(20_000) })
  await expect(rowByModel('anchored 1', 'chat', templates, [2], tooLong)).rejects.toThrow(
    /^\d{3,} % of the allowed tokens used, 0 of 1 answers unusable$/,
  )
})

test('COST-2 a rate limit is waited for, and no refused call counts as paid', async () => {
  const ask = {
    kind: 'compact',
    stage: 'compact',
    turn: 0,
    window: 0,
    sources: [],
    task: 'Find a museum.',
  } as const
  const question = { ...ask, previous: null, update: 'anchored', maxTokens: 8000 } as const
  const limited = { status: 429, type: 'rate_limit_error', retryAfter: 1, path: '/v1/messages' } as const
  // The most that a call may cost fits once: a try that was refused does not use it up.
  const payer = paid(0.07, 2)
  await setFaults(asked.url, [limited])
  await setScript(asked.url, [saying('at last')])
  expect((await payer.answer(question)).text).toBe('at last')
  expect(payer.spent().calls).toBe(1)
  expect(payer.spent().usd).toBeLessThan(0.01)

  const lines: string[] = []
  await setFaults(asked.url, [{ status: 401, type: 'authentication_error', path: '/v1/messages', times: 9 }])
  const wanted = { seeds: '1', set: 'templates', key: KEY, baseUrl: asked.url, model: MODEL, limit: '5' }
  expect(await plantedReport(wanted, (line) => lines.push(line))).toBe(false)
  expect(lines.at(-1)).toBe('0 calls, $0.0000')
})
