import { join } from 'node:path'
import { chromium } from 'playwright'
import type { Browser, Page } from 'playwright'
import { build, preview } from 'vite'
import { findChromium } from '../../testing/find-chromium.ts'

/** The built page in a browser. */
export interface Lab {
  /** A fresh page with the probe in it, on its first comparison. */
  open(): Promise<Page>
  close(): Promise<void>
}

/** Room for the lanes of a desktop. */
const VIEWPORT = { width: 1440, height: 900 }

export async function openLab(): Promise<Lab> {
  const outDir = join(process.cwd(), 'node_modules/.cache/bench/page')
  await build({ logLevel: 'error', build: { outDir, emptyOutDir: true } })
  const server = await preview({
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, strictPort: false },
  })
  const url = server.resolvedUrls?.local[0]
  if (url === undefined) throw new Error('the page is served nowhere')
  const executablePath = findChromium()
  const browser: Browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath === null ? {} : { executablePath }),
  })
  return {
    async open() {
      const page = await browser.newPage({ viewport: VIEWPORT })
      await page.addInitScript({ path: join(process.cwd(), 'src/bench/page/probe.js') })
      await page.goto(url)
      await page.waitForSelector('main[data-comparison]')
      return page
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

/**
 * Performs a change that starts a run and waits until the result is on the screen. It waits for an element, since the
 * page's policy lets no text be run as script.
 */
export async function andRun(page: Page, change: () => Promise<unknown>, timeout = 30_000): Promise<void> {
  const before = await page.locator('main').getAttribute('data-comparison')
  await change()
  await page
    .locator(`body:not(:has(.run-status)) main[data-comparison]:not([data-comparison="${before}"])`)
    .waitFor({ timeout })
  await page.waitForTimeout(500)
}
