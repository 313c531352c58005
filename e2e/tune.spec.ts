import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, LANE, LANES, metric, openAt, violations } from './lab.ts'

const tuneHybrid = (page: Page): Promise<void> => page.getByRole('button', { name: 'Tune Hybrid' }).click()
const freed = (page: Page, lane: string): Promise<number> => metric(page, 'freed-tokens', lane)

test('a lane is tuned beside its picture: its acts, its controls, refusals, and on a phone', async ({
  page,
}) => {
  test.slow()
  await openAt(page, { lanes: LANES.map((name) => LANE[name]) })

  await test.step('ROLL-1 EDIT-3 compact and reset apply at a turn, are shown, and can be removed', async () => {
    await page.getByRole('button', { name: 'Events of this turn (Enter on the turn)' }).click()
    const panel = page.locator('.lane-stories[data-lane="hybrid"]')
    const before = await freed(page, 'hybrid')
    await andRun(page, () => panel.getByRole('button', { name: 'Reset here' }).click())
    await expect(panel.getByRole('button', { name: 'Reset here' })).toHaveAttribute('aria-pressed', 'true')
    expect(await freed(page, 'hybrid')).not.toBe(before)
    await page.keyboard.press('Escape')
    await andRun(page, () =>
      page
        .locator('.lane[data-lane="hybrid"]')
        .getByRole('button', { name: /^Undo: reset by hand/ })
        .click(),
    )
    expect(await freed(page, 'hybrid')).toBe(before)
  })
  await page.keyboard.press('d')

  await test.step('CONF-4 CONF-2 a setting of one lane is typed, dragged, undone in one step, and reset', async () => {
    const lane = page.locator('.lane[data-lane="hybrid"]')
    await tuneHybrid(page)
    const field = page.locator('.tune').getByLabel('eviction.target of Hybrid', { exact: true })
    await expect(field).toHaveValue('0.6')
    const [before, other] = [await freed(page, 'hybrid'), await freed(page, 'naive_fifo')]
    await andRun(page, async () => {
      await field.fill('0.3')
      await field.press('Enter')
    })
    expect(await freed(page, 'hybrid')).not.toBe(before)
    expect(await freed(page, 'naive_fifo')).toBe(other)
    await expect(lane.getByRole('button', { name: '1 setting changed' })).toBeVisible()
    await andRun(page, () => page.getByRole('button', { name: /^Reset eviction.target to/ }).click())
    await expect(field).toHaveValue('0.6')
    expect(await freed(page, 'hybrid')).toBe(before)

    // A handle follows the pointer and stops before its neighbour; the whole drag is one undo step.
    const handle = page.getByRole('slider', { name: 'pressure.thresholds.yellow of Hybrid, handle' })
    const box = await handle.boundingBox()
    if (box === null) throw new Error('the handle has no place')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 40, y, { steps: 4 })
    await expect.poll(async () => Number(await handle.getAttribute('aria-valuenow'))).toBeLessThan(0.5)
    await andRun(page, async () => {
      await page.mouse.move(x + 400, y, { steps: 4 })
      await page.mouse.up()
    })
    await expect(handle).toHaveAttribute('aria-valuenow', '0.74')
    await expect(handle).toHaveAttribute('aria-valuetext', /^74\.0 %, ≈? ?[\d,]+ tokens$/)
    await andRun(page, () => page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click())
    await expect(handle).toHaveAttribute('aria-valuenow', '0.5')
    await handle.focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(handle).toHaveAttribute('aria-valuenow', '0.45')
    // On a handle, the page's keys belong to the handle.
    await page.keyboard.press('Home')
    await expect(handle).toHaveAttribute('aria-valuenow', '0')
  })
  await page.getByRole('complementary').getByRole('button', { name: 'Close' }).first().click()

  await test.step('CONF-1 PIPE-1 an error is shown and runs nothing; a lane is written out as a pipeline', async () => {
    await tuneHybrid(page)
    const field = page.locator('.tune').getByLabel('pressure.thresholds.red of Hybrid', { exact: true })
    await field.fill('0.7')
    await field.press('Enter')
    await expect(page.locator('.refused')).toHaveText('This takes 0.76 to 1, not 0.7')
    await field.press('Escape')
    await expect(page.locator('.refused')).toHaveCount(0)

    const search = page.getByRole('searchbox', { name: 'Find a key or a word' })
    await search.fill('snip_from')
    await expect(page.getByText('No setting matches.')).toBeVisible()
    await page.getByRole('button', { name: 'unused too' }).click()
    await expect(
      page.locator('.tune').getByLabel('tiered.snip_from of Hybrid', { exact: true }),
    ).toBeVisible()
    await search.fill('')

    const kept = await metric(page, 'evicted-blocks', 'hybrid')
    await page.getByRole('tab', { name: 'Text' }).click()
    await andRun(page, () => page.getByRole('button', { name: 'Edit as a pipeline' }).click())
    expect(await metric(page, 'evicted-blocks', 'pipeline')).toBe(kept)

    // With an error in the text the last run stays, and the controls are disabled.
    const text = page.locator('.cm-content')
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\nstrategy: pipelin')
    await page.getByRole('tab', { name: 'Controls' }).click()
    await expect(page.locator('.broken')).toContainText('strategy')
    await expect(
      page.locator('.tune').getByLabel('pressure.thresholds.red of Pipeline', { exact: true }),
    ).toBeDisabled()
    expect(await metric(page, 'evicted-blocks', 'pipeline')).toBe(kept)
    await page.getByRole('button', { name: 'Go to the text' }).click()
    await expect(text).toBeVisible()
  })
  await page.keyboard.press('Escape')

  await test.step('the controls have names and roles, fold, and need no sideways scroll on a phone', async () => {
    await page.locator('.lane[data-lane="fifo"] select.lane-policy').selectOption('default')
    await page.getByRole('button', { name: 'Tune Managed' }).click()
    await page.getByRole('tab', { name: 'Controls' }).click()
    await expect(page.locator('.controls')).toBeVisible()
    const section = page.getByRole('button', { name: 'cross_window' })
    await section.click()
    await expect(
      page.locator('.tune').getByLabel('cross_window.milestones of Managed', { exact: true }),
    ).toBeVisible()
    // What is half under the head of the list is no small target.
    await page.locator('.tune-body').evaluate((body) => body.scrollTo(0, 0))
    expect(await violations(page, '.controls')).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    const wide = await page.locator('.tune-body').evaluate((body) => body.scrollWidth - body.clientWidth)
    expect(wide).toBe(0)
    const outside = await page
      .locator('.controls *')
      .evaluateAll((all) =>
        all
          .filter(
            (one) => !one.classList.contains('unseen') && one.getBoundingClientRect().right > innerWidth + 1,
          )
          .map(({ className }) => String(className)),
      )
    expect(outside).toEqual([])
  })
})
