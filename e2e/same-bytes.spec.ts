import { test } from '@playwright/test'
import { expect } from './expect.ts'
import * as sim from '../src/sim/index.ts'
import { everyTimeline, simForBrowsers } from './same-bytes.ts'

test('EDIT-3 a run has the same bytes in Node and in Chromium', async ({ page }) => {
  const { entry, scripts } = await simForBrowsers()
  await page.route('**/sim-under-test/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    return route.fulfill({ contentType: 'text/javascript', body: scripts.get(name) ?? '' })
  })
  // A page of the same address, with nothing to load.
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/blank')
  const inChromium = await page.evaluate(
    async ({ url }) => {
      const module = (await import(url)) as { everyTimeline: (from: unknown) => string[] }
      return module.everyTimeline(module)
    },
    { url: `/sim-under-test/${entry}` },
  )
  const inNode = everyTimeline(sim)
  expect(inChromium.map((text) => text.length)).toEqual(inNode.map((text) => text.length))
  expect(inChromium.every((text, index) => text === inNode[index])).toBe(true)
})
