import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** The lanes of the first screen, and two of them: what is told of several lanes is told of two. */
export const LANES = ['naive_fifo', 'fifo', 'hybrid'] as const
export const PAIR = ['naive_fifo', 'hybrid'] as const

/** Milliseconds for a comparison to come: the one thing here that takes seconds. */
const COMES = { timeout: 15_000 }

/** Opens the page and waits for its first comparison, with no click. */
export async function openLab(page: Page): Promise<void> {
  await page.goto('/')
  await page.waitForFunction(() => document.querySelector('main[data-comparison]') !== null, null, COMES)
  await expect(page.locator('main[data-comparison]')).toBeVisible()
}

/** The same with two lanes, the plainest and the one that weighs everything. */
export async function openPair(page: Page): Promise<void> {
  await openLab(page)
  await andRun(page, () => page.getByRole('button', { name: 'Remove Protected FIFO' }).click())
}

/** Number of the comparison on the screen. */
export async function comparisonOf(page: Page): Promise<number> {
  return Number(await page.locator('main').getAttribute('data-comparison'))
}

/**
 * Does something that starts a run, and waits until its comparison is on the screen. The page looks for itself, in each
 * frame: asked from outside, it would be asked after 0.1, 0.35, 0.85 and 1.85 seconds.
 */
export async function andRun(page: Page, change: () => Promise<unknown>): Promise<void> {
  const before = await comparisonOf(page)
  await change()
  const isShown = (known: number): boolean => {
    const main = document.querySelector('main')
    return Number(main?.dataset['comparison']) > known && document.querySelector('.run-status') === null
  }
  await page.waitForFunction(isShown, before, COMES)
  await expect(page.locator('.run-status')).toHaveCount(0)
}

/** Brings the panels of the lane in detail near, so that they are made. In one step: what stands in for them goes. */
export async function nearPanels(page: Page): Promise<void> {
  await page.locator('.details .later, section.panel.budget').first().waitFor({ state: 'attached' })
  await page.evaluate(() => {
    const standing = [...document.querySelectorAll('.details .later')]
    standing.at(-1)?.scrollIntoView()
  })
}

/** A cell of the table of metrics, by its number; NaN for a dash. */
export async function metric(page: Page, id: string, lane: string): Promise<number> {
  const value = await page
    .locator(`tr[data-metric="${id}"] td[data-lane="${lane}"]`)
    .getAttribute('data-value')
  return value === null || value === '' ? Number.NaN : Number(value)
}

/** Chooses the lane that charts, the table of blocks and the files are about. */
export async function listLane(page: Page, label: string): Promise<void> {
  await page.locator('fieldset.listed').getByRole('button', { name: label, exact: true }).click()
}

/** Makes a lane run a policy, and waits for the comparison. */
export async function setPolicy(page: Page, lane: string, policy: string): Promise<void> {
  await andRun(page, () => page.locator(`.lane[data-lane="${lane}"] select.lane-policy`).selectOption(policy))
}

export function slider(page: Page): Locator {
  return page.getByRole('slider', { name: 'Turn', exact: true })
}

export async function turn(page: Page): Promise<number> {
  return Number(await slider(page).getAttribute('aria-valuenow'))
}

/** Takes the focus from what has it, so that keys are the page's again. */
export async function letGo(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
}

/** Waits until the page has drawn this many frames. */
export async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame++)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve)
      })
  }, count)
}

/** Gives the page a text as a file, as the file picker does. */
export async function giveFile(page: Page, name: string, text: string): Promise<void> {
  if ((await page.getByRole('region', { name: 'Your data' }).count()) === 0) {
    await page.getByRole('button', { name: 'Your data' }).click()
  }
  await page
    .locator('.log-panel input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
}

/** Goes from edit to edit until the lane that is listed lost a block, and selects the first one. */
export async function selectEvicted(page: Page): Promise<void> {
  const lost = page.locator('tr:has(td.loss) [data-block]')
  await page.keyboard.press('Home')
  for (let edits = 0; edits < 30; edits++) {
    await page.keyboard.press(']')
    await expect(
      page.getByRole('heading', { name: new RegExp(`^Blocks of .* at turn ${await turn(page)}$`) }),
    ).toBeVisible()
    if ((await lost.count()) > 0) break
  }
  await lost.first().click()
}

/** Presses a button that gives a file. */
export async function take(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 15_000 }),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

/** Lines of a file of which no cell has a comma. */
export function cells(text: string): string[][] {
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text).not.toContain('"')
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

/** Where the lifeline in row `row` of a lane is on the screen, at a turn. */
export async function lifelineAt(
  page: Page,
  lane: string,
  row: number,
  at: number,
): Promise<{ x: number; y: number }> {
  const picture = page.locator(`.lane[data-lane="${lane}"] .lifelines`)
  await picture.scrollIntoViewIfNeeded()
  const box = await picture.boundingBox()
  if (box === null) throw new Error('the lifelines are not on the screen')
  const rows = Number(await picture.getAttribute('data-rows'))
  const turns = Number(await slider(page).getAttribute('aria-valuemax')) + 1
  const [left, right] = [44, 8]
  return {
    x: box.x + left + ((at + 0.5) / turns) * (box.width - left - right),
    y: box.y + ((row + 0.5) * Math.min(box.height, 16 * rows)) / rows,
  }
}

const THEMES = ['light', 'dark'] as const

/**
 * What axe finds in some places, or in the whole page, as it is. Of the rules that hold it need not describe every
 * element: that is most of its work and nobody reads it.
 */
export async function violations(page: Page, ...places: readonly string[]): Promise<string[]> {
  return tell(axe(page, places))
}

/** The same in both themes. They differ in colours alone, so that the dark one is asked for contrast alone. */
export async function violationsInBothThemes(page: Page, ...places: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const run = axe(page, places)
    found.push(...(await tell(colorScheme === 'light' ? run : run.withRules('color-contrast'))))
  }
  return found
}

/** Axe for a page without frames. */
function axe(page: Page, places: readonly string[]): AxeBuilder {
  const run = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  return places.reduce((all, place) => all.include(place), run)
}

async function tell(run: AxeBuilder): Promise<string[]> {
  const { violations: found } = await run.analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
