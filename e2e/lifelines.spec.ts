import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, giveFile, LANES, openLab, slider, turn, violationsInBothThemes } from './lab.ts'

async function openLifelines(page: Page): Promise<void> {
  await openLab(page)
  await page.keyboard.press('l')
  await expect(page.locator('.lane .lifelines')).toHaveCount(LANES.length)
}

/** Where row `row` of a lane is on the screen, at a turn. */
async function placeOf(page: Page, lane: string, row: number, at: number): Promise<{ x: number; y: number }> {
  const picture = page.locator(`.lane[data-lane="${lane}"] .lifelines`)
  await picture.scrollIntoViewIfNeeded()
  const box = await picture.boundingBox()
  if (box === null) throw new Error('the lifelines are not on the screen')
  const rows = Number(await picture.getAttribute('data-rows'))
  const turns = Number(await slider(page).getAttribute('aria-valuemax')) + 1
  const [left, right] = [44, 8]
  return {
    x: box.x + left + ((at + 0.5) / turns) * (box.width - left - right),
    y: box.y + ((row + 0.5) * Math.min(box.height, 16 * rows)) / rows,
  }
}

test('the lifelines come by a key, tell the lives of blocks, and bear the playhead', async ({ page }) => {
  await openLab(page)
  await test.step('a key and a switch change the picture of every lane, and back', async () => {
    await expect(page.locator('.lane .lifelines')).toHaveCount(0)
    await page.keyboard.press('l')
    await expect(page.locator('.lane .lifelines path.band').first()).toBeVisible()
    await expect(page.locator('.lane .lifelines')).toHaveCount(LANES.length)
    const choice = page.getByRole('group', { name: 'Picture of the blocks' })
    await expect(choice.getByRole('button', { name: 'Block timeline' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await choice.getByRole('button', { name: 'Stacked context' }).click()
    await expect(page.locator('.lane .lifelines')).toHaveCount(0)
    await expect(page.locator('.lane .strata')).toHaveCount(LANES.length)
  })
  await page.keyboard.press('l')
  await test.step('a row for each block, and an end in red for what was evicted', async () => {
    const about = (await page.locator('.about').textContent()) ?? ''
    const blocks = Number(/(\d+) blocks/.exec(about)?.[1])
    for (const lane of LANES) {
      const picture = page.locator(`.lane[data-lane="${lane}"] .lifelines`)
      await expect(picture).toHaveAttribute('data-rows', String(blocks))
      await expect(picture.locator('.cap.lost')).toHaveAttribute('d', /M/)
      await expect(picture.locator('.hatch.dense').first()).toBeAttached()
    }
  })
  await test.step('pointing at a bar tells its life, and a click selects its block in every lane', async () => {
    const first = await turn(page)
    const place = await placeOf(page, 'naive_fifo', 0, 30)
    await page.mouse.move(place.x, place.y)
    await expect(page.locator('.tip strong')).toHaveText('system prompt')
    await expect(page.locator('.readout').first()).toContainText('turn 30')
    expect(await turn(page)).toBe(first)
    await page.mouse.click(place.x, place.y)
    expect(await turn(page)).toBe(30)
    await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toContainText(
      'system prompt',
    )
    await expect(page.locator('.lane .selected-band')).toHaveCount(LANES.length)
  })
  await test.step('keys and playing move the playhead over the lifelines', async () => {
    const line = page.locator('.lane[data-lane="naive_fifo"] .plot .playhead')
    await page.keyboard.press('Home')
    const start = await line.evaluate((element) => element.style.transform)
    await page.keyboard.press(' ')
    await expect.poll(() => line.evaluate((element) => element.style.transform)).not.toBe(start)
  })
})

test('on a phone the lifelines scroll down, never sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openLifelines(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a long conversation is painted on a canvas, and is pointed at in the same way', async ({ page }) => {
  test.slow()
  await openLab(page)
  const messages = Array.from({ length: 2200 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `message ${index} of a long chat about the colour of the shed`,
  }))
  await andRun(page, () => giveFile(page, 'long-chat.json', JSON.stringify(messages)))
  await page.keyboard.press('l')
  const picture = page.locator('.lane[data-lane="naive_fifo"] .lifelines')
  await expect(picture.locator('canvas')).toBeVisible()
  expect(Number(await picture.getAttribute('data-rows'))).toBeGreaterThan(2000)
  const painted = await picture.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return pixels.some((value) => value > 0)
  })
  expect(painted).toBe(true)
  const place = await placeOf(page, 'naive_fifo', 0, 3)
  await page.mouse.move(place.x, place.y)
  await expect(page.locator('.tip strong')).not.toBeEmpty()
})

test('axe finds nothing in the lifelines, in either theme', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLifelines(page)
  expect(await violationsInBothThemes(page, '.lanes')).toEqual([])
})
