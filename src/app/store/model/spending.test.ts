import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { costOf, modelFacts } from '../../../llm/index.ts'
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
} from '../../../testing/pretend-provider.ts'
import type { PretendAnswer, PretendProvider } from '../../../testing/pretend-provider.ts'
import { mostTokens } from './estimate.ts'
import { calls, untoldOf, stopCall } from './call-list.ts'
import { makeCall, strikeUntold } from './calls.ts'
import { ask, KEY, newest } from './call-fixture.ts'
import { connection, giveKey, PROVIDER, takeKeyAway } from './connection.ts'
import { setFacts } from './facts.ts'
import { restoreSpent } from './spent.ts'

/** The page's real client, with a fake network. */
const fresh = connection.getInitialState()

function answeredBy(...answers: readonly PretendAnswer[]): PretendProvider {
  const provider = pretendProvider(...answers)
  vi.stubGlobal('fetch', provider.fetch)
  return provider
}

/** Lets a promise end without advancing the fake timers. */
async function withoutWaits<T>(promise: Promise<T>): Promise<T> {
  let over = false
  const noted = promise.finally(() => {
    over = true
  })
  noted.catch(() => undefined)
  while (!over) {
    await vi.advanceTimersByTimeAsync(500)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return noted
}

beforeEach(() => {
  calls.setState({ list: [], spent: 0, untoldBefore: 0, agreed: false, agreedTest: false })
  connection.setState({ ...fresh, askFirst: false })
  giveKey(KEY, false)
})

afterEach(() => {
  takeKeyAway()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('COST-1 the cost of a call is its bill at the dated price, and is added to the total', async () => {
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

it('EDITAPI-1 a prompt that the provider cleared is not used to estimate the next one', async () => {
  const edit = { type: 'clear_tool_uses_20250919', cleared_tool_uses: 9, cleared_input_tokens: 90_000 }
  const cleared = { usage: { output_tokens: 7 }, context_management: { applied_edits: [edit] } }
  answeredBy(
    events(messageStart(), ...textPart(0, 'yes'), ...messageEnd({ stop_reason: 'end_turn' }, cleared)),
  )
  await makeCall(ask('x'.repeat(4000)), 'one')
  await makeCall(ask('y'.repeat(4000)), 'two')
  expect(newest().estimate.input).toBeGreaterThan(1000)
})

it('a call that may go over the limit is not made, and says so in dollars', async () => {
  const provider = answeredBy(says('no'))
  connection.setState({ cap: 0.0001 })
  await expect(makeCall(ask(), 'dear')).rejects.toMatchObject({ code: 'cap-reached' })
  expect(newest().problem?.message).toMatch(
    /^This call may cost up to \$0\.0006\. With \$0\.0000 spent, that is above the limit of \$0\.0001\. Raise/,
  )
  expect(provider.requests).toHaveLength(0)
})

it('the possible cost of calls in progress counts against the limit', async () => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const provider = answeredBy(async () => {
    await held
    return says('slow')
  })
  // Enough for one and a half of them.
  connection.setState({ cap: 0.0008 })
  const first = makeCall(ask(), 'first')
  await vi.waitFor(() => {
    expect(newest().state).toBe('sending')
  })
  await expect(makeCall(ask(), 'second')).rejects.toMatchObject({ code: 'cap-reached' })
  release()
  await first
  expect(provider.requests).toHaveLength(1)
  // Once the first is known to have cost less, there is room.
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

it('COST-1 a call that was refused, declined or stopped before it was sent is not billed', async () => {
  answeredBy(refusal(400, 'invalid_request_error', 'no'))
  await expect(makeCall(ask(), 'refused')).rejects.toMatchObject({ status: 400 })
  expect(newest().untold).toBe(0)
  const stop = new AbortController()
  stop.abort()
  await expect(makeCall(ask(), 'stopped', stop.signal)).rejects.toMatchObject({ code: 'aborted' })
  expect(newest().untold).toBe(0)
})

it('COST-1 each try that was sent without an answer counts against the limit with its maximum cost', async () => {
  const provider = answeredBy(new TypeError('fetch failed'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await expect(withoutWaits(makeCall(ask(), 'unanswered'))).rejects.toMatchObject({ code: 'no-network' })
  vi.useRealTimers()
  const { untold, estimate } = newest()
  expect([untold, provider.requests.length]).toEqual([3, 3])
  expect(untoldOf(calls.getState())).toBeCloseTo(3 * (estimate.atMost ?? 0), 12)
  expect(calls.getState().spent).toBe(0)
  connection.setState({ cap: 3.5 * (estimate.atMost ?? 0) })
  await expect(makeCall(ask(), 'over')).rejects.toMatchObject({ code: 'cap-reached' })
  expect(newest().problem?.message).toMatch(/and up to \$0\.\d+ unreported by the provider, that is above/)
  // Room for one try only: the second is not made, and the error is that of the first.
  connection.setState({ cap: 4.5 * (estimate.atMost ?? 0) })
  await expect(makeCall(ask(), 'once')).rejects.toMatchObject({ code: 'no-network' })
  expect([newest().untold, provider.requests.length]).toEqual([1, 4])
})

it('TOK-3 a picture and a document count in the estimate, though they have no text', async () => {
  answeredBy(says('seen'))
  const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' } as const
  const sizes: number[] = []
  for (const content of [
    [{ type: 'text', text: 'look' }],
    [
      { type: 'text', text: 'look' },
      { type: 'image', source },
    ],
    [
      { type: 'text', text: 'look' },
      { type: 'document', source, pages: 3 },
    ],
  ] as const) {
    calls.setState({ list: [] })
    await makeCall({ ...ask(), request: { messages: [{ role: 'user', content }] } }, 'look')
    sizes.push(newest().estimate.input)
  }
  const [alone = 0, picture = 0, document = 0] = sizes
  // The maximum of the rule for pictures and for pages, each increased by half.
  expect(picture - alone).toBeCloseTo(1568 * 1.5, -1)
  expect(document - alone).toBeCloseTo(6000 * 1.5, -1)
})

it('EDITAPI-1 a call that asks for a summary may cost that in addition to its reply', async () => {
  answeredBy(says('short'))
  const messages = [{ role: 'user', content: 'the same length' }] as const
  await makeCall({ ...ask(), purpose: 'agent', request: { messages } }, 'plain')
  const plain = newest().estimate
  calls.setState({ list: [] })
  const edits = [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value: 50_000 } }] as const
  const request = { messages, context_management: { edits } }
  await makeCall({ ...ask(), purpose: 'agent', request }, 'compacting')
  const { input, output } = modelFacts('claude-haiku-4-5')?.price ?? { input: 0, output: 0 }
  expect(newest().estimate.input).toBe(plain.input)
  const bound = mostTokens(newest().call.request)
  expect((newest().estimate.atMost ?? 0) - (plain.atMost ?? 0)).toBeCloseTo(
    (bound * input + 8000 * output) / 1e6,
    12,
  )
})

it('TIER-3 COST-2 cache marks are no tokens, and written tokens may cost a quarter more', async () => {
  answeredBy(says('short'))
  const mark = { cache_control: { type: 'ephemeral' } }
  const tools = [{ name: 'look', input_schema: { type: 'object' } }]
  const messages = [{ role: 'user', content: 'the same length' }] as const
  const request = { system: 'Be careful.\n\nToday is Sunday.', tools, messages }
  await makeCall({ ...ask(), purpose: 'agent', request }, 'plain')
  const plain = newest()
  calls.setState({ list: [] })
  const marked = {
    system: [
      { type: 'text', text: 'Be careful.', ...mark },
      { type: 'text', text: 'Today is Sunday.' },
    ],
    tools: [{ name: 'look', input_schema: { type: 'object' }, ...mark }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'the same length', ...mark }] }],
  } as const
  await makeCall({ ...ask(), purpose: 'agent', request: marked }, 'marked')
  const { input } = modelFacts('claude-haiku-4-5')?.price ?? { input: 0 }
  expect(newest().estimate.input).toBe(plain.estimate.input)
  const [bound, markedBound] = [mostTokens(plain.call.request), mostTokens(newest().call.request)]
  // A further text may have overhead; the markers cost nothing.
  expect(markedBound - bound).toBeLessThan(20)
  expect((newest().estimate.atMost ?? 0) - (plain.estimate.atMost ?? 0)).toBeCloseTo(
    ((1.25 * markedBound - bound) * input) / 1e6,
    12,
  )
})

it('the partial reply of a stopped call counts against the limit, though its cost is not reported', async () => {
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
  // Fifty tokens at four characters each, increased by half.
  expect(newest().cost).toBeCloseTo((10 * input + 75 * output) / 1e6, 12)
  expect(calls.getState().spent).toBe(newest().cost)
  expect(newest().reply?.usage?.output).toBe(1)
})

it('COST-1 a reload does not bypass the limit: the tab remembers what was spent, and what may have been', async () => {
  const tab = new Map<string, string>()
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (name: string) => tab.get(name) ?? null,
      setItem: (name: string, value: string) => tab.set(name, value),
      removeItem: (name: string) => tab.delete(name),
    },
  })
  let left: unknown = null
  // What a reload would read if the page were closed during the second call.
  answeredBy(says('short'), () => {
    left = restoreSpent()
    return says('again')
  })
  await makeCall(ask(), 'one')
  const { spent } = calls.getState()
  expect(spent).toBeGreaterThan(0)
  expect(restoreSpent()).toEqual({ spent, untold: 0 })
  await makeCall(ask(), 'two')
  expect(left).toEqual({ spent, untold: newest().estimate.atMost })
  expect(restoreSpent()).toEqual({ spent: calls.getState().spent, untold: 0 })
  calls.setState({ list: [], untoldBefore: 0.75 })
  connection.setState({ cap: 0.8 + calls.getState().spent })
  await makeCall(ask(), 'within what is left')
  connection.setState({ cap: 0.75 })
  await expect(makeCall(ask(), 'beyond')).rejects.toThrow('limit')
  for (const broken of ['', '{', '[-1, "x"]', 'null', '7']) {
    tab.set('context-window-lab spent', broken)
    expect(restoreSpent(), broken).toEqual({ spent: 0, untold: 0 })
  }
})

/** A reply to a prompt of `input` tokens with `output` tokens. */
function billing(input: number, output: number): Response {
  const usage = { input_tokens: input, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const end = messageEnd({ stop_reason: 'max_tokens' }, { usage: { output_tokens: output } })
  return events(messageStart({ usage: { ...usage, output_tokens: 1 } }), ...textPart(0, 'yes'), ...end)
}

const counting = (input_tokens: number) => () => Response.json({ input_tokens })

it('COST-2 the stated maximum is never exceeded: text in any script, before anything was billed and after', async () => {
  const chinese = '上下文窗口里放着代理读过的一切，满了就得拿走一些。'.repeat(250)
  // One token per character, more than any current tokenizer counts.
  const tokens = [...chinese].length
  answeredBy(() => billing(tokens, 100))
  for (let i = 0; i < 3; i++) {
    await makeCall(ask(`${chinese} ${i}`), 'chinese')
    const { cost, estimate } = newest()
    expect(cost ?? Infinity).toBeLessThanOrEqual(estimate.atMost ?? 0)
    expect(estimate.likely ?? Infinity).toBeLessThanOrEqual(estimate.atMost ?? 0)
    // Even the first estimate is not far off.
    expect(estimate.input / tokens).toBeGreaterThan(0.9)
    expect(estimate.input / tokens).toBeLessThan(1.4)
  }
})

it('COST-2 the provider counts a call whose bytes alone would exceed the limit, free of charge, and it is made', async () => {
  const text = 'plain words of English '.repeat(1000)
  const provider = answeredBy(counting(4000), () => billing(4100, 100))
  connection.setState({ cap: 0.011 })
  await makeCall(ask(text), 'counted')
  expect(provider.requests.map(({ url }) => new URL(url).pathname)).toEqual([
    '/v1/messages/count_tokens',
    '/v1/messages',
  ])
  // 23,003 bytes are at least $0.023; 4,000 tokens increased by a twentieth, with a reply of 100, are less than half a
  // cent.
  expect(newest()).toMatchObject({ state: 'done', tries: 1, estimate: { input: 4000, counted: true } })
  expect(newest().estimate.atMost).toBeCloseTo((4000 * 1.05 + 50 + 100 * 5) / 1e6, 12)
  expect(newest().cost ?? Infinity).toBeLessThanOrEqual(newest().estimate.atMost ?? 0)
})

it('COST-2 a call is refused if the count is above the limit, or there is no count, and says which', async () => {
  const text = 'plain words of English '.repeat(1000)
  const provider = answeredBy(counting(11_000))
  connection.setState({ cap: 0.011 })
  await expect(makeCall(ask(`${text}1`), 'counted')).rejects.toMatchObject({ code: 'cap-reached' })
  expect(newest().problem?.message).toMatch(
    /^This call may cost up to \$0\.0121 by the provider’s own count\./,
  )
  answeredBy(refusal(404, 'not_found_error', 'no such path'))
  await expect(makeCall(ask(`${text}2`), 'uncounted')).rejects.toMatchObject({ code: 'cap-reached' })
  expect(newest().problem?.message).toMatch(
    /^This call may cost up to \$0\.0236\. .* probably costs less, but the provider could not count the tokens: .* Raise/,
  )
  expect(newest()).toMatchObject({ tries: 0, untold: 0 })
  // If the estimate is above the limit, too, the provider is not called.
  connection.setState({ cap: 0.001 })
  answeredBy(counting(1))
  await expect(makeCall(ask(`${text}3`), 'dear')).rejects.toMatchObject({ code: 'cap-reached' })
  expect(provider.requests).toHaveLength(1)
})

it('COST-1 an unreported cost can be removed, and what is sent afterwards counts anew', async () => {
  answeredBy(new TypeError('fetch failed'))
  calls.setState({ untoldBefore: 0.75 })
  const agent = { purpose: 'agent' } as const
  await expect(makeCall(ask('q', agent), 'unanswered')).rejects.toMatchObject({ code: 'no-network' })
  const each = newest().estimate.atMost ?? 0
  expect(untoldOf(calls.getState())).toBeCloseTo(0.75 + each, 12)
  strikeUntold()
  expect(untoldOf(calls.getState())).toBe(0)
  expect(newest()).toMatchObject({ untold: 1, struck: 1 })
  await expect(makeCall(ask('q', agent), 'again')).rejects.toMatchObject({ code: 'no-network' })
  expect(untoldOf(calls.getState())).toBeCloseTo(each, 12)
})

it('COST-1 a web page in place of an answer is not a broken reply, and not billed', async () => {
  const html = { headers: { 'content-type': 'text/html; charset=utf-8' } }
  const provider = answeredBy(() => new Response('<!doctype html><p>Sign in', html))
  await expect(makeCall(ask(), 'page')).rejects.toThrow(
    'This address returns a web page, not the API. Check the address.',
  )
  expect(newest()).toMatchObject({
    untold: 0,
    reply: null,
    problem: { code: 'provider-broken', status: 200 },
  })
  expect(provider.requests).toHaveLength(1)
})
