import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { andRun, openLab, slider, turn } from './lab.ts'

const play = (page: Page) => page.getByRole('button', { name: 'Play (Space)' })
const pause = (page: Page) => page.getByRole('button', { name: 'Pause (Space)' })
const speed = (page: Page) => page.getByRole('slider', { name: 'Speed' })

async function fastest(page: Page): Promise<void> {
  for (let step = 0; step < 6; step++) await page.keyboard.press('+')
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`playing goes turn by turn to the end and stops there, then begins anew; motion: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await openLab(page)
    const last = Number(await slider(page).getAttribute('aria-valuemax'))
    const first = await turn(page)
    await fastest(page)
    await page.keyboard.press(' ')
    await expect(pause(page)).toBeVisible()
    await expect.poll(() => turn(page)).toBeGreaterThan(first)
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    await expect.poll(() => turn(page)).toBe(last)
    await expect(play(page)).toBeVisible()
    await page.keyboard.press('-')
    await page.keyboard.press('-')
    await page.keyboard.press(' ')
    await expect(pause(page)).toBeVisible()
    expect(await turn(page)).toBeLessThan(last)
  })
}

test('moving the playhead by hand ends playing', async ({ page }) => {
  await openLab(page)
  const plot = page.locator('.lane[data-lane="lru"] .plot')
  const moves: readonly (() => Promise<void>)[] = [
    () => page.keyboard.press('ArrowLeft'),
    () => page.keyboard.press('['),
    () => page.keyboard.press('d'),
    () => page.getByRole('button', { name: /One turn on/ }).click(),
    () => plot.click({ position: { x: 200, y: 10 } }),
    () => page.keyboard.press('Home'),
  ]
  for (const move of moves) {
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    await page.keyboard.press('Home')
    await page.keyboard.press(' ')
    await expect(pause(page)).toBeVisible()
    await move()
    await expect(play(page)).toBeVisible()
    const at = await turn(page)
    await page.waitForTimeout(600)
    expect(await turn(page)).toBe(at)
  }
})

test('a new run ends playing', async ({ page }) => {
  await openLab(page)
  await page.keyboard.press('Home')
  await page.keyboard.press(' ')
  await expect(pause(page)).toBeVisible()
  await andRun(page, () => page.getByLabel('Gates').selectOption('naive'))
  await expect(play(page)).toBeVisible()
})

test('the tables wait while it plays, and follow when it stops', async ({ page }) => {
  await openLab(page)
  await page.keyboard.press('Home')
  await expect(page.getByRole('heading', { name: 'Blocks at turn 0', exact: true })).toBeVisible()
  await page.keyboard.press(' ')
  await expect.poll(() => turn(page)).toBeGreaterThan(2)
  await expect(page.getByRole('heading', { name: 'Blocks at turn 0', exact: true })).toBeVisible()
  await page.keyboard.press(' ')
  const at = await turn(page)
  await expect(page.getByRole('heading', { name: `Blocks at turn ${at}`, exact: true })).toBeVisible()
})

test('buttons and keys set the same speed, from 1 to 32 turns per second', async ({ page }) => {
  await openLab(page)
  await expect(speed(page)).toHaveAttribute('aria-valuetext', '4 turns per second')
  await page.keyboard.press('+')
  await expect(speed(page)).toHaveAttribute('aria-valuetext', '8 turns per second')
  for (let step = 0; step < 9; step++) await page.keyboard.press('-')
  await expect(speed(page)).toHaveAttribute('aria-valuetext', '1 turn per second')
  const before = await turn(page)
  await speed(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect(speed(page)).toHaveAttribute('aria-valuetext', '2 turns per second')
  expect(await turn(page)).toBe(before)
  await page.keyboard.press('End')
  await expect(speed(page)).toHaveAttribute('aria-valuetext', '32 turns per second')
  await page.keyboard.press(' ')
  await expect.poll(() => turn(page)).toBeGreaterThan(before)
})

test('Space presses the button that has the focus, and writes in a box', async ({ page }) => {
  await openLab(page)
  const at = await turn(page)
  await page.getByRole('button', { name: /One turn back/ }).focus()
  await page.keyboard.press(' ')
  expect(await turn(page)).toBe(at - 1)
  await expect(play(page)).toBeVisible()
  await play(page).focus()
  await page.keyboard.press(' ')
  await expect(pause(page)).toBeFocused()
  await page.keyboard.press(' ')
  await expect(play(page)).toBeFocused()
  await page.getByLabel('Seed', { exact: true }).focus()
  await page.keyboard.press(' ')
  await expect(play(page)).toBeVisible()
})

test('the sheet lists the keys of the transport', async ({ page }) => {
  await openLab(page)
  await page.getByRole('button', { name: 'Keys' }).click()
  const sheet = page.getByRole('dialog')
  for (const key of ['Space', '− +', '[ ]', 'D', 'L']) {
    await expect(sheet.locator('kbd').getByText(key, { exact: true })).toBeVisible()
  }
})
