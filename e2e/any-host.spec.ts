import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { test } from '@playwright/test'
import { expect } from './expect.ts'

const built = join(import.meta.dirname, '..', 'dist')
const UNDER = '/some/sub/path/'
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** A page of another site, once its name is not that of the host: it frames the lab. */
const FRAMES = `<iframe title="framed" src="http://127.0.0.1:PORT${UNDER}" width="900" height="600"></iframe>`

/** The plainest of file servers: the built page in a sub-folder, no headers, 404 for what is not there. */
async function plainHost() {
  const state = { isDown: false, isNewer: false }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const file = pathname.startsWith(UNDER) ? pathname.slice(UNDER.length) || 'index.html' : null
    const path = join(built, file ?? '')
    if (state.isDown) {
      request.socket.destroy()
    } else if (pathname === '/course.html') {
      response.writeHead(200, { 'Content-Type': 'text/html' })
      response.end(FRAMES.replace('PORT', String(request.socket.localPort)))
    } else if (file === null || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end()
    } else {
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' })
      if (file === 'sw.js' && state.isNewer)
        response.end(readFileSync(path, 'utf8').replace("const VERSION = '", "const VERSION = 'newer"))
      else createReadStream(path).pipe(response)
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}${UNDER}`,
    state,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('in a sub-folder of a plain host the page runs, opens again without a network, and offers new versions', async ({
  browser,
}) => {
  test.slow()
  const { address, state, close } = await plainHost()
  const context = await browser.newContext({ serviceWorkers: 'allow', reducedMotion: 'reduce' })
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
