import { describe, expect, it } from 'vitest'
import { pretendProvider, says } from '../testing/pretend-provider.ts'
import { CallFailure } from './call.ts'
import type { Call } from './call.ts'
import { createClient, fetchFrom, originOf } from './client.ts'

const call: Call = { purpose: 'ask', model: 'm', request: { messages: [] }, maxTokens: 1 }

async function failureOfCall(
  baseUrl: string,
  answer: Response | (() => Response),
): Promise<[CallFailure, number]> {
  const provider = pretendProvider(answer)
  const client = createClient({ key: () => 'sk-1234567890', baseUrl, fetch: provider.fetch, retries: 0 })
  const end: unknown = await client.send(call).catch((error: unknown) => error)
  if (!(end instanceof CallFailure)) throw new Error('did not fail')
  return [end, provider.requests.length]
}

describe('LLM-2 the key goes to one origin', () => {
  it('LLM-2 another host, port or scheme is refused before anything is sent', async () => {
    const provider = pretendProvider(says('ok'))
    const guarded = fetchFrom('https://a.test', provider.fetch)
    for (const other of [
      'https://b.test/v1',
      'https://a.test:444/',
      'http://a.test/',
      'https://a.test.b.test/',
      'https://x@b.test',
    ]) {
      await expect(guarded(other)).rejects.toMatchObject({ code: 'origin-refused' })
      await expect(guarded(new URL(other))).rejects.toMatchObject({ code: 'origin-refused' })
    }
    expect(provider.requests).toEqual([])
    expect((await guarded(new Request('https://a.test/v1'))).ok).toBe(true)
    expect((await guarded('https://a.test:443/v1')).ok).toBe(true)
  })

  it('LLM-2 a redirect is not followed, and reported as one', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const sentOn = (): Response =>
        new Response(null, { status, headers: { location: 'https://evil.test' } })
      const [failure, requests] = await failureOfCall('https://a.test', sentOn)
      expect(failure).toMatchObject({ code: 'origin-refused', canRetry: false })
      expect(failure.message).toMatch(/Redirects are refused.*https:\/\/a\.test$/)
      expect(requests).toBe(1)
    }
    // A browser's response to a redirect that must not be followed, and that of a fetch which followed it anyway.
    for (const what of [{ type: 'opaqueredirect' }, { redirected: true }]) {
      const answer = (): Response => {
        const response = says('ok')
        for (const [name, value] of Object.entries(what)) Object.defineProperty(response, name, { value })
        return response
      }
      expect((await failureOfCall('https://a.test', answer))[0].code).toBe('origin-refused')
    }
    const provider = pretendProvider(says('ok'))
    await fetchFrom('https://a.test', provider.fetch)('https://a.test/v1', { redirect: 'follow' })
    expect(provider.requests[0]?.redirect).toBe('manual')
  })

  it.each([
    ['', /not a valid address/],
    ['api.provider.test', /not a valid address.*: api\.provider\.test$/],
    ['ftp://a.test', /begin with https:\/\/ or http:\/\/: ftp:\/\/a\.test$/],
    ['https://a.test?x=1', /not contain \? or #/],
    ['https://me:secret@a.test', /not contain a user name or password: a\.test$/],
  ])('LLM-2 an address that cannot be called is a failure of the call: %s', async (baseUrl, words) => {
    const [failure, requests] = await failureOfCall(baseUrl, says('ok'))
    expect(failure.code).toBe('origin-refused')
    expect(failure.message).toMatch(words)
    expect(requests).toBe(0)
  })

  it('LLM-2 a path and a port are part of an address', () => {
    expect(originOf('http://localhost:8080/anthropic')).toBe('http://localhost:8080')
  })
})
