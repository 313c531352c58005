import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CALL_FAILURES } from '../../../provider/index.ts'
import {
  events,
  messageEnd,
  messageStart,
  pretendProvider,
  refusal,
  says,
  textPart,
} from '../../../testing/pretend-provider.ts'
import type { PretendAnswer, PretendProvider } from '../../../testing/pretend-provider.ts'

import { adviceOn, REASONS, withAdvice } from './words.ts'
import { askAgain, calls, endTest, stopCall } from './call-list.ts'
import type { CallRecord } from './call-list.ts'
import { OPENING, useChoices } from '../choice/choices.ts'
import { decide, letAllGo, makeCall } from './calls.ts'
import { ask, KEY, newest } from './call-fixture.ts'
import { atRest } from './rest.ts'
import { connection, giveKey, moveTo, PROVIDER, takeKeyAway } from './connection.ts'

/** The page's real client, with a fake network. */
const fresh = connection.getInitialState()

function answeredBy(...answers: readonly PretendAnswer[]): PretendProvider {
  const provider = pretendProvider(...answers)
  vi.stubGlobal('fetch', provider.fetch)
  return provider
}

async function waits(): Promise<CallRecord> {
  await vi.waitFor(() => {
    expect(newest().state).toBe('waiting')
  })
  // The question appears after the provider's library is loaded.
  await new Promise((resolve) => setTimeout(resolve))
  return newest()
}

beforeEach(() => {
  calls.setState({ list: [], spent: 0, agreed: false, agreedTest: false })
  connection.setState({ ...fresh, askFirst: false })
  giveKey(KEY, false)
})

afterEach(async () => {
  takeKeyAway()
  vi.useRealTimers()
  useChoices.setState(OPENING)
  await atRest()
  vi.unstubAllGlobals()
})

it('LLM-1 a question that was answered before is answered from memory, costs nothing and needs no key', async () => {
  const provider = answeredBy(says('kept'))
  const call = ask()
  await makeCall(call, 'once')
  const { spent } = calls.getState()
  takeKeyAway()
  const again = await makeCall(structuredClone(call), 'twice')
  expect(again.content).toEqual([{ type: 'text', text: 'kept' }])
  expect(newest()).toMatchObject({ state: 'cached', cost: 0 })
  expect(calls.getState().spent).toBe(spent)
  expect(provider.requests).toHaveLength(1)
})

it.each(['refusal', 'max_tokens', 'model_context_window_exceeded', 'no text'])(
  'LLM-1 an answer that cannot be used (%s) is not remembered: the same question is sent again',
  async (why) => {
    const [text, stop_reason] = why === 'no text' ? ['', 'end_turn'] : ['half', why]
    const unusable = events(messageStart(), ...textPart(0, text), ...messageEnd({ stop_reason }))
    const provider = answeredBy(unusable, says('whole'))
    const call = ask()
    await makeCall(call, 'once')
    const again = await makeCall(structuredClone(call), 'twice')
    expect(again.content).toEqual([{ type: 'text', text: 'whole' }])
    expect(provider.requests).toHaveLength(2)
  },
)

it('LLM-1 another address, another limit of the reply, and an agent’s turn are sent again', async () => {
  const provider = answeredBy(says('again'))
  const call = ask()
  await makeCall(call, 'first')
  await makeCall({ ...call, maxTokens: 101 }, 'longer')
  await makeCall({ ...call, purpose: 'agent' }, 'agent')
  await makeCall({ ...call, purpose: 'agent' }, 'agent')
  moveTo('https://proxy.test')
  giveKey(KEY, false)
  await makeCall(call, 'elsewhere')
  expect(provider.requests.map(({ url }) => new URL(url).origin)).toEqual([
    ...Array<string>(4).fill(PROVIDER),
    'https://proxy.test',
  ])
})

it('nothing is sent before a person approves it, and nothing if they decline', async () => {
  const provider = answeredBy(says('at last'))
  connection.setState({ askFirst: true })
  const declined = makeCall(ask(), 'declined')
  decide((await waits()).id, false)
  await expect(declined).rejects.toMatchObject({ code: 'aborted' })
  expect(newest()).toMatchObject({ state: 'declined', problem: null, cost: null })
  expect(provider.requests).toHaveLength(0)
  const sent = makeCall(ask(), 'sent')
  decide((await waits()).id, true)
  await sent
  expect(provider.requests).toHaveLength(1)
})

it('one approval covers all calls of a run, and the next run asks again', async () => {
  answeredBy(says('go'))
  connection.setState({ askFirst: true })
  const sent = [makeCall(ask(), 'one'), makeCall(ask(), 'two')]
  await waits()
  letAllGo('run')
  await Promise.all([...sent, makeCall(ask(), 'three')])
  askAgain()
  const last = makeCall(ask(), 'four')
  decide((await waits()).id, false)
  await expect(last).rejects.toMatchObject({ code: 'aborted' })
})

it('HEALTH-3 one approval covers all calls of a fidelity test, not a lane’s calls, until the test ends', async () => {
  answeredBy(says('go'))
  connection.setState({ askFirst: true })
  const first = makeCall(ask(undefined, { purpose: 'fidelity' }), 'before')
  const lane = makeCall(ask(), 'lane')
  await waits()
  letAllGo('test')
  await first
  await makeCall(ask(undefined, { purpose: 'judge' }), 'judge')
  // The lane's call waited all the time.
  const laneOne = calls.getState().list[1]
  expect(laneOne?.state).toBe('waiting')
  decide(laneOne?.id ?? 0, false)
  await expect(lane).rejects.toMatchObject({ code: 'aborted' })
  endTest()
  const next = makeCall(ask(undefined, { purpose: 'fidelity' }), 'next test')
  // Permission for a run does not cover a test.
  await waits()
  letAllGo('run')
  expect(newest().state).toBe('waiting')
  decide(newest().id, false)
  await expect(next).rejects.toMatchObject({ code: 'aborted' })
})

it('calls of a stopped run are stopped, not declined', async () => {
  const provider = answeredBy(says('never'))
  connection.setState({ askFirst: true })
  const run = new AbortController()
  const call = makeCall(ask(), 'stopped', run.signal)
  await waits()
  run.abort()
  await expect(call).rejects.toMatchObject({ code: 'aborted' })
  expect(newest()).toMatchObject({ state: 'failed', problem: { code: 'aborted' } })
  expect(provider.requests).toHaveLength(0)
})

it('LLM-1 COST-2 while a knob moves no call is made, and one for its last position', async () => {
  const provider = answeredBy(says('go'))
  const runs: Promise<readonly PromiseSettledResult<unknown>[]>[] = []
  let last = new AbortController()
  for (const seed of [1, 2, 3, 4]) {
    last.abort()
    useChoices.setState({ seed })
    last = new AbortController()
    runs.push(Promise.allSettled([makeCall(ask(`position ${seed}`), 'lane', last.signal)]))
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect((await Promise.all(runs)).map(([one]) => one?.status)).toEqual([
    'rejected',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(provider.requests.map(({ body }) => JSON.stringify(body))).toEqual([
    expect.stringContaining('position 4'),
  ])
  expect(calls.getState().list).toHaveLength(1)
  // A person who talks to an agent turns no knob.
  useChoices.setState({ seed: 5 })
  await makeCall(ask(undefined, { purpose: 'agent' }), 'agent')
  expect(provider.requests).toHaveLength(2)
})

it('LLM-1 COST-2 a lane’s call that was sent is answered into memory, though its run is over', async () => {
  const stopped: unknown[] = []
  const provider = answeredBy(async (signal) => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    stopped.push(signal?.aborted)
    return says('paid for once')
  })
  connection.setState({ askFirst: true })
  const call = ask()
  const run = new AbortController()
  const over = makeCall(call, 'over', run.signal)
  decide((await waits()).id, true)
  await vi.waitFor(() => {
    expect(provider.requests).toHaveLength(1)
  })
  run.abort()
  // The question is on its way, so nobody is asked.
  const next = await makeCall(structuredClone(call), 'next')
  expect(next).toEqual(await over)
  expect(stopped).toEqual([false])
  expect(provider.requests).toHaveLength(1)
  expect(calls.getState().list.map(({ state }) => state)).toEqual(['done', 'cached'])
})

it('a call in progress can be stopped separately', async () => {
  const provider = answeredBy(
    (signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new DOMException('stopped', 'AbortError'))
        })
      }),
  )
  const call = makeCall(ask(), 'stopped')
  await vi.waitFor(() => {
    expect(newest().state).toBe('sending')
  })
  await vi.waitFor(() => {
    expect(provider.requests).toHaveLength(1)
  })
  stopCall(newest().id)
  await expect(call).rejects.toMatchObject({ code: 'aborted' })
  // It was sent, and it is unknown whether it is billed.
  expect(newest()).toMatchObject({ untold: 1, cost: null })
})

it('LLM-1 the same question twice at once is sent and paid for once', async () => {
  const provider = answeredBy(says('one answer'))
  const call = ask()
  const both = await Promise.all([makeCall(call, 'one'), makeCall(structuredClone(call), 'two')])
  expect(both[1]).toEqual(both[0])
  expect(provider.requests).toHaveLength(1)
  expect(calls.getState().list.map(({ state }) => state)).toEqual(['done', 'cached'])
})

it('LLM-1 a question that was answered during its approval is not sent again', async () => {
  const provider = answeredBy(says('one answer'))
  connection.setState({ askFirst: true })
  const call = ask()
  const first = makeCall(call, 'one')
  const { id } = await waits()
  const second = makeCall(structuredClone(call), 'two')
  const other = await waits()
  decide(id, true)
  await first
  decide(other.id, true)
  await second
  expect(newest().state).toBe('cached')
  expect(provider.requests).toHaveLength(1)
})

it('LLM-1 if the sent one fails, exactly one of those that wait for it is sent', async () => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const provider = answeredBy(async () => {
    await held
    return refusal(400, 'invalid_request_error', 'no')
  }, says('at last'))
  const call = ask()
  const stop = new AbortController()
  const all = Promise.allSettled([
    makeCall(call, 'one'),
    makeCall(call, 'two'),
    makeCall(call, 'three'),
    makeCall(call, 'four', stop.signal),
  ])
  await vi.waitFor(() => {
    expect(newest().state).toBe('sending')
  })
  stop.abort()
  release()
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected'])
  expect(provider.requests).toHaveLength(2)
  expect(calls.getState().list.map(({ state }) => state)).toEqual(['failed', 'done', 'cached', 'failed'])
  expect(newest().untold).toBe(0)
})

it('LLM-2 a call prepared for one address is not sent to another', async () => {
  const provider = answeredBy(says('never'))
  connection.setState({ askFirst: true })
  const call = makeCall(ask(), 'prepared')
  const { id } = await waits()
  moveTo('https://other.test')
  giveKey('another-key-for-another-origin', false)
  decide(id, true)
  await expect(call).rejects.toMatchObject({ code: 'origin-refused' })
  expect(provider.requests).toHaveLength(0)
})

it('LLM-2 a key given for another address meanwhile is not sent with the next try', async () => {
  const other = 'another-key-for-another-origin'
  const provider = answeredBy(() => {
    moveTo('https://other.test')
    giveKey(other, false)
    return refusal(429, 'rate_limit_error', 'slow down', { 'retry-after': '0' })
  }, says('never'))
  await expect(makeCall(ask(), 'tried again')).rejects.toMatchObject({ code: 'no-key' })
  expect(provider.requests.map(({ url }) => new URL(url).origin)).toEqual([PROVIDER])
  expect(JSON.stringify(provider.requests.map(({ headers }) => [...headers]))).not.toContain(other)
  moveTo(PROVIDER)
})

it('LLM-2 without a key nothing is sent, and the words say what to do', async () => {
  const provider = answeredBy(says('never'))
  takeKeyAway()
  await expect(makeCall(ask(), 'keyless')).rejects.toMatchObject({ code: 'no-key' })
  expect(newest().problem?.message).toBe('There is no key.')
  expect(provider.requests).toHaveLength(0)
})

it('LLM-2 the key is in a header alone: no store, record or error holds it, even where a provider repeats it', async () => {
  const provider = answeredBy(
    says(`you said ${KEY}`),
    refusal(401, 'authentication_error', `wrong key ${KEY}`),
  )
  await makeCall(ask(), 'repeated')
  const failure: unknown = await makeCall(ask(), 'refused').catch((error: unknown) => error)
  expect(newest().problem).toMatchObject({ code: 'key-refused', status: 401, said: 'wrong key [key]' })
  const stores = JSON.stringify([connection.getState(), calls.getState()])
  expect(stores).not.toContain(KEY)
  expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toContain(KEY)
  for (const { url, headers, body } of provider.requests) {
    expect(url + JSON.stringify(body)).not.toContain(KEY)
    expect([...headers.values()].filter((value) => value.includes(KEY))).toHaveLength(1)
  }
})

const PURPOSES = ['agent', 'ask', 'fidelity', 'judge'] as const

it('the advice about a failure is where it says, and about what failed', () => {
  for (const code of CALL_FAILURES) {
    for (const purpose of PURPOSES) {
      expect(adviceOn(code, purpose, 'panel'), code).not.toMatch(/under Model/i)
      expect(adviceOn(code, purpose, 'call'), code).not.toMatch(/under Model/i)
    }
    const said = adviceOn(code, 'agent', 'page')
    expect(said, code).not.toMatch(/answers are kept|a lane|summar/)
    // A list of models is not a call: it is not in the list of calls, and nothing is saved.
    expect(adviceOn(code, 'list', 'panel'), code).not.toMatch(/list of calls|is kept|lane/)
    expect(REASONS[code]).toMatch(/^[a-z ]{3,22}$/)
  }
  const silent = CALL_FAILURES.filter((code) => adviceOn(code, 'ask', 'page') === '')
  expect(silent).toEqual([])
})

it('a message and its advice are two sentences, whatever the message ends with', () => {
  expect(withAdvice('It may have got nothing', 'Try again.')).toBe('It may have got nothing. Try again.')
  expect(withAdvice('It is over.', 'Try again.')).toBe('It is over. Try again.')
  expect(withAdvice('It said: “no”', 'Try again.')).toBe('It said: “no” Try again.')
  expect(withAdvice('It is over', '')).toBe('It is over')
})
