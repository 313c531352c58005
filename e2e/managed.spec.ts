import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, listLane, openLab, slider } from './lab.ts'

test.describe('a lane that compacts', () => {
  test.beforeEach(async ({ page }) => {
    await openLab(page)
    await andRun(page, () =>
      page
        .locator('.lane[data-lane="hybrid"]')
        .getByRole('combobox')
        .first()
        .selectOption('compaction_first'),
    )
  })

  test('COMP-8 draws connectors into its summaries, and COMP-4 tells of one what was kept beside its ratios', async ({
    page,
  }) => {
    const lane = page.locator('.lane[data-lane="compaction_first"]')
    await expect(lane.locator('path.connectors')).toHaveAttribute('d', /^M/)
    await expect(lane.locator('.cap-letter', { hasText: 'Σ' }).first()).toBeVisible()

    await listLane(page, 'Compaction first')
    await page.keyboard.press('End')
    await expect(page.getByRole('heading', { name: /^Blocks of .* at turn 55$/ })).toBeVisible()
    await page
      .locator('[data-block]')
      .filter({ hasText: /summary$/ })
      .first()
      .click()
    const why = page.locator('.why')
    await expect(why.getByRole('heading', { level: 2 })).toHaveText(/summary/)
    await expect(why.locator('.sentence')).toContainText(/This summary of .* was put in place of \d+ blocks/)
    await expect(why.locator('.made-of .kept-questions')).toHaveText(/^\d+ of \d+ questions? kept$/)
    await expect(why.locator('.made-of .ratio')).toHaveCount(2)
    await expect(why.locator('.block-text pre')).not.toBeEmpty()

    // Each block that it took in leads there, and back.
    await why.locator('.taken .link').first().click()
    await expect(why.locator('.sentence')).toContainText('was taken into the summary of')
    await expect(why.locator('.rung code')).toHaveText('compression.cascade 0.65')
    await expect(why.locator('.became .kept-questions')).toHaveText(/^\d+ of \d+ questions? kept$/)
    await why.locator('.became .link').click()
    await expect(why.getByRole('heading', { level: 2 })).toHaveText(/summary/)
  })

  test('PRES-5 tells what happened in a turn, by key or by press, against which threshold', async ({
    page,
  }) => {
    await slider(page).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('[')
    await page.keyboard.press('Enter')
    const told = page.getByRole('region', { name: /^What happened in turn \d+$/ })
    await expect(told).toBeVisible()
    await expect(told.locator('.lane-stories')).toHaveCount(3)
    await page.keyboard.press('Escape')
    await expect(told).toHaveCount(0)

    // Every flag of the axis stands for a checkpoint, and says so under the strip.
    const lane = page.locator('.lane[data-lane="compaction_first"]')
    await lane.locator('.turn-axis .flag').first().scrollIntoViewIfNeeded()
    const flag = await lane.locator('.turn-axis .flag').first().boundingBox()
    await page.mouse.click((flag?.x ?? 0) + 2, (flag?.y ?? 0) + 4)
    await expect(told.locator('[data-kind="checkpoint"]')).toContainText('cross_window.')
  })
})
