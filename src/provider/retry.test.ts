import { describe, expect, it } from 'vitest'
import {
  events,
  messageStart,
  pretendProvider,
  refusal,
  says,
  textPart,
} from '../testing/pretend-provider.ts'
import type { PretendAnswer } from '../testing/pretend-provider.ts'
import type { ClientOptions } from './call.ts'
import { createClient } from './client.ts'
import { retryAfterIn } from './retry.ts'

import { BASE, call, failureFrom, KEY, sceneOf } from './client-fixture.ts'

const scene = (answers: readonly PretendAnswer[], options: Partial<ClientOptions> = {}) =>
  sceneOf(pretendProvider(...answers), options)

describe('LLM-2 trying again', () => {
  const busy = refusal(529, 'overloaded_error', 'Overloaded')

  it('LLM-2 waits twice as long each time, reports it, and gives up after the last try', async () => {
    const told: [string, number][] = []
    const { client, requests, waits } = scene([busy], { retries: 7 })
    const failure = await failureFrom(
      client.send(call, { onRetry: ({ code }, seconds) => told.push([code, seconds]) }),
    )
    expect(failure.code).toBe('overloaded')
    expect(requests).toHaveLength(8)
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(told).toEqual(waits.map((wait) => ['overloaded', wait / 1000]))
  })

  it('LLM-2 waits as long as the provider asks, in each format of the header', async () => {
    const limited = (headers: Record<string, string>): Response =>
      refusal(429, 'rate_limit_error', 'slow', headers)
    const { client, waits } = scene(
      [
        limited({ 'retry-after': '40' }),
        limited({ 'retry-after-ms': '250' }),
        limited({ 'retry-after': 'soon' }),
        says('ok'),
      ],
      { retries: 3 },
    )
    expect((await client.send(call)).content).toEqual([{ type: 'text', text: 'ok' }])
    expect(waits).toEqual([40_000, 250, 4000])
  })

  it('LLM-2 a date to wait for is accepted in any format', () => {
    const now = Date.UTC(2026, 10, 21, 12)
    const asked = (value: string): number | null => retryAfterIn(new Headers({ 'retry-after': value }), now)
    expect(asked('Sat, 21 Nov 2026 12:00:07 GMT')).toBe(7)
    expect(asked('Sat, 21 Nov 2026 11:00:00 GMT')).toBe(0)
    expect(asked('1.5')).toBe(1.5)
    expect(asked('-3 apples')).toBeNull()
    expect(retryAfterIn(new Headers(), now)).toBeNull()
  })

  it('LLM-2 does not wait for hours: a person decides', async () => {
    const { client, requests } = scene([refusal(429, 'rate_limit_error', 'slow', { 'retry-after': '3600' })])
    expect(await failureFrom(client.send(call))).toMatchObject({ code: 'rate-limited', retryAfter: 3600 })
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['401', refusal(401, 'authentication_error', 'no'), 1],
    ['400', refusal(400, 'invalid_request_error', 'no'), 1],
    ['404', refusal(404, 'not_found_error', 'model'), 1],
    ['413', refusal(413, 'request_too_large', 'no'), 1],
    ['a broken stream', events(messageStart()), 1],
    ['500', refusal(500, 'api_error', 'no'), 3],
    ['504', new Response('', { status: 504 }), 3],
    ['no network', new TypeError('fetch failed'), 3],
  ])('LLM-2 only temporary failures are retried: %s', async (_name, answer, tries) => {
    const { client, requests } = scene([answer])
    await failureFrom(client.send({ ...call, purpose: 'ask' }))
    expect(requests).toHaveLength(tries)
  })

  it('LLM-2 an agent’s turn without an answer may have been billed, and is not repeated automatically', async () => {
    const lost = scene([new TypeError('fetch failed'), says('ok')])
    expect((await failureFrom(lost.client.send(call))).code).toBe('no-network')
    expect(lost.requests).toHaveLength(1)
    // Calls without cost are retried, and so is a turn that the provider itself refused.
    const counted = scene([new TypeError('fetch failed')])
    await failureFrom(counted.client.count(call))
    expect(counted.requests).toHaveLength(3)
    const refused = scene([busy, says('ok')])
    await refused.client.send(call)
    expect(refused.requests).toHaveLength(2)
  })

  it('LLM-2 each try is reported before it is sent, and the listener can stop after a failure', async () => {
    const { client, requests } = scene([busy])
    const told: string[] = []
    const failure = await failureFrom(
      client.send(call, {
        onSend: () => told.push(`sent ${requests.length}`),
        onRetry(found) {
          told.push(found.code)
          if (requests.length === 2) throw found
        },
      }),
    )
    expect(failure.code).toBe('overloaded')
    expect(told).toEqual(['sent 0', 'overloaded', 'sent 1', 'overloaded'])
  })

  it('LLM-2 an overload before the first word is retried, one in the middle is not', async () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    const early = scene([events(messageStart(), error), says('ok')])
    expect((await early.client.send(call)).content).toEqual([{ type: 'text', text: 'ok' }])
    const late = scene([events(messageStart(), ...textPart(0, 'a'), error), says('ok')])
    expect((await failureFrom(late.client.send(call))).code).toBe('overloaded')
    expect(late.requests).toHaveLength(1)
  })

  it('LLM-2 a person who stops the waiting gets an answer at once', async () => {
    const controller = new AbortController()
    const { client, requests } = scene([busy], {
      sleep: () => {
        controller.abort()
        return Promise.resolve()
      },
    })
    expect((await failureFrom(client.send(call, {}, controller.signal))).code).toBe('aborted')
    expect(requests).toHaveLength(1)
    const real = createClient({ key: () => KEY, baseUrl: BASE, fetch: pretendProvider(busy).fetch })
    const second = new AbortController()
    const stopped = real.send(
      call,
      {
        onRetry: () =>
          setTimeout(() => {
            second.abort()
          }, 1),
      },
      second.signal,
    )
    expect((await failureFrom(stopped)).code).toBe('aborted')
  })

  it('LLM-2 a call that is stopped while its retry is reported does not wait', async () => {
    const slow = refusal(429, 'rate_limit_error', 'slow', { 'retry-after': '60' })
    const client = createClient({ key: () => KEY, baseUrl: BASE, fetch: pretendProvider(slow).fetch })
    const controller = new AbortController()
    const onRetry = (): void => {
      controller.abort()
    }
    expect((await failureFrom(client.send(call, { onRetry }, controller.signal))).code).toBe('aborted')
  }, 5_000)
})
