import { test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, giveFile, openPair, slider, turn, letGo, EXACT } from './lab.ts'

const map = (page: Page) => page.getByRole('group', { name: 'Visible turns' })
const firstInSight = (page: Page) => page.getByRole('slider', { name: 'First visible turn' })
const lastInSight = (page: Page) => page.getByRole('slider', { name: 'Last visible turn' })

async function placeOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox()
  if (box === null) throw new Error(`not on the screen: ${element.toString()}`)
  return box
}

/** The turns in sight once a frame has drawn what was done last. */
async function inSight(page: Page): Promise<readonly [number, number]> {
  await page.evaluate(
    async () => await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))),
  )
  const valueOf = async (edge: Locator): Promise<number> => Number(await edge.getAttribute('aria-valuenow'))
  return [await valueOf(firstInSight(page)), await valueOf(lastInSight(page))]
}

/** Expects turns in sight; the view follows the playhead a frame later. */
function expectInSight(page: Page): ReturnType<typeof expect.poll<readonly [number, number]>> {
  return expect.poll(async () => await inSight(page))
}

/** Drags on the map from one place to another; both are shares of its width. */
async function brush(page: Page, from: number, to: number): Promise<void> {
  const { x, y, width, height } = await placeOf(map(page))
  await page.mouse.move(x + from * width, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + to * width, y + height / 2, { steps: 5 })
  await page.mouse.up()
}

/** A log of an agent that reads one file in each of `turns` turns. */
function longLog(turns: number): string {
  const messages: object[] = [{ role: 'user', content: 'Read every file and keep port 8123 in mind.' }]
  for (let turn = 0; turn < turns; turn++) {
    const call = { id: `call_${turn}`, type: 'function', function: { name: 'read_file', arguments: '{}' } }
    const text = `Line ${turn} of a file. `.repeat(20 + ((turn * 37) % 60))
    messages.push({ role: 'assistant', content: null, tool_calls: [call] })
    messages.push({ role: 'tool', tool_call_id: call.id, content: text })
  }
  messages.push({ role: 'assistant', content: 'All files are read.' })
  return JSON.stringify({ messages })
}

test('the playhead, the scrubber and the map of turns', async ({ page }) => {
  test.slow()
  await openPair(page, EXACT)

  await test.step('a lane is clicked, dragged on and hovered over', async () => {
    await test.step('a click and a drag on a chart move the playhead of every lane', async () => {
      const box = await placeOf(page.locator('.lane[data-lane="hybrid"] .plot'))
      await page.mouse.click(box.x + box.width / 2, box.y + 10)
      const middle = await turn(page)
      const places = await page
        .locator('.lane .playhead')
        .evaluateAll((lines) => lines.map((line) => (line as HTMLElement).style.transform))
      expect(places).toHaveLength(2)
      expect(new Set(places).size).toBe(1)
      await page.mouse.move(box.x + box.width / 2, box.y + 10)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width / 4, box.y + 10, { steps: 6 })
      await page.mouse.up()
      expect(await turn(page)).toBeLessThan(middle)
    })
    await page.keyboard.press('d')
    await test.step('hovering shows the same turn in every lane and leaves the playhead where it is', async () => {
      const before = await turn(page)
      const box = await placeOf(page.locator('.lane[data-lane="naive_fifo"] .plot'))
      await page.mouse.move(box.x + box.width / 5, box.y + 20)
      const readouts = await page.locator('.readout').allTextContents()
      const names = readouts.map((text) => /^turn \d+/.exec(text)?.[0])
      expect(new Set(names).size).toBe(1)
      expect(names[0]).not.toBe(`turn ${before}`)
      expect(await turn(page)).toBe(before)
      await page.mouse.move(box.x + box.width / 5, 5)
      await expect(page.locator('.readout').first()).toContainText(`turn ${before} `)
    })
  })
  await page.keyboard.press('d')

  await test.step('the playhead is moved by keys, by the keys of a slider, and by pressing on the scrubber', async () => {
    await test.step('the scrubber draws a line for each lane, losses in red, and the first difference', async () => {
      const lines = page.locator('.sparkline path.used')
      await expect(lines).toHaveCount(2)
      for (const line of await lines.all()) await expect(line).toHaveAttribute('d', /^M.*L/)
      await expect(page.locator('.sparkline .tick.loss').first()).toBeVisible()
      await expect(page.locator('.sparkline .diamond')).toHaveCount(1)
      await expect(page.getByRole('list', { name: 'Used share of the limit' })).toContainText(
        'Unprotected FIFO',
      )
      await expect(page.locator('.strip .recharts-wrapper')).toHaveCount(0)
    })
    await test.step('keys move the playhead: by one, by ten, to the ends, to events, to the first difference', async () => {
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
      const event = await turn(page)
      // The first edit is the first difference; a finding comes before it.
      expect(event).toBeGreaterThan(0)
      expect(event).toBeLessThan(first)
      await page.keyboard.press(']')
      expect(await turn(page)).toBeGreaterThan(event)
      await page.keyboard.press('[')
      expect(await turn(page)).toBe(event)
    })
    await page.keyboard.press('d')
    await test.step('the slider has the keys of a slider besides, and says how full every lane is', async () => {
      const first = await turn(page)
      await expect(slider(page)).toHaveAttribute(
        'aria-valuetext',
        /^turn \d+, last 55, Unprotected FIFO [\d.]+ % used, (evicted|changed) \d+ blocks.*; Hybrid [\d.]+ % used/,
      )
      await slider(page).focus()
      const steps: readonly (readonly [string, number])[] = [
        ['PageUp', first + 10],
        ['PageDown', first],
        ['ArrowUp', first + 1],
        ['ArrowDown', first],
        ['ArrowRight', first + 1],
      ]
      for (const [key, wanted] of steps) {
        await page.keyboard.press(key)
        expect(await turn(page), key).toBe(wanted)
      }
      await expect(slider(page)).toHaveAttribute(
        'aria-valuetext',
        new RegExp(`^turn ${first + 1}, last 55, `),
      )
    })
    await test.step('arrows in a number box belong to the box', async () => {
      const before = await turn(page)
      await page.getByRole('textbox', { name: 'Go to turn' }).focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Home')
      expect(await turn(page)).toBe(before)
    })
    await letGo(page)
    await page.keyboard.press('d')
    await test.step('pointing at the scrubber describes the turn there; pressing goes to it', async () => {
      const before = await turn(page)
      const { x, y, width } = await placeOf(slider(page))
      await page.mouse.move(x + width * 0.7, y + 10)
      const tip = page.locator('.tip')
      await expect(tip.locator('strong')).toHaveText(/^turn \d+$/)
      await expect(tip).toContainText(/Unprotected FIFO [\d.]+ % used/)
      await expect(tip).toContainText(/Hybrid [\d.]+ % used/)
      expect(await turn(page)).toBe(before)
      const pointed = Number((await tip.locator('strong').textContent())?.replace('turn ', ''))
      await page.mouse.down()
      expect(await turn(page)).toBe(pointed)
      await page.mouse.move(x + width * 0.3, y + 10, { steps: 4 })
      expect(await turn(page)).toBeLessThan(pointed)
      await page.mouse.up()
      await page.mouse.move(2, 2)
      await expect(tip).toBeHidden()
    })
  })
  await letGo(page)
  await page.keyboard.press('d')

  await test.step('the map of turns, its brush, the edges of the brush and the keys of the view', async () => {
    await test.step('56 turns have no map until they are zoomed; its brush moves the visible range', async () => {
      await expect(map(page)).toHaveCount(0)
      const before = await placeOf(page.locator('.lane').first())
      await page.keyboard.press('+')
      await page.keyboard.press('+')
      await expect(map(page)).toBeVisible()
      // The map does not move anything below the strip.
      expect((await placeOf(page.locator('.lane').first())).y).toBe(before.y)

      await brush(page, 0.9, 0.7)
      const [from, to] = await inSight(page)
      expect(from).toBeGreaterThan(35)
      expect(to).toBeLessThan(54)
      await expect(page.locator('.lanes-bar .shown')).toHaveText(`turns ${from} to ${to}`)

      await brush(page, 0.8, 0.4)
      await expect.poll(async () => (await inSight(page))[0]).toBeLessThan(from - 15)
      const moved = await inSight(page)
      expect(Math.abs(moved[1] - moved[0] - (to - from))).toBeLessThanOrEqual(1)

      await map(page).dblclick({ position: { x: 200, y: 7 } })
      await expect(map(page)).toHaveCount(0)
    })
    await test.step('an edge of the brush is dragged alone, and stops before the other', async () => {
      await page.keyboard.press('+')
      await page.keyboard.press('+')
      const [from, to] = await inSight(page)
      const { x, width } = await placeOf(map(page))
      const edge = await placeOf(lastInSight(page))
      const share = (edge.x + edge.width / 2 - x) / width
      await brush(page, share, share + 0.2)
      await expect.poll(async () => (await inSight(page))[1]).toBeGreaterThan(to + 8)
      expect((await inSight(page))[0]).toBe(from)
      await brush(page, share + 0.2, 0)
      await expect.poll(async () => (await inSight(page))[1]).toBeLessThanOrEqual(from + 4)
      const [first, last] = await inSight(page)
      expect(first).toBe(from)
      // At least four turns; the ends may be within a turn.
      expect(last - first).toBeGreaterThanOrEqual(3)
      expect(last - first).toBeLessThanOrEqual(4)
    })
    await page.keyboard.press('0')
    await expect(map(page)).toHaveCount(0)
    await test.step('the edges of the brush are sliders of their own', async () => {
      for (let step = 0; step < 3; step++) await page.keyboard.press('+')
      const at = await turn(page)
      const [from, to] = await inSight(page)
      await firstInSight(page).focus()
      await page.keyboard.press('ArrowRight')
      await expectInSight(page).toEqual([from + 1, to])
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await expectInSight(page).toEqual([from - 1, to])
      await expect(firstInSight(page)).toHaveAttribute(
        'aria-valuetext',
        `turns ${from - 1} to ${to}, ${to - from + 2} of 56`,
      )
      await lastInSight(page).focus()
      await page.keyboard.press('Shift+ArrowRight')
      await expectInSight(page).toEqual([from - 1, to + 10])
      await page.keyboard.press('End')
      await expectInSight(page).toEqual([from - 1, 55])
      // The playhead has not moved.
      expect(await turn(page)).toBe(at)
    })
    await letGo(page)
    await page.keyboard.press('0')
    await expect(map(page)).toHaveCount(0)
    await test.step('keys move the view, and it follows the playhead', async () => {
      for (let step = 0; step < 3; step++) await page.keyboard.press('+')
      const [from, to] = await inSight(page)
      await page.keyboard.press('}')
      await expect.poll(async () => (await inSight(page))[0]).toBeGreaterThan(from)
      await page.keyboard.press('{')
      await expectInSight(page).toEqual([from, to])
      // The focus that was let go of has not come back to the map.
      await expect(firstInSight(page)).not.toBeFocused()
      await page.keyboard.press('End')
      await expect.poll(async () => (await inSight(page))[1]).toBe(55)
      await page.keyboard.press('0')
      await expect(map(page)).toHaveCount(0)
    })
  })

  await test.step('a conversation of 200 turns has its map at once, and a drag over it zooms', async () => {
    await andRun(page, () => giveFile(page, 'agent.json', longLog(220)))
    const { x, y, width } = await placeOf(map(page))
    await expectInSight(page).toEqual([0, Number(await slider(page).getAttribute('aria-valuemax'))])
    await brush(page, 0.25, 0.5)
    const [from, to] = await inSight(page)
    expect(from).toBeGreaterThan(48)
    expect(from).toBeLessThan(62)
    expect(to).toBeGreaterThan(104)
    expect(to).toBeLessThan(118)
    // A click beside the brush moves the brush there.
    await page.mouse.click(x + 0.8 * width, y + 7)
    await expect.poll(async () => (await inSight(page))[0]).toBeGreaterThan(to)
    const beside = await inSight(page)
    expect(Math.abs(beside[1] - beside[0] - (to - from))).toBeLessThanOrEqual(1)
    await page.keyboard.press('0')
    await expect(map(page)).toBeVisible()
  })
})
