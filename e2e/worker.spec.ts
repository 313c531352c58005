import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, comparisonOf, giveFile, openLab } from './lab.ts'

test('one worker reads and runs', async ({ page }) => {
  await openLab(page)
  expect(page.workers().map((worker) => worker.url())).toEqual([expect.stringContaining('sim.worker')])
})

test('without its worker the page has nothing to show, and says so', async ({ page }) => {
  await page.route('**/sim.worker*', (route) => route.abort())
  await page.goto('/')
  const alert = page.getByRole('alert')
  await expect(alert.locator('[data-code="worker-failed"]')).toBeVisible()
  await expect(page.locator('.lane')).toHaveCount(0)
  await page.unroute('**/sim.worker*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.lane')).toHaveCount(3)
})

test('a worker that ends without a word is followed by another, which goes on with what is on the screen', async ({
  page,
}) => {
  await openLab(page)
  await page.keyboard.press('x')
  await expect(page.locator('.lane').first()).toHaveAttribute('data-lane', 'fifo')
  await expect(page.locator('.run-status')).toHaveCount(0)
  const before = await comparisonOf(page)
  await page.workers()[0]?.evaluate(() => {
    self.close()
  })
  await expect.poll(() => comparisonOf(page)).toBeGreaterThan(before)
  await expect(page.locator('.lane').first()).toHaveAttribute('data-lane', 'fifo')
  await page.locator('table [data-block]').first().click()
  await expect(page.locator('.why pre, .why .block-text').first()).toBeVisible()
})

test('no script of the page, early or late, can read a log or run a lane: only the worker has that code', async ({
  page,
}) => {
  const scripts = new Map<string, string>()
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.set(response.url(), await response.text().catch(() => ''))
  })
  await openLab(page)
  await page.getByRole('button', { name: 'Conversation: Axios migration' }).click()
  await andRun(page, () => page.getByRole('button', { name: /^Long coding session/ }).click())
  await andRun(page, () => giveFile(page, 'talk.json', TALK))
  await expect(page.locator('.charts svg').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const worker = page.workers().map((one) => one.url())
  expect(worker).toHaveLength(1)
  // What the worker loads is the worker's script and what that imports; all else ran on the page.
  const ofWorker = await importsOf(worker, scripts)
  const ofPage = [...scripts].filter(([url]) => !ofWorker.has(url))
  expect(ofPage.length).toBeGreaterThan(1)
  // One sign each of the readers, the scenarios and their list, the turn loop and the trace's intake.
  const signs = [
    'no known format (',
    'unknown-parameter',
    'unknown-scenario',
    'in a trace of ',
    'unknown strategy: ',
  ]
  const all = [...scripts.values()].join('\n')
  for (const sign of signs) expect(all, `${sign} is a sign of nothing`).toContain(sign)
  for (const [url, text] of ofPage) for (const sign of signs) expect(text, url).not.toContain(sign)
})

test('the first picture needs no reader of logs; the worker fetches them with the first log', async ({
  page,
}) => {
  const scripts = new Map<string, string>()
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.set(response.url(), await response.text().catch(() => ''))
  })
  const readers = () => [...scripts].filter(([, text]) => text.includes('no known format ('))
  await openLab(page)
  await page.waitForLoadState('networkidle')
  expect(readers()).toEqual([])
  await andRun(page, () => giveFile(page, 'talk.json', TALK))
  await expect.poll(() => readers().length).toBe(1)
})

test('the YAML parser comes after the first script', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await openLab(page)
  const entry = scripts.find((url) => /\/index-/.test(url))
  expect(entry).toBeDefined()
  const source = await (await page.request.get(entry ?? '')).text()
  expect(source).not.toContain('YAMLParseError')
})

const TALK = JSON.stringify([
  { role: 'user', content: 'What is two and two, and why?' },
  { role: 'assistant', content: 'Four, because two ones and two ones are four ones.' },
])

/** Scripts that these load, and those that they load in turn. */
async function importsOf(
  entries: readonly string[],
  scripts: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const found = new Set(entries)
  for (const url of found) {
    const text = scripts.get(url) ?? ''
    for (const [, file] of text.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      const next = new URL(file ?? '', url).href
      if (scripts.has(next)) found.add(next)
    }
  }
  return found
}
