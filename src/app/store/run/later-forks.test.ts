import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { metrics, run, scenario } from '../../../sim/index.ts'
import { cacheColumns } from '../../../sim/internal.ts'
import type { ForkOptions, SimClient } from '../../../worker/client.ts'
import type { Asking, Comparison, ForkResult, LaneResult, LaterFork } from '../../../worker/protocol.ts'
import type { LaneChoice, RunChoices } from '../choice/choices.ts'
import { createLaterForks, lookedUpIn, missingForks, withFork, withoutLater } from './later-forks.ts'

const whole = scenario('axios-migration', 7)
const timeline = run({ ...whole, turns: whole.turns.slice(0, 6) }, { max_context_tokens: 30_000 })
const own = { data: timeline.data, rows: metrics(timeline), cache: cacheColumns(timeline.data) }
const lane = (name: string): LaneResult => ({ name, label: name, ...own, forks: [] })
const fork = (id: string): ForkResult => ({ kind: 'run', id, label: id, turn: 3, ...own })
const choice: LaneChoice = {
  policy: 'fifo',
  gates: 'naive',
  forks: ['a', 'b'].map((id) => ({ id, name: null, turn: 3, acts: [{ turn: 3, kind: 'reset' }] })),
}
const shown = { lanes: [choice, { policy: 'hybrid', gates: 'on' }] } as unknown as RunChoices
const comparison = { id: 5, lanes: [lane('naive_fifo'), lane('hybrid')] } as unknown as Comparison

/** The requests of the page to the simulator, and the replies. */
const asked: {
  of: number
  tell: (later: LaterFork) => void
  onAsk: ForkOptions['onAsk']
  signal: AbortSignal
  fail: (why: Error) => void
}[] = []
vi.mock('./simulator.ts', () => ({
  simulator: (): Pick<SimClient, 'forks'> => ({
    forks: ({ id }, { onFork, onAsk, signal }) =>
      new Promise((_, reject) => {
        if (signal === undefined) throw new Error('it cannot be stopped')
        asked.push({ of: id, tell: onFork, onAsk, signal, fail: reject })
      }),
  }),
}))
/** The model that answers, and the lane that asks. */
const answerAsking = vi.hoisted(() =>
  vi.fn((_asking: Asking, by: { model: string; label: string }) =>
    Promise.resolve({ text: JSON.stringify(by) }),
  ),
)
vi.mock('../model/answer.ts', () => ({ answerAsking }))

let onScreen: Comparison | null = null
let isRunning = false
const make = () =>
  createLaterForks({
    now: () => ({ comparison: onScreen, shown }),
    isRunning: () => isRunning,
    show: (next) => (onScreen = next),
  })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  asked.length = 0
  onScreen = comparison
  isRunning = false
})
afterEach(() => {
  vi.useRealTimers()
})

test('a fork that arrives keeps every other lane, and all data, the same objects', () => {
  expect(missingForks(comparison, shown)).toEqual(['naive_fifo~a', 'naive_fifo~b'])
  const first = withFork(comparison, 'naive_fifo', fork('b'))
  const second = withFork(first, 'naive_fifo', fork('a'))
  expect(missingForks(second, shown)).toEqual([])
  expect(second.lanes[0]?.forks.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(second.lanes[0]?.data).toBe(comparison.lanes[0]?.data)
  expect(second.lanes[1]).toBe(comparison.lanes[1])
  for (const one of [comparison, first, second]) {
    expect(withoutLater(one)).toBe(comparison)
    expect(lookedUpIn(one, 'naive_fifo')).toBe(comparison)
    expect(lookedUpIn(one, 'naive_fifo~a')).toBe(one)
  }
})

test('forks are requested at once after a single change, and shown as they come', () => {
  const later = make()
  later.moved()
  later.follow()
  vi.advanceTimersByTime(1)
  expect(asked.map(({ of }) => of)).toEqual([5])
  asked[0]?.tell({ lane: 'naive_fifo', fork: fork('a') })
  expect(onScreen?.lanes[0]?.forks.map(({ id }) => id)).toEqual(['a'])
  // Nothing is shown for a comparison that was replaced.
  onScreen = { ...comparison, id: 6 }
  asked[0]?.tell({ lane: 'naive_fifo', fork: fork('b') })
  expect(onScreen.lanes[0]?.forks).toEqual([])
  later.follow()
  expect(asked[0]?.signal.aborted).toBe(true)
})

test('LLM-1 a fork’s requests are answered by the model of its lane', async () => {
  const later = createLaterForks({
    now: () => ({
      comparison: onScreen,
      shown: { lanes: [{ ...choice, answeredBy: 'model-x' }] } as unknown as RunChoices,
    }),
    isRunning: () => false,
    show: () => undefined,
  })
  later.follow()
  vi.advanceTimersByTime(1)
  const asking = { n: 1, lane: 'naive_fifo~a', ask: { kind: 'compact', turn: 3 } } as unknown as Asking
  const signal = new AbortController().signal
  const answer = await asked[0]?.onAsk?.(asking, signal)
  expect(answer).toEqual({ text: expect.stringContaining('"model":"model-x"') as unknown })
  expect(answerAsking).toHaveBeenCalledWith(asking, expect.anything(), signal)
  later.stop()
})

test('none is requested while a knob moves, until it rests and nothing runs', () => {
  const later = make()
  for (let move = 0; move < 20; move++) {
    later.moved()
    vi.advanceTimersByTime(100)
    later.follow()
  }
  expect(asked).toEqual([])
  isRunning = true
  vi.advanceTimersByTime(2000)
  expect(asked).toEqual([])
  isRunning = false
  vi.advanceTimersByTime(500)
  expect(asked).toHaveLength(1)
  later.stop()
  expect(asked[0]?.signal.aborted).toBe(true)
})

test('what the simulator cannot run is reported in place of each fork', async () => {
  const { ProblemError } = await import('../../../engine/index.ts')
  const later = make()
  later.follow()
  vi.advanceTimersByTime(1)
  asked[0]?.tell({ lane: 'naive_fifo', fork: fork('b') })
  asked[0]?.fail(new ProblemError([{ severity: 'error', code: 'worker-failed', message: 'it broke' }]))
  await vi.advanceTimersByTimeAsync(1)
  expect(onScreen?.lanes[0]?.forks.map(({ id, kind, turn }) => [id, kind, turn])).toEqual([
    ['b', 'run', 3],
    ['a', 'refused', 3],
  ])
})
