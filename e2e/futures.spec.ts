import { test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, comparisonOf, openPair, violations, openTask } from './lab.ts'

function lane(page: Page, name: string): Locator {
  return page.locator(`section.lane[data-lane="${name}"]`)
}

function forks(page: Page, name: string): Locator {
  return lane(page, name).locator('.fork-bar li[data-fork]')
}

/** Opens the actions at the playhead's turn, and presses a button for a lane there. */
async function doHere(page: Page, name: string, button: string): Promise<void> {
  await page.keyboard.press('k')
  await page.locator(`.lane-stories[data-lane="${name}"]`).getByRole('button', { name: button }).click()
}

test('EDIT-4 a block pinned from the turn where it left: a ghost from there with its figures, renamed, undone, kept', async ({
  page,
}) => {
  await openPair(page)
  await openTask(page)
  const panel = page.locator('aside.why')
  await expect(panel.locator('.another-future .from')).toHaveText('From turn 21, where it went')
  // Protection is off in this lane, so the fork turns it on for pins.
  await expect(panel.locator('.another-future')).toContainText('switches it on')
  await andRun(page, () => page.keyboard.press('p'))
  const row = forks(page, 'naive_fifo')
  await expect(row).toHaveCount(1)
  await expect(row.locator('.fork-name')).toHaveText('pin user message of turn 0 from turn 21')
  await expect(row.locator('.fork-outcome')).toContainText('differs from turn 21')
  await expect(row.locator('[data-metric="lost-rate"] dd')).toHaveText(/^−\d/)
  const ghost = lane(page, 'naive_fifo').locator('.ghost')
  await expect(ghost).toHaveAttribute('data-first', '21')
  await expect(ghost.locator('.ghost-name')).toHaveText('pin user message of turn 0 from turn 21')
  // The fork is drawn only from its turn on.
  const begins = await ghost.locator('path.ghost-fork.edge').evaluate((path) => {
    const box = (path as SVGPathElement).getBBox()
    const at = document.querySelector<SVGCircleElement>('.ghost-start')?.cx.baseVal.value ?? NaN
    return box.x - at
  })
  expect(begins).toBeGreaterThanOrEqual(0)
  expect(await violations(page, '.lanes', '.side')).toEqual([])

  // Naming a fork starts no run.
  const shown = await comparisonOf(page)
  await row.locator('.fork-name').click()
  await row.getByRole('textbox').fill('the task stays')
  await row.getByRole('textbox').press('Enter')
  await expect(row.locator('.fork-name')).toHaveText('the task stays')
  await expect(ghost.locator('.ghost-name')).toHaveText('the task stays')
  expect(await comparisonOf(page)).toBe(shown)
  await row.locator('.fork-eye').click()
  await expect(ghost).toHaveCount(0)
  await row.locator('.fork-eye').click()
  await expect(ghost).toHaveCount(1)

  await row.locator('.fork-name').press('Control+z')
  await expect(row.locator('.fork-name')).toHaveText('pin user message of turn 0 from turn 21')
  await page.keyboard.press('Control+z')
  await expect(row).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Control+Shift+z')
  await expect(row.locator('.fork-name')).toHaveText('the task stays')

  await andRun(page, () => row.getByRole('button', { name: 'Keep as lane' }).click())
  await expect(page.locator('section.lane')).toHaveCount(3)
  await expect(lane(page, 'naive_fifo_2').locator('.lane-acts')).toContainText(
    'pin user message of turn 0 by hand in turn 21',
  )
  await expect(row).toHaveCount(0)
})

test('the smallest change that would have saved a block saves it when tried; the guard of the fork says why', async ({
  page,
}) => {
  await openPair(page)
  await openTask(page)
  const panel = page.locator('aside.why')
  await panel.getByRole('button', { name: 'What would have kept it' }).click()
  const options = panel.locator('.saving-list li[data-key]')
  await expect(options.first()).toBeVisible({ timeout: 40_000 })
  // Options that keep the block to the end come before those that keep it for a while.
  await expect(options.first()).toContainText('for good')
  await expect(options.last()).toContainText(/only until turn \d+/)
  const number = /[\d.]+ → [\d.]+ \([\d.]+ % of its usual range\)/
  await expect(options.locator('.change', { hasText: number }).first()).toBeVisible()
  const key = (await options.first().getAttribute('data-key')) ?? ''
  await andRun(page, () => options.first().getByRole('button', { name: 'Try' }).click())
  const row = forks(page, 'naive_fifo')
  await expect(row.locator('.fork-name')).toContainText(`${key} = `)
  // The options are still there, and the same fork is not made twice.
  await options.first().getByRole('button', { name: 'Try' }).click()
  await expect(row).toHaveCount(1)
  await expect(panel.getByRole('alert')).toHaveText(/already exists/)

  // A click on a block that only the fork has opens the panel for the fork.
  const ghost = lane(page, 'naive_fifo').locator('.ghost path.ghost-fork').first()
  await expect(ghost).toBeAttached()
  const place = await lane(page, 'naive_fifo')
    .locator('.plot')
    .evaluate((plot) => {
      const svg = plot.querySelector<SVGSVGElement>('.ghost svg')
      const path = plot.querySelector<SVGPathElement>('.ghost path.ghost-fork')
      if (svg === null || path === null) throw new Error('there is no ghost')
      const { x: x0, width, height } = svg.viewBox.baseVal
      const point = svg.createSVGPoint()
      for (let x = 4; x < width; x += 2)
        for (let y = 4; y < height; y += 1) {
          point.x = x + x0
          point.y = y
          if (path.isPointInFill(point))
            return { x: x + svg.getBoundingClientRect().x, y: y + svg.getBoundingClientRect().y }
        }
      throw new Error('the ghost is empty')
    })
  await page.mouse.move(place.x, place.y)
  await expect(page.locator('.tip')).toContainText(`only in “${key} = `)
  await page.mouse.click(place.x, place.y)
  await expect(panel.locator('.in-fork')).toContainText(`In the fork “${key} = `)
  await expect(panel.locator('.why-lane')).toContainText('fork of turn 21')
  // The worker answers questions about the fork.
  await expect(panel.locator('.block-text pre').last()).not.toBeEmpty()
  await panel.getByRole('button', { name: 'Back to the lane' }).click()
  await expect(panel.locator('.in-fork')).toHaveCount(0)
})

test('another text, a compaction, a reset and another setting from a turn on; adopted, the lane does the same', async ({
  page,
}) => {
  await openPair(page)
  await openTask(page)
  const panel = page.locator('aside.why')
  await panel.getByRole('button', { name: /^Edit its text/ }).click()
  const field = panel.getByRole('textbox')
  await expect(field).not.toBeEmpty()
  await field.fill('Only look, change nothing.')
  await andRun(page, () => panel.getByRole('button', { name: 'Make the fork' }).click())
  await expect(forks(page, 'naive_fifo').locator('.fork-name')).toHaveText(/^edit user message of turn 0/)
  await expect(forks(page, 'naive_fifo').locator('.fork-outcome')).toContainText('differs from turn 21')

  await andRun(page, () => doHere(page, 'hybrid', 'Compact from here'))
  await expect(forks(page, 'hybrid').locator('.fork-name')).toHaveText('compact from turn 21')
  const own = page.locator('.lane-stories[data-lane="hybrid"]')
  await own.getByRole('button', { name: 'Other setting' }).click()
  await own.getByLabel('Setting', { exact: true }).fill('eviction.target')
  const value = own.getByLabel('Value of eviction.target')
  await value.fill('7')
  await own.getByRole('button', { name: 'Make the fork' }).click()
  await expect(own.getByRole('alert')).toContainText('7')
  await value.fill('0.3')
  await andRun(page, () => own.getByRole('button', { name: 'Make the fork' }).click())
  await expect(forks(page, 'hybrid').locator('.fork-name')).toHaveText([
    'compact from turn 21',
    'eviction.target = 0.3 from turn 21',
  ])
  await page.keyboard.press('Escape')

  await andRun(page, () => forks(page, 'hybrid').first().getByRole('button', { name: 'Take over' }).click())
  await expect(lane(page, 'hybrid').locator('.lane-acts')).toContainText('compacted by hand in turn 21')
  await expect(forks(page, 'hybrid')).toHaveCount(1)
  await andRun(page, () =>
    forks(page, 'hybrid')
      .getByRole('button', { name: /^Delete/ })
      .click(),
  )
  await expect(lane(page, 'hybrid').locator('.fork-bar')).toHaveCount(0)
})

test('on a phone the rows of forks wrap, and nothing is wider than the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPair(page)
  await andRun(page, () => doHere(page, 'hybrid', 'Reset from here'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('l')
  await expect(lane(page, 'hybrid').locator('.ghost .ghost-name')).toHaveText(/^reset from turn 21/)
  await expect(forks(page, 'hybrid').locator('[data-metric="lost-rate"] dd')).toHaveClass('loss')
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over).toBeLessThanOrEqual(0)
  for (const button of await forks(page, 'hybrid').getByRole('button').all()) {
    const box = await button.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  }
})
