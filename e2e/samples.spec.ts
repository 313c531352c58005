import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { SAMPLE_GROUPS, SAMPLES_OF } from '../src/app/panel/conversation/log/Samples.tsx'
import { andRun, LANE, listLane, metric, openAt, openTab } from './lab.ts'

/** Opens the panel with the samples unless it is open. */
async function openSamples(page: Page): Promise<void> {
  if ((await page.getByRole('region', { name: 'Your data' }).count()) === 0)
    await page.getByRole('button', { name: 'Your data' }).click()
}

test('a sample of each group runs like a person’s own file; one that does not load is reported, one that is loading says so', async ({
  page,
}) => {
  await openAt(page, { lanes: [LANE.hybrid] })
  for (const { what, answer, told } of [
    { what: 'is missing', answer: { status: 404, body: 'no' }, told: '404' },
    {
      what: 'is answered with the page itself',
      answer: { status: 200, contentType: 'text/html', body: '<p>' },
      told: 'the server sent a page',
    },
  ]) {
    await test.step(`a sample that ${what} is reported, and the comparison stays`, async () => {
      await page.route('**/samples/*', (route) => route.fulfill(answer))
      const before = await page.getByRole('heading', { level: 1 }).textContent()
      await openSamples(page)
      await page.getByRole('button', { name: 'OpenAI chat', exact: true }).click()
      const alert = page.getByRole('alert').filter({ hasText: 'The OpenAI chat sample could not be fetched' })
      await expect(alert).toContainText(told)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(before)
      await page.unroute('**/samples/*')
    })
  }

  await test.step('a sample that is loading says so', async () => {
    let go = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route('**/samples/*', async (route) => {
      await gate
      await route.continue()
    })
    await openSamples(page)
    await page.getByRole('button', { name: 'plain Role: text chat', exact: true }).click()
    await expect(page.getByText('Fetching the plain Role: text chat sample…')).toBeVisible()
    await andRun(page, async () => {
      go()
    })
  })
  await page.unroute('**/samples/*')

  for (const group of SAMPLE_GROUPS)
    await test.step(`samples of ${group} run one after another`, async () => {
      const panel = page.getByRole('region', { name: 'Your data' })
      // `samples.test.ts` runs every one.
      for (const { format, label, file } of SAMPLES_OF[group].slice(-1)) {
        await page.getByRole('button', { name: 'Your data' }).click()
        await andRun(page, () => panel.getByRole('button', { name: label, exact: true }).click())
        await expect(panel).toHaveCount(0)
        await expect(page.locator('.intake > summary')).toContainText(`Log read as ${label}:`)
        await expect(page.locator('.intake > summary')).not.toContainText('worked around')
        await expect(page.getByRole('button', { name: `Conversation: ${file}` })).toContainText(format)
        const windows = page
          .locator('.reading')
          .getByRole('button', { name: /the model’s$|derived from the log$/ })
        await expect(windows.and(page.locator('[aria-pressed="true"]'))).toHaveCount(1)
        expect(await metric(page, 'edits', 'hybrid'), format).toBeGreaterThanOrEqual(1)
        expect(await metric(page, 'introduced-violations', 'hybrid'), format).toBe(0)
      }
    })
})

test('TRIM-1 in a sample with images, every prompt, and every block of one, shows what its tokens are for', async ({
  page,
}) => {
  await openAt(page)
  const budget = page.locator('section.panel.budget')
  await test.step('a conversation of text only says nothing', async () => {
    await openTab(page, 'Window')
    await expect(budget.locator('tr[data-part="total"]')).toBeVisible()
    await expect(budget.locator('.by-kind')).toHaveCount(0)
  })
  const [sample] = SAMPLES_OF.messages.filter(({ format }) => format === 'anthropic')
  await page.getByRole('button', { name: 'Your data' }).click()
  await andRun(page, () =>
    page
      .getByRole('region', { name: 'Your data' })
      .getByRole('button', { name: sample?.label ?? '', exact: true })
      .click(),
  )
  await listLane(page, 'Hybrid')
  await test.step('LED-1 all kinds together are the whole window, in the turn shown', async () => {
    await budget.scrollIntoViewIfNeeded()
    const numberOf = (text: string | null): number =>
      Number((text ?? '').replace(/ of .*/s, '').replace(/\D/g, ''))
    const kinds = budget.locator('.by-kind [data-kind]')
    await expect(kinds).toHaveText([/^text ≈? ?[\d,]+$/, /^images /, /^documents /])
    const values = (await kinds.allTextContents()).map(numberOf)
    expect(values[1]).toBeGreaterThan(0)
    const used = numberOf(await budget.locator('tr[data-part="total"] .used-cell').textContent())
    expect(values.reduce((sum, one) => sum + one, 0)).toBe(used)
    await openTab(page, 'Requests')
    await expect(page.locator('section.panel.request .files')).toContainText(/, of them images ≈? ?[\d,]+/)
  })
  await test.step('an image block says so, and that it has no text', async () => {
    await openTab(page, 'Window')
    await page.getByRole('textbox', { name: 'Go to turn' }).fill('15')
    await page.keyboard.press('Enter')
    await expect(page.locator('#blocks')).toContainText('turn 15')
    const rows = page.locator('section.panel', { has: page.locator('#blocks') }).locator('[data-block]')
    await rows.filter({ hasText: 'user message' }).last().click()
    const why = page.locator('.why')
    await expect(why.locator('.why-lane')).toContainText(/of them images ≈? ?1,568/)
    await expect(why.locator('.block-text')).toContainText(/No text: images ≈? ?1,568 tokens/)
  })
})
