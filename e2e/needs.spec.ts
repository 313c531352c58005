import { test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { expect } from './expect.ts'
import { andRun, openTab, openLab, violationsInBothThemes, openAt, LANE } from './lab.ts'

test('NEED-2 the panel about what stays has a row for everything told, and says where it falls most', async ({
  page,
}) => {
  await openLab(page)
  await openTab(page, 'What stays')
  const panel = page.locator('section.panel.retention')
  await panel.scrollIntoViewIfNeeded()
  await expect(panel.locator('tr[data-group="all"]')).toBeVisible()
  expect(await panel.locator('tr[data-group]').count()).toBeGreaterThan(4)
  await expect(panel.getByText(/^It falls most in turn \d+/)).toBeVisible()
  const keptBy = (way: string): Promise<string | null> =>
    panel.locator(`tr[data-beside="${way}"]`).getAttribute('data-kept')
  const lane = Number(await keptBy('lane'))
  expect(await panel.locator('tr[data-beside]').count()).toBe(5)
  expect(Number(await keptBy('checklist'))).toBeGreaterThanOrEqual(lane)
  expect(await violationsInBothThemes(page, 'section.panel.retention')).toEqual([])
})

test('REF-2 a rejected need of a log counts no more, until it is restored', async ({ page }) => {
  await openAt(page, { lanes: [LANE.hybrid] })
  const buffer = readFileSync('public/samples/codex.jsonl')
  const file = { name: 'codex.jsonl', mimeType: 'application/json', buffer }
  await andRun(page, () => page.locator('input[type="file"]').first().setInputFiles(file))
  const count = page.locator('tr[data-metric="needs-inferred"] td').first()
  const before = Number(await count.getAttribute('data-value'))
  expect(before).toBeGreaterThan(0)
  const blocks = page.locator('section[aria-labelledby="blocks"] tbody tr button')
  const reject = page.getByRole('button', { name: /^Reject the need of turn \d+/ })
  for (let at = 0; (await reject.count()) === 0 && at < (await blocks.count()); at++) {
    await blocks.nth(at).click()
    await expect(page.locator('.aftermath')).toBeVisible()
  }
  await andRun(page, () => reject.first().click())
  await expect.poll(async () => Number(await count.getAttribute('data-value'))).toBeLessThan(before)
  const restore = page.getByRole('button', { name: /restore$/ })
  await andRun(page, () => restore.first().click())
  await expect(count).toHaveAttribute('data-value', String(before))
})
