import { readFileSync } from 'node:fs'
import { test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { slider, take, turn, violationsInBothThemes, openPair, EXACT } from './lab.ts'

const CHARTS = ['utilization', 'velocity', 'zones', 'types'] as const
const NAMES = { utilization: 'Utilization', velocity: 'Velocity', zones: 'Zones', types: 'Tokens by type' }
type Chart = (typeof CHARTS)[number]

const FIRST_FIGURES = {
  utilization: 'used tokens',
  velocity: 'arrived tokens',
  zones: 'turn',
  types: 'sent tokens',
} as const

function chart(page: Page, name: Chart): Locator {
  return page.locator(`[data-chart="${name}"]`)
}

/** Opens the page and waits until the charts are drawn. */
async function openCharts(page: Page): Promise<void> {
  await openPair(page, EXACT)
  await page.locator('.detail-bar').scrollIntoViewIfNeeded()
  await expect(page.locator('.charts .recharts-surface')).toHaveCount(3)
}

async function turnsOf(page: Page): Promise<number> {
  return Number(await slider(page).getAttribute('aria-valuemax')) + 1
}

/** The cells of a line of CSV. Texts with commas are in quotes. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) => {
    return quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"')
  })
}

/** Downloads the file of a chart, as lines of cells. */
async function fileOf(page: Page, name: Chart): Promise<{ file: string; lines: string[][] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 15_000 }),
    page.getByRole('button', { name: `${NAMES[name]} as CSV`, exact: true }).click(),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  const lines = text.trimEnd().split('\r\n')
  return { file: download.suggestedFilename(), lines: lines.map(cellsOf) }
}

async function openTable(page: Page, name: Chart): Promise<Locator> {
  await page.getByRole('button', { name: `${NAMES[name]} as a table`, exact: true }).click()
  return chart(page, name).locator('.chart-table')
}

test('the charts: titles, pointing, tables, files and layout', async ({ page }) => {
  test.slow()
  await openCharts(page)

  await test.step('the titles and tooltips of the charts for each lane', async () => {
    await test.step('LED-1 the title of every chart says what it shows, with the figures of the table of metrics', async () => {
      const titles = await page.locator('.charts h3').allTextContents()
      expect(titles).toHaveLength(4)
      const [utilization = '', velocity = '', zones = '', types = ''] = titles
      const peak = await page
        .locator('tr[data-metric="peak-utilization"] td[data-lane="naive_fifo"]')
        .getAttribute('data-value')
      expect(utilization).toMatch(/^Unprotected FIFO (peaks at|reaches) /)
      expect(utilization).toContain(`${(Number(peak) * 100).toFixed(1)} %`)
      expect(velocity).toMatch(/^Arrivals average [\d.]+K? tokens a turn; \w+ spikes?, /)
      expect(zones).toMatch(
        new RegExp(`^Unprotected FIFO spends \\w+ of ${await turnsOf(page)} turns in yellow, `),
      )
      expect(types).toMatch(/^Tool results make up [\d.]+ % of all tokens sent, /)
      for (const name of CHARTS) {
        await expect(
          page.getByRole('figure', { name: titles[CHARTS.indexOf(name)] ?? '', exact: true }),
        ).toBeVisible()
      }
    })
    await test.step('hovering shows the turn in every lane and leaves the playhead where it is', async () => {
      const before = await turn(page)
      for (const name of CHARTS) {
        const plot = chart(page, name).locator('.chart-plot')
        await plot.hover()
        await expect(page.locator('.tip')).toBeVisible()
        await expect(page.locator('.tip strong')).toHaveText(/^turn \d+$/)
        if (name !== 'velocity') {
          await expect(page.locator('.tip')).toContainText('Unprotected FIFO')
          await expect(page.locator('.tip')).toContainText('Hybrid')
        }
      }
      expect(await turn(page)).toBe(before)
    })
    await test.step('listing another lane changes the titles', async () => {
      await page.getByRole('group', { name: 'Selected lane' }).getByRole('button', { name: 'Hybrid' }).click()
      await expect(chart(page, 'utilization').locator('h3')).toContainText(/^Hybrid /)
      await expect(chart(page, 'zones').locator('h3')).toContainText(/^Hybrid /)
      await expect(chart(page, 'types').locator('.note').first()).toContainText('Hybrid sends')
    })
  })

  await test.step('the charts share their playhead and their axis', async () => {
    await test.step('a click and a drag on any chart move the playhead, and all charts show it at the same place', async () => {
      for (const name of CHARTS) {
        await page.keyboard.press('Home')
        const plot = chart(page, name).locator('.chart-plot')
        await plot.scrollIntoViewIfNeeded()
        const box = await plot.boundingBox()
        if (box === null) throw new Error(`${name} is not on the screen`)
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
        await expect.poll(() => turn(page), name).toBeGreaterThan(10)
        if (name === 'velocity' || name === 'types') {
          const middle = await turn(page)
          await page.mouse.down()
          await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2, { steps: 4 })
          await page.mouse.up()
          await expect.poll(() => turn(page), name).toBeLessThan(middle)
        }
        const lines = page.locator('.charts .playhead')
        await expect(lines).toHaveCount(4)
        await expect
          .poll(() =>
            lines.evaluateAll((all) => new Set(all.map((one) => (one as HTMLElement).style.transform)).size),
          )
          .toBe(1)
      }
    })
    await test.step('zooming changes the axis of all charts alike, by a key and by Ctrl and the wheel', async () => {
      const [whole] = await axes(page)
      expect(new Set(await axes(page)).size).toBe(1)
      await page.keyboard.press('+')
      await expect.poll(async () => (await axes(page))[0]).not.toBe(whole)
      await expect.poll(async () => new Set(await axes(page)).size).toBe(1)
      await page.keyboard.press('0')
      await expect.poll(() => axes(page)).toEqual([whole, whole, whole, whole])
      await chart(page, 'types').locator('.chart-plot').hover()
      await page.keyboard.down('Control')
      await page.mouse.wheel(0, -200)
      await page.keyboard.up('Control')
      await expect.poll(async () => (await axes(page))[3]).not.toBe(whole)
      await expect.poll(async () => new Set(await axes(page)).size).toBe(1)
    })
    await page.keyboard.press('0')
    await test.step('zoomed in, the four points of a turn have different shapes', async () => {
      const shapes = chart(page, 'utilization').locator('.chart-over .point-hollow, .chart-over .point-solid')
      await expect(shapes).toHaveCount(0)
      for (let presses = 0; presses < 4; presses++) await page.keyboard.press('+')
      await expect(shapes).toHaveCount(4)
      const paths = await shapes.evaluateAll((all) => all.map((it) => it.getAttribute('d') ?? ''))
      expect(Math.min(...paths.map((path) => path.length))).toBeGreaterThan(10)
    })
  })
  await page.keyboard.press('0')

  await test.step('the charts as tables and files', async () => {
    await test.step('every chart has a table with a row for each turn, and a file with the same values', async () => {
      const turns = await turnsOf(page)
      for (const name of CHARTS) {
        const table = await openTable(page, name)
        const { file, lines } = await fileOf(page, name)
        const [head = [], ...rows] = lines
        expect(await table.getAttribute('data-rows')).toBe(String(rows.length))
        expect(await table.locator('thead th').allTextContents()).toEqual(head)
        const place = head.indexOf('turn')
        const told = new Set(rows.map((row) => row[place]))
        if (name !== 'zones') expect(told.size, name).toBe(turns)
        if (name === 'velocity' || name === 'types') expect(rows.length, name).toBe(turns)
        expect(file).toContain('axios-migration-seed-7.')
        // The file has raw numbers, the table numbers with commas.
        const figure = head.indexOf(FIRST_FIGURES[name])
        const shown = await table.locator('tbody tr').first().locator('th, td').nth(figure).textContent()
        expect(Number(shown?.replaceAll(',', ''))).toBe(Math.round(Number(rows[0]?.[figure])))
        // The turns of two of them are pressed, and two are saved as a picture.
        if (name === 'velocity' || name === 'zones') {
          await table.locator('tbody tr').nth(2).getByRole('button').click()
          await expect.poll(async () => String(await turn(page))).toBe(rows[2]?.[place])
        }
        await openTable(page, name)
        await expect(table).toHaveCount(0)
        if (name === 'velocity' || name === 'zones') continue
        await page.getByRole('button', { name: `Save the picture: ${NAMES[name]}`, exact: true }).click()
        expect((await take(page, `${NAMES[name]} as SVG`)).text).toContain('<title>')
      }
    })
    await test.step('a table of more than 200 rows has pages', async () => {
      const table = await openTable(page, 'utilization')
      const rows = Number(await table.getAttribute('data-rows'))
      expect(rows).toBeGreaterThan(200)
      await expect(table.locator('tbody tr')).toHaveCount(100)
      await table.getByRole('button', { name: 'Last', exact: true }).click()
      await expect(table.locator('tbody tr')).toHaveCount(rows % 100 === 0 ? 100 : rows % 100)
      await expect(table.getByRole('button', { name: 'Next', exact: true })).toBeDisabled()
    })
  })
  await openTable(page, 'utilization')

  await test.step('axe finds nothing in the charts and their tables, in either theme', async () => {
    // One table of the four, which are built alike: axe takes a second per hundred cells.
    await openTable(page, 'zones')
    expect(await violationsInBothThemes(page, '.charts')).toEqual([])
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
  await openTable(page, 'zones')
  await page.setViewportSize({ width: 390, height: 844 })

  await test.step('on a phone the charts fit without scrolling sideways', async () => {
    await openTable(page, 'utilization')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    for (const name of CHARTS) {
      const box = await chart(page, name).locator('.chart-plot').boundingBox()
      expect(box?.width ?? 0, name).toBeGreaterThan(300)
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(390)
    }
  })
})

/** The turn numbers under each chart. */
async function axes(page: Page): Promise<string[]> {
  const texts: string[] = []
  for (const name of CHARTS) {
    texts.push((await chart(page, name).locator('.turn-axis text').allTextContents()).join(' '))
  }
  return texts
}
