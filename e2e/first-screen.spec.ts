import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { LANES, metric, openLab, turn, openTask } from './lab.ts'

test('the first screen shows the story, links to its turns, labels its lines, fits, and makes no request', async ({
  page,
}) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1[:/]|data:|blob:)/.test(request.url())) strangers.push(request.url())
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await openLab(page)

  await test.step('at 1280 × 800 all lanes and the reason are visible without scrolling', async () => {
    for (const lane of LANES)
      await expect(page.locator(`.lane[data-lane="${lane}"] .plot`)).toBeInViewport({ ratio: 1 })
    // The reason is the headline: the lanes have the width.
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    await expect(page.locator('.work.has-panel')).toHaveCount(0)
  })
  await test.step('the page opens on unprotected FIFO, protected FIFO and hybrid, at their first difference, with the story shown', async () => {
    await expect(page.locator('.lane')).toHaveCount(LANES.length)
    for (const lane of LANES) {
      const plot = page.locator(`.lane[data-lane="${lane}"] .plot`)
      await expect(plot.locator('path.band').first()).toBeVisible()
      await expect(plot.locator('.ribbon .zone.yellow')).toBeVisible()
      expect(await metric(page, 'edits', lane)).toBeGreaterThan(0)
    }
    const parting = await metric(page, 'first-difference', 'hybrid')
    expect(parting).toBeGreaterThan(0)
    expect(await turn(page)).toBe(parting)
    // The headline is about the task, and leads to the side panel, which is, too.
    const headline = page.getByRole('heading', { level: 1 })
    await expect(headline).toContainText(
      /(?:made|helped).*Unprotected FIFO .*the task in turn \d+.*Protected FIFO .*Hybrid/,
    )
    await openTask(page)
    await expect(page.getByRole('complementary')).toContainText(
      /The user message of turn 0 was replaced by a one-line placeholder/,
    )
    expect(await metric(page, 'lost-rate', 'naive_fifo')).toBeGreaterThan(
      await metric(page, 'lost-rate', 'hybrid'),
    )
  })
  await test.step('every number of the headline links to its turn', async () => {
    const headline = page.getByRole('heading', { level: 1 })
    const links = headline.locator('button')
    const count = await links.count()
    expect(count).toBeGreaterThan(1)
    for (let index = 0; index < count; index++) {
      const link = links.nth(index)
      const wanted = await link.getAttribute('data-turn')
      await link.click()
      if (wanted !== null) await expect.poll(() => turn(page)).toBe(Number(wanted))
      // If there is a side panel, it explains that turn.
      const panel = page.getByRole('complementary')
      if (wanted !== null && (await panel.count()) > 0)
        await expect(panel).toContainText(new RegExp(`turn ${wanted}\\b`, 'i'))
    }
    const free = await headline.evaluate((element) => {
      const copy = element.cloneNode(true) as Element
      for (const button of copy.querySelectorAll('button')) button.remove()
      return copy.textContent
    })
    expect(free).not.toMatch(/\d/)
  })
  await test.step('zone lines are labelled with the key that sets them', async () => {
    // Three lanes side by side have shortened keys; stacked they have whole ones.
    await page.setViewportSize({ width: 830, height: 900 })
    const lane = page.locator('.lane[data-lane="hybrid"]')
    await expect(lane.locator('.line-labels')).toContainText('pressure.thresholds.red')
    const labels = await lane.locator('.line-labels text').allTextContents()
    const keys = labels.map((label) => label.split(' ')[0])
    for (const zone of ['yellow', 'orange', 'red']) expect(keys).toContain(`pressure.thresholds.${zone}`)
    expect(keys).toContain('max_context_tokens')
    expect(keys).toContain('budget.allocations.output_reserved')
    // The text for screen readers is complete at every width.
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(lane.locator('.line-labels')).toContainText('red ')
    await expect(lane.locator('.strata figcaption')).toContainText('pressure.thresholds.red')
  })

  await test.step('a phone of 390 pixels scrolls down, never sideways', async () => {
    await page.keyboard.press('Escape')
    await page.locator('[data-block]').first().click()
    await expect(page.getByRole('complementary')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  await test.step('at 200 % zoom the first picture is on the screen, and what is compared is a click away', async () => {
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 640, height: 360 })
    await page.evaluate(() => {
      scrollTo(0, 0)
    })
    const seed = page.getByRole('textbox', { name: 'Seed' })
    await expect(seed).toBeHidden()
    await expect(page.locator('.plot').first()).toBeInViewport({ ratio: 0.2 })
    await page.getByRole('button', { name: 'Conversation and window' }).click()
    await expect(seed).toBeInViewport()
  })

  await test.step('the page connects only to its own origin', async () => {
    await page.keyboard.press('Escape')
    await page.locator('[data-block]').first().click()
    await expect(page.getByRole('complementary').locator('pre').first()).toBeVisible()
    expect(strangers).toEqual([])
  })
})
