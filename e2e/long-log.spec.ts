import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, cells, giveFile, lifelineAt, openPair, openTab, slider, take } from './lab.ts'

test('a conversation of 1,300 turns: its table in pages, its pictures on a canvas', async ({ page }) => {
  test.slow()
  const log = Array.from({ length: 2600 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `message ${index} of a long chat ${'about the colour of the shed and of its door '.repeat(4)}`,
  }))
  await openPair(page)
  await andRun(page, () => giveFile(page, 'long talk.json', JSON.stringify(log)))
  // The panels of a long conversation replace those of the one before after its run is told.
  await expect(slider(page)).toHaveAttribute('aria-valuemax', '1299')
  await test.step('1,300 turns come in pages of a hundred', async () => {
    await openTab(page, 'Files')
    await page.getByText('Turns as a table', { exact: true }).click()
    const rows = page.locator('.turns tbody tr')
    await expect(rows).toHaveCount(100)
    await page.getByRole('button', { name: 'Last', exact: true }).click()
    await expect(rows.last()).toHaveAttribute('data-turn', '1299')
    await expect(page.locator('.pages')).toContainText('turns 1,200 to 1,299, 1,300 in all')
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(rows.first()).toHaveAttribute('data-turn', '1100')
    // The page scrolls with the playhead.
    await page.keyboard.press('Home')
    await expect(rows.first()).toHaveAttribute('data-turn', '0')
    const { name, text } = await take(page, 'The turns of Unprotected FIFO as CSV')
    expect(name).toBe('long-talk.naive_fifo.turns.csv')
    expect(cells(text)).toHaveLength(1301)
  })
  await page.keyboard.press('l')
  await test.step('its lifelines are painted on a canvas, and can be pointed at in the same way', async () => {
    const picture = page.locator('.lane[data-lane="naive_fifo"] .lifelines')
    await expect(picture.locator('canvas')).toBeVisible()
    expect(Number(await picture.getAttribute('data-rows'))).toBeGreaterThan(2000)
    const painted = await picture.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      return pixels.some((value) => value > 0)
    })
    expect(painted).toBe(true)
    const place = await lifelineAt(page, 'naive_fifo', 0, 3)
    await page.mouse.move(place.x, place.y)
    await expect(page.locator('.tip strong')).not.toBeEmpty()
  })
  await page.keyboard.press('l')
  await test.step('above 2,000 bands the picture is painted on a canvas, and with few visible bands as SVG', async () => {
    await andRun(page, () => page.getByLabel('Window in tokens').fill('12000'))
    const picture = page.locator('.lane[data-lane="naive_fifo"]').locator('.strata')
    await expect(picture.locator('canvas')).toBeVisible()
    expect(Number(await picture.getAttribute('data-outlines'))).toBeGreaterThan(2000)
    await expect(picture.locator('path.band')).toHaveCount(0)
    const painted = await picture.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      return pixels.some((value) => value > 0)
    })
    expect(painted).toBe(true)
    // While the box has the focus, keys belong to it.
    await page.getByLabel('Window in tokens').blur()
    await page.keyboard.press('Home')
    for (let step = 0; step < 8; step++) await page.keyboard.press('+')
    await expect(picture.locator('canvas')).toHaveCount(0)
    await expect(picture.locator('path.band').first()).toBeVisible()
  })
})
