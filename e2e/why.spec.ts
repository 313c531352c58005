import { test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { openPair, take } from './lab.ts'

function panelOf(page: Page): Locator {
  return page.locator('aside.why')
}

/** Lists a lane, goes to the first turn in which both lanes evict, and selects a block by the text of its row. */
async function select(page: Page, lane: string, row: RegExp, nth = 0): Promise<Locator> {
  const listed = page.locator('.listed').getByRole('button', { name: lane, exact: true })
  await listed.click()
  await listed.blur()
  await page.keyboard.press('d')
  await page.locator('tr:has([data-block])').filter({ hasText: row }).nth(nth).locator('[data-block]').click()
  return panelOf(page)
}

async function numbers(cells: Locator, attribute: string): Promise<number[]> {
  return cells.evaluateAll((all, name) => all.map((one) => Number(one.getAttribute(name))), attribute)
}

/** The digits and points of a cell like `= 0.085`. */
async function figures(cells: Locator): Promise<number[]> {
  return (await cells.allTextContents()).map((text) => Number(text.replace(/[^\d.]/g, '')))
}

test('the panel of a block opens with the focus, fits, and explains its score', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPair(page)

  await test.step('the first screen keeps the focus and its place; a key opens the panel with the focus and returns it', async () => {
    expect(await page.evaluate(() => [document.activeElement?.tagName, window.scrollY])).toEqual(['BODY', 0])
    const row = page.locator('[data-block]').first()
    await row.focus()
    await page.keyboard.press('Enter')
    const panel = panelOf(page)
    await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(row).toBeFocused()
    await row.click()
    await expect(panel.getByRole('heading', { level: 2 })).not.toBeFocused()
  })

  await test.step('a tall window’s first screenful holds sentence, trigger, guards, score and ranking', async () => {
    const panel = await select(page, 'Hybrid', /evicted/, 2)
    for (const part of ['.sentence', '.trigger', '.gates', '.contributions'])
      await expect(panel.locator(part)).toBeInViewport({ ratio: 1 })
    await expect(panel.locator('.ranking tr[data-rank]').first()).toBeInViewport({ ratio: 1 })
  })

  await test.step('the score of a block: its terms, their parts, and its way over time', async () => {
    await test.step('EVI-1 weight × value gives each share, and the shares sum to the shown score', async () => {
      const panel = await select(page, 'Hybrid', /evicted/, 2)
      await expect(panel.locator('.sentence')).toContainText(
        /was evicted in turn \d+|was replaced .* in turn \d+/,
      )
      const terms = panel.locator('.terms tbody > tr:first-child')
      await expect(terms).toHaveCount(5)
      // Raw figures appear with the full table of the decision.
      await expect(terms.first().locator('.raw')).toContainText(/\d+ turns? old/)
      const shares = await figures(terms.locator('.share'))
      const values = await figures(terms.locator('.value'))
      const weights = await figures(terms.locator('.weight'))
      for (const [index, share] of shares.entries())
        expect(Math.abs(share - (values[index] ?? NaN) * (weights[index] ?? NaN))).toBeLessThan(0.004)
      const [score = NaN] = await figures(panel.locator('.terms tfoot td'))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(score, 9)
      const [own = NaN] = await numbers(panel.locator('.ranking tr.is-asked'), 'data-score')
      expect(Math.abs(own - score)).toBeLessThan(0.0006)
      // The bar shows the same sum: its last segment ends at the score.
      const track = await panel.locator('.track').boundingBox()
      const ends = await panel
        .locator('.segment')
        .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)))
      if (track === null) throw new Error('there is no bar')
      expect((ends - track.x) / track.width).toBeCloseTo(own, 2)
    })
    await test.step('a segment and its row highlight each other, and a nested term opens into its own sum', async () => {
      const panel = await select(page, 'Hybrid', /evicted/, 2)
      await panel.locator('.segment[data-signal="recency"]').hover()
      await expect(panel.locator('.terms tbody.is-lit')).toHaveAttribute('data-signal', 'recency')
      const priority = panel.locator('.terms tbody[data-signal="priority"]')
      await expect(priority.locator('.raw').first()).toContainText('sum of 5')
      await priority.getByRole('button', { name: /Priority/ }).focus()
      await page.keyboard.press('Enter')
      await expect(panel.locator('.segment.is-lit')).toHaveAttribute('data-signal', 'priority')
      const parts = priority.locator('.part:not(.part-sum)')
      await expect(parts).toHaveCount(5)
      const sum = (await figures(parts.locator('.share'))).reduce((total, share) => total + share, 0)
      const [value = NaN] = await figures(priority.locator('.part-sum td'))
      expect(sum).toBeCloseTo(value, 9)
    })
    await test.step('the score over time has a dot for each decision that ranked the block, and a dot opens its decision', async () => {
      const panel = await select(page, 'Hybrid', /evicted/, 2)
      await panel.locator('.ranking tr[data-taken="false"] .row-button').first().click()
      await expect(panel.locator('.history .dot')).not.toHaveCount(0)
      const turns = await numbers(panel.locator('.dot.ranked, .dot.went'), 'data-turn')
      expect(turns.length).toBeGreaterThan(1)
      // Each dot leads to a decision that ranked the block; there are no other dots.
      for (const [index, dot] of (await panel.locator('.history .dot').all()).entries()) {
        const turn = Number(await dot.getAttribute('data-turn'))
        const kind = await dot.getAttribute('class')
        await dot.click()
        await expect(panel.locator('.asked')).toContainText(`turn ${turn}`)
        await expect(dot).toHaveAttribute('aria-current', 'true')
        await expect(panel.locator('.ranking tr.is-asked')).toHaveCount(
          /absent|held/.test(kind ?? '') ? 0 : 1,
        )
        if (index === 3) break
      }
      await panel.locator('.history .dot').first().focus()
      await page.keyboard.press('ArrowRight')
      await expect(panel.locator('.history .dot').nth(1)).toBeFocused()
      // The saved picture has the dots, too.
      await panel.getByRole('button', { name: 'Save the picture: Score over time' }).click()
      const { name, text } = await take(page, 'Score over time as SVG')
      expect(name).toMatch(/\.score-\d+.*\.svg$/)
      const shown = await panel.locator('.score-chart .ranked circle').count()
      expect(text.match(/<circle [^>]*r="3"/g)?.length ?? 0).toBe(shown)
      // A block that stayed is explained by its last decision; the turn on show is named, and its own decision offered.
      await panel.getByRole('button', { name: 'What happened to it later' }).click()
      const [first = NaN] = turns
      await page.getByRole('textbox', { name: 'Go to turn' }).fill(String(first))
      await page.keyboard.press('Enter')
      await expect(panel).toContainText(`The picture shows turn ${first}; this was decided in turn `)
      await panel.getByRole('button', { name: `What turn ${first} decided` }).click()
      await expect(panel.locator('.asked')).toContainText(`turn ${first}`)
      await expect(panel).not.toContainText('The picture shows turn')
    })
  })
})

test('the panel of a block shows its guards, its rank, its references and its text', async ({ page }) => {
  test.slow()
  await openPair(page)

  await test.step('guards, the cut of a ranking, and the same block in the other lane', async () => {
    await test.step('EVI-3 guards are padlocks before the score: the one that protected it, and that a naive lane has none', async () => {
      let panel = await select(page, 'Hybrid', /user message/)
      await expect(panel.locator('.padlock.holds')).toHaveText(/the task/)
      await expect(panel.locator('.gates .note')).toContainText('the policy did not score it')
      await expect(panel.locator('.contributions')).toHaveCount(0)
      await panel.locator('.padlock.holds').focus()
      await expect(page.locator('.tip')).toContainText('first user message')
      panel = await select(page, 'Unprotected FIFO', /evicted/)
      await expect(panel.locator('.gates .note')).toContainText('guards are off')
      await expect(panel.locator('.padlock.is-off')).toHaveCount(5)
      await expect(panel.locator('.padlock.holds')).toHaveCount(0)
      // A policy with one term has the same panel with one segment.
      await expect(panel.locator('.segment')).toHaveCount(1)
      await expect(panel.locator('.terms tbody')).toHaveCount(1)
    })
    await test.step('EDIT-1 the cut is between the last that left and the first that stayed, with the rule for ties', async () => {
      const panel = await select(page, 'Unprotected FIFO', /evicted/)
      await panel.locator('.ranking h3 .link').click()
      const rows = panel.locator('.ranking tr[data-rank]')
      const ranks = await numbers(rows, 'data-rank')
      expect(ranks).toEqual(ranks.map((_, index) => index))
      const scores = await numbers(rows, 'data-score')
      expect(scores).toEqual([...scores].sort((a, b) => a - b))
      const order = await panel
        .locator('.ranking tbody tr')
        .evaluateAll((all) => all.map((row) => row.getAttribute('data-taken') ?? row.getAttribute('class')))
      const cut = order.indexOf('cut')
      expect(cut).toBeGreaterThan(0)
      expect(new Set(order.slice(0, cut))).toEqual(new Set(['true']))
      expect(new Set(order.slice(cut + 1))).toEqual(new Set(['false']))
      await expect(panel.locator('.ties')).toContainText('older turn first, then lower block number')
      // Blocks of one turn have the same age, so each is marked as tied.
      const tied = await rows.evaluateAll((all) => all.map((row) => row.querySelector('.tie') !== null))
      const expected = scores.map(
        (score, index) => score === scores[index - 1] || score === scores[index + 1],
      )
      expect(tied).toEqual(expected)
      expect(tied).toContain(true)
      await rows.last().locator('.row-button').click()
      await expect(panel.locator('.sentence')).toContainText('stayed')
    })
    await test.step('the same block in the other lane is one line, and a button goes there', async () => {
      const panel = await select(page, 'Hybrid', /user message/)
      const other = panel.locator('.other-lanes li')
      await expect(other).toHaveText(/Unprotected FIFO.*(evicted|placeholder|in full).*turn \d+/)
      await other.getByRole('button').click()
      await expect(panel.locator('.why-lane')).toContainText('Unprotected FIFO')
      await expect(panel.locator('.other-lanes li')).toHaveText(/Hybrid.*in full to the end/)
    })
  })

  await test.step('what a block refers to, its text, and its tokens', async () => {
    await test.step('references and the pair lead to the other block', async () => {
      const panel = await select(page, 'Hybrid', /replaced by a placeholder/, 1)
      const call = panel.locator('.references li').filter({ hasText: 'its call' }).getByRole('button')
      await expect(call).toContainText('tool call')
      await call.click()
      await expect(panel.getByRole('heading', { level: 2 })).toContainText('tool call')
      await expect(panel.locator('.references')).toContainText('its result')
    })
    await test.step('the text is cut, shown whole on request, with its replacement beside it', async () => {
      const panel = await select(page, 'Hybrid', /replaced by a placeholder/, 1)
      const texts = panel.locator('.block-text pre')
      await expect(texts).toHaveCount(2)
      await expect(texts.first()).toContainText('[Evicted: result of turn')
      await expect(texts.last()).toContainText('…')
      const before = (await texts.last().textContent())?.length ?? 0
      await panel.getByRole('button', { name: /Show all/ }).click()
      expect((await texts.last().textContent())?.length ?? 0).toBeGreaterThan(before)
      await expect(panel.getByRole('button', { name: 'Copy' })).toBeVisible()
    })
    await test.step('LED-1 the panel and the table of blocks give a block the same tokens', async () => {
      await page.keyboard.press('Home')
      await expect(page.getByRole('heading', { name: /^Blocks of .* at turn 0$/ })).toBeVisible()
      const rows = page.locator('.blocks tbody tr')
      const count = await rows.count()
      expect(count).toBeGreaterThan(5)
      for (const row of [0, Math.floor(count / 2), count - 1]) {
        const shown = await rows.nth(row).locator('td').nth(2).textContent()
        await rows.nth(row).locator('[data-block]').click()
        await expect(page.locator('.why-lane')).toContainText(` ${shown} tokens`)
      }
    })
  })
  await page.setViewportSize({ width: 390, height: 844 })

  await test.step('on a phone the panel is a sheet from below, and nothing scrolls sideways', async () => {
    await page.locator('[data-block]').first().click()
    const box = await panelOf(page).boundingBox()
    expect(box?.width).toBe(390)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
