import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { costOf, modelFacts } from '../../llm/index.ts'
import type { Call } from '../../provider/index.ts'
import {
  events,
  messageEnd,
  messageStart,
  pretendProvider,
  refusal,
  says,
  sse,
  streamOf,
  textPart,
} from '../../testing/pretend-provider.ts'
import type { PretendAnswer, PretendProvider } from '../../testing/pretend-provider.ts'
import { ADVICE } from '../words/model.ts'
import { askAgain, calls } from './call-list.ts'
import type { CallRecord } from './call-list.ts'
import { decide, letAllGo, makeCall, stopCall } from './calls.ts'
import { connection, giveKey, moveTo, PROVIDER, takeKeyAway } from './connection.ts'
import { setFacts } from './facts.ts'

/** The real client of the page over a network that is none. */
const KEY = 'sk-ant-api03-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA-AA'
const fresh = connection.getInitialState()

let asked = 0

/** A call that was not made before. */
function ask(text = `question ${++asked}`, more: Partial<Call> = {}): Call {
  return {
    purpose: 'ask',
    model: 'claude-haiku-4-5',
    request: { messages: [{ role: 'user', content: text }] },
    maxTokens: 100,
    ...more,
  }
}

function answeredBy(...answers: readonly PretendAnswer[]): PretendProvider {
  const provider = pretendProvider(...answers)
  vi.stubGlobal('fetch', provider.fetch)
  return provider
}

function newest(): CallRecord {
  const found = calls.getState().list.at(-1)
  if (found === undefined) throw new Error('there is no call')
  return found
}

async function waits(): Promise<CallRecord> {
  await vi.waitFor(() => {
    expect(newest().state).toBe('waiting')
  })
  // The question is put after the provider's library has come.
  await new Promise((resolve) => setTimeout(resolve))
  return newest()
}

beforeEach(() => {
  calls.setState({ list: [], spent: 0, agreed: false })
  connection.setState({ ...fresh, askFirst: false })
  giveKey(KEY, false)
})

afterEach(() => {
  takeKeyAway()
  vi.unstubAllGlobals()
})

it('COST-1 what a call cost is what was billed at the dated price, and is added to the total', async () => {
  answeredBy(says('short'))
  await makeCall(ask(), 'one')
  await makeCall(ask(), 'two')
  const facts = modelFacts('claude-haiku-4-5')
  if (facts === null) throw new Error('no facts')
  const cost = costOf({ uncached: 10, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 7 }, facts)
  expect(newest()).toMatchObject({ state: 'done', text: 'short', cost, baseUrl: PROVIDER })
  expect(calls.getState().spent).toBeCloseTo(2 * cost, 12)
})

it('the second call is estimated by what the first was billed for', async () => {
  answeredBy(says('yes'))
  await makeCall(ask('the same length 1'), 'one')
  await makeCall(ask('the same length 2'), 'two')
  expect(newest().estimate.input).toBe(10)
})

it('EDITAPI-1 a prompt that the provider cleared says nothing of how many tokens the next one has', async () => {
  const edit = { type: 'clear_tool_uses_20250919', cleared_tool_uses: 9, cleared_input_tokens: 90_000 }
  const cleared = { usage: { output_tokens: 7 }, context_management: { applied_edits: [edit] } }
  answeredBy(
    events(messageStart(), ...textPart(0, 'yes'), ...messageEnd({ stop_reason: 'end_turn' }, cleared)),
  )
  await makeCall(ask('x'.repeat(4000)), 'one')
  await makeCall(ask('y'.repeat(4000)), 'two')
  expect(newest().estimate.input).toBeGreaterThan(1000)
})

it('LLM-1 what was answered before is answered from memory, costs nothing and needs no key', async () => {
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

it('LLM-1 another address, another limit of the reply, and an agent’s turn are asked anew', async () => {
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

it('a call that may go over the limit is not made, and says so in dollars', async () => {
  const provider = answeredBy(says('no'))
  connection.setState({ cap: 0.0001 })
  await expect(makeCall(ask(), 'dear')).rejects.toMatchObject({ code: 'cap-reached' })
  expect(newest().problem?.message).toMatch(/^This call may cost up to \$0\.0005\. .* limit of \$0\.0001\./)
  expect(provider.requests).toHaveLength(0)
})

it('what calls under way may cost counts against the limit', async () => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const provider = answeredBy(async () => {
    await held
    return says('slow')
  })
  // Enough for one of them and a half.
  connection.setState({ cap: 0.0008 })
  const first = makeCall(ask(), 'first')
  await vi.waitFor(() => {
    expect(newest().state).toBe('sending')
  })
  await expect(makeCall(ask(), 'second')).rejects.toMatchObject({ code: 'cap-reached' })
  release()
  await first
  expect(provider.requests).toHaveLength(1)
  // Once it is known that the first cost less, there is room.
  await makeCall(ask(), 'third')
})

it('a model without a price is not called until a person enters one', async () => {
  const provider = answeredBy(says('priced'))
  const call = ask(undefined, { model: 'model-nobody-knows' })
  await expect(makeCall(call, 'unknown')).rejects.toMatchObject({ code: 'cap-reached' })
  expect(newest()).toMatchObject({ state: 'failed', estimate: { atMost: null } })
  expect(provider.requests).toHaveLength(0)
  const price = { input: 1, output: 1, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1 }
  const about = { label: 'mine', window: 1000, maxOutput: null, source: 'me', dated: '2026-11-22' }
  setFacts({ id: 'model-nobody-knows', price, ...about })
  await makeCall(call, 'known')
  expect(newest().cost).toBeCloseTo(17e-6, 12)
})

it('nothing is sent until a person lets it go, and nothing where they decline', async () => {
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

it('all of a run goes at one word, and the next run asks again', async () => {
  answeredBy(says('go'))
  connection.setState({ askFirst: true })
  const sent = [makeCall(ask(), 'one'), makeCall(ask(), 'two')]
  await waits()
  letAllGo(true)
  await Promise.all([...sent, makeCall(ask(), 'three')])
  askAgain()
  const last = makeCall(ask(), 'four')
  decide((await waits()).id, false)
  await expect(last).rejects.toMatchObject({ code: 'aborted' })
})

it('what a run that was stopped asked for is stopped, not declined', async () => {
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

it('a call under way can be stopped by itself', async () => {
  answeredBy(
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
  stopCall(newest().id)
  await expect(call).rejects.toMatchObject({ code: 'aborted' })
})

it('what had come of a reply that was stopped counts against the limit, though nobody tells what it cost', async () => {
  const text = 'word '.repeat(40)
  const begun = new TextEncoder().encode(sse([messageStart(), ...textPart(0, text)]))
  answeredBy(() =>
    streamOf(
      new ReadableStream({
        start(controller) {
          controller.enqueue(begun)
        },
      }),
    ),
  )
  const call = makeCall(ask(), 'stopped')
  await vi.waitFor(() => {
    expect(newest().text).toBe(text)
  })
  stopCall(newest().id)
  await expect(call).rejects.toMatchObject({ code: 'aborted' })
  const facts = modelFacts('claude-haiku-4-5')
  if (facts === null) throw new Error('no facts')
  const { input, output } = facts.price
  // Fifty tokens by four characters each, and half as many more.
  expect(newest().cost).toBeCloseTo((10 * input + 75 * output) / 1e6, 12)
  expect(calls.getState().spent).toBe(newest().cost)
  expect(newest().reply?.usage?.output).toBe(1)
})

it('LLM-2 a call that was prepared for one address is not sent to another', async () => {
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

it('LLM-2 a key that was given for another address meanwhile is not sent with the next try', async () => {
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
  expect(newest().problem?.message).toBe('There is no key. Give one under Model, and try again.')
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

it('every failure has something to do about it, or a message that says all', () => {
  const silent = Object.entries(ADVICE).flatMap(([code, words]) => (words === '' ? [code] : []))
  expect(silent).toEqual(['no-key', 'cap-reached'])
})
