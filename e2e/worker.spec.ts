import { expect, test } from '@playwright/test'
import { openLab } from './lab.ts'

test('one worker reads and runs', async ({ page }) => {
  await openLab(page)
  expect(page.workers().map((worker) => worker.url())).toEqual([expect.stringContaining('sim.worker')])
})

test('without its worker the page has nothing to show, and says so', async ({ page }) => {
  await page.route('**/sim.worker*', (route) => route.abort())
  await page.goto('/')
  const alert = page.getByRole('alert')
  await expect(alert.locator('[data-code="worker-failed"]')).toBeVisible()
  await expect(page.locator('.lane')).toHaveCount(0)
  await page.unroute('**/sim.worker*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.lane')).toHaveCount(4)
})

test('the script of the page holds neither scenarios nor readers nor the YAML parser', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await openLab(page)
  const entry = scripts.find((url) => /\/index-/.test(url))
  expect(entry).toBeDefined()
  const source = await (await page.request.get(entry ?? '')).text()
  for (const sign of ['unknown-scenario', 'unknown-format', 'YAMLParseError'])
    expect(source).not.toContain(sign)
})
