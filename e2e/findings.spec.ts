import { test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, openTab, violationsInBothThemes, openAt, LANE } from './lab.ts'

async function findingsPanel(page: Page): Promise<Locator> {
  await openTab(page, 'Cost')
  const panel = page.locator('section.panel.findings')
  await panel.scrollIntoViewIfNeeded()
  await expect(panel.locator('tbody tr').first()).toBeVisible()
  return panel
}

/** Opens a comparison by its button, and waits until the table is about its lanes. */
async function openFinding(page: Page, name: string, lanes: number): Promise<Locator> {
  const panel = await findingsPanel(page)
  const open = panel.locator(`[data-finding="${name}"] button`)
  await andRun(page, () => open.click())
  const shown = await findingsPanel(page)
  await expect(shown.locator('tbody tr')).toHaveCount(lanes)
  await expect(shown.locator(`[data-finding="${name}"] button`)).toBeDisabled()
  return shown
}

/** The figures of a column, from the first lane to the last. */
async function column(panel: Locator, nth: number): Promise<readonly number[]> {
  const cells = await panel.locator(`tbody tr td:nth-of-type(${nth})`).allTextContents()
  return cells.map((text) => Number(text.replace(/[^\d.]/g, '')))
}

test('COST-2 the cache reverses the ranking', async ({ page }) => {
  await openAt(page, { lanes: [LANE.hybrid] })
  const panel = await openFinding(page, 'ranking', 3)
  await expect(panel.getByText('The cache changes the order of the lanes.')).toBeVisible()
  const [none = NaN, single = NaN, batches = NaN] = await column(panel, 1)
  expect(batches < none && none < single).toBe(true)
  // The share that is read from the cache: what only appends reads most.
  const [readNone = NaN, readSingle = NaN, readBatches = NaN] = await column(panel, 3)
  expect(100 > readNone && readNone > readBatches && readBatches > readSingle && readSingle > 0).toBe(true)
  const [plainNone = NaN, plainSingle = NaN, plainBatches = NaN] = await column(panel, 2)
  expect(plainBatches < plainSingle && plainSingle < plainNone).toBe(true)
  expect(await violationsInBothThemes(page, 'section.panel.findings')).toEqual([])
})
