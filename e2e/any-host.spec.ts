import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { plainHost } from './plain-host.ts'

/** A page that frames the lab; under the name `localhost` it is another site's. */
const COURSE = { '/course.html': '<iframe title="framed" src="ADDRESS" width="900" height="600"></iframe>' }

test('in a sub-folder of a plain host the page runs, opens again without a network, and offers new versions', async ({
  browser,
}) => {
  test.slow()
  const { address, state, close } = await plainHost(COURSE)
  const context = await browser.newContext({ serviceWorkers: 'allow', reducedMotion: 'reduce' })
  // As for the other tests, everything is shown.
  await context.addInitScript(() => {
    localStorage.setItem('context-window-lab.depth', 'expert')
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  try {
    await test.step('it runs, keeps to its policy, and is kept by the browser', async () => {
      await page.goto(address)
      await expect(page.locator('.lane .strata').first()).toBeVisible()
      await page.evaluate(async () => navigator.serviceWorker.ready)
      expect(complaints).toEqual([])
    })
    await test.step('in a frame of another site it says why it does not run', async () => {
      const course = await context.newPage()
      await course.goto(new URL('/course.html', address).href.replace('127.0.0.1', 'localhost'))
      const framed = course.frameLocator('iframe')
      await expect(framed.getByRole('alert')).toContainText('is inside another page')
      await expect(framed.getByRole('link')).toHaveAttribute('href', address)
      await course.close()
    })
    await test.step('without its host it opens again, also the parts that were never opened', async () => {
      state.isDown = true
      await page.reload()
      await expect(page.locator('.lane .strata').first()).toBeVisible()
      await page.getByRole('button', { name: 'Keys', exact: true }).click()
      await expect(page.locator('.key-sheet')).toBeVisible()
      await page.keyboard.press('Escape')
    })
    await test.step('a new version is announced, and comes only when it is wanted', async () => {
      Object.assign(state, { isDown: false, isNewer: true })
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
      const notice = page.locator('.new-version')
      await expect(notice).toContainText('A new version of the page is ready.')
      await Promise.all([
        page.waitForEvent('load'),
        notice.getByRole('button', { name: 'Reload the page' }).click(),
      ])
      await expect(page.locator('.lane .strata').first()).toBeVisible()
      await expect(notice).toHaveCount(0)
      expect(
        await page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('newer'))),
      ).toHaveLength(1)
    })
  } finally {
    await context.close()
    close()
  }
})
