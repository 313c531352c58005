import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { scenario, writers } from '../src/sim/index.ts'
import { expect } from './expect.ts'
import { andRun, openAt, take, violationsInBothThemes } from './lab.ts'

/** Conversations in which eviction pays. */
const logs = Array.from({ length: 4 }, (_, nth) => ({
  name: `log-${String(nth).padStart(2, '0')}.jsonl`,
  text: writers['claude-code'](scenario('support-chat', nth + 1)),
}))

/** Drops a folder, as far as a script can: several files at once. */
async function drop(page: Page, files: readonly { readonly name: string; readonly text: string }[]) {
  await page.evaluate((dropped) => {
    const data = new DataTransfer()
    for (const { name, text } of dropped) data.items.add(new File([text], name))
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
    )
  }, files)
}

test('a folder of logs is studied, answered and opened at the worst turn', async ({ page }) => {
  test.slow()
  await openAt(page)
  const study = page.locator('.study')
  await test.step('the answer comes with its rows, and what is no log with its reason', async () => {
    await drop(page, [...logs, { name: 'bad.json', text: '{' }])
    await expect(study.locator('.study-answer')).toContainText('your 4 logs', { timeout: 60_000 })
    await expect(study.locator('.study-answer')).toContainText('at half of each conversation')
    await expect(study.locator('tr[data-lane]')).toHaveCount(6)
    await expect(study.locator('[data-unread="bad.json"]')).toContainText('line 1')
    await expect(study.getByRole('tab', { name: 'My logs' })).toHaveAttribute('aria-selected', 'true')
  })
  await test.step('on a phone the cost and the needed context of every strategy are in sight', async () => {
    const whole = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    const ends = await study
      .locator('tr[data-lane] td:nth-child(3)')
      .evaluateAll((cells) => cells.map((cell) => cell.lastElementChild!.getBoundingClientRect().right))
    expect(Math.max(...ends)).toBeLessThanOrEqual(390)
    if (whole !== null) await page.setViewportSize(whole)
  })
  await test.step('the answer says at whose prices its costs are', async () => {
    await expect(study.locator('.study-best')).toContainText(/Costs(?:: each log| are) at the prices of/)
  })
  await test.step('another aim gives another answer, with its configuration', async () => {
    const best = study.getByLabel('Best is')
    await best.selectOption('cheapest')
    await expect(study.locator('.study-best')).toContainText('Best is the cheapest, whatever it loses.')
    await study.locator('.study-config summary').click()
    await expect(study.locator('[data-config^="Anthropic"]')).toBeVisible()
    // Another strategy's code is there, too.
    await study.locator('tr[data-lane="FIFO"]').getByRole('button').click()
    await expect(study.locator('.study-config summary')).toHaveText('Use FIFO')
    await expect(
      study.locator('[data-config^="Your own loop with OpenAI"]').getByRole('button'),
    ).toBeVisible()
  })
  await test.step('the search for the best plan runs its solver under the policy of the page', async () => {
    await study.getByText('Search how much').click()
    await expect(study.locator('tr[data-lane="FIFO"]')).toContainText(
      /\d logs\d+\.\d %(?: to \d+\.\d %)?\d of \d/,
      {
        timeout: 60_000,
      },
    )
  })
  expect(await violationsInBothThemes(page, '.study')).toEqual([])
  await test.step('a log opens with its lanes, and undo goes back', async () => {
    await study.getByText('Log by log').click()
    await andRun(page, () =>
      study
        .getByRole('button', { name: /^Open log-03/ })
        .last()
        .click(),
    )
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeEnabled()
    await expect(page.locator('#lanes')).toContainText('As recorded')
    // It is one of those that were studied.
    await expect(study.getByRole('button', { name: 'Study the log on this page' })).toHaveCount(0)
  })
  await test.step('a cell of a sweep is used, and taken back', async () => {
    await study.getByRole('tab', { name: 'Many seeds' }).click()
    const fold = study.getByText('Vary two settings of a lane')
    await fold.click()
    await study.getByRole('combobox', { name: 'Lane', exact: true }).selectOption({ label: 'Hybrid' })
    await study.getByRole('button', { name: /^Run \d+ pairs/ }).click()
    await study.locator('.sweep-cell[data-pareto="true"]').first().click({ timeout: 60_000 })
    await andRun(page, () => study.getByRole('button', { name: 'Use in this lane' }).click())
    await expect(page.locator('#lanes')).toContainText('changed')
    await andRun(page, () => page.getByRole('button', { name: /^Undo/ }).click())
    await expect(page.locator('#lanes')).not.toContainText('changed')
    await fold.click()
  })
  await test.step('the settings of a lane are searched on the log, and what was found is opened as a lane', async () => {
    await study.getByText('Search the settings of a lane').click()
    await study.getByRole('combobox', { name: 'Lane', exact: true }).selectOption({ label: 'Hybrid' })
    await study.getByRole('combobox', { name: 'Tries' }).selectOption('16')
    // By keyboard: Stop stands where the pressed button was, and has the focus.
    await study.getByRole('button', { name: 'Search with 16 tries' }).press('Enter')
    await expect(study.getByRole('button', { name: 'Stop' })).toBeFocused()
    await expect(study.locator('.search-found')).toContainText('Hybrid as it is', { timeout: 60_000 })
    const found = await study.locator('tr[data-point]').count()
    await study.getByRole('button', { name: 'Save the picture: Cost against needed context of the' }).click()
    const front = await take(page, 'Cost against needed context of the tries as SVG')
    expect(front.text.match(/<circle/g)?.length).toBeGreaterThan(1)
    await andRun(page, () =>
      page
        .getByRole('button', { name: /^Remove / })
        .first()
        .click(),
    )
    await andRun(page, () =>
      study
        .getByRole('button', { name: /^Open no\. \d as a lane$/ })
        .first()
        .click(),
    )
    await expect(page.locator('#lanes')).toContainText('changed')
    // It is about the lane, which is the same.
    await expect(study.locator('tr[data-point]')).toHaveCount(found)
    for (let undone = 0; undone < 2; undone++)
      await andRun(page, () => page.getByRole('button', { name: /^Undo/ }).click())
  })
  await test.step('undo goes back to the conversation before, and the study stays', async () => {
    await andRun(page, () => page.getByRole('button', { name: /^Undo/ }).click())
    await expect(page.locator('#lanes')).toContainText('Unprotected FIFO')
    await study.getByRole('tab', { name: 'My logs' }).click()
    await expect(study.locator('.study-best')).toBeVisible()
    await andRun(page, () => drop(page, [{ name: 'other.jsonl', text: logs[0]?.text.slice(0, -1) ?? '' }]))
    await expect(study).toContainText('other.jsonl is on the page')
    await expect(study.getByRole('button', { name: 'Study the log on this page' })).toBeVisible()
    await andRun(page, () => page.getByRole('button', { name: /^Undo/ }).click())
  })
  await test.step('the worst conversation is found and opened', async () => {
    await study.getByRole('tab', { name: 'Many seeds' }).click()
    await study.getByText('Find a conversation where a lane does worst').click()
    await study.getByRole('combobox', { name: 'Tries' }).last().selectOption('180')
    await study.getByRole('button', { name: 'Try 180 conversations' }).click()
    const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
    // What was found so far would be lost.
    await expect.poll(asks).toBe(true)
    await study.getByRole('button', { name: 'Stop' }).click()
    expect(await asks()).toBe(false)
    await study.getByRole('combobox', { name: 'Tries' }).last().selectOption('15')
    await study.getByRole('button', { name: 'Try 15 conversations' }).click()
    const found = study.locator('.worst-found')
    await expect(found).toContainText('does badly in', { timeout: 60_000 })
    await andRun(page, () => found.getByRole('button', { name: 'Open: Smallest of the generator' }).click())
    const about = page.locator('.headline .about')
    await expect(about.getByRole('button', { name: 'Back to the defaults' })).toBeVisible()
    await andRun(page, () => about.getByRole('button', { name: 'Back to the defaults' }).click())
    await expect(about.getByRole('button', { name: 'Back to the defaults' })).toHaveCount(0)
  })
})
