import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { LANE, LANES, openAt, slider, turn } from './lab.ts'

const SIZES = [
  [1440, 900],
  [1280, 720],
  [390, 844],
] as const

interface Placed {
  /** Tops of the pictures on the page, in pixels; several places if one moved. */
  readonly tops: readonly string[]
  /** Elements that reach beyond their lane, or are cut off. */
  readonly over: readonly string[]
}

/** Steps through all turns by key and measures the lanes in each. */
async function placesInAllTurns(page: Page): Promise<Placed> {
  await slider(page).focus()
  await page.keyboard.press('Home')
  return slider(page).evaluate(async (element): Promise<Placed> => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const tops = new Set<string>()
    const over = new Set<string>()
    const last = Number(element.getAttribute('aria-valuemax'))
    // What a turn shows may come one frame later: two more at the end see the last one whole.
    for (let at = 0; at <= last + 2; at++) {
      await drawn()
      const plots = [...document.querySelectorAll('.lane .plot')]
      tops.add(plots.map((plot) => Math.round(plot.getBoundingClientRect().top + scrollY)).join(' '))
      for (const lane of document.querySelectorAll('.lane')) {
        const { left, right } = lane.getBoundingClientRect()
        for (const part of lane.querySelectorAll(
          '.lane-head button, .lane-head select, .figures :is(dt, dd)',
        )) {
          const box = part.getBoundingClientRect()
          if (box.width > 0 && (box.left < left - 6 || box.right > right + 1))
            over.add(`${lane.getAttribute('data-lane')}: ${part.textContent}`)
        }
        for (const part of lane.querySelectorAll('.lane-head, .figures'))
          if (part.scrollWidth > part.clientWidth)
            over.add(`${lane.getAttribute('data-lane')}: ${part.className}`)
      }
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    }
    return { tops: [...tops], over: [...over] }
  })
}

test('nothing on the screen jumps during playback', async ({ page }) => {
  test.slow()
  await openAt(page, { lanes: LANES.map((name) => LANE[name]) })

  const last = Number(await slider(page).getAttribute('aria-valuemax'))
  const told = page.getByRole('region', { name: /^Events of turn \d+$/ })
  const nothingMoves = async (): Promise<void> => {
    const { tops, over } = await placesInAllTurns(page)
    expect(await turn(page)).toBe(last)
    expect(tops).toHaveLength(1)
    expect(tops[0]?.split(' ')).toHaveLength(LANES.length)
    expect(over).toEqual([])
  }

  await test.step('during playback, no picture moves, and the text of a lane stays within it', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await nothingMoves()
    await test.step('with the settings of a lane beside the lanes', async () => {
      await page.getByRole('button', { name: /^Tune/ }).first().click()
      await expect(page.getByRole('complementary')).toContainText('Tune Unprotected FIFO')
      await nothingMoves()
    })
  })
  await page.keyboard.press('Escape')

  await test.step('what happened in a turn is shown above the lanes and covers none', async () => {
    for (const [width, height] of SIZES) {
      await test.step(`at ${width} × ${height}`, async () => {
        await page.setViewportSize({ width, height })
        await page.evaluate(() => {
          scrollTo(0, 0)
        })
        if ((await told.count()) === 0) await page.getByRole('button', { name: /^Events of/ }).click()
        const box = await told.boundingBox()
        const lane = await page.locator('.lane').first().boundingBox()
        expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(lane?.y ?? 0)
        if (width < 1440) await nothingMoves()
      })
    }
  })
})
