import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, comparisonOf, giveFile, openLab, violationsInBothThemes } from './lab.ts'

test('what is loaded, when, and by whom', async ({ page }) => {
  test.slow()
  const scripts = new Map<string, string>()
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.set(response.url(), await response.text().catch(() => ''))
  })
  const readers = () => [...scripts].filter(([, text]) => text.includes('no known format: '))
  // The ranks of the tokenizer; no other script is this large.
  const large = () => [...scripts].filter(([, text]) => text.length > 1_000_000).map(([url]) => url)
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('.lane .strata path, .lane .strata canvas') === null) return
      performance.mark('strata')
      seen.disconnect()
    })
    seen.observe(document, { childList: true, subtree: true })
  })
  await openLab(page)
  await page.waitForLoadState('networkidle')

  await test.step('one worker reads and runs everything', async () => {
    expect(page.workers().map((worker) => worker.url())).toEqual([expect.stringContaining('sim.worker')])
  })
  await test.step('the first picture needs no reader of logs', async () => {
    expect(readers()).toEqual([])
  })
  await test.step('the first screen counts exactly and loads no ranks', async () => {
    await expect(page.getByLabel('Counter')).toHaveValue('o200k_base')
    await expect(page.locator('.lane .readout').first()).not.toContainText('≈')
    expect(large()).toEqual([])
  })
  await test.step('the charting library is requested only after the strata are on the screen', async () => {
    await page.locator('.detail-bar').scrollIntoViewIfNeeded()
    await expect(page.locator('.charts .recharts-surface')).toHaveCount(3)
    const { strata, plots, first } = await page.evaluate(() => ({
      strata: performance.getEntriesByName('strata')[0]?.startTime,
      plots: performance
        .getEntriesByType('resource')
        .filter(({ name }) => /Plot-[^/]*\.js$/.test(name))
        .map(({ startTime }) => startTime),
      first: [...document.querySelectorAll('script[src]')].map((it) => it.getAttribute('src') ?? ''),
    }))
    // The three charts, and cost against needed context.
    expect(plots.length).toBe(4)
    expect(first.length).toBeGreaterThan(0)
    expect(strata).toBeGreaterThan(0)
    expect(Math.min(...plots)).toBeGreaterThan(strata ?? Infinity)
    // Texts that only these libraries contain: a class of the charts, and an error of the YAML parser.
    for (const source of first) {
      const text = await (await page.request.get(source)).text()
      expect(text).not.toContain('recharts-surface')
      expect(text).not.toContain('YAMLParseError')
    }
  })
  await test.step('the ranks load with a text that no file has precounted, and the readers with the first log', async () => {
    await andRun(page, () => page.getByLabel('Seed', { exact: true }).fill('8'))
    await expect.poll(() => large().length).toBe(1)
    await expect(page.locator('.lane .readout').first()).not.toContainText('≈')
    expect(readers()).toEqual([])
    await andRun(page, () => giveFile(page, 'talk.json', TALK))
    await expect.poll(() => readers().length).toBe(1)
  })
  await test.step('no script of the page, early or late, can read a log or run a lane: only the worker has that code', async () => {
    await page.getByRole('button', { name: 'Back to Axios migration' }).click()
    await page.getByRole('button', { name: 'Conversation: Axios migration' }).click()
    await andRun(page, () => page.getByRole('button', { name: /^Short bug fix/ }).click())
    await page.waitForLoadState('networkidle')
    const worker = page.workers().map((one) => one.url())
    expect(worker).toHaveLength(1)
    // The worker loads its script and that script's imports; everything else ran on the page.
    const ofWorker = await importsOf(worker, scripts)
    const ofPage = [...scripts].filter(([url]) => !ofWorker.has(url))
    expect(ofPage.length).toBeGreaterThan(1)
    // One text from each of: the readers, what tells a scenario, a scenario, the turn loop, the intake of a trace.
    const signs = [
      'no known format: ',
      'unknown-parameter',
      'Casa Verde',
      'in a trace of ',
      'unknown strategy: ',
    ]
    const all = [...scripts.values()].join('\n')
    for (const sign of signs) expect(all, `${sign} is a sign of nothing`).toContain(sign)
    // The list of all scenarios loads for an unknown name alone, and only in the worker.
    for (const [url, text] of ofPage)
      for (const sign of [...signs, 'unknown-scenario']) expect(text, url).not.toContain(sign)
  })
})

test('without its worker the page says so; a worker that ends is replaced', async ({ page }) => {
  await test.step('without its worker the page has nothing to show, and says so', async () => {
    await page.route('**/sim.worker*', (route) => route.abort())
    await page.goto('/')
    const alert = page.getByRole('alert')
    await expect(alert.locator('[data-code="worker-failed"]')).toBeVisible()
    await expect(page.locator('.lane')).toHaveCount(0)
    await page.unroute('**/sim.worker*')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('.lane')).toHaveCount(3)
  })

  await test.step('a worker that ends without a message is replaced, and the new one continues with the shown choices', async () => {
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

  await test.step('one that fails while it does nothing is ended, and the next change runs in another', async () => {
    await expect(page.locator('.run-status')).toHaveCount(0)
    const [old] = page.workers()
    const ended = old?.waitForEvent('close')
    await old?.evaluate(() => {
      setTimeout(() => {
        throw new Error('boom')
      })
    })
    await ended
    await expect(page.locator('.run-status')).toHaveCount(0)
    await andRun(page, () => page.getByRole('button', { name: 'Remove Hybrid' }).click())
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  await test.step('one that fails at work says why, and the same change is tried again in another', async () => {
    const left = (await page.locator('.lane').count()) - 1
    await page.workers()[0]?.evaluate(() => {
      self.addEventListener('message', ({ data }: MessageEvent<{ readonly kind: string }>) => {
        if (data.kind === 'compare') throw new Error('boom')
      })
    })
    await page
      .getByRole('button', { name: /^Remove / })
      .last()
      .click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('boom')
    await andRun(page, () => alert.getByRole('button', { name: 'Try again' }).click())
    await expect(page.locator('.lane')).toHaveCount(left)
    await expect(alert).toHaveCount(0)
  })
})

test('a worker that does not answer for 60 s is asked about; without locks, as on plain http, one that ended is silent', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })
  })
  await page.clock.install()
  const status = page.getByRole('status').filter({ hasText: 'has not answered for 60 s' })
  await openLab(page)
  await expect(page.locator('.run-status')).toHaveCount(0)

  await test.step('an idle worker owes nothing', async () => {
    await page.clock.runFor(200_000)
    await expect(status).toBeHidden()
  })

  await test.step('it ended, and a run waits for it', async () => {
    const before = await comparisonOf(page)
    await page.workers()[0]?.evaluate(() => {
      self.close()
    })
    await page.getByLabel('Seed', { exact: true }).fill('9')
    await expect(page.locator('.run-status')).toContainText('Opening')
    await page.clock.runFor(50_000)
    await expect(status).toBeHidden()
    await page.clock.runFor(20_000)
    await expect(status).toBeVisible()
    expect(await violationsInBothThemes(page, '.run-status')).toEqual([])
    await status.getByRole('button', { name: 'Wait' }).click()
    await expect(status).toBeHidden()
    await page.clock.runFor(66_000)
    await status.getByRole('button', { name: 'Start again' }).click()
    await expect(status).toBeHidden()
    await expect.poll(() => comparisonOf(page)).toBeGreaterThan(before)
    await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('9')
    expect(page.workers()).toHaveLength(1)
  })
})

const TALK = JSON.stringify([
  { role: 'user', content: 'What is two and two, and why?' },
  { role: 'assistant', content: 'Four, because two ones and two ones are four ones.' },
])

/** The scripts that these load, directly or indirectly. */
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
