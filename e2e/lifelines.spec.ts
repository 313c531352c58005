import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { PAIR, lifelineAt, turn, violationsInBothThemes, openPair } from './lab.ts'

test('the lifelines: content and layout', async ({ page }) => {
  test.slow()
  await openPair(page)

  await test.step('the lifelines open by a key, show the lives of blocks, and have a playhead', async () => {
    await test.step('a key and a switch change the picture of every lane and back', async () => {
      await expect(page.locator('.lane .lifelines')).toHaveCount(0)
      await page.keyboard.press('l')
      await expect(page.locator('.lane .lifelines path.band').first()).toBeVisible()
      await expect(page.locator('.lane .lifelines')).toHaveCount(PAIR.length)
      const choice = page.getByRole('group', { name: 'Picture of the blocks' })
      await expect(choice.getByRole('button', { name: 'Block timeline' })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await choice.getByRole('button', { name: 'Stacked context' }).click()
      await expect(page.locator('.lane .lifelines')).toHaveCount(0)
      await expect(page.locator('.lane .strata')).toHaveCount(PAIR.length)
    })
    await page.keyboard.press('l')
    await test.step('a row for each block, and an end in red for what was evicted', async () => {
      const about = (await page.locator('.about').textContent()) ?? ''
      const blocks = Number(/(\d+) blocks/.exec(about)?.[1])
      for (const lane of PAIR) {
        const picture = page.locator(`.lane[data-lane="${lane}"] .lifelines`)
        // What a model fetches again has rows of its own.
        await expect
          .poll(async () => Number(await picture.getAttribute('data-rows')))
          .toBeGreaterThanOrEqual(blocks)
        await expect(picture.locator('.cap.lost')).toHaveAttribute('d', /M/)
        await expect(picture.locator('.hatch.dense').first()).toBeAttached()
      }
    })
    await test.step('pointing at a bar describes its block’s life, and a click selects the block in every lane', async () => {
      const first = await turn(page)
      const place = await lifelineAt(page, 'naive_fifo', 0, 30)
      await page.mouse.move(place.x, place.y)
      await expect(page.locator('.tip strong')).toHaveText('system prompt')
      await expect(page.locator('.readout').first()).toContainText('turn 30')
      expect(await turn(page)).toBe(first)
      await page.mouse.click(place.x, place.y)
      await expect.poll(() => turn(page)).toBe(30)
      await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toContainText(
        'system prompt',
      )
      await expect(page.locator('.lane .selected-band')).toHaveCount(PAIR.length)
    })
    await test.step('keys and playing move the playhead over the lifelines', async () => {
      const line = page.locator('.lane[data-lane="naive_fifo"] .plot .playhead')
      await page.keyboard.press('Home')
      const start = await line.evaluate((element) => element.style.transform)
      await page.keyboard.press(' ')
      await expect.poll(() => line.evaluate((element) => element.style.transform)).not.toBe(start)
    })
  })
  await page.keyboard.press(' ')

  await test.step('axe finds nothing in the lifelines, in either theme', async () => {
    expect(await violationsInBothThemes(page, '.lanes')).toEqual([])
  })
  await page.setViewportSize({ width: 390, height: 844 })

  await test.step('on a phone the lifelines scroll down, never sideways', async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
