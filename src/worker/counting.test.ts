import { beforeEach, describe, expect, it, vi } from 'vitest'
import { completeConfig } from '../config/index.ts'
import type { TokenCounter } from '../engine/index.ts'
import { encodeTimeline, explain, run, scoreHistory, takeIn } from '../sim/index.ts'
import type { Timeline } from '../sim/index.ts'
import { scenario } from '../testing/shared-traces.ts'
import { loadCounter } from '../tokenizer/index.ts'
import type * as tokenizer from '../tokenizer/index.ts'
import { createDoor } from './door.ts'
import type { CompareRequest, SimReply, SimRequest } from './protocol.ts'

/** Requests to the tokenizer, and texts to leave out of its shipped lists. */
const asked = vi.hoisted(() => ({
  whole: 0,
  shipped: 0,
  lacks: (_text: string): boolean => false,
  fails: (_name: string): Error | null => null,
}))

vi.mock('../tokenizer/index.ts', async (original) => {
  const real = await original<typeof tokenizer>()
  return {
    ...real,
    loadCounter: async (name: 'o200k_base') => {
      asked.whole += 1
      const failure = asked.fails(name)
      if (failure !== null) throw failure
      return real.loadCounter(name)
    },
    shippedCounter: async (name: 'o200k_base', conversation: string): Promise<TokenCounter | null> => {
      const counter = await real.shippedCounter(name, conversation)
      if (counter === null) return null
      asked.shipped += 1
      const count = (text: string): number => {
        if (asked.lacks(text)) throw new real.UncountedText(text)
        return counter.count(text)
      }
      return { ...counter, count }
    },
  }
})

beforeEach(() => {
  Object.assign(asked, { whole: 0, shipped: 0, lacks: () => false, fails: () => null })
})

const config = completeConfig({ strategy: 'evict', eviction: { policy: 'hybrid' } })
const source = { kind: 'scenario', name: 'axios-migration', seed: 7 } as const
const request: CompareRequest = {
  source,
  lanes: [{ name: 'a', label: 'A', config }],
  budget: { kind: 'share', share: 0.5 },
  counter: 'o200k_base',
}

function openDoor() {
  const waiting = new Map<number, (reply: SimReply) => void>()
  const door = createDoor(
    (reply) => {
      if (reply.kind !== 'progress' && reply.kind !== 'preview')
        waiting.get(reply.id)?.(structuredClone(reply))
    },
    { now: () => 0, pause: () => Promise.resolve() },
  )
  let last = 0
  return (message: (id: number) => SimRequest): Promise<SimReply> =>
    new Promise((resolve) => {
      const id = ++last
      waiting.set(id, resolve)
      door.receive(message(id))
    })
}

async function compared(send: ReturnType<typeof openDoor>, change: Partial<CompareRequest> = {}) {
  const reply = await send((id) => ({ ...request, ...change, kind: 'compare', id }))
  if (reply.kind !== 'compared') throw new Error(`answered ${JSON.stringify(reply)}`)
  return reply
}

const wholeRuns = new Map<number, Timeline>()

/** The same run with the full counter, without a door. Made once for each window. */
async function wholeRun(limit: number): Promise<Timeline> {
  const trace = scenario('axios-migration', 7)
  const intake = takeIn(trace, await loadCounter('o200k_base'))
  const made = wholeRuns.get(limit) ?? run(trace, { ...config, max_context_tokens: limit }, { intake })
  wholeRuns.set(limit, made)
  return made
}

describe('shipped counts', () => {
  it('TOK-1 are sufficient for the first conversation, and give the bytes of the whole counter', async () => {
    const { lanes, limit } = await compared(openDoor())
    expect(asked).toMatchObject({ whole: 0, shipped: 1 })
    const [data] = lanes.map((lane) => lane.data)
    expect(data).toMatchObject({ exact: true, spec: { counter: 'o200k_base' } })
    expect(data && encodeTimeline(data)).toBe(encodeTimeline((await wholeRun(limit)).data))
  })

  it('are sufficient for explaining edited turns', async () => {
    const send = openDoor()
    const { id: of, lanes } = await compared(send)
    const timeline = await wholeRun(lanes[0]?.data.limit ?? 0)
    asked.whole = 0
    const edited = [...new Set(timeline.edits.map((edit) => edit.turn))]
    for (const turn of edited.filter((_, nth) => nth % 6 === 0)) {
      const reply = await send((id) => ({ kind: 'explain', id, of, lane: 'a', turn }))
      expect(reply).toMatchObject({ kind: 'explain', answer: explain(timeline, turn) })
    }
    expect(asked.whole).toBe(0)
  })

  it.each<[string, Partial<CompareRequest>, boolean]>([
    ['parameters written out at their defaults', { source: { ...source, overrides: { turns: 56 } } }, true],
    ['another parameter', { source: { ...source, overrides: { turns: 55 } } }, false],
    ['another seed', { source: { ...source, seed: 8 } }, false],
    ['another counter', { counter: 'cl100k_base' }, false],
  ])('are used for one conversation and one counter only: %s', async (_, change, shipped) => {
    await compared(openDoor(), change)
    expect([asked.shipped, asked.whole]).toEqual(shipped ? [1, 0] : [0, 1])
  })

  it.each<[string, (text: string) => boolean]>([
    ['of a block', (text) => text.includes('"path":')],
    ['made in a run', (text) => text.startsWith('[Evicted: result of turn 1')],
  ])('EDIT-3 a missing text %s loads the whole counter, with the same bytes', async (_, lacks) => {
    asked.lacks = lacks
    const send = openDoor()
    const { lanes, limit } = await compared(send, {
      lanes: [...request.lanes, { name: 'b', label: 'B', config }],
    })
    expect(asked).toMatchObject({ whole: 1, shipped: 1 })
    const whole = encodeTimeline((await wholeRun(limit)).data)
    expect(lanes.map((lane) => encodeTimeline(lane.data))).toEqual([whole, whole])
    // The list is not tried again: the next comparison uses the full counter.
    asked.whole = 0
    await compared(send, { budget: { kind: 'share', share: 0.4 } })
    expect(asked).toMatchObject({ whole: 0, shipped: 1 })
  })

  it('EDIT-3 clipping to a size that no shipped run had loads the whole counter, with the same bytes', async () => {
    const { lanes } = await compared(openDoor(), { budget: { kind: 'tokens', tokens: 3333 } })
    expect(asked).toMatchObject({ whole: 1, shipped: 1 })
    const [data] = lanes.map((lane) => lane.data)
    expect(data && encodeTimeline(data)).toBe(encodeTimeline((await wholeRun(3333)).data))
  })

  it('EDIT-1 an explanation that needs a missing text loads the whole counter, with the same answer', async () => {
    const send = openDoor()
    const { id: of, limit } = await compared(send)
    const timeline = await wholeRun(limit)
    const turn = timeline.edits.findLast((edit) => edit.decision !== null)?.turn ?? -1
    asked.lacks = (text) => text.startsWith('[Evicted')
    asked.whole = 0
    const reply = await send((id) => ({ kind: 'explain', id, of, lane: 'a', turn }))
    expect(reply).toMatchObject({ kind: 'explain', answer: explain(timeline, turn) })
    expect(asked.whole).toBe(1)
    const again = await send((id) => ({ kind: 'explain', id, of, lane: 'a', turn }))
    expect(again).toMatchObject({ kind: 'explain' })
    expect(asked.whole).toBe(1)
  })

  it('EDIT-1 a score history that needs a missing text loads the whole counter, with the same answer', async () => {
    const send = openDoor()
    const { id: of, limit } = await compared(send)
    const timeline = await wholeRun(limit)
    const steps = scoreHistory(timeline, 20)
    let step = steps.next()
    while (step.done !== true) step = steps.next()
    asked.lacks = (text) => text.startsWith('[Evicted')
    asked.whole = 0
    const reply = await send((id) => ({ kind: 'scores', id, of, lane: 'a', block: 20 }))
    expect(step.value.length).toBeGreaterThan(0)
    expect(reply).toEqual({ kind: 'scores', id: 2, answer: step.value })
    expect(asked.whole).toBe(1)
  })
})

describe('TOK-5 the size of a request by every counter', () => {
  const sizesWith = async (fails: (name: string) => Error | null): Promise<SimReply> => {
    const send = openDoor()
    const { id: of } = await compared(send, { counter: 'chars4' })
    asked.fails = fails
    return send((id) => ({ kind: 'sizes', id, of, lane: 'a', turn: 3 }))
  }

  it.each([
    'Failed to fetch dynamically imported module: http://127.0.0.1/assets/cl100k_base.js',
    'error loading dynamically imported module: http://127.0.0.1/assets/cl100k_base.js',
    'Importing a module script failed.',
  ])(
    'leaves out a counter whose ranks cannot be fetched, with the error message of each browser: %s',
    async (words) => {
      const reply = await sizesWith((name) => (name === 'cl100k_base' ? new TypeError(words) : null))
      if (reply.kind !== 'sizes') throw new Error(`answered ${JSON.stringify(reply)}`)
      expect(Object.keys(reply.answer)).toEqual(['chars4', 'o200k_base'])
    },
  )

  it.each([new TypeError('ranks.split is not a function'), new Error('the ranks are damaged at line 7')])(
    'reports any other failure with its message: %s',
    async (failure) => {
      const reply = await sizesWith((name) => (name === 'o200k_base' ? failure : null))
      expect(reply).toMatchObject({
        kind: 'problem',
        problems: [{ message: expect.stringContaining(failure.message) as unknown }],
      })
    },
  )
})
