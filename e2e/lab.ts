import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './expect.ts'
import { faultsIn } from './accessibility-tree.ts'

/** The lanes of the first screen. Tests about several lanes use two of them. */
export const LANES = ['naive_fifo', 'fifo', 'hybrid'] as const
export const PAIR = ['naive_fifo', 'hybrid'] as const

/** Milliseconds for a comparison, the only thing here that takes seconds. */
const COMES = { timeout: 40_000 }

/** Opens the page and waits for its first comparison, without a click. */
export async function openLab(page: Page): Promise<void> {
  await page.goto('/')
  await page.waitForFunction(() => document.querySelector('main[data-comparison]') !== null, null, COMES)
  await expect(page.locator('main[data-comparison]')).toBeVisible()
}

/** Lanes as a link names them. */
export const LANE = {
  naive_fifo: { policy: 'fifo', gates: 'naive' },
  fifo: { policy: 'fifo', gates: 'on' },
  hybrid: { policy: 'hybrid', gates: 'on' },
} as const

/** The conversation of the first screen, in a link. */
export const FIRST = { kind: 'scenario', name: 'axios-migration' } as const

/** Counts without the sign of an estimate, as on the first screen. */
export const EXACT = { counter: 'o200k_base' } as const

/** Each link has a query of its own, so that going to it loads the page anew, and in the process that it has. */
let opened = 0

/**
 * A state of the page as a link: unless said otherwise, a short conversation with the lanes of `PAIR`, counted by the
 * quickest counter.
 */
export function linkTo(change: object = {}): string {
  const source = { kind: 'scenario', name: 'idle-gaps' }
  const lanes = PAIR.map((name) => LANE[name])
  const state = { version: 1, source, seed: 7, counter: 'chars4', lanes, ...change }
  opened += 1
  return `/?${opened}#v1.~${Buffer.from(JSON.stringify(state)).toString('base64url')}`
}

/**
 * Opens a state by its link. At a fixed turn the page tells no story beside the lanes, so with this conversation a change
 * costs a third of one on the first screen.
 */
export async function openAt(page: Page, change: object = {}): Promise<void> {
  await page.goto(linkTo({ turn: 20, ...change }))
  await page.waitForFunction(() => document.querySelector('main[data-comparison]') !== null, null, COMES)
}

/** The first screen with two lanes: unprotected FIFO and hybrid. */
export async function openPair(page: Page, change: object = {}): Promise<void> {
  await openAt(page, { source: FIRST, turn: null, ...change })
}

/** Opens the panel about the task from the headline. */
export async function openTask(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'the task' }).click()
  await expect(page.getByRole('complementary')).toContainText('The user message of turn 0')
}

/** Number of the comparison on the screen. */
export async function comparisonOf(page: Page): Promise<number> {
  return Number(await page.locator('main').getAttribute('data-comparison'))
}

/**
 * Makes a change that starts a run, and waits until its comparison is on the screen. The page checks in each frame;
 * Playwright would check only after 0.1, 0.35, 0.85 and 1.85 seconds.
 */
export async function andRun(page: Page, change: () => Promise<unknown>): Promise<void> {
  const before = await comparisonOf(page)
  await change()
  const isShown = (known: number): boolean => {
    const main = document.querySelector('main')
    return Number(main?.dataset['comparison']) > known && document.querySelector('.run-status') === null
  }
  await page.waitForFunction(isShown, before, COMES)
}

/** Opens a tab of the panels below the lanes, and renders all of its panels by scrolling to the last. */
export async function openTab(page: Page, name: DetailTabName): Promise<void> {
  await page.getByRole('tablist', { name: 'Details' }).getByRole('tab', { name, exact: true }).click()
  await page.evaluate(() => {
    const standing = [...document.querySelectorAll('.detail-panels .later')]
    standing
      .filter((one) => one.getClientRects().length > 0)
      .at(-1)
      ?.scrollIntoView()
  })
}

type DetailTabName = 'Window' | 'What stays' | 'Cost' | 'Requests' | 'Health and log' | 'Files' | 'Guide'

/** A cell of the table of metrics, as a number; NaN for a dash. */
export async function metric(page: Page, id: string, lane: string): Promise<number> {
  const value = await page
    .locator(`tr[data-metric="${id}"] td[data-lane="${lane}"]`)
    .getAttribute('data-value')
  return value === null || value === '' ? Number.NaN : Number(value)
}

/** Chooses the lane in detail, for charts, table of blocks and files. */
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

/** Removes the focus, so that the page's shortcuts work again. */
export async function letGo(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
}

/** Waits for this many frames. */
export async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame++)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve)
      })
  }, count)
}

/** Opens a text as a file, as the file picker does. */
export async function giveFile(page: Page, name: string, text: string): Promise<void> {
  if ((await page.getByRole('region', { name: 'Your data' }).count()) === 0) {
    await page.getByRole('button', { name: 'Your data' }).click()
  }
  await page
    .locator('.log-panel input[type="file"]:not([webkitdirectory])')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
}

/** Moves from edit to edit until the listed lane has lost a block, and selects the first lost block. */
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

/** A download button; before what it saves, its name may have the words that it shows. */
export function downloadButton(page: Page, saved: string): Locator {
  const escaped = saved.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
  return page.getByRole('button', { name: new RegExp(`(?:^|: )${escaped}$`) })
}

/** Presses a download button, and returns the file. */
export async function take(page: Page, saved: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 15_000 }),
    downloadButton(page, saved).click(),
  ])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

/** The lines of a CSV file without quoted cells. */
export function cells(text: string): string[][] {
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text).not.toContain('"')
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

/** The place on the screen of the lifeline in row `row` of a lane, at a turn. Pixels. */
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

/** Half as long as the source that the package exports. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Violations that axe finds in some places, or in the whole page, in the current theme, and faults of the page's tree for
 * a screen reader.
 */
export async function violations(page: Page, ...places: readonly string[]): Promise<string[]> {
  return [...(await lookedAt(page, places, null)), ...(await faultsIn(page))]
}

/** The same in both themes. They differ only in colours, so the dark one is checked only for contrast. */
export async function violationsInBothThemes(page: Page, ...places: readonly string[]): Promise<string[]> {
  const found = await faultsIn(page)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    found.push(...(await lookedAt(page, places, colorScheme === 'light' ? null : 'color-contrast')))
  }
  return found
}

/**
 * Runs axe, or one of its rules, on a page without frames. Axe does not describe the elements that pass a rule: that
 * would be most of its work.
 */
async function lookedAt(page: Page, places: readonly string[], rule: string | null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(
    async ([selectors, onlyRule]) => {
      const roots = selectors.flatMap((selector) => {
        const found = [...document.querySelectorAll(selector)]
        if (found.length === 0) throw new Error(`axe has nothing to look at: ${selector}`)
        return found
      })

      /** What an element looks like to axe, without its words and numbers. */
      const makeOf = (element: Element): string => {
        const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } =
          getComputedStyle(element)
        const attributes = [...element.attributes].map(({ name, value }) =>
          /^(?:data-.*|id|title|aria-label)$/.test(name)
            ? `${name}${value.trim() === '' ? '' : ' said'}`
            : `${name}=${value.replace(/\d+/g, '0')}`,
        )
        const isBare = element.childElementCount === 0 && element.textContent.trim() === ''
        const look = [color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight]
        return [element.tagName, ...attributes, isBare, ...look].join()
      }
      // Only the first of similar table rows is checked: axe takes a second per hundred cells.
      const same = [...document.querySelectorAll('tbody')].flatMap((body) => {
        const makes = new Set<string>()
        return [...body.rows].filter((row) => {
          const make = [row, ...row.querySelectorAll('*')].map(makeOf).join('\n')
          const isKnown = makes.has(make)
          makes.add(make)
          return isKnown
        })
      })

      // To find the background of a text, axe measures all elements of the page, which is most of its work. So elements
      // that do not overlap the checked places are left out.
      const frames = roots.map((root) => root.getBoundingClientRect())
      const isBeside = (element: Element): boolean => {
        if (roots.some((root) => root.contains(element) || element.contains(root))) return false
        const { width, height, left, right, top, bottom } = element.getBoundingClientRect()
        return (
          width > 0 &&
          height > 0 &&
          frames.every(
            (frame) => right < frame.left || left > frame.right || bottom < frame.top || top > frame.bottom,
          )
        )
      }
      const unseen = new Set<Node>(same)
      const own = document.createTreeWalker.bind(document)
      document.createTreeWalker = (root, what) =>
        own(root, what, (node) =>
          unseen.has(node) || (roots.length > 0 && isBeside(node as Element))
            ? NodeFilter.FILTER_REJECT
            : NodeFilter.FILTER_ACCEPT,
        )
      try {
        const { violations: found } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
          { ...(roots.length === 0 ? {} : { include: roots }), exclude: same },
          {
            resultTypes: ['violations'],
            // Not among its rules by default.
            rules: { 'target-size': { enabled: onlyRule === null } },
            ...(onlyRule === null ? {} : { runOnly: { type: 'rule', values: [onlyRule] } }),
          },
        )
        // The nearest grip of a field is grabbed wherever it is pressed, and each has a box with the same number below.
        const isGrip = (html: string): boolean => html.startsWith('<div class="grip ')
        return found.flatMap(({ id, nodes }) => {
          const html = nodes.map((node) => node.html).filter((one) => id !== 'target-size' || !isGrip(one))
          return html.length === 0 ? [] : [`${id}: ${html.map((one) => one.slice(0, 160)).join(' | ')}`]
        })
      } finally {
        document.createTreeWalker = own
      }
    },
    [places, rule] as const,
  )
}
