import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { openAt } from './lab.ts'

test('the narrowest screen, and paper', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 300 })
  await openAt(page)
  await test.step('what Ctrl+P prints has the plot that nobody scrolled to, whole tables, and no room left empty', async () => {
    const plot = page.locator('.trade-plot .recharts-surface')
    await expect(plot).toHaveCount(0)
    const printed = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          window.print = () => {
            window.dispatchEvent(new Event('beforeprint'))
            resolve(document.querySelectorAll('.trade-plot .recharts-surface').length)
            // Keeps the page as it is on paper.
            throw new Error('printed')
          }
        }),
    )
    await page.keyboard.press('Control+p')
    expect(await printed).toBe(1)
    await page.emulateMedia({ media: 'print' })
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('.scroll-x')]
        .filter(
          (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflow !== 'visible',
        )
        .map((one) => one.textContent.slice(0, 40)),
    )
    expect(cut).toEqual([])
    await expect(page.locator('.detail-panels')).toHaveCSS('min-height', '0px')
    await page.emulateMedia({ media: 'screen' })
  })
  await page.setViewportSize({ width: 320, height: 640 })
  await test.step('at 320 px the page does not scroll sideways, and no control of the strip covers another', async () => {
    await page.waitForFunction(() => document.documentElement.clientWidth === 320)
    await expect(page.locator('.scrubber .speed')).toBeVisible()
    const { tooWide, boxes } = await page.evaluate(() => ({
      tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      boxes: [...document.querySelectorAll('.scrubber :is(button, input)')].map((one) => {
        const { left, right, top } = one.getBoundingClientRect()
        return { left, right, top, name: one.ariaLabel ?? one.textContent }
      }),
    }))
    expect(tooWide).toBe(0)
    const row = boxes.toSorted((a, b) => a.left - b.left)
    for (const [index, box] of row.entries())
      if (index > 0) expect(box.left, box.name).toBeGreaterThanOrEqual((row[index - 1]?.right ?? 0) - 1)
  })
})
