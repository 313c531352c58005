import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, giveFile } from './lab.ts'
import { plainHost } from './plain-host.ts'

/** A page that frames the lab; under the name `localhost` it is another site's. */
const COURSE = {
  '/course.html':
    '<iframe title="framed" src="ADDRESS" width="900" height="600"></iframe><iframe title="as if embedded" src="ADDRESS#embed"></iframe><iframe title="embedded" src="ADDRESSembed.html" width="900" height="600"></iframe>',
}

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
      for (const [name, end] of [
        ['framed', ''],
        ['as if embedded', '#embed'],
      ]) {
        const framed = course.frameLocator(`iframe[title="${name}"]`)
        await expect(framed.getByRole('alert')).toContainText('is inside another page')
        await expect(framed.getByRole('link')).toHaveAttribute('href', `${address}${end}`)
      }
      const embedded = course.frameLocator('iframe[title="embedded"]')
      await expect(embedded.locator('.lane .strata').first()).toBeVisible()
      await expect(embedded.getByRole('link', { name: 'Open in Context Window Lab' })).toHaveAttribute(
        'href',
        new RegExp(`^${address}#v`),
      )
      await course.close()
    })
    await test.step('without its host it goes on, and opens again, also the parts that were never opened', async () => {
      const isKept = () =>
        page.evaluate(async () => {
          const files = await Promise.all(
            (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
          )
          const kept = files.flat().some(({ url }) => url.includes('o200k_base'))
          return navigator.serviceWorker.controller !== null && kept
        })
      await expect.poll(isKept).toBe(true)
      state.isDown = true
      await page.getByRole('button', { name: 'Model', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Model' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.reload()
      await expect(page.locator('.lane .strata').first()).toBeVisible()
      await page.getByRole('button', { name: 'Keys', exact: true }).click()
      await expect(page.locator('.key-sheet')).toBeVisible()
      await page.keyboard.press('Escape')
      const talk = [
        { role: 'user', content: 'List the files.' },
        { role: 'assistant', content: 'Two files.' },
      ]
      await andRun(page, () => giveFile(page, 'talk.json', JSON.stringify(talk)))
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
