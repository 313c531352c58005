import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, metric, openAt, setPolicy } from './lab.ts'

async function lanes(page: Page): Promise<(string | null)[]> {
  return page.locator('.lane').evaluateAll((all) => all.map((lane) => lane.getAttribute('data-lane')))
}

async function press(page: Page, name: string): Promise<void> {
  await andRun(page, () => page.getByRole('button', { name, exact: true }).click())
}

/** Adds the lane that the picker proposes. */
async function addLane(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a lane', exact: true }).click()
  await expect(page.getByRole('combobox', { name: /^Find a strategy/ })).toBeFocused()
  await andRun(page, () => page.keyboard.press('Enter'))
}

async function key(page: Page, name: string): Promise<void> {
  await andRun(page, () => page.keyboard.press(name))
}

test('lanes are given policies, labelled, reordered, added and removed', async ({ page }) => {
  test.slow()
  await openAt(page)

  await test.step('a lane runs any policy, or nothing at all, and each change can be undone', async () => {
    expect(await lanes(page)).toEqual(['naive_fifo', 'hybrid'])
    await setPolicy(page, 'naive_fifo', 'lru')
    expect(await lanes(page)).toEqual(['naive_lru', 'hybrid'])
    await press(page, 'Protection of Unprotected LRU')
    expect(await lanes(page)).toEqual(['lru', 'hybrid'])
    await setPolicy(page, 'hybrid', 'unmanaged')
    expect(await lanes(page)).toEqual(['lru', 'unmanaged'])
    expect(await metric(page, 'edits', 'unmanaged')).toBe(0)
    for (const before of [
      ['lru', 'hybrid'],
      ['naive_lru', 'hybrid'],
      ['naive_fifo', 'hybrid'],
    ]) {
      await key(page, 'Control+z')
      expect(await lanes(page)).toEqual(before)
    }
    await key(page, 'Control+Shift+Z')
    expect(await lanes(page)).toEqual(['naive_lru', 'hybrid'])
  })
  await key(page, 'Control+z')
  expect(await lanes(page)).toEqual(['naive_fifo', 'hybrid'])

  await test.step('the sheet of keys, and digits that choose policies', async () => {
    await test.step('the sheet of keys opens with a question mark and closes with Escape', async () => {
      await page.keyboard.press('?')
      const sheet = page.getByRole('dialog', { name: 'Keys' })
      await expect(sheet).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
    })
    await test.step('digits choose the policies of the first two lanes', async () => {
      await key(page, '2')
      expect(await lanes(page)).toEqual(['naive_lru', 'hybrid'])
      await key(page, 'Shift+Digit3')
      expect(await lanes(page)).toEqual(['naive_lru', 'priority'])
    })
  })

  await test.step('two lanes that run the same have numbers and never differ', async () => {
    await press(page, 'Protection of Unprotected LRU')
    await setPolicy(page, 'priority', 'lru')
    expect(await lanes(page)).toEqual(['lru', 'lru_2'])
    expect(await metric(page, 'first-difference', 'lru_2')).toBeNaN()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/same/i)
  })
  await key(page, 'Control+z')

  await test.step('lanes change places: by buttons, and the first two by X; differences are relative to the first', async () => {
    await addLane(page)
    const [first = '', second = '', third = ''] = (await lanes(page)).map(String)
    await key(page, 'x')
    expect(await lanes(page)).toEqual([second, first, third])
    await expect(page.locator(`tr[data-metric="edits"] td[data-lane="${second}"] .difference`)).toHaveCount(0)
    await expect(page.locator(`tr[data-metric="edits"] td[data-lane="${first}"] .difference`)).toHaveCount(1)
    await andRun(page, () =>
      page.locator(`.lane[data-lane="${third}"]`).getByRole('button', { name: / up$/ }).click(),
    )
    expect(await lanes(page)).toEqual([second, third, first])
  })

  await test.step('from one lane to six, no more and no fewer', async () => {
    await expect(page.locator('.lane')).toHaveCount(3)
    for (let count = 4; count <= 6; count++) {
      await addLane(page)
      await expect(page.locator('.lane')).toHaveCount(count)
    }
    await expect(page.getByRole('button', { name: 'At most six lanes' })).toBeDisabled()
    // Stacked lanes have the same width and share the axis of turns.
    const ends = await page
      .locator('.lane .turn-axis')
      .evaluateAll((all) =>
        all.map((axis) => [...axis.querySelectorAll('text')].map((it) => it.textContent).join(' ')),
      )
    expect(new Set(ends).size).toBe(1)
    for (let count = 5; count >= 1; count--) {
      const remove = page.getByRole('button', { name: /^Remove / }).last()
      // By keyboard: the focus goes to the lane before it.
      await andRun(page, () => remove.press('Enter'))
      await expect(page.locator('.lane')).toHaveCount(count)
      await expect(page.locator('.lane').last().locator('.lane-policy')).toBeFocused()
    }
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
  })
})
