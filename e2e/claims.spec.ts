import { test } from '@playwright/test'
import { measured } from '../src/claims/index.ts'
import { expect } from './expect.ts'
import { andRun, nearPanels, openLab, violationsInBothThemes } from './lab.ts'

test('the articles’ claims: verdicts, how each was measured, and a comparison that shows one', async ({
  page,
}) => {
  await openLab(page)
  await nearPanels(page)
  const panel = page.locator('section.panel.claims')
  await panel.scrollIntoViewIfNeeded()
  await panel.getByText(/^Show the \d+ claims$/).click()

  await test.step('each claim has its verdict as a word, and the tally counts them', async () => {
    await expect(panel.locator('li.claim')).toHaveCount(measured.claims.length)
    const failed = measured.claims.filter(({ verdict }) => verdict === 'does not hold').length
    await expect(panel.getByText(`Does not hold: ${failed}`)).toBeVisible()
    const lru = panel.locator('[data-claim="lru-active"]')
    await expect(lru).toContainText('Does not hold: ')
    await expect(lru).toContainText(/\d+ of \d+ conversations agree/)
    expect(await violationsInBothThemes(page, 'section.panel.claims')).toEqual([])
  })

  await test.step('a claim opens the comparison that shows it, and one undo takes it back', async () => {
    const lru = panel.locator('[data-claim="lru-active"]')
    await lru.getByText('How it was measured').click()
    await andRun(page, () => lru.getByRole('button', { name: 'Open a comparison that shows it' }).click())
    await expect(page.locator('.lane')).toHaveCount(2)
    await expect(lru.getByRole('button', { name: 'This comparison is open' })).toBeDisabled()
    await andRun(page, () => page.keyboard.press('Control+z'))
    await expect(page.locator('.lane')).toHaveCount(3)
  })
})
