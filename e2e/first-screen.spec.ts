import { expect, test } from '@playwright/test'
import { LANES, metric, openLab, turn } from './lab.ts'

test('the page opens on a finished comparison of four lanes, at their first difference', async ({ page }) => {
  await openLab(page)
  await expect(page.locator('.lane h2')).toHaveText(['FIFO', 'LRU', 'Priority', 'Hybrid'])
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/same until turn \d+/)
  for (const lane of LANES) {
    const plot = page.locator(`.lane[data-lane="${lane}"] .plot`)
    // Bands of the strata, the line of Recharts, and the zones.
    await expect(plot.locator('path.band').first()).toBeVisible()
    await expect(plot.locator('.recharts-line-curve')).toHaveAttribute('d', /L/)
    await expect(plot.locator('.ribbon rect').first()).toBeVisible()
    expect(await metric(page, 'edits', lane)).toBeGreaterThan(0)
  }
  const parting = Math.min(
    ...(await Promise.all(LANES.slice(1).map((lane) => metric(page, 'first-difference', lane)))),
  )
  expect(await turn(page)).toBeLessThanOrEqual(parting)
  expect(await turn(page)).toBeGreaterThan(0)
})

test('what is seen without scrolling at 1280 × 800 holds all four lanes', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openLab(page)
  for (const lane of LANES)
    await expect(page.locator(`.lane[data-lane="${lane}"]`)).toBeInViewport({ ratio: 1 })
})

test('a phone of 390 pixels scrolls down, never sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openLab(page)
  await page.locator('[data-block]').first().click()
  await expect(page.getByRole('complementary')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('zone lines are labelled with the key that sets them', async ({ page }) => {
  await openLab(page)
  const titles = await page.locator('.lane[data-lane="fifo"] .gutters title').allTextContents()
  for (const zone of ['yellow', 'orange', 'red']) expect(titles).toContain(`pressure.thresholds.${zone}`)
  expect(titles).toContain('max_context_tokens')
})

test('the page opens no connection but to where it comes from', async ({ page }) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1[:/]|data:|blob:)/.test(request.url())) strangers.push(request.url())
  })
  await openLab(page)
  await page.locator('[data-block]').first().click()
  await expect(page.getByRole('complementary').locator('pre').first()).toBeVisible()
  expect(strangers).toEqual([])
})
