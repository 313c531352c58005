import { expect, test } from '@playwright/test'
import { openLab, selectEvicted } from './lab.ts'

test('an evicted block tells why: trigger, gates, a sum of contributions, neighbours at the cut', async ({
  page,
}) => {
  await openLab(page)
  await page.getByRole('button', { name: 'Hybrid', exact: true }).click()
  await selectEvicted(page)
  const panel = page.getByRole('complementary')
  await expect(panel.locator('.sentence')).toContainText(/was evicted in turn \d+/)
  await expect(panel).toContainText('No gate held it.')
  const shares = await panel.locator('.terms tbody td:last-child').allTextContents()
  const sum = shares.reduce((total, text) => total + Number(text.replace('= ', '')), 0)
  const score = Number(await panel.locator('.terms tfoot td').last().textContent())
  expect(shares.length).toBeGreaterThan(1)
  // Each share is rounded to a thousandth.
  expect(Math.abs(sum - score)).toBeLessThan(0.0006 * shares.length)
  await expect(panel.locator('.ranking .cut')).toHaveCount(1)
  await expect(panel.locator('.ranking tr.is-asked')).toHaveCount(1)
  await expect(panel.locator('.block-text pre')).not.toBeEmpty()
})

test('a click on a band selects its block, and Escape lets go', async ({ page }) => {
  await openLab(page)
  const plot = page.locator('.lane[data-lane="fifo"] .plot')
  const box = await plot.boundingBox()
  if (box === null) throw new Error('the plot is not on the screen')
  // The lowest tenth of the strata holds the system prompt in every turn.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 18)
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('heading', { level: 2 })).toContainText('system prompt')
  await expect(panel).toContainText('gate')
  await expect(page.locator('.lane[data-lane="fifo"] .selected-band')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('the keyboard alone selects a block, and its neighbours from there', async ({ page }) => {
  await openLab(page)
  await page.locator('[data-block]').first().focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Escape')
  await selectEvicted(page)
  const name = await panel.getByRole('heading', { level: 2 }).textContent()
  await panel.locator('.ranking tr:not(.is-asked) .row-button').last().focus()
  await page.keyboard.press('Enter')
  await expect(panel.locator('.sentence')).toContainText('stayed')
  expect(await panel.getByRole('heading', { level: 2 }).textContent()).not.toBe(`${name} `)
})

test('a long text is cut, and shown whole when asked', async ({ page }) => {
  await openLab(page)
  const rows = page.locator('.blocks tbody tr')
  const long = await rows.evaluateAll((all) =>
    all.findIndex((row) => Number(row.children[2]?.textContent?.replaceAll(',', '')) > 400),
  )
  await rows.nth(long).locator('[data-block]').click()
  const panel = page.getByRole('complementary')
  const text = panel.locator('.block-text pre').last()
  await expect(text).toContainText('…')
  const before = (await text.textContent())?.length ?? 0
  await panel.getByRole('button', { name: /Show all/ }).click()
  expect((await text.textContent())?.length ?? 0).toBeGreaterThan(before)
})
