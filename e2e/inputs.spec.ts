import { expect, test } from '@playwright/test'
import { andRun, metric, openLab, turn } from './lab.ts'

test('another seed is another conversation, and the same seed the same', async ({ page }) => {
  await openLab(page)
  const first = await page.locator('.about').textContent()
  await andRun(page, () => page.getByLabel('Seed', { exact: true }).fill('8'))
  expect(await page.locator('.about').textContent()).not.toBe(first)
  await andRun(page, () => page.getByLabel('Seed', { exact: true }).fill('7'))
  expect(await page.locator('.about').textContent()).toBe(first)
})

test('the dice throws another seed and runs it', async ({ page }) => {
  await openLab(page)
  // The one seed in a thousand that is thrown again runs nothing.
  await page.evaluate(() => {
    Math.random = () => 0.5
  })
  await andRun(page, () => page.getByRole('button', { name: 'Another seed' }).click())
  await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('500')
})

test('another conversation puts the playhead on its own first difference', async ({ page }) => {
  await openLab(page)
  await andRun(page, () => page.getByLabel('Conversation').selectOption('long-coding'))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/same until turn \d+/)
  const before = /same until turn ([\d,]+)/.exec(
    (await page.getByRole('heading', { level: 1 }).textContent()) ?? '',
  )
  expect(await turn(page)).toBe(Number(before?.[1]?.replaceAll(',', '')) + 1)
})

test('the slider sets the window as a share of the unmanaged peak, and keeps the turn', async ({ page }) => {
  await openLab(page)
  await page.keyboard.press('End')
  const at = await turn(page)
  const half = Number(await page.getByLabel('Window in tokens').inputValue())
  await andRun(page, () => page.getByLabel('Window as a share of the unmanaged peak').fill('25'))
  const quarter = Number(await page.getByLabel('Window in tokens').inputValue())
  expect(Math.abs(quarter - half / 2)).toBeLessThanOrEqual(1)
  expect(await turn(page)).toBe(at)
})

test('a window in tokens moves the slider', async ({ page }) => {
  await openLab(page)
  await andRun(page, () => page.getByLabel('Window in tokens').fill('20000'))
  await expect(page.locator('.about')).toContainText('window of 20,000 tokens')
  const peak = Number(
    /peak \(≈ ([\d,]+)\)/.exec((await page.locator('.about').textContent()) ?? '')?.[1]?.replaceAll(',', ''),
  )
  const share = Math.round((20_000 / peak) * 100)
  await expect(page.getByLabel('Window as a share of the unmanaged peak')).toHaveValue(String(share))
})

test('above the peak nothing is evicted and all lanes are the same', async ({ page }) => {
  await openLab(page)
  await andRun(page, () => page.getByLabel('Window in tokens').fill('400000'))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('All lanes do the same')
  expect(await metric(page, 'edits', 'fifo')).toBe(0)
})

test('an exact counter loses the sign of an estimate', async ({ page }) => {
  await openLab(page)
  await expect(page.locator('.about')).toContainText('≈')
  await andRun(page, () => page.getByLabel('Counter').selectOption('o200k_base'))
  await expect(page.locator('.about')).not.toContainText('≈')
})

test('without gates FIFO loses the task, with them it does not', async ({ page }) => {
  await openLab(page)
  const lost = page.locator('.lane[data-lane="fifo"]').getByText('the task is lost')
  await expect(lost).toHaveCount(0)
  await andRun(page, () => page.getByLabel('Gates').selectOption('naive'))
  await expect(lost).toHaveCount(1)
})

test('a number that makes no sense stays in its box and runs nothing', async ({ page }) => {
  await openLab(page)
  const box = page.getByLabel('Window in tokens')
  await box.fill('3')
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await box.blur()
  await expect(box).toHaveAttribute('aria-invalid', 'false')
  await expect(box).not.toHaveValue('3')
})
