import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'
import { withProvider as test } from './fixture.ts'

/** The response that a page of another origin gets. */
async function askedFromPage(page: Page, url: string, key: string, headers: object = {}): Promise<unknown> {
  return page.evaluate(
    async ({ url, key, headers }) => {
      try {
        const response = await fetch(`${url}/v1/models?limit=1`, {
          headers: {
            authorization: `Bearer ${key}`,
            'anthropic-version': '2026-10-21',
            'anthropic-dangerous-direct-browser-access': 'true',
            'x-stainless-lang': 'js',
            ...headers,
          },
        })
        return [response.status, response.headers.get('request-id'), response.headers.get('retry-after')]
      } catch {
        return 'nothing'
      }
    },
    { url, key, headers },
  )
}

test('a page of another origin may send the headers of the SDK, and read ids and waits', async ({
  page,
  provider: { url, key, setFaults, requests },
}) => {
  await page.goto('/favicon.svg')
  expect(await askedFromPage(page, url, key)).toEqual([200, 'req_local000002', null])
  await setFaults([{ status: 429, retryAfter: 5 }])
  expect(await askedFromPage(page, url, key)).toEqual([429, expect.any(String), '5'])
  expect(await askedFromPage(page, url, key, { 'x-other': 'no' })).toBe('nothing')
  await setFaults([{ kind: 'no-cors', times: 2 }])
  expect(await askedFromPage(page, url, key)).toBe('nothing')
  const asked = (await requests()).filter(({ method }) => method === 'GET')
  expect(asked.every((request) => request.key === 'equal' && request.leaks.length === 0)).toBe(true)
})
