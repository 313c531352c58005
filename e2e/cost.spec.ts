import { test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { metric, openTab, openLab, take, turn, violations, violationsInBothThemes } from './lab.ts'

/** Scrolls to the panel, so that it is rendered. */
async function costPanel(page: Page): Promise<Locator> {
  await openTab(page, 'Cost')
  const panel = page.locator('section.panel.cost')
  await panel.scrollIntoViewIfNeeded()
  await expect(panel.locator('table.bill')).toBeVisible()
  return panel
}

async function dollars(cell: Locator): Promise<number> {
  return Number(((await cell.textContent()) ?? '').replace(/[^\d.]/g, ''))
}

test('what a run costs', async ({ page }) => {
  await openLab(page)
  const panel = await costPanel(page)
  const total = panel.locator('table.bill tfoot td').nth(2)
  const lane = (await panel.getByRole('heading', { level: 2 }).textContent())?.replace('Cost of ', '') ?? ''

  await test.step('COST-3 LED-1 the bill adds up, and the table of metrics has the same sum', async () => {
    const rows = panel.locator('table.bill tbody tr')
    const paid = await Promise.all((await rows.all()).map(async (row) => dollars(row.locator('td').nth(2))))
    const sum = await dollars(total)
    expect(Math.abs(paid.reduce((a, b) => a + b, 0) - sum)).toBeLessThan(0.01)
    const name =
      (await page.locator('[data-metric="cost"] [data-lane]').first().getAttribute('data-lane')) ?? ''
    expect(lane).not.toBe('')
    expect(Math.abs((await metric(page, 'cost', name)) - sum)).toBeLessThan(0.01)
  })

  await test.step('COST-6 each edit shows when it breaks even, and every lane its price, as in the table of metrics', async () => {
    await expect(panel.locator('table.worst tbody tr').first().locator('td').last()).toHaveText(
      /^(?:at once|never|\d+ calls?, (?:turn \d+|not reached))$/,
    )
    const rows = await panel.locator('table.lane-prices tbody tr').all()
    expect(rows.length).toBeGreaterThan(1)
    const cells = await page.locator('[data-metric="cost"] [data-lane]').all()
    for (const [at, row] of rows.entries()) {
      const price = await dollars(row.locator('td').first())
      expect(Math.abs(price - Number(await cells[at]?.getAttribute('data-value')))).toBeLessThan(0.0001)
    }
  })

  await test.step('the cost is shown below each picture, and plotted against the needed context', async () => {
    const lanes = await page.locator('section.lane').count()
    await expect(page.locator('.cache-ribbon text')).toHaveText(
      Array.from({ length: lanes }, () => /^prompt cache: \d+\.\d % read · \$\d+\.\d{4}$/),
    )
    await page.locator('figure.trade').scrollIntoViewIfNeeded()
    await expect(page.locator('.trade .dot')).toHaveCount(lanes)
    await expect(page.locator('.trade h3')).toContainText('cost')
    for (const axis of ['cost of the run', 'needed context present'])
      await expect(page.locator('.trade-plot text', { hasText: axis })).toBeVisible()
    expect(await violationsInBothThemes(page, 'figure.trade')).toEqual([])
  })

  await test.step('COST-3 the tip of a lane’s cache tells what the prompt of a turn read', async () => {
    const ribbon = page.locator('.cache-ribbon').first()
    await ribbon.scrollIntoViewIfNeeded()
    const box = await ribbon.boundingBox()
    if (box === null) throw new Error('the cache of the first lane is not on the page')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 8)
    const tip = page.locator('.tip')
    await expect(tip).toContainText(/sent in turn \d+/)
    await expect(tip).toContainText(/[\d,]+ tokens read from the cache/)
    await expect(tip).toContainText(/[\d,]+ sent before, paid for again/)
  })

  await test.step('COST-5 the estimated time changes with the rate at which prompts are read, the price does not', async () => {
    const sentence = panel.getByText(/^Estimated time: /)
    await expect(sentence).toHaveText(
      /^Estimated time: (?:\d+ h \d+ min|\d+ min \d+ s)(?:, .+ of it waiting for summaries)?, with .+ for tools by the times of the conversation\.$/,
    )
    const before = [await sentence.textContent(), await total.textContent()]
    await panel.getByRole('button', { name: '4,000', exact: true }).click()
    await expect(sentence).not.toHaveText(before[0] ?? '')
    await expect(total).toHaveText(before[1] ?? '')
    await panel.getByRole('button', { name: '10,000', exact: true }).click()
    await expect(sentence).toHaveText(before[0] ?? '')
  })

  await test.step('COST-1 another model and another cache term change the price', async () => {
    const before = await dollars(total)
    await panel.getByRole('button', { name: '1 h' }).click()
    await expect.poll(async () => dollars(total)).toBeGreaterThan(before)
    await panel.getByRole('combobox').selectOption('gpt-5-nano')
    await expect(panel).toContainText('at the prices of GPT-5 nano')
    // Every other cost on the page has them, too, and a reload keeps them.
    const everywhere = async (): Promise<void> => {
      const about = page.locator('.headline .about')
      await expect(about).toContainText(/cost .+ at the prices of GPT-5 nano/)
      await expect(about).not.toContainText('assumed')
      const name =
        (await page.locator('[data-metric="cost"] [data-lane]').first().getAttribute('data-lane')) ?? ''
      expect(Math.abs((await metric(page, 'cost', name)) - (await dollars(total)))).toBeLessThan(0.0001)
      await expect(page.locator('section[aria-labelledby="metrics"]')).toContainText(
        'at the prices of GPT-5 nano',
      )
    }
    await everywhere()
    await openTab(page, 'Files')
    const { text } = await take(page, 'Page of the comparison (HTML)')
    expect(text).toContain('Costs are at the prices of GPT-5 nano')
    expect(text).toContain('// Prices that were chosen are not in here')
    await costPanel(page)
    await page.reload()
    await costPanel(page)
    await everywhere()
    expect(await dollars(total)).toBeLessThan(before)
    await expect(panel.getByRole('button', { name: '1 h' })).toHaveCount(0)
    await panel.getByRole('combobox').selectOption('')
  })

  await test.step('the most expensive miss leads to its turn', async () => {
    const link = panel.locator('table.worst tbody button').first()
    const to = Number(/\d+/.exec((await link.textContent()) ?? '')?.[0])
    await link.click()
    await expect.poll(async () => turn(page)).toBe(to)
  })

  await test.step('a table lists every call, and everything in the panel can be reached', async () => {
    await panel.getByRole('button', { name: /call by call$/ }).click()
    await expect(panel.locator('table').last()).toContainText('not read: edits')
    expect(await violationsInBothThemes(page, 'section.panel.cost')).toEqual([])
    // Where its tables scroll sideways, keys reach them.
    const size = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.locator('section.panel.cost .scroll-x[tabindex="0"]').first()).toBeAttached()
    expect(await violations(page, 'section.panel.cost')).toEqual([])
    if (size !== null) await page.setViewportSize(size)
  })

  await test.step('COST-1 a person’s own prices can be chosen', async () => {
    await page.locator('.model-button').click()
    const models = page.locator('.model-panel')
    await models.getByRole('button', { name: 'Edit the figures of Claude Haiku 4.5' }).first().click()
    const editor = models.getByRole('form', { name: 'Edit the figures of Claude Haiku 4.5' })
    await editor.getByLabel('Output', { exact: true }).fill('500')
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(models.locator('.models tr', { hasText: 'yours' })).toContainText('500')
    await page.keyboard.press('Escape')

    const replies = panel.locator('tr[data-bill="output"] td')
    await panel.getByRole('combobox').selectOption({ label: 'Claude Haiku 4.5, your prices' })
    await expect(panel).toContainText('$500 output per million tokens')
    // Where costs leave this panel, nobody is to take them for the provider's.
    await expect(page.locator('section[aria-labelledby="metrics"]')).toContainText(
      'Claude Haiku 4.5, entered by hand (',
    )
    const tokens = await dollars(replies.nth(0))
    await expect.poll(async () => dollars(replies.nth(2))).toBeCloseTo((tokens * 500) / 1e6, 3)
  })
})
