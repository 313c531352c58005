import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { openLab, turn, violations } from './lab.ts'

test('blocks are found by words and selected by keys', async ({ page }) => {
  await openLab(page)
  await page.keyboard.press('Escape')

  await test.step('a search lights up what it finds in every lane, counts it, and goes from one to the next', async () => {
    await page.keyboard.press('/')
    const field = page.getByRole('searchbox', { name: /^Find blocks/ })
    await expect(field).toBeFocused()
    await page.keyboard.type('package.json')
    const counts = page.locator('.find-counts [data-lane]')
    await expect(counts).toHaveCount(3)
    await expect(page.locator('.lane .found-bands')).toHaveCount(3)
    const bar = page.locator('.find-bar')
    const all = Number(/(\d+) blocks?/.exec((await bar.textContent()) ?? '')?.[1])
    expect(all).toBeGreaterThan(1)
    await page.keyboard.press('Enter')
    await expect(bar).toContainText(`1 of ${all}`)
    const first = await turn(page)
    await page.keyboard.press('Enter')
    await expect(bar).toContainText(`2 of ${all}`)
    expect(await turn(page)).toBeGreaterThan(first)
    await page.keyboard.press('Shift+Enter')
    await expect(bar).toContainText(`1 of ${all}`)
    expect(await turn(page)).toBe(first)
    await expect(page.locator('.why')).toBeVisible()
    expect(await violations(page, '.find-bar')).toEqual([])
    await field.fill('nothing says this')
    await expect(bar).toContainText('No block contains “nothing says this”.')
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await expect(page.locator('.found-bands')).toHaveCount(0)
  })
})
