import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, comparisonOf, metric, openLab, turn, openTask, openPair } from './lab.ts'

const SLIDER = 'Window as a share of the peak context without eviction'
const PERCENT = 'Window in percent of the peak context without eviction'
const TOKENS = 'Window in tokens'

/** The whole number in a box, with or without commas. */
async function whole(page: Page, label: string): Promise<number> {
  return Number((await page.getByLabel(label).inputValue()).replaceAll(',', ''))
}

async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Undo/ }).click()
}

test('the row of inputs: seeds, conversations, rejected values, protection and counters', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 800 })
  await openLab(page)
  await openTask(page)

  await test.step('the inputs are in one calm row', async () => {
    const bar = await page.locator('header.bar').boundingBox()
    expect(bar?.height).toBeGreaterThanOrEqual(40)
    expect(bar?.height).toBeLessThanOrEqual(48)
  })

  await test.step('conversations are chosen in a panel that Escape closes', async () => {
    await test.step('Escape closes the panel, gives the focus back, and leaves the selection alone', async () => {
      const selected = page.getByRole('complementary')
      await expect(selected).toBeVisible()
      const opener = page.getByRole('button', { name: /^Conversation:/ })
      await opener.press('Enter')
      await expect(page.getByRole('dialog', { name: 'Conversation' })).toBeVisible()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name: 'Conversation' })).toBeHidden()
      await expect(opener).toBeFocused()
      await expect(selected).toBeVisible()
    })
    await test.step('a conversation is chosen by name, sentence and picture, and opens at its own first difference', async () => {
      await page.getByRole('button', { name: 'Conversation: Axios migration' }).click()
      const panel = page.getByRole('dialog', { name: 'Conversation' })
      const choice = panel.getByRole('button', { name: /^Short bug fix/ })
      await expect(choice).toContainText(/\d+ turns, \d+ blocks/)
      await expect(choice.locator('svg path')).toHaveCount(4)
      await andRun(page, () => choice.click())
      await expect(panel).toBeHidden()
      await expect(page.getByRole('button', { name: 'Conversation: Short bug fix' })).toBeVisible()
      expect(await turn(page)).toBe(await metric(page, 'first-difference', 'hybrid'))
      await andRun(page, () => undo(page))
      await expect(page.getByRole('button', { name: 'Conversation: Axios migration' })).toBeVisible()
    })
  })

  await test.step('seeds are typed and rolled', async () => {
    await test.step('another seed gives another conversation, and the same seed the same', async () => {
      const first = await page.locator('.about').textContent()
      await andRun(page, () => page.getByLabel('Seed', { exact: true }).fill('8'))
      expect(await page.locator('.about').textContent()).not.toBe(first)
      await andRun(page, () => page.getByLabel('Seed', { exact: true }).fill('7'))
      expect(await page.locator('.about').textContent()).toBe(first)
    })
    await test.step('the dice rolls another seed and runs it, and undo reverts it', async () => {
      // If the new seed is the same, one case in a thousand, nothing runs.
      await page.evaluate(() => {
        Math.random = () => 0.5
      })
      await andRun(page, () => page.getByRole('button', { name: 'Another seed' }).click())
      await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('500')
      await andRun(page, () => undo(page))
      await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('7')
    })
  })

  await test.step('invalid figures run nothing; counters and guards can be chosen', async () => {
    await test.step('an invalid figure stays in its box and runs nothing', async () => {
      const id = await comparisonOf(page)
      for (const [label, wrong] of [
        [TOKENS, '3'],
        [TOKENS, 'half'],
        [PERCENT, '0'],
        [PERCENT, '-5 %'],
        ['Seed', '1.5'],
      ] as const) {
        const box = page.getByLabel(label, { exact: true })
        const before = await box.inputValue()
        await box.fill(wrong)
        await expect(box).toHaveAttribute('aria-invalid', 'true')
        await box.press('Escape')
        await expect(box).toHaveAttribute('aria-invalid', 'false')
        await expect(box).toHaveValue(before)
      }
      expect(await comparisonOf(page)).toBe(id)
    })
    await test.step('a rejected value is explained beside its box, visibly, also after leaving the box', async () => {
      const id = await comparisonOf(page)
      for (const [label, wrong, told] of [
        ['Seed', 'abc', '“abc” is not accepted; 7 stays. Enter a whole number from 0 to 999,999.'],
        [
          TOKENS,
          '0',
          /^“0” is not accepted; [\d,]+ stays\. Enter a whole number of tokens from 2,000 to 10,000,000\.$/,
        ],
        [TOKENS, '1000000000', /^“1000000000” is not accepted; [\d,]+ stays\./],
        [PERCENT, '1', /Enter a share from [2-9](\.\d)? to 1,000 % of the peak without eviction\.$/],
      ] as const) {
        const box = page.getByLabel(label, { exact: true })
        await box.fill(wrong)
        await box.press('Enter')
        const note = page.getByRole('alert').filter({ hasText: told })
        await expect(note).toBeInViewport({ ratio: 1 })
        await expect(box).toHaveAccessibleDescription(told)
        await box.blur()
        await expect(note).toBeVisible()
        await box.focus()
        await box.fill('')
        await box.press('Escape')
        await expect(page.locator('.not-taken')).toHaveCount(0)
      }
      expect(await comparisonOf(page)).toBe(id)
    })
    await test.step('FIFO loses the task without guards and keeps it with them', async () => {
      const lost = page.locator('.lane').first().getByText('the task is lost')
      await expect(lost).toHaveCount(1)
      await andRun(page, () => page.getByRole('button', { name: 'Protection of Unprotected FIFO' }).click())
      await expect(lost).toHaveCount(0)
    })
    await test.step('an estimating counter marks its figures with a sign, and explains it', async () => {
      const counter = page.getByLabel('Counter')
      await expect(page.locator('.about')).not.toContainText('≈')
      const about = counter.locator('optgroup:has(option:checked)')
      await expect(counter.locator('option:checked')).toHaveText('o200k_base')
      await expect(about).toHaveAttribute('label', /^Exact/)
      await andRun(page, () => counter.selectOption('chars4'))
      await expect(page.locator('.about')).toContainText('≈')
      await expect(about).toHaveAttribute('label', /^An estimate/)
    })
  })
})

test('the window as an input, by every way to set it, and on a phone', async ({ page }) => {
  test.slow()
  await openPair(page)

  await test.step('a share can be typed, with or without its sign, and stepped with the arrow keys', async () => {
    const peak = 2 * (await whole(page, TOKENS))
    const box = page.getByLabel(PERCENT)
    await andRun(page, () => box.fill('35 %'))
    expect(Math.abs((await whole(page, TOKENS)) - 0.35 * peak)).toBeLessThanOrEqual(1)
    await andRun(page, async () => {
      await box.fill('62,5')
      await box.press('Enter')
    })
    await expect(page.getByLabel(SLIDER)).toHaveValue('63')
    await box.blur()
    await expect(box).toHaveValue('62.5 %')
    await andRun(page, () => box.press('ArrowDown'))
    await expect(box).toHaveValue('62.0 %')
  })
  await andRun(page, () => page.getByLabel(PERCENT).fill('50 %'))
  await page.getByLabel(PERCENT).blur()

  await test.step('the window is dragged and typed, in percent and in tokens', async () => {
    await test.step('a drag of the slider is one step of undo', async () => {
      const before = await page.getByLabel(TOKENS).inputValue()
      await andRun(page, async () => {
        await page.getByLabel(SLIDER).focus()
        for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft')
      })
      await expect(page.getByLabel(PERCENT)).toHaveValue('44.0 %')
      await andRun(page, () => undo(page))
      await expect(page.getByLabel(TOKENS)).toHaveValue(before)
      await expect(page.getByLabel(PERCENT)).toHaveValue('50.0 %')
    })
    await test.step('the slider sets the window as a share of the peak context without eviction, and keeps the turn', async () => {
      await page.keyboard.press('End')
      const at = await turn(page)
      const half = await whole(page, TOKENS)
      await andRun(page, () => page.getByLabel(SLIDER).fill('25'))
      expect(Math.abs((await whole(page, TOKENS)) - half / 2)).toBeLessThanOrEqual(1)
      await expect(page.getByLabel(PERCENT)).toHaveValue('25.0 %')
      expect(await turn(page)).toBe(at)
    })
    await test.step('a window in tokens moves the slider', async () => {
      await andRun(page, () => page.getByLabel(TOKENS).fill('20,000'))
      await expect(page.locator('.about')).toContainText('window of 20,000 tokens')
      const peak = Number(
        /peak without eviction \((?:≈ )?([\d,]+)\)/
          .exec((await page.locator('.about').textContent()) ?? '')?.[1]
          ?.replaceAll(',', ''),
      )
      await expect(page.getByLabel(SLIDER)).toHaveValue(String(Math.round((20_000 / peak) * 100)))
    })
    await test.step('above the peak nothing is evicted and all lanes are equal', async () => {
      await andRun(page, () => page.getByLabel(TOKENS).fill('400000'))
      await expect(page.getByRole('heading', { level: 1 })).toContainText('do the same in every turn')
      expect(await metric(page, 'edits', 'naive_fifo')).toBe(0)
    })
  })
  await page.setViewportSize({ width: 390, height: 800 })

  await test.step('at 390 px nothing is wider than the screen, and the panel fits', async () => {
    for (const label of ['Seed', TOKENS, PERCENT]) {
      await page.getByLabel(label, { exact: true }).fill('abc')
      await page.getByLabel(label, { exact: true }).press('Enter')
      await expect(page.locator('.not-taken')).toBeInViewport({ ratio: 1 })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(390)
      await page.getByLabel(label, { exact: true }).press('Escape')
    }
    await page.getByRole('button', { name: /^Conversation:/ }).click()
    const panel = await page.getByRole('dialog', { name: 'Conversation' }).boundingBox()
    expect(panel?.x).toBeGreaterThanOrEqual(0)
    expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThanOrEqual(390)
    expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual(800)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
