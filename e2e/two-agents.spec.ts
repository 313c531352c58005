import { readFileSync } from 'node:fs'
import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { metric, openLab, violationsInBothThemes } from './lab.ts'

test.use({ storageState: { cookies: [], origins: [] } })

test('one button: under one strategy the agent forgets its task and asks, under the other it finishes', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page)
  const dialog = page.getByRole('dialog', { name: 'Two agents, one task' })
  const side = (name: string) => dialog.getByRole('region', { name, exact: true })

  await test.step('the first screen has the button, and it begins without another click', async () => {
    await page.getByRole('button', { name: 'Watch two agents' }).click()
    await expect(side('Managed')).toBeVisible()
    // Whoever wants less motion steps by hand.
    await expect(dialog.getByText(/^Step 1 of \d+$/)).toBeVisible()
  })

  await test.step('in what it begins with, the loss of the task costs the result', async () => {
    await dialog.getByRole('button', { name: 'To the end' }).click()
    await expect(dialog).toContainText(/Managed finished in \d+ steps: 6 of 6 figures right/)
    await expect(side('Unprotected FIFO')).toContainText('the user gives up')
    await expect(side('Managed')).toContainText('the window: 8,000 tokens')
    await expect(dialog.locator('p.sunk code').first()).toBeVisible()
    await expect(dialog.locator('p.sunk')).not.toContainText('`')
    // The picture says that the task came back, and a list what its colours are.
    await expect(side('Unprotected FIFO').locator('.two-window')).toContainText('told again')
    await expect(side('Managed').locator('.two-window')).not.toContainText('told again')
    await expect(dialog.getByRole('list', { name: 'Types of blocks' })).toContainText('user message')
    await expect(dialog.getByRole('combobox', { name: 'Left' })).not.toContainText('as written')
    await dialog.getByRole('combobox', { name: 'Task' }).selectOption('Find the bug')
    await dialog.getByRole('button', { name: 'Run both' }).dblclick()
    await expect(dialog.getByText(/^Step 1 of \d+$/)).toBeVisible()
  })

  const asked = await test.step('step by step, it says what happened where it matters', async () => {
    const step = dialog.getByRole('slider', { name: 'Step' })
    const lost = side('Unprotected FIFO').getByText(
      /^Step \d+: the task has left the window\. The agent asks what to do\./,
    )
    while (!(await lost.isVisible())) await step.press('ArrowRight')
    // The words of the agent itself are beside its picture.
    await expect(side('Unprotected FIFO')).toContainText('I can no longer see what I was asked to do')
    await expect(
      side('Unprotected FIFO').getByText('left the window', { exact: true }).first(),
    ).toBeAttached()
    await expect(side('Managed')).not.toContainText('I can no longer see what I was asked to do')
    return Number(await step.inputValue())
  })
  expect(asked).toBeGreaterThan(1)

  const saved = async (kind: 'SVG' | 'PNG'): Promise<Buffer> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: `Window of Unprotected FIFO as ${kind}`, exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/stacked-context-window-\d+\.(?:svg|png)$/)
    return readFileSync(await download.path())
  }
  await test.step('the picture of a side is saved as far as it is played', async () => {
    await dialog
      .getByRole('button', { name: 'Save the picture: Window of Unprotected FIFO', exact: true })
      .click()
    const svg = (await saved('SVG')).toString()
    expect(svg).toContain(`steps 1 to ${asked} `)
    expect(svg).toMatch(/<title>Unprotected FIFO\. Step \d+: the task has left the window\./)
  })

  const sent = await test.step('at the end both are compared', async () => {
    await dialog.getByRole('button', { name: 'To the end' }).click()
    await expect(dialog).toContainText(
      /Managed finished in \d+ steps: 1 of 1 bug fixed, never asked for its task, .* tokens sent, \$[\d.]+\.\s*Unprotected FIFO finished in \d+ steps: 1 of 1 bug fixed, asked for its task /,
    )
    expect(await violationsInBothThemes(page, '.two')).toEqual([])
    const [, tokens = ''] = /Managed finished.*? ([\d,]+) tokens sent/.exec(await dialog.innerText()) ?? []
    return Number(tokens.replaceAll(',', ''))
  })

  await test.step('at the end the saved picture says how it ended', async () => {
    expect((await saved('SVG')).toString()).toMatch(/<title>Unprotected FIFO finished in \d+ steps/)
    const png = await saved('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2560, 1440])
  })

  await test.step('a run is cancelled, and what was there stays', async () => {
    await dialog.getByRole('combobox', { name: 'Task' }).selectOption('Compare sources')
    await expect(dialog.getByText('These are results of other settings. Run both again.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Run both' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByText('Cancelled.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Run both' })).toBeVisible()
    await expect(dialog).toContainText('Managed finished in')
  })

  await test.step('the lab opens the conversation under both strategies, with the same figures', async () => {
    await side('Managed').getByRole('button', { name: 'Open in the lab' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.locator('.lane')).toHaveCount(2)
    await expect(page.locator('.lane').first()).toContainText('Managed')
    await page.getByRole('button', { name: 'Expert' }).click()
    expect(await metric(page, 'prompt-tokens', 'managed')).toBe(sent)
  })
})
