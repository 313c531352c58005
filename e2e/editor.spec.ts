import { test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, comparisonOf, metric, openAt, violationsInBothThemes } from './lab.ts'

/** Opens the settings text of the second lane. */
async function openText(page: Page): Promise<Locator> {
  await openAt(page)
  await page.getByRole('button', { name: 'Tune Hybrid' }).click()
  await page.getByRole('tab', { name: 'Text' }).click()
  const text = page.getByRole('textbox', { name: 'The settings of Hybrid as text' })
  await expect(text).toBeVisible()
  return text
}

/** The whole text; the editor renders only the visible lines. */
async function copied(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const given = new Promise<string>((resolve) => {
      navigator.clipboard.write = async ([item]) => {
        resolve((await (await item?.getType('text/plain'))?.text()) ?? '')
      }
    })
    document.querySelector<HTMLElement>('.config-bar .plain')?.click()
    return given
  })
}

/** Selects the first occurrence of these words, using the editor's search. */
async function find(page: Page, text: Locator, words: string): Promise<void> {
  await text.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+f')
  await expect(page.locator('.cm-search input[name="search"]')).toBeFocused()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.locator('.cm-search')).toHaveCount(0)
}

test('CONF-2 a setting typed with completion runs, appears among the differences, is reset there, and undone to the byte', async ({
  page,
}) => {
  const text = await openText(page)
  const own = await copied(page)
  expect(own).toContain('\n  target: 0.60\n')
  const freed = await metric(page, 'freed-tokens', 'hybrid')

  await find(page, text, 'target: 0.60')
  await page.keyboard.type('tar')
  await expect(page.locator('.cm-tooltip-autocomplete [aria-selected]')).toContainText('target')
  await page.keyboard.press('Tab')
  await andRun(page, () => page.keyboard.type('0.3'))
  expect(await copied(page)).toBe(own.replace('target: 0.60', 'target: 0.3'))
  expect(await metric(page, 'freed-tokens', 'hybrid')).not.toBe(freed)
  await expect(page.getByRole('navigation', { name: 'Key at the cursor' })).toHaveText('evictiontarget')
  const path = await page.locator('.config-path').boundingBox()
  expect(path?.height).toBeLessThan(30)

  // After a second, what is typed is a step of its own: Undo would take back the comment.
  const change = page.getByRole('region', { name: 'Before and after the last change' })
  await expect(change).toContainText('0.6 → 0.3')
  await page.waitForTimeout(1100)
  await page.keyboard.type(' # low')
  await expect(change).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(change).toBeVisible()

  await page.getByRole('tab', { name: 'Differences' }).click()
  await expect(page.getByLabel('Compare with')).toHaveValue('own')
  const rows = page.locator('.difference-rows tbody tr')
  await expect(rows).toHaveCount(1)
  await expect(page.locator('.line-diff .cm-deletedChunk')).toContainText('target: 0.6')
  await expect(page.getByLabel('Only the differences, as YAML')).toContainText('target: 0.3')
  await andRun(page, () =>
    rows.getByRole('button', { name: 'Use this value: eviction.target becomes 0.6' }).click(),
  )
  await expect(page.getByText('Nothing differs from the original preset.')).toBeVisible()
  expect(await metric(page, 'freed-tokens', 'hybrid')).toBe(freed)

  // A click on a setting of another lane selects its key in the text.
  await page.getByLabel('Compare with').selectOption({ label: 'lane Unprotected FIFO' })
  await page.getByRole('button', { name: 'Show eviction.gates.task in the text' }).click()
  await expect(page.getByRole('navigation', { name: 'Key at the cursor' })).toHaveText('evictiongatestask')
  await expect(text).toBeFocused()

  // Typing and adopting a value share one undo stack.
  // The change is highlighted for less than a second, so the page records it.
  const lit = await page.evaluateHandle(() => {
    const found: string[] = []
    new MutationObserver(() => {
      for (const line of document.querySelectorAll('.cm-line.is-changed')) found.push(line.textContent)
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
    return found
  })
  await andRun(page, () => page.keyboard.press('Control+z'))
  expect((await lit.jsonValue()).join('\n')).toContain('target: 0.3')
  expect(await copied(page)).toBe(own.replace('target: 0.60', 'target: 0.3'))
  await expect(page.locator('.cm-line.is-changed')).toHaveCount(0)
  await text.focus()
  await andRun(page, () => page.keyboard.press('Control+z'))
  expect(await copied(page)).toBe(own)
  await expect(page.locator('.cm-line', { hasText: /^ {2}target:/ })).toHaveText('  target: 0.60')
  await text.focus()
  await andRun(page, () => page.keyboard.press('Control+Shift+z'))
  expect(await copied(page)).toContain('target: 0.3')
})

test('the settings of a lane as text: presets, problems, and how they fit', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ colorScheme: 'light' })
  const text = await openText(page)

  await test.step('PIPE-1 a lane starts from a preset, is written out as a pipeline, and reset; each is one step', async () => {
    const own = await copied(page)
    const limit = /max_context_tokens: (\d+)/.exec(own)?.[0] ?? ''
    const evicted = await metric(page, 'evicted-blocks', 'hybrid')
    await andRun(page, () => page.getByRole('button', { name: 'Edit as a pipeline' }).click())
    expect(await metric(page, 'evicted-blocks', 'pipeline')).toBe(evicted)
    expect(await copied(page)).toContain('strategy: pipeline')

    await andRun(page, () => page.getByLabel('Start from a preset').selectOption('lru'))
    const lru = await copied(page)
    expect(lru).toContain('policy: lru')
    expect(lru).toContain(limit)
    expect(Number.isNaN(await metric(page, 'evicted-blocks', 'lru'))).toBe(false)
    await expect(page.getByLabel('Start from a preset')).toHaveValue('')

    await andRun(page, () => page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click())
    expect(await copied(page)).toContain('strategy: pipeline')
    await andRun(page, () => page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click())
    expect(await copied(page)).toBe(own)
    await expect(page.getByRole('button', { name: 'Reset all' })).toHaveAttribute('aria-disabled', 'true')

    // A pasted text of more than 50,000 characters takes one undo step.
    await find(page, text, 'min_free_tokens: 0')
    await text.evaluate((content) => {
      const data = new DataTransfer()
      const lines = Array.from({ length: 800 }, (_, line) => `\n  # line ${line} ${'of many '.repeat(8)}`)
      data.setData('text/plain', `min_free_tokens: 10${lines.join('')}`)
      content.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    await expect.poll(async () => (await copied(page)).split('\n').length).toBeGreaterThan(800)
    await text.focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => copied(page)).toBe(own)
  })

  await test.step('CONF-1 an error in the text is shown with line and column, keeps the last run on the screen, and is fixed by one click', async () => {
    const own = await copied(page)
    const shown = await comparisonOf(page)
    const freed = await metric(page, 'freed-tokens', 'hybrid')
    const problems = page.getByRole('region', { name: 'Problems of the text' })

    await find(page, text, 'protected_types')
    await page.keyboard.type('protected_typs')
    await page.keyboard.press('Escape')
    const line = own.slice(0, own.indexOf('protected_types')).split('\n').length
    await expect(problems.getByRole('button', { name: new RegExp(`^error, ${line}:3\\b`) })).toContainText(
      'protected_typs',
    )
    await expect(problems).toContainText('showing the last valid config')
    expect(await comparisonOf(page)).toBe(shown)
    expect(await metric(page, 'freed-tokens', 'hybrid')).toBe(freed)
    await expect(page.locator('.lane')).toHaveCount(2)

    await page.keyboard.press('Control+Home')
    await problems.getByRole('button', { name: /^error, / }).click()
    await expect(text).toBeFocused()
    await expect(page.locator('.cm-activeLine')).toContainText('protected_typs')
    await problems
      .getByRole('button', { name: /protected_types/ })
      .last()
      .click()
    await expect(problems).not.toContainText('stale')
    expect(await copied(page)).toBe(own)
    expect(await metric(page, 'freed-tokens', 'hybrid')).toBe(freed)

    // Explains a key: at the pointer, and at the cursor after a key press.
    await page.locator('.cm-line', { hasText: 'protected_types' }).locator('.yaml-key').hover()
    await expect(page.locator('.cm-tooltip-hover')).toContainText('eviction.protected_types')
    await page.mouse.move(0, 0)
    await find(page, text, 'min_free_tokens: 0')
    await page.keyboard.press('Control+k')
    const doc = page.locator('.setting-doc')
    await expect(doc).toContainText('eviction.min_free_tokens')
    await expect(doc).toContainText('default0')
    await expect(doc).toContainText('unittokens')
    await page.keyboard.press('Escape')
    await expect(doc).toHaveCount(0)
    // Tab leaves the editor without changing the text.
    await page.keyboard.press('Tab')
    await expect(text).not.toBeFocused()
    expect(await copied(page)).toBe(own)
  })

  await test.step('axe finds nothing in the text and in the differences in both themes, and they fit into 390 px', async () => {
    const themes = (): Promise<string[]> => violationsInBothThemes(page, '.tune')
    await find(page, text, 'red: 0.90')
    await page.keyboard.type('red: 1.7')
    await page.keyboard.press('Control+k')
    await expect(page.locator('.setting-doc')).toBeVisible()
    await expect(page.locator('.stale-badge')).toBeVisible()
    expect(await themes()).toEqual([])
    await page.keyboard.press('Control+z')
    await expect(page.locator('.stale-badge')).toHaveCount(0)
    await page.getByRole('tab', { name: 'Differences' }).click()
    await page.getByLabel('Compare with').selectOption('preset small_window')
    await expect(page.locator('.difference-rows')).toBeVisible()
    await expect(page.locator('.line-diff .cm-changedLine').first()).toBeAttached()
    expect(await themes()).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    for (const tab of ['Differences', 'Text']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.locator('.differences, .config-editor')).toBeVisible()
      expect(await page.locator('.tune-body').evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})
