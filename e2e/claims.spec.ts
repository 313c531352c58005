import { test } from '@playwright/test'
import { advised, measured } from '../src/claims/index.ts'
import { expect } from './expect.ts'
import { andRun, openTab, openLab, violationsInBothThemes } from './lab.ts'

test('the articles’ claims: verdicts, how each was measured, and a comparison that shows one', async ({
  page,
}) => {
  await openLab(page)
  await openTab(page, 'Guide')
  const panel = page.locator('section.panel.claims')
  await panel.scrollIntoViewIfNeeded()
  await panel.getByText(/^Show the \d+ claims$/).click()

  await test.step('each claim has its verdict as a word, and the tally counts them', async () => {
    await expect(panel.locator('li.claim')).toHaveCount(measured.claims.length)
    const failed = measured.claims.filter(({ verdict }) => verdict === 'does not hold').length
    await expect(panel.getByText(new RegExp(`Does not hold: ${failed}$`))).toBeVisible()
    const lru = panel.locator('[data-claim="lru-active"]')
    await expect(lru).toContainText('Does not hold: ')
    await expect(lru).toContainText(/\d+ of \d+ conversations agree/)
    expect(await violationsInBothThemes(page, 'section.panel.claims')).toEqual([])
  })

  await test.step('a claim opens the comparison that shows it, and one undo takes it back', async () => {
    const lru = panel.locator('[data-claim="lru-active"]')
    await lru.getByText('How it was measured').click()
    await andRun(page, () => lru.getByRole('button', { name: 'Open this comparison' }).click())
    await expect(page.locator('.lane')).toHaveCount(2)
    await expect(lru.getByRole('button', { name: 'This comparison is open' })).toBeDisabled()
    await andRun(page, () => page.keyboard.press('Control+z'))
    await expect(page.locator('.lane')).toHaveCount(3)
  })

  await test.step('an advice has its verdict, and a pitfall opens as written beside fixed, with the figures of its row', async () => {
    const guide = page.locator('section.panel.guide')
    await guide.scrollIntoViewIfNeeded()
    await expect(guide.locator('[data-situation]')).toHaveCount(advised.situations.length)
    await expect(guide.locator('[data-situation="short"]')).toContainText('Confirmed')
    const { id, shownBy, figures } = advised.pitfalls.find((one) => one.restarts !== undefined)!
    const restarting = guide.locator(`[data-pitfall="${id}"]`)
    await andRun(page, () => restarting.getByRole('button', { name: 'Open this comparison' }).click())
    const shown = await page
      .locator(`tr[data-metric="${shownBy}"] td[data-lane]`)
      .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-value'))))
    expect(shown).toEqual([figures.asWritten.value, figures.mended.value])
    await expect(restarting.getByRole('button', { name: 'This comparison is open' })).toBeDisabled()
    expect(await violationsInBothThemes(page, 'section.panel.guide')).toEqual([])
  })
})
