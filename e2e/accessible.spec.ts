import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { openLab, selectEvicted, violationsInBothThemes } from './lab.ts'

test('the page is still with reduced motion, has names and contrast in both themes, and remembers the theme', async ({
  page,
}) => {
  // Axe checks every cell of the tables, several times.
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page)

  await test.step('with reduced motion nothing is animated', async () => {
    await page.keyboard.press('End')
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
  await page.keyboard.press('d')

  await test.step('with forced colours what is pressed or selected has the colours of a selection', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    const { wanted, found } = await page.evaluate(() => {
      const coloursOf = (element: Element): string => {
        const { color, backgroundColor } = getComputedStyle(element)
        return `${color} on ${backgroundColor}`
      }
      const probe = document.createElement('i')
      probe.style.cssText = 'forced-color-adjust: none; color: HighlightText; background: Highlight'
      document.body.append(probe)
      const chosen = document.querySelectorAll('[aria-pressed=true], [aria-selected=true]')
      const colours = { wanted: coloursOf(probe), found: [...new Set([...chosen].map(coloursOf))] }
      probe.remove()
      return colours
    })
    expect(found).toEqual([wanted])
    await page.emulateMedia({ forcedColors: 'none' })
  })

  await test.step('axe finds nothing in either theme, also with the side panel and the box for logs open', async () => {
    expect(await violationsInBothThemes(page)).toEqual([])
    await selectEvicted(page)
    await page.getByRole('button', { name: 'Your data' }).click()
    await expect(page.getByRole('complementary').locator('pre').first()).toBeVisible()
    // Only the page's new parts: axe would take the box's buttons for the background of the text below the box.
    expect(await violationsInBothThemes(page, 'header.bar', '.side')).toEqual([])
  })

  await test.step('the theme can be chosen and is remembered', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: /light and dark/ }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})
