import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { openLab, selectEvicted, violationsInBothThemes } from './lab.ts'

test('axe finds nothing in either theme, also with the side panel and the box for logs open', async ({
  page,
}) => {
  // Axe looks at every cell of the tables, several times.
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page)
  expect(await violationsInBothThemes(page)).toEqual([])
  await selectEvicted(page)
  await page.getByRole('button', { name: 'Your data' }).click()
  await expect(page.getByRole('complementary').locator('pre').first()).toBeVisible()
  // What is new to the page: axe takes the box's buttons for the ground of what lies under them.
  expect(await violationsInBothThemes(page, 'header.bar', '.side')).toEqual([])
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
