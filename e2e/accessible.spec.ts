import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { axe, openLab, selectEvicted } from './lab.ts'

/** What axe finds in some places, or in the whole page. */
async function violations(page: Page, places: readonly string[] = []): Promise<string[]> {
  const { violations: found } = await places.reduce((run, place) => run.include(place), axe(page)).analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
}

test('axe finds nothing in either theme, also with the side panel and the box for logs open', async ({
  page,
}) => {
  // Axe looks at every cell of the tables, several times.
  test.slow()
  const inBothThemes = async (places: readonly string[] = []): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await violations(page, places), colorScheme).toEqual([])
    }
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page)
  await inBothThemes()
  await selectEvicted(page)
  await page.getByRole('button', { name: 'Your data' }).click()
  await expect(page.getByRole('complementary').locator('pre').first()).toBeVisible()
  // What is new to the page: axe takes the box's buttons for the ground of what lies under them.
  await inBothThemes(['header.bar', '.side'])
})

test('the theme can be chosen and is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openLab(page)
  await page.getByRole('button', { name: /light and dark/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('with reduced motion nothing is animated', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page)
  await page.keyboard.press('End')
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})
