import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { scenario, writers } from '../src/sim/index.ts'
import { andRun, comparisonOf, giveFile, LANES, metric, openLab } from './lab.ts'

const traces = process.env['TRACES_DIR']

/** Logs that are driven through the page: real ones where a folder with them is named, else look-alikes. */
const logs = [
  { name: 'claude-code-compaction.jsonl', writer: 'claude-code', seed: 3 },
  { name: 'anthropic-messages.json', writer: 'anthropic', seed: 4 },
].map(({ name, writer, seed }) => ({
  name,
  text: () =>
    traces === undefined || traces === '' ? written(writer, seed) : readFileSync(join(traces, name), 'utf8'),
}))

function written(writer: string, seed: number): string {
  const write = writers[writer]
  if (write === undefined) throw new Error(`no such writer: ${writer}`)
  return write(scenario('axios-migration', seed))
}

for (const log of logs) {
  test(`${log.name} at half and a quarter of its peak: every lane edits, differs and stays valid`, async ({
    page,
  }) => {
    await openLab(page)
    await andRun(page, () => giveFile(page, log.name, log.text()))
    await expect(page.locator('.field').first().locator('select')).toContainText(log.name)
    await expect(page.locator('.intake')).toContainText(/Log read as [a-z-]+: [\d,]+ records?/)
    for (const share of [50, 25]) {
      if (share !== 50) {
        await andRun(page, () =>
          page.getByLabel('Window as a share of the unmanaged peak').fill(String(share)),
        )
      }
      await expect(page.locator('.budget b')).toHaveText(`${share}.0 %`)
      const first: number[] = []
      for (const lane of LANES) {
        expect(await metric(page, 'edits', lane), `${lane} edits at ${share} %`).toBeGreaterThanOrEqual(1)
        expect(await metric(page, 'introduced-violations', lane), `${lane} at ${share} %`).toBe(0)
        const parts = await metric(page, 'first-difference', lane)
        if (!Number.isNaN(parts)) first.push(parts)
      }
      // FIFO is what the others differ from.
      expect(first, `lanes that differ from FIFO at ${share} %`).toHaveLength(LANES.length - 1)
    }
  })
}

test('a pasted log runs, its broken line is reported with line and column, and its text is not kept in the page', async ({
  page,
}) => {
  const lines = written('claude-code', 5).trimEnd().split('\n')
  lines.splice(4, 0, '{"type":"user","message":{"role":"user","content":"cut off')
  await openLab(page)
  await page.getByRole('button', { name: 'Your data' }).click()
  const box = page.getByLabel('Paste a log here')
  await andRun(page, () =>
    box.evaluate((element, text) => {
      const clipboard = new DataTransfer()
      clipboard.setData('text', text)
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }),
      )
    }, lines.join('\n')),
  )
  await expect(page.locator('.intake .place')).toHaveText(/^line 5, column \d+$/)
  await expect(page.locator('.intake')).toContainText('1 problem')
  expect(await page.evaluate(() => document.documentElement.outerHTML.includes('"parentUuid"'))).toBe(false)
})

test('a text of no known format says so, and the comparison stays', async ({ page }) => {
  await openLab(page)
  const before = await page.getByRole('heading', { level: 1 }).textContent()
  await giveFile(page, 'numbers.json', '{"temperature":[1,2,3]}')
  const alert = page.getByRole('alert')
  await expect(alert.locator('[data-code]')).toHaveCount(1)
  await expect(alert).toContainText('numbers.json could not be run')
  await expect(alert).toContainText('still shows the comparison before')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(before)
  await expect(page.getByLabel('Conversation')).toHaveValue('axios-migration')
  await alert.getByRole('button', { name: 'Close' }).click()
  await expect(alert).toHaveCount(0)
})

test('JSON that breaks off names the line and the column', async ({ page }) => {
  await openLab(page)
  await giveFile(page, 'broken.json', '[\n  {"role": "user", "content": "hello"},\n  {"role": ')
  await expect(page.getByRole('alert').locator('.place').first()).toHaveText(/^line 3, column \d+$/)
})

test('a cancelled run leaves the screen and the inputs as they were', async ({ page }) => {
  await openLab(page)
  const id = await comparisonOf(page)
  const before = await page.locator('.about').textContent()
  // A log large enough to be cancelled in the middle.
  const large = written('claude-code', 6)
  const turns = large.repeat(20)
  await giveFile(page, 'large.jsonl', turns)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('.run-status')).toHaveCount(0)
  expect(await page.locator('.about').textContent()).toBe(before)
  expect(await comparisonOf(page)).toBe(id)
  await expect(page.getByLabel('Conversation')).toHaveValue('axios-migration')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a log dropped anywhere on the page runs', async ({ page }) => {
  await openLab(page)
  await andRun(page, () =>
    page.evaluate(
      (text) => {
        const dropped = new DataTransfer()
        dropped.items.add(new File([text], 'dropped.jsonl'))
        document.body.dispatchEvent(
          new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }),
        )
      },
      written('claude-code', 5),
    ),
  )
  await expect(page.locator('.field').first().locator('select')).toContainText('dropped.jsonl')
})

test('a log of a few words runs in the smallest window there is, and the inputs say so', async ({ page }) => {
  const log = JSON.stringify([
    { role: 'user', content: 'How many moons has Mars?' },
    { role: 'assistant', content: 'Two: Phobos and Deimos.' },
  ])
  await openLab(page)
  await andRun(page, () => giveFile(page, 'short.json', log))
  const tokens = Number(await page.getByLabel('Window in tokens').inputValue())
  expect(tokens).toBeGreaterThanOrEqual(1000)
  await expect(page.locator('.about')).toContainText(`window of ${tokens.toLocaleString('en-US')} tokens`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('All lanes do the same')
})
