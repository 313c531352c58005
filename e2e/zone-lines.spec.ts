import { test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, metric, openPair, violations } from './lab.ts'

const RED = 'pressure.thresholds.red'
const ORANGE = 'pressure.thresholds.orange'

const laneOf = (page: Page, name: string): Locator => page.locator(`.lane[data-lane="${name}"]`)
const handleOf = (page: Page, key: string, lane = 'hybrid'): Locator =>
  laneOf(page, lane).locator(`[data-line="${key}"]`)

/** The centre of a line's label. */
async function labelOf(page: Page, key: string, lane = 'hybrid'): Promise<{ x: number; y: number }> {
  const label = handleOf(page, key, lane).locator('.line-text')
  // The code that reads and writes settings as text (config/internal.ts) is loaded on first hover.
  await label.hover()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /internal-[^/]*\.js$/.test(name)),
  )
  // A second import of the same script resolves after the first.
  await page.evaluate(async () => {
    const script = performance
      .getEntriesByType('resource')
      .find(({ name }) => /internal-[^/]*\.js$/.test(name))
    await import(script?.name ?? '')
  })
  const box = await label.boundingBox()
  if (box === null) throw new Error(`no label of ${key} is on the page`)
  return { x: box.x + 40, y: box.y + box.height / 2 }
}

test('the lines of a lane are dragged, stepped by key, and lead to their settings', async ({ page }) => {
  test.slow()
  await openPair(page)

  await test.step('CONF-2 PRES-1 dragging a zone line redraws the run under the finger, changes one setting, and is one step', async () => {
    const lane = laneOf(page, 'hybrid')
    const handle = handleOf(page, ORANGE)
    const [edits, other] = [await metric(page, 'edits', 'hybrid'), await metric(page, 'edits', 'naive_fifo')]
    const label = await labelOf(page, ORANGE)
    const drawn = lane.locator('.strata .limit-line.orange')
    const before = Number(await drawn.getAttribute('y1'))

    // While the pointer is down, the line follows it, and so does the run of the lane.
    await page.mouse.move(label.x, label.y)
    await page.mouse.down()
    await page.mouse.move(label.x, label.y + 8, { steps: 4 })
    await expect(lane.locator('.held-line')).toBeVisible()
    await andRun(page, () => page.mouse.move(label.x, label.y + 14, { steps: 3 }))
    await expect(lane.locator('.held-line')).toContainText(
      /pressure\.thresholds\.orange \d+ % → [\d.]+ % · [\d,]+/,
    )
    const held = await lane.locator('.held-line').boundingBox()
    expect(Math.abs((held?.y ?? 0) - (label.y + 14))).toBeLessThan(4)
    expect(await metric(page, 'edits', 'hybrid')).not.toBe(edits)
    expect(await metric(page, 'edits', 'naive_fifo')).toBe(other)
    await page.mouse.up()
    await expect(lane.locator('.held-line')).toBeHidden()
    expect(Number(await drawn.getAttribute('y1'))).toBeGreaterThan(before)
    const value = Number(await handle.getAttribute('aria-valuenow'))
    expect(value).toBeLessThan(0.75)
    expect(Math.round(value * 100)).toBeCloseTo(value * 100, 9)
    await expect(lane.getByRole('button', { name: /settings? changed/ })).toBeVisible()

    // One undo step takes all of it back.
    await andRun(page, () => page.keyboard.press('Control+z'))
    await expect(handle).toHaveAttribute('aria-valuenow', '0.75')
    expect(await metric(page, 'edits', 'hybrid')).toBe(edits)
    await expect(lane.getByRole('button', { name: /settings? changed/ })).toHaveCount(0)
    // What the link opened is nothing to go back from.
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeDisabled()

    // The line stops at its neighbour, and Escape cancels the drag.
    await page.mouse.move(label.x, label.y)
    await page.mouse.down()
    await page.mouse.move(label.x, label.y + 100, { steps: 5 })
    await expect(handle).toHaveAttribute('aria-valuenow', '0.61')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(handle).toHaveAttribute('aria-valuenow', '0.75')
    await expect.poll(() => metric(page, 'edits', 'hybrid')).toBe(edits)
  })

  await test.step('a line is a slider for keys, opens its setting, and is what a focused setting highlights', async () => {
    const lane = laneOf(page, 'hybrid')
    const red = page.getByRole('slider', { name: `${RED} of Hybrid` })
    await red.focus()
    await expect(red).toHaveAttribute(
      'aria-valuetext',
      /^pressure\.thresholds\.red 90 %, acts at 82\.2 %, [\d,]+ tokens$/,
    )
    await page.keyboard.press('ArrowDown')
    await expect(red).toHaveAttribute('aria-valuenow', '0.89')
    await page.keyboard.press('Control+z')
    await expect(red).toHaveAttribute('aria-valuenow', '0.9')
    await page.keyboard.press('Shift+ArrowUp')
    await expect(red).toHaveAttribute('aria-valuenow', '0.95')
    await andRun(page, () => page.keyboard.press('Home'))
    await expect(red).toHaveAttribute('aria-valuenow', '0.76')
    await expect(red).toBeFocused()

    // A click opens the setting; the part of the picture that it controls is highlighted.
    await handleOf(page, 'eviction.target').locator('.line-text').click()
    await expect(page.getByRole('complementary').getByRole('heading', { name: 'Tune Hybrid' })).toBeVisible()
    await expect(lane.locator('.controlled-note')).toHaveText(/^eviction\.target · \d+ edits in this run$/)
    await expect(lane.locator('.emphasized .ends').first()).toHaveAttribute('d', /M/)
    await expect(lane.locator('.limit-line.own.is-focused')).toHaveCount(1)
    await expect(laneOf(page, 'naive_fifo').locator('.controlled-note')).toHaveCount(0)
    // Hovering over a line highlights its setting until the pointer leaves.
    await handleOf(page, RED).locator('.line-text').hover()
    await expect(lane.locator('.controlled-note')).toHaveText(`${RED} · its line; no edit in this run`)
    await lane.getByRole('combobox').hover()
    await expect(lane.locator('.controlled-note')).toHaveCount(0)
    expect(await violations(page, '.lanes')).toEqual([])
  })
  await page.keyboard.press('Escape')

  await test.step('the window of all lanes is dragged at its line, in any lane', async () => {
    const label = await labelOf(page, 'max_context_tokens', 'naive_fifo')
    const tokens = page.getByLabel('Window in tokens')
    const chosen = async (): Promise<number> => Number((await tokens.inputValue()).replaceAll(',', ''))
    const before = await chosen()
    await page.mouse.move(label.x, label.y)
    await page.mouse.down()
    await andRun(page, () => page.mouse.move(label.x, label.y + 40, { steps: 5 }))
    // The picture keeps its scale during the drag.
    const held = await laneOf(page, 'naive_fifo').locator('.held-line').boundingBox()
    expect(Math.abs((held?.y ?? 0) - (label.y + 40))).toBeLessThan(10)
    await page.mouse.up()
    await expect.poll(chosen).toBeLessThan(before * 0.9)
    for (const lane of ['naive_fifo', 'hybrid'])
      await expect(handleOf(page, 'max_context_tokens', lane)).toHaveAttribute(
        'aria-valuenow',
        String(await chosen()),
      )
  })
})

test('on a phone a label is dragged, and the page scrolls beside it', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const page = await context.newPage()
  await openPair(page)
  const handle = handleOf(page, ORANGE)
  await handle.scrollIntoViewIfNeeded()
  const touch = await context.newCDPSession(page)
  const send = (type: string, x?: number, y?: number): Promise<unknown> =>
    touch.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
    })
  const swipe = async (x: number, y: number, by: number): Promise<void> => {
    await send('touchStart', x, y)
    for (let step = 1; step <= 6; step++) await send('touchMove', x, y + (by * step) / 6)
  }
  const box = await handle.locator('.line-text').boundingBox()
  if (box === null) throw new Error('no label is on the page')
  const scrolled = await page.evaluate(() => window.scrollY)
  await page.touchscreen.tap(box.x + 30, box.y + box.height / 2)
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'Tune Hybrid' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await handle.scrollIntoViewIfNeeded()
  const again = await handle.locator('.line-text').boundingBox()
  if (again === null) throw new Error('no label is on the page')
  await swipe(again.x + 30, again.y + again.height / 2, 12)
  await andRun(page, () => send('touchEnd'))
  expect(Number(await handle.getAttribute('aria-valuenow'))).toBeLessThan(0.75)
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - scrolled)).toBeLessThan(400)
  // Outside the labels a finger scrolls the page.
  const plot = await laneOf(page, 'hybrid').locator('.plot').boundingBox()
  if (plot === null) throw new Error('no plot is on the page')
  const start = await page.evaluate(() => window.scrollY)
  await swipe(plot.x + plot.width - 40, plot.y + 100, -80)
  await send('touchEnd')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(start)
  await context.close()
})
