import { test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, giveFile, letGo, PAIR, setPolicy, turn, openAt, openLab, openPair, EXACT } from './lab.ts'

const laneOf = (page: Page, name: string): Locator => page.locator(`.lane[data-lane="${name}"]`)

/** The labels of the axis under a lane. */
async function ticksOf(lane: Locator): Promise<string> {
  return (await lane.locator('.turn-axis g text').allTextContents()).join(' ')
}

/** The labels of the axis, after a check that all lanes have the same. */
async function ticks(page: Page): Promise<string> {
  const [first, ...others] = await Promise.all(PAIR.map(async (lane) => ticksOf(laneOf(page, lane))))
  for (const other of others) expect(other).toBe(first)
  return first ?? ''
}

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (box === null) throw new Error('not on the screen')
  return box
}

/** A log with long texts, and between them short ones that are too small for their own bands. */
function talk(long: number): string {
  const messages: object[] = []
  for (let index = 0; index < long; index++) {
    messages.push({
      role: 'user',
      content: `Part ${index}: ${`a line about the shed number ${index}. `.repeat(60)}`,
    })
    for (let short = 0; short < 6; short++)
      messages.push({ role: short % 2 === 0 ? 'assistant' : 'user', content: `ok ${index} ${short}` })
    messages.push({ role: 'assistant', content: `done ${index}` })
  }
  return JSON.stringify(messages)
}

test('the pictures of lanes: zoomed, run by other policies, told apart, and moved with a knob', async ({
  page,
}) => {
  test.slow()
  await openPair(page, EXACT)

  await test.step('the pictures are zoomed, panned and stretched, and have letters', async () => {
    await test.step('keys show fewer turns, other turns, and all again, in every lane alike', async () => {
      const all = await ticks(page)
      await page.keyboard.press('+')
      await expect.poll(() => ticks(page)).not.toBe(all)
      const fewer = await ticks(page)
      await page.keyboard.press('}')
      await expect.poll(() => ticks(page)).not.toBe(fewer)
      await page.keyboard.press('0')
      await expect.poll(() => ticks(page)).toBe(all)
    })
    await test.step('F stretches the token axis to the used tokens, and shows where the limit is', async () => {
      const lane = laneOf(page, 'hybrid')
      await expect(lane.locator('.limit-line.limit')).toHaveCount(1)
      await page.keyboard.press('f')
      await expect(lane.locator('.limit-line.limit')).toHaveCount(0)
      await expect(lane.locator('.gutters')).toContainText('limit34K ↑')
      await page.keyboard.press('f')
      await expect(lane.locator('.limit-line.limit')).toHaveCount(1)
    })
    await test.step('dragging with Shift shows these turns in every lane, and a double click shows all', async () => {
      const all = await ticks(page)
      const at = await turn(page)
      const box = await boxOf(laneOf(page, 'naive_fifo').locator('.plot'))
      await page.keyboard.down('Shift')
      await page.mouse.move(box.x + box.width * 0.4, box.y + 30)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.7, box.y + 50, { steps: 5 })
      for (const lane of PAIR) await expect(laneOf(page, lane).locator('.brush')).toBeVisible()
      await page.mouse.up()
      await page.keyboard.up('Shift')
      await expect(page.locator('.brush:visible')).toHaveCount(0)
      const some = (await ticks(page)).split(' ').map(Number)
      // The plot has 56 turns: 40 % of the width is turn 21, 70 % is turn 38.
      expect(Math.min(...some)).toBeGreaterThanOrEqual(19)
      expect(Math.max(...some)).toBeLessThanOrEqual(41)
      expect(await turn(page)).toBe(at)
      await laneOf(page, 'hybrid')
        .locator('.plot')
        .dblclick({ position: { x: 500, y: 10 } })
      await expect.poll(() => ticks(page)).toBe(all)
    })
    await test.step('Ctrl and the wheel zoom at the pointer, a sideways wheel pans, a plain wheel scrolls the page', async () => {
      const all = await ticks(page)
      const box = await boxOf(laneOf(page, 'hybrid').locator('.plot'))
      await page.mouse.move(box.x + box.width * 0.7, box.y + 40)
      const pointed = async (): Promise<string> =>
        (await laneOf(page, 'hybrid').locator('.readout').textContent())?.split(' · ')[0] ?? ''
      const before = await pointed()
      await page.keyboard.down('Control')
      await page.mouse.wheel(0, -300)
      await page.keyboard.up('Control')
      await expect.poll(() => ticks(page)).not.toBe(all)
      // The new picture may replace the old one while the pointer rests; each one reacts to its own pointer events.
      let nudge = 0
      await expect
        .poll(async () => {
          await page.mouse.move(box.x + box.width * 0.7, box.y + 41 + (nudge++ % 2))
          return pointed()
        })
        .toBe(before)
      const zoomed = await ticks(page)
      await page.mouse.wheel(240, 0)
      await expect.poll(() => ticks(page)).not.toBe(zoomed)
      const panned = await ticks(page)
      const scrolled = await page.evaluate(() => window.scrollY)
      await page.mouse.wheel(0, 200)
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled)
      expect(await ticks(page)).toBe(panned)
    })
    await page.keyboard.press('0')
    await test.step('caps have the letter of their reason, without overlap', async () => {
      await page.keyboard.press('Escape')
      for (const name of PAIR) {
        const letters = laneOf(page, name).locator('.cap-letter')
        await expect(letters.first()).toBeVisible()
        expect(new Set(await letters.allTextContents())).toContain('P')
        // The picture has just been zoomed out, and its letters are placed anew.
        const overlaps = (): Promise<boolean> =>
          letters.evaluateAll((all) => {
            const places = all.map((one) => {
              const { x, y, width, height } = one.getBoundingClientRect()
              return { x: x + width / 2, y: y + height / 2 }
            })
            return places.some((one, index) =>
              places
                .slice(index + 1)
                .some((other) => Math.abs(one.x - other.x) < 8 && Math.abs(one.y - other.y) < 8),
            )
          })
        await expect.poll(overlaps).toBe(false)
      }
    })
  })
  await letGo(page)

  await test.step('a lane runs another policy', async () => {
    await test.step('a lane that is given another policy keeps the focus of its chooser', async () => {
      const chooser = laneOf(page, 'hybrid').getByRole('combobox')
      await chooser.focus()
      await setPolicy(page, 'hybrid', 'lru')
      await expect(laneOf(page, 'lru').getByRole('combobox')).toBeFocused()
      await expect(laneOf(page, 'lru').getByRole('heading', { level: 2 })).toHaveText('LRU')
    })
    await test.step('a run that ends early hatches the rest, with the turn in which it ended', async () => {
      await setPolicy(page, 'lru', 'unmanaged')
      const ended = laneOf(page, 'unmanaged').locator('.ended')
      await expect(ended.locator('text')).toHaveText(/ended: overflow in turn \d+/)
      expect(Number(await ended.locator('rect').getAttribute('width'))).toBeGreaterThan(50)
      await expect(laneOf(page, 'naive_fifo').locator('.ended')).toHaveCount(0)
      await expect(laneOf(page, 'unmanaged').locator('.lane-rule')).toContainText('nothing is evicted')
    })
  })
  await letGo(page)
  for (let step = 0; step < 2; step++) await andRun(page, () => page.keyboard.press('Control+z'))
  await expect(laneOf(page, 'hybrid')).toBeVisible()

  await test.step('the ribbon of differences shows where two lanes differ, and is empty for equal ones', async () => {
    const delta = page.locator('.lane .delta')
    await expect(delta).toHaveCount(1)
    await expect(delta.locator('.only-here')).toHaveAttribute('d', /M/)
    const box = await boxOf(delta)
    await page.mouse.move(box.x + box.width * 0.5, box.y + 11)
    await expect(page.locator('.tip')).toContainText('only in Unprotected FIFO')
    await setPolicy(page, 'hybrid', 'fifo')
    await andRun(page, () =>
      laneOf(page, 'fifo').getByRole('button', { name: 'Protection of Protected FIFO' }).click(),
    )
    await expect(page.locator('.lane')).toHaveCount(2)
    await expect(delta.locator('.only-here')).toHaveAttribute('d', '')
    await expect(delta.locator('.only-there')).toHaveAttribute('d', '')
    await expect(delta).toContainText('no difference from Unprotected FIFO')
  })

  await test.step('while a knob moves, the lanes show a preview, then the result where it rests', async () => {
    const seen = await page.evaluate(async () => {
      const input = document.querySelector<HTMLInputElement>('.budget input[type="range"]')
      // React hears only of what the native setter writes.
      // oxlint-disable-next-line typescript/unbound-method -- called with the input as this
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      if (input === null || write === undefined) throw new Error('no slider of the window')
      let pictures = 0
      const observer = new MutationObserver(() => {
        if (document.querySelector('.lane .is-preview') !== null) pictures++
      })
      observer.observe(document.body, { subtree: true, childList: true, attributes: true })
      for (let value = 49; value > 25; value--) {
        write.call(input, String(value))
        input.dispatchEvent(new Event('input', { bubbles: true }))
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      observer.disconnect()
      return pictures
    })
    expect(seen).toBeGreaterThan(0)
    await expect(page.locator('.is-preview')).toHaveCount(0)
    await expect(page.locator('.headline .about')).toContainText('26.0 % of the peak without eviction')
  })
})

test('the pictures of a talk with short messages', async ({ page }) => {
  test.slow()
  await openAt(page, EXACT)

  await test.step('the legend names only the types in the lanes', async () => {
    const legend = page.getByRole('list', { name: 'Types of blocks and marks' })
    await expect(legend).toContainText('tool result')
    await andRun(page, () => giveFile(page, 'talk.json', talk(20)))
    await expect(legend).toContainText('user message')
    await expect(legend).not.toContainText('tool')
  })

  await test.step('a selected block that is too small for a band gets its own, zoomed out and in', async () => {
    await andRun(page, () => giveFile(page, 'talk.json', talk(80)))
    const picture = laneOf(page, 'naive_fifo').locator('.strata')
    const outlines = async (): Promise<number> => Number(await picture.getAttribute('data-outlines'))
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+ArrowRight')
    const before = await outlines()
    // The ninth block in the table, one of the short ones after the first long text.
    await page.locator('tr:has-text("reply") [data-block]').first().click()
    await expect(picture.locator('.selected-band')).toHaveAttribute('d', /M/)
    expect(await outlines()).toBeGreaterThan(before)
    for (let step = 0; step < 3; step++) await page.keyboard.press('+')
    await expect(picture.locator('.selected-band')).toHaveAttribute('d', /M/)
  })
})

test('no line above a picture ends with a separator, and what fits is not cut, at any width', async ({
  page,
}) => {
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await openLab(page)
    const readout = page.locator('.lane .readout').first()
    await expect(readout).toContainText('paid for again')
    const ends = await readout.evaluate((line) => {
      const box = line.getBoundingClientRect()
      const parts = [...line.querySelectorAll('span > span')].map((part) => ({
        own: part.getBoundingClientRect(),
        dot: part.querySelector('i')!.getBoundingClientRect(),
      }))
      return {
        // The separator at the beginning of a line is outside of what is seen.
        dots: parts.filter(({ own, dot }) => own.x < box.x - 1 && dot.right > box.x + 1).length,
        starts: parts.filter(({ own }) => own.x < box.x - 1).length > 0,
        cut: parts.filter(({ own }) => own.bottom > box.bottom + 1).length,
      }
    })
    expect(ends, String(width)).toEqual({ dots: 0, starts: true, cut: 0 })
    // Where a lane parts is told whole and from the left edge, and the heads of a row are in line.
    const lanes = await page.locator('.lane').evaluateAll((all) =>
      all.map((lane) => {
        const { x, y } = lane.getBoundingClientRect()
        const said = lane.querySelector('.parting')
        const left = Math.round((said?.getBoundingClientRect().x ?? x) - x)
        const cut = said !== null && [
          said.scrollHeight - said.clientHeight,
          said.scrollWidth - said.clientWidth,
        ]
        return { y, left, cut: cut && Math.max(...cut) > 1 }
      }),
    )
    expect(lanes.map(({ left, cut }) => ({ left, cut }))).toEqual(lanes.map(() => ({ left: 0, cut: false })))
    if (width === 390) continue
    expect(new Set(lanes.map(({ y }) => y)).size).toBe(1)
    // Where pictures become lower, no room is left above them.
    const plot = page.locator('.lane .plot').first()
    const heads = () =>
      plot.evaluate((one) => one.getBoundingClientRect().y - one.closest('.lane')!.getBoundingClientRect().y)
    const [head, { height }] = [await heads(), await boxOf(plot)]
    await page.setViewportSize({ width, height: 700 })
    await expect.poll(async () => (await boxOf(plot)).height).toBeLessThan(height)
    expect(await heads()).toBe(head)
  }
  // Two lanes, each in a row of its own.
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPair(page, { turn: 21 })
  const said = page.locator('.lane .parting')
  await expect(said).toContainText('keeps the user message of turn 0')
  expect(await said.evaluate((line) => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(1)
})
