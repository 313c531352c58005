import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, comparisonOf, giveFile, violations, openLab } from './lab.ts'

function conversation(page: Page, name: string) {
  return page.getByRole('button', { name: `Conversation: ${name}` })
}

const COUNT = 200
/** JSON lines, of which the seventh is by far the longest. */
const stories = Array.from({ length: COUNT }, (_, place) => {
  const turns = place === 6 ? 12 : 2
  const talk = Array.from({ length: turns }, (__, index) => [
    { role: 'user', content: `Story ${place + 1}, question ${index}: ${'what then? '.repeat(20)}` },
    { role: 'assistant', content: `Story ${place + 1}, answer ${index}: ${'this then. '.repeat(20)}` },
  ])
  return JSON.stringify({ messages: talk.flat() })
}).join('\n')

/** Undoes until this text is shown. Changes within a second of each other are one step. */
async function undoUntil(page: Page, shown: string): Promise<void> {
  for (let steps = 0; steps < 4; steps++) {
    if ((await page.locator('.about').textContent())?.includes(shown) === true) return
    await andRun(page, () => page.getByRole('button', { name: /^Undo/ }).click())
  }
  await expect(page.locator('.about')).toContainText(shown)
}

test('how a log is read can be chosen: its format, its conversation, its compactions', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 900 })
  await openLab(page)
  await test.step('the format is chosen if none is detected, and if another is wanted', async () => {
    await test.step('can be chosen for a text without a detected format, and nothing on the screen is lost', async () => {
      const before = await page.getByRole('heading', { level: 1 }).textContent()
      await giveFile(page, 'numbers.json', '{"temperature":[1,2,3]}')
      const alert = page.getByRole('alert').filter({ hasText: 'numbers.json could not be run' })
      // What comes late above the pictures leaves them on the screen.
      await expect(alert).toContainText('still shows the previous comparison')
      await expect(alert.locator('[data-code]')).toHaveCount(1)
      await expect(page.locator('.plot').last()).toBeInViewport({ ratio: 1 })
      await alert.getByLabel('Read it as').selectOption('claude-code')
      await expect(alert.locator('[data-code="wrong-format"]')).toContainText('Claude Code session')
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(before)
      await expect(conversation(page, 'Axios migration')).toBeVisible()
    })
    await test.step('is the detected one; a wrong one says so and keeps the screen, a right one is read', async () => {
      const talk = [
        { role: 'user', content: 'How many moons has Mars?' },
        { role: 'assistant', content: 'Two: Phobos and Deimos.' },
      ]
      await andRun(page, () => giveFile(page, 'moons.json', JSON.stringify({ messages: talk })))
      await page.locator('.intake > summary').click()
      const format = page.getByRole('combobox', { name: 'Read as', exact: true })
      await expect(format.locator('option:checked')).toHaveText(/^found: /)
      const id = await comparisonOf(page)
      const about = await page.locator('.about').textContent()
      await format.selectOption('codex')
      const alert = page.getByRole('alert').filter({ hasText: 'moons.json could not be run' })
      await expect(alert.locator('[data-code="wrong-format"]')).toContainText(
        'the text cannot be read as Codex rollout: it is JSON, an object with the keys { messages }',
      )
      expect(await comparisonOf(page)).toBe(id)
      expect(await page.locator('.about').textContent()).toBe(about)
      await expect(format.locator('option:checked')).toHaveText(/^found: /)
      // The message itself offers the other formats.
      await andRun(page, () => alert.getByLabel('Read it as').selectOption('openai'))
      await expect(alert).toHaveCount(0)
      await expect(page.locator('.intake > summary')).toContainText('Log read as OpenAI chat: 2 records')
      await expect(format).toHaveValue('openai')
      await andRun(page, () => format.selectOption('detected from the content'))
      await expect(format.locator('option:checked')).toHaveText(/^found: /)
    })
  })
  await test.step('a log of one conversation offers no other', async () => {
    await andRun(page, () => giveFile(page, 'chat.txt', 'User: hello\nAssistant: good day'))
    await expect(page.locator('.intake')).toBeVisible()
    const reading = page.getByRole('region', { name: 'How the log is read' })
    await expect(reading.getByRole('combobox')).toHaveCount(0)
    // Half of four tokens is below the minimum window.
    await expect(reading).toContainText('The minimum: the fixed overhead')
  })
  await test.step('a file of several opens on the largest; another is chosen from the list, by its arrows and by key, and undone', async () => {
    await andRun(page, () => giveFile(page, 'stories.jsonl', stories))
    const reading = page.getByRole('region', { name: 'How the log is read' })
    const chooser = reading.getByLabel('Conversation in the file')
    await expect(reading).toContainText(`7 of ${COUNT}`)
    await expect(chooser.locator('option')).toHaveCount(COUNT)
    await expect(chooser.locator('option:checked')).toHaveText(/^7\. Story 7, question 0: .* · 12 turns$/)
    await andRun(page, () => chooser.selectOption({ index: 199 }))
    await expect(page.locator('.about')).toContainText(`(200 of ${COUNT}) · 2 turns`)
    await expect(reading.getByRole('button', { name: 'Next conversation' })).toBeDisabled()
    expect(await violations(page, '.reading')).toEqual([])
    await andRun(page, () => reading.getByRole('button', { name: 'Previous conversation' }).click())
    await expect(page.locator('.about')).toContainText(`(199 of ${COUNT})`)
    await chooser.focus()
    await andRun(page, () => page.keyboard.press('Home'))
    await expect(page.locator('.about')).toContainText(`(1 of ${COUNT})`)
    await expect(conversation(page, 'stories.jsonl')).toBeVisible()
    await undoUntil(page, `(7 of ${COUNT})`)
    await expect(chooser).toHaveValue('6')
    await expect(page.getByText('could not be run')).toHaveCount(0)
  })
  await test.step('REC-1 compactions by the log’s own client are undone or kept, and that can be undone itself', async () => {
    await page.getByRole('button', { name: 'Your data' }).click()
    await andRun(page, () => page.getByRole('button', { name: 'Claude Code session', exact: true }).click())
    const choice = page.getByRole('group', { name: /^The log’s own client compacted once/ })
    const contexts = page.getByRole('combobox', { name: 'Context', exact: true }).locator('option')
    await expect(choice.getByRole('button', { name: 'undone' })).toHaveAttribute('aria-pressed', 'true')
    await page.locator('.reasons summary').click()
    await expect(page.getByText('“As recorded” replays what it did')).toBeVisible()
    await expect(contexts).toHaveCount(0)
    await andRun(page, () => choice.getByRole('button', { name: 'kept' }).click())
    await expect(choice.getByRole('button', { name: 'kept' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Here a new window begins with each of its summaries')).toBeVisible()
    await expect(contexts).toHaveCount(2)
    expect(await violations(page, '.reading')).toEqual([])
    await andRun(page, () => page.getByRole('button', { name: /^Undo/ }).click())
    await expect(choice.getByRole('button', { name: 'undone' })).toHaveAttribute('aria-pressed', 'true')
    await expect(contexts).toHaveCount(0)
  })
})
