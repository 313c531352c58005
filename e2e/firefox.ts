// The main paths in Firefox: `npm run e2e:firefox`. Apart from `npm test`, because it needs another browser.
// It drives Debian's firefox-esr, or the one that FIREFOX names, by WebDriver BiDi.
import assert from 'node:assert/strict'
import { launch } from 'puppeteer-core'
import type { Page } from 'puppeteer-core'
import * as sim from '../src/sim/index.ts'
import { plainHost } from './plain-host.ts'
import { everyTimeline, simForBrowsers } from './same-bytes.ts'

const PATIENCE = { timeout: 60_000 }

const { entry, scripts } = await simForBrowsers()
const host = await plainHost(Object.fromEntries([...scripts].map(([name, code]) => [`/sim/${name}`, code])))
const browser = await launch({
  browser: 'firefox',
  executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
  headless: true,
})
const complaints: string[] = []
try {
  const page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 900 })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  // Everything is shown, not only the story.
  await page.evaluateOnNewDocument(() => {
    localStorage.setItem('context-window-lab.depth', 'expert')
  })
  await page.goto(host.address)

  await step('the first picture, counted exactly', async () => {
    await page.waitForSelector('.lane .strata path, .lane .strata canvas', PATIENCE)
    await page.waitForSelector('.lane .readout', PATIENCE)
    assert.doesNotMatch(await textOf(page, '.lane .readout'), /≈/)
    assert.notEqual(await textOf(page, 'h1'), '')
  })
  await step('stepping moves the turn', async () => {
    const before = await turnOf(page)
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(
      (turn) =>
        document.querySelector('[role="slider"][aria-label="Turn"]')?.getAttribute('aria-valuenow') !== turn,
      PATIENCE,
      before,
    )
  })
  await step('a block says why', async () => {
    await page.waitForSelector('table [data-block]', PATIENCE)
    await page.$eval('table [data-block]', (cell) => {
      ;(cell as HTMLElement).click()
    })
    await page.waitForSelector('.why h2', PATIENCE)
  })
  await step('the settings open as text', async () => {
    await page.locator('::-p-aria([name="Tune Hybrid"][role="button"])').click()
    await page.locator('::-p-aria([name="Text"][role="tab"])').click()
    await page.waitForSelector('.cm-content .cm-line', PATIENCE)
  })
  await step('a log is read and run', async () => {
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find((button) => button.textContent.trim() === 'Your data')?.click()
    })
    const input = await page.waitForSelector('.log-panel input[type="file"]:not([webkitdirectory])', PATIENCE)
    const known = await page.$eval('main', (main) => main.dataset['comparison'])
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(
      'public/samples/openai.json',
    )
    await page.waitForFunction(
      (before) => document.querySelector('main')?.dataset['comparison'] !== before,
      PATIENCE,
      known,
    )
    assert.match(await textOf(page, '.about'), /turns/)
  })
  await step('EDIT-3 a run has the same bytes in Node and in Firefox', async () => {
    const inFirefox = await page.evaluate(async (url) => {
      const module = (await import(url)) as { everyTimeline: (from: unknown) => string[] }
      return module.everyTimeline(module)
    }, `/sim/${entry}`)
    assert.deepEqual(inFirefox, everyTimeline(sim))
  })
  await step('nothing was reported as an error', () => {
    assert.deepEqual(complaints, [])
  })
} finally {
  await browser.close()
  host.close()
}

async function step(title: string, act: () => Promise<void> | void): Promise<void> {
  await act()
  process.stdout.write(`  ✓ ${title}\n`)
}

function textOf(page: Page, selector: string): Promise<string> {
  return page.$eval(selector, (element) => element.textContent ?? '')
}

function turnOf(page: Page): Promise<string | null> {
  return page.$eval('[role="slider"][aria-label="Turn"]', (slider) => slider.getAttribute('aria-valuenow'))
}
