import { expect, test } from '@playwright/test'
import { openLab, slider, turn } from './lab.ts'

test('keys move the playhead: by one, by ten, to the ends, to edits, to the first difference', async ({
  page,
}) => {
  await openLab(page)
  const last = Number(await slider(page).getAttribute('aria-valuemax'))
  const first = await turn(page)
  const steps: readonly (readonly [string, number])[] = [
    ['ArrowRight', first + 1],
    ['ArrowLeft', first],
    ['Shift+ArrowRight', first + 10],
    ['Shift+ArrowLeft', first],
    ['Home', 0],
    ['End', last],
    ['d', first],
  ]
  for (const [key, wanted] of steps) {
    await page.keyboard.press(key)
    expect(await turn(page), key).toBe(wanted)
  }
  await page.keyboard.press('Home')
  await page.keyboard.press(']')
  const edit = await turn(page)
  expect(edit).toBeGreaterThan(0)
  await page.keyboard.press(']')
  expect(await turn(page)).toBeGreaterThan(edit)
  await page.keyboard.press('[')
  expect(await turn(page)).toBe(edit)
})

test('arrows in a number box belong to the box', async ({ page }) => {
  await openLab(page)
  const before = await turn(page)
  await page.getByLabel('Seed', { exact: true }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Home')
  expect(await turn(page)).toBe(before)
})

test('a click and a drag on a chart move the playhead of every lane', async ({ page }) => {
  await openLab(page)
  const plot = page.locator('.lane[data-lane="lru"] .plot')
  const box = await plot.boundingBox()
  if (box === null) throw new Error('the plot is not on the screen')
  await page.mouse.click(box.x + box.width / 2, box.y + 10)
  const middle = await turn(page)
  const places = await page
    .locator('.lane .playhead')
    .evaluateAll((lines) => lines.map((line) => (line as HTMLElement).style.transform))
  expect(new Set(places).size).toBe(1)
  await page.mouse.move(box.x + box.width / 2, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 4, box.y + 10, { steps: 6 })
  await page.mouse.up()
  expect(await turn(page)).toBeLessThan(middle)
})

test('hovering shows the same turn in every lane and leaves the playhead where it is', async ({ page }) => {
  await openLab(page)
  const before = await turn(page)
  const plot = page.locator('.lane[data-lane="fifo"] .plot')
  const box = await plot.boundingBox()
  if (box === null) throw new Error('the plot is not on the screen')
  await page.mouse.move(box.x + box.width / 5, box.y + 20)
  const readouts = await page.locator('.readout').allTextContents()
  const names = readouts.map((text) => /^turn \d+/.exec(text)?.[0])
  expect(new Set(names).size).toBe(1)
  expect(names[0]).not.toBe(`turn ${before}`)
  expect(await turn(page)).toBe(before)
  await page.mouse.move(box.x + box.width / 5, 5)
  await expect(page.locator('.readout').first()).toContainText(`turn ${before} `)
})

test('numbers of the headline are links to their turns', async ({ page }) => {
  await openLab(page)
  const link = page.getByRole('heading', { level: 1 }).getByRole('button').first()
  const name = await link.textContent()
  await link.click()
  expect(await turn(page)).toBe(Number(name?.replace('turn ', '')))
})
