import { test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, openPair, openTab, setPolicy, violations, EXACT } from './lab.ts'

const laneOf = (page: Page, name: string): Locator => page.locator(`.lane[data-lane="${name}"]`)

/** Drags along the turns under a lane, between two shares of the plot's width. */
async function mark(page: Page, from: number, to: number): Promise<void> {
  const plot = laneOf(page, 'naive_fifo').locator('.plot')
  await plot.scrollIntoViewIfNeeded()
  const box = await plot.boundingBox()
  if (box === null) throw new Error('the plot is not on the screen')
  const y = box.y + box.height - 6
  await page.mouse.move(box.x + box.width * from, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * ((from + to) / 2), y, { steps: 3 })
  await page.mouse.move(box.x + box.width * to, y, { steps: 3 })
  await page.mouse.up()
}

/** The figures of a lane in the table of the marked turns. */
async function figuresOf(page: Page, label: string): Promise<number[]> {
  const cells = await page
    .locator('.stretch > .scroll-x tr', { hasText: label })
    .locator('td.number')
    .allTextContents()
  return cells.slice(0, 6).map((text) => Number(text.replace(/[^\d]/g, '')))
}

test('turns are marked, their requests are shown and compared, and a summary shows its lineage', async ({
  page,
}) => {
  test.slow()
  await openPair(page, EXACT)

  await test.step('LED-1 turns are marked by a drag along the axis: the ledger of every lane, and the new and remaining blocks', async () => {
    await mark(page, 0.3, 0.6)
    const table = page.locator('.stretch')
    await expect(table.getByRole('heading', { level: 2 })).toContainText(/Turns \d+ to \d+/)
    for (const label of ['Unprotected FIFO', 'Hybrid']) {
      const [before = 0, came = 0, freed = 0, added = 0, after = 0] = await figuresOf(page, label)
      expect(came).toBeGreaterThan(0)
      expect(before + came - freed + added).toBe(after)
    }
    // The ends can be typed, and the pictures show the new marks.
    await page.getByLabel('From turn').fill('0')
    await page.getByLabel('From turn').press('Enter')
    await expect(table.getByRole('heading', { level: 2 })).toContainText('Turns 0 to')
    await expect.poll(async () => (await figuresOf(page, 'Hybrid'))[0]).toBe(0)
    await expect(laneOf(page, 'hybrid').locator('.marked-stretch')).toBeVisible()

    await table
      .getByRole('button', { name: /blocks: \d+ whole/ })
      .first()
      .click()
    await expect(table.locator('.born-blocks tbody tr').first()).toBeVisible()
    await table.getByLabel('only removed or changed').check()
    await expect(table.locator('.born-blocks tbody tr', { hasText: / in turn \d+/ }).first()).toBeVisible()
    await table.locator('.born-blocks [data-to]').first().click()
    await expect(page.locator('aside.why')).toBeVisible()
    expect(await violations(page, '.stretch')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(table).toHaveCount(0)
  })

  await test.step('PAIR-1 VALID-2 the request of a turn is shown as sent, with its validity and repairs, and two turns are compared', async () => {
    await openTab(page, 'Requests')
    const request = page.locator('section.request')
    await expect(request.locator('.verdict')).toContainText('Valid: breaks no known rule of Anthropic')
    await expect(request.locator('.cm-content')).toContainText('"system": "You are')
    await request.getByRole('button', { name: 'OpenAI chat', exact: true }).click()
    await expect(request.locator('.verdict')).toContainText('OpenAI chat')
    await expect(request.locator('.cm-content')).toContainText('"role": "system"')
    expect(await violations(page, 'section.request')).toEqual([])

    const panel = page.locator('.turn-diff-panel')
    await panel.getByLabel('Turn of the first prompt').fill('4')
    await panel.getByLabel('Turn of the first prompt').press('Enter')
    await panel.getByLabel('Turn of the second prompt').fill('60')
    await panel.getByLabel('Turn of the second prompt').press('Enter')
    await expect(panel.locator('tr[data-change="removed"]').first()).toBeVisible()
    await expect(panel.locator('tr[data-change="added"]').first()).toBeVisible()
    const sums = (await panel.locator('.diff-sums').textContent()) ?? ''
    const [before = 0, removed = 0, added = 0] = (sums.match(/[\d,]+/g) ?? []).map((text) =>
      Number(text.replace(/,/g, '')),
    )
    expect(before).toBeGreaterThan(removed)
    expect(added).toBeGreaterThan(0)
    await panel.getByText('Compare the requests as text').click()
    await expect(panel.locator('.cm-content')).toBeVisible()
    expect(await violations(page, '.turn-diff-panel')).toEqual([])
    await openTab(page, 'Window')
  })
  await page.evaluate(() => {
    scrollTo(0, 0)
  })

  await test.step('COMP-8 a summary shows its lineage, and which words of its parents it keeps', async () => {
    await setPolicy(page, 'hybrid', 'compaction_first')
    await page.keyboard.press('End')
    await andRun(page, () => page.getByRole('button', { name: 'Remove Unprotected FIFO' }).click())
    await page
      .locator('[data-block]', { hasText: /summary/i })
      .first()
      .click()
    const lineage = page.locator('.lineage')
    await expect(lineage.locator('.ancestors li').first()).toBeVisible()
    // Not the first one, the previous summary: comparing two long, very different texts takes all the time allowed.
    await lineage.getByRole('button', { name: 'Compare the texts' }).nth(1).click()
    await expect(lineage.locator('.text-diff')).toContainText(/of its words/)
    expect(await violations(page, '.lineage')).toEqual([])
  })
})
