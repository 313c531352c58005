import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { LANE, openAt, openTab } from './lab.ts'
import { faultsIn } from './accessibility-tree.ts'

test('a screen reader is told every screen: names, levels of headings, what is alike kept apart', async ({
  page,
}) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAt(page, { lanes: [LANE.naive_fifo, LANE.hybrid], turn: 40 })
  expect(await faultsIn(page)).toEqual([])

  for (const tab of ['Window', 'What stays', 'Cost', 'Requests', 'Health and log', 'Files', 'Guide'] as const)
    await test.step(`the tab "${tab}"`, async () => {
      await openTab(page, tab)
      await expect(page.locator('.detail-panels .later:visible')).toHaveCount(0)
      expect(await faultsIn(page)).toEqual([])
    })

  await test.step('the study, with its folded parts open', async () => {
    const study = page.getByRole('region', { name: 'Which should I use?' })
    for (const fold of await study.locator('summary').all()) await fold.click()
    await expect(study.locator('details[open] select').last()).toBeVisible()
    expect(await faultsIn(page)).toEqual([])
    await study.getByRole('tab', { name: 'My logs' }).click()
    expect(await faultsIn(page)).toEqual([])
  })

  await test.step('the side panel: settings as controls, text and differences; a live conversation', async () => {
    await page.keyboard.press('t')
    const side = page.getByRole('complementary')
    for (const tab of ['Controls', 'Text', 'Differences']) {
      await side.getByRole('tab', { name: tab }).click()
      await expect(side.getByRole('tabpanel', { name: tab })).toBeVisible()
      expect(await faultsIn(page)).toEqual([])
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await expect(page.getByRole('complementary', { name: 'Live conversation' })).toBeVisible()
    expect(await faultsIn(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  for (const box of ['Keys', 'Library', 'Your data'])
    await test.step(`the box "${box}", by keys: the focus goes into it, and comes back`, async () => {
      const opener = page.getByRole('button', { name: box, exact: true })
      await opener.press('Enter')
      const heading = page.getByRole('heading', { name: box, exact: true })
      await expect(heading).toBeVisible()
      await expect(
        page.locator(':is(dialog, [popover], .log-panel):has(:focus), dialog:focus').first(),
      ).toBeVisible()
      expect(await faultsIn(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(heading).toBeHidden()
      await expect(opener).toBeFocused()
    })
  // Nothing moves a stop of the Tab key from its place in the page.
  await expect(page.locator('[tabindex]:not([tabindex="0"]):not([tabindex^="-"])')).toHaveCount(0)
})
