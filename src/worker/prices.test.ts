import { describe, expect, it } from 'vitest'
import { compared, lane, openDoor, request } from './door-fixture.ts'

/** Every token at the same price, whatever the cache holds: a cost is then a count of tokens. */
const model = {
  id: 'flat',
  label: 'Flat',
  price: { input: 1, output: 1, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1 },
  cache: {
    provider: 'OpenAI',
    kind: 'automatic',
    minimum: 1024,
    step: 128,
    lookBack: null,
    minutes: 5,
    source: 'a test',
  },
  source: 'a test',
  dated: '2026-01-02',
} as const
const flat = { ...request, prices: { model } }
const MILLION = 1_000_000

describe('the prices that a person chose', () => {
  it('COST-1 are those of every cost of a comparison and of its forks, and no run is made again for them', async () => {
    const door = openDoor()
    const fork = { id: 'x', label: 'fork', turn: 12, interventions: [{ turn: 12, kind: 'reset' }] } as const
    const lanes = [{ ...lane('1', 'hybrid'), forks: [fork] }] as const
    const before = await compared(door, 1, { ...request, lanes })
    await door.send({ kind: 'forks', id: 2, of: 1 })
    expect(before.lanes[0]?.cache.prices).toMatchObject({
      models: [{ label: 'Claude Sonnet 4.6' }],
      assumed: true,
    })
    const heard = door.replies.length
    const reply = await compared(door, 3, { ...flat, lanes })
    const turnsRun = door.replies
      .slice(heard)
      .flatMap((one) => (one.kind === 'progress' && one.step === 'run' ? one.done : []))
    expect(turnsRun).toEqual([before.trace.turns])
    const [own] = reply.lanes
    const [drawn] = own?.forks ?? []
    if (own === undefined || drawn?.kind !== 'run') throw new Error('no fork')
    for (const { data, rows, cache } of [own, drawn]) {
      const tokens = data.turns.reduce(
        (sum, { used, responded, points, calls }) =>
          sum +
          used +
          (responded === null ? 0 : responded.used - points.sent.used) +
          calls.reduce(
            (all, { kind, input, output }) => all + (kind === 'main' ? 0 : input + (output ?? 0)),
            0,
          ),
        0,
      )
      expect(cache.usd).toBeCloseTo(tokens / MILLION, 8)
      expect(rows.find(({ id }) => id === 'cost')?.value).toBe(cache.usd)
      expect(cache.prices).toMatchObject({ models: [{ id: 'flat', dated: '2026-01-02' }], assumed: false })
    }
    for (const [name, id, { cache }] of [
      ['1', 40, own],
      ['1~x', 41, drawn],
    ] as const) {
      const answer = await door.send({ kind: 'cost', id, of: 3, lane: name })
      expect(answer.kind === 'cost' && answer.answer.cost.usd).toBe(cache.usd)
    }
    // Back to the model's own.
    const again = await door.send({ kind: 'compare', id: 5, ...request, lanes })
    expect(again.kind === 'compared' && again.lanes[0]?.cache.usd).toBe(before.lanes[0]?.cache.usd)
  })

  it('COST-1 are those of a study of logs, which says so', async () => {
    const door = openDoor()
    const asked = {
      kind: 'measure',
      content: request.source.kind === 'log' ? request.source.text : '',
      filename: 'reads.json',
      lanes: request.lanes,
      window: request.budget,
      counter: 'chars4',
      regret: false,
    } as const
    const { lanes } = await compared(door, 1, flat)
    const measured = await door.send({
      ...asked,
      id: 7,
      window: { kind: 'share', share: 0.5 },
      prices: { model },
    })
    const other = await door.send({ ...asked, id: 8, window: { kind: 'share', share: 0.5 } })
    if (measured.kind !== 'measured' || other.kind !== 'measured') throw new Error(JSON.stringify(measured))
    const costs = measured.logs[0]?.lanes.map(({ metrics }) => metrics.cost)
    expect(costs).toEqual(lanes.map(({ cache }) => cache.usd))
    expect(measured.logs[0]?.prices).toMatchObject({ models: [{ label: 'Flat' }], assumed: false })
    expect(other.logs[0]?.prices).toMatchObject({ models: [{ label: 'Claude Sonnet 4.6' }], assumed: true })
  })
})
