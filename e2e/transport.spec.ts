import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, openPair, setPolicy, slider, turn, letGo, frames, openTask, EXACT } from './lab.ts'

const play = (page: Page) => page.getByRole('button', { name: 'Play (Space)' })
const pause = (page: Page) => page.getByRole('button', { name: 'Pause (Space)' })
const speed = (page: Page) => page.getByRole('slider', { name: 'Speed' })
const box = (page: Page) => page.getByRole('textbox', { name: 'Go to turn' })

async function fastest(page: Page): Promise<void> {
  for (let step = 0; step < 6; step++) await page.keyboard.press('>')
}

/** Sets the initial speed: four turns a second, the third of six. */
async function slower(page: Page): Promise<void> {
  for (let step = 0; step < 6; step++) await page.keyboard.press('<')
  await page.keyboard.press('>')
  await page.keyboard.press('>')
  await expect(speed(page)).toHaveAttribute('aria-valuetext', '4 turns per second')
}

test('playing, and what ends it', async ({ page }) => {
  test.slow()
  // React calls this hook for each commit, also in a production build.
  await page.addInitScript(`
    window.commits = 0
    window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => { window.commits++ },
      onPostCommitFiberRoot: () => {},
      onCommitFiberUnmount: () => {},
    }
  `)
  const commits = () => page.evaluate<number>(`window.commits`)
  await openPair(page)

  await test.step('while it plays, React renders nothing', async () => {
    await page.keyboard.press('Home')
    // Waits until charts and tables that load later are done: no commit in 45 frames.
    const before = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const counted = window as unknown as { commits: number }
          let last = -1
          let still = 0
          const look = (): void => {
            still = counted.commits === last ? still + 1 : 0
            last = counted.commits
            if (still === 45) resolve(last)
            else requestAnimationFrame(look)
          }
          look()
        }),
    )
    await page.keyboard.press(' ')
    await expect(pause(page)).toBeVisible()
    const begun = await commits()
    expect(begun).toBeGreaterThan(before)
    await expect.poll(() => turn(page)).toBeGreaterThan(8)
    expect(await commits()).toBe(begun)
  })
  await page.keyboard.press('d')

  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await test.step(`playing goes turn by turn to the end and stops there, then begins anew; motion: ${reducedMotion}`, async () => {
      await page.emulateMedia({ reducedMotion })
      const last = Number(await slider(page).getAttribute('aria-valuemax'))
      const first = await turn(page)
      await fastest(page)
      await page.keyboard.press(' ')
      await expect(pause(page)).toBeVisible()
      await expect.poll(() => turn(page)).toBeGreaterThan(first)
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
      await expect.poll(() => turn(page)).toBe(last)
      await expect(play(page)).toBeVisible()
      await page.keyboard.press('<')
      await page.keyboard.press('<')
      await page.keyboard.press(' ')
      await expect(pause(page)).toBeVisible()
      expect(await turn(page)).toBeLessThan(last)
    })
    await page.keyboard.press('d')
  }

  await test.step('while it plays, the view follows', async () => {
    await page.keyboard.press('Home')
    for (let step = 0; step < 3; step++) await page.keyboard.press('+')
    const last = page.getByRole('slider', { name: 'Last visible turn' })
    const edge = Number(await last.getAttribute('aria-valuenow'))
    await fastest(page)
    await page.keyboard.press(' ')
    await expect.poll(async () => Number(await last.getAttribute('aria-valuenow'))).toBeGreaterThan(edge)
    await expect.poll(() => turn(page)).toBe(Number(await slider(page).getAttribute('aria-valuemax')))
    expect(Number(await last.getAttribute('aria-valuenow'))).toBe(await turn(page))
  })
  await page.keyboard.press('0')
  await slower(page)

  await test.step('moving the playhead by hand ends playing', async () => {
    // At eight turns a second, the frames of two turns show that there is no commit.
    await page.keyboard.press('>')
    const plot = page.locator('.lane[data-lane="hybrid"] .plot')
    const moves: readonly (() => Promise<void>)[] = [
      () => page.keyboard.press('ArrowLeft'),
      () => page.keyboard.press(']'),
      () => page.keyboard.press('d'),
      () => page.getByRole('button', { name: /Next turn/ }).click(),
      // To the right of the labels, which react to clicks themselves.
      () => plot.click({ position: { x: 600, y: 10 } }),
      () => slider(page).click({ position: { x: 200, y: 10 } }),
      () => page.keyboard.press('Home'),
    ]
    for (const move of moves) {
      await letGo(page)
      await page.keyboard.press('Home')
      await page.keyboard.press(' ')
      await expect(pause(page)).toBeVisible()
      await move()
      await expect(play(page)).toBeVisible()
      const at = await turn(page)
      await frames(page, 18)
      expect(await turn(page)).toBe(at)
    }
  })
  await letGo(page)
  await page.keyboard.press('<')

  await test.step('tables wait for the end of playing, and a new run ends it', async () => {
    await test.step('the tables wait while it plays, and follow when it stops', async () => {
      await page.keyboard.press('Home')
      await expect(page.getByRole('heading', { name: /^Blocks of .* at turn 0$/ })).toBeVisible()
      await page.keyboard.press(' ')
      await expect.poll(() => turn(page)).toBeGreaterThan(2)
      await expect(page.getByRole('heading', { name: /^Blocks of .* at turn 0$/ })).toBeVisible()
      await page.keyboard.press(' ')
      const at = await turn(page)
      await expect(
        page.getByRole('heading', { name: new RegExp(`^Blocks of .* at turn ${at}$`) }),
      ).toBeVisible()
    })
    await test.step('a new run ends playing', async () => {
      await page.keyboard.press('Home')
      await page.keyboard.press(' ')
      await expect(pause(page)).toBeVisible()
      await setPolicy(page, 'hybrid', 'lru')
      await expect(play(page)).toBeVisible()
    })
  })
})

test('the strip: its boxes, buttons and keys, what it says, and its place', async ({ page }) => {
  test.slow()
  await openPair(page, EXACT)
  await openTask(page)

  await test.step('the boxes, buttons and keys of the strip', async () => {
    await test.step('Enter goes to a typed turn, and Escape leaves it', async () => {
      const last = Number(await slider(page).getAttribute('aria-valuemax'))
      const first = await turn(page)
      await expect(box(page)).toHaveValue(String(first))
      await box(page).fill('30')
      expect(await turn(page)).toBe(first)
      await box(page).press('Enter')
      await expect.poll(() => turn(page)).toBe(30)
      // The page's keys work again, and the box follows them.
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => turn(page)).toBe(31)
      await expect(box(page)).toHaveValue('31')
      await box(page).fill('7')
      await box(page).press('Escape')
      await expect(box(page)).toHaveValue('31')
      // Escape closed only the box.
      await expect(page.getByRole('complementary')).toBeVisible()
      await box(page).fill('goal')
      await box(page).press('Enter')
      await expect(box(page)).toHaveValue('31')
      await box(page).fill('99,999')
      await box(page).press('Enter')
      await expect.poll(() => turn(page)).toBe(last)
      await expect(box(page)).toHaveValue(String(last))
    })
    await test.step('the sheet lists the keys of the transport', async () => {
      await page.getByRole('button', { name: 'Keys' }).click()
      const sheet = page.getByRole('dialog')
      for (const key of ['Space', '< >', '[ ]', 'D', 'L', '+ −']) {
        await expect(sheet.locator('kbd').getByText(key, { exact: true })).toBeVisible()
      }
    })
    await page.keyboard.press('Escape')
    await page.keyboard.press('d')
    await test.step('Space presses the button that has the focus, and writes in a box', async () => {
      const at = await turn(page)
      await page.getByRole('button', { name: /Previous turn/ }).focus()
      await page.keyboard.press(' ')
      await expect.poll(() => turn(page)).toBe(at - 1)
      await expect(play(page)).toBeVisible()
      await play(page).focus()
      await page.keyboard.press(' ')
      await expect(pause(page)).toBeFocused()
      await page.keyboard.press(' ')
      await expect(play(page)).toBeFocused()
      await box(page).focus()
      await page.keyboard.press(' ')
      await expect(play(page)).toBeVisible()
    })
    await letGo(page)
    await page.keyboard.press('d')
    await test.step('buttons and keys set the same speed, from 1 to 32 turns per second', async () => {
      await expect(speed(page)).toHaveAttribute('aria-valuetext', '4 turns per second')
      await page.keyboard.press('>')
      await expect(speed(page)).toHaveAttribute('aria-valuetext', '8 turns per second')
      for (let step = 0; step < 9; step++) await page.keyboard.press('<')
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
  })
  await letGo(page)

  await test.step('events are announced once the playhead rests, and never during fast playback', async () => {
    const said = page.locator('.announcer')
    await page.keyboard.press('Home')
    await page.keyboard.press('d')
    await expect(said).toHaveText(
      /^turn \d+: Unprotected FIFO (evicted|changed) \d+ blocks?, [\d,]+ tokens.*; Hybrid (evicted|changed) \d+/,
    )
    // In a smaller window hybrid evicts in the last turn, too.
    await andRun(page, async () => {
      await page.getByLabel('Window in tokens').fill('24000')
      await page.getByLabel('Window in tokens').press('Enter')
    })
    await page.getByLabel('Window in tokens').blur()
    await page.keyboard.press('Home')
    await expect(said).toHaveText('')
    const texts = await page.evaluateHandle(() => {
      const found: string[] = []
      const element = document.querySelector('.announcer')
      if (element !== null) {
        new MutationObserver(() => found.push(element.textContent)).observe(element, { childList: true })
      }
      return found
    })
    await fastest(page)
    await page.keyboard.press(' ')
    const last = Number(await slider(page).getAttribute('aria-valuemax'))
    await expect.poll(() => turn(page)).toBe(last)
    // The last turn is announced once playback has stopped.
    await expect(said).toContainText(`turn ${last}: `)
    expect(await texts.jsonValue()).toHaveLength(1)
  })

  await test.step('the strip stays at the top, no taller than a toolbar', async () => {
    const strip = page.getByRole('region', { name: 'Transport' })
    await expect(strip).not.toHaveAttribute('data-stuck')
    await page.mouse.move(300, 500)
    await page.mouse.wheel(0, 900)
    await expect(strip).toHaveAttribute('data-stuck', '')
    const place = await strip.boundingBox()
    expect(place?.y).toBe(0)
    expect(place?.height).toBeLessThanOrEqual(60)
    await expect(slider(page)).toBeInViewport({ ratio: 1 })
  })
  await page.setViewportSize({ width: 390, height: 844 })

  await test.step('on a phone the strip has one row of buttons that fingers can press', async () => {
    const strip = page.getByRole('region', { name: 'Transport' })
    expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(92)
    const boxes = await strip
      .locator('button, input')
      .evaluateAll((elements) =>
        elements.map((element) => element.getBoundingClientRect().toJSON() as DOMRect),
      )
    expect(boxes).toHaveLength(9)
    for (const { height, left, right } of boxes) {
      expect(height).toBeGreaterThanOrEqual(32)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(390)
    }
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
    // No box overlaps its neighbour.
    boxes.sort((a, b) => a.left - b.left)
    for (const [index, { left }] of boxes.entries()) {
      expect(left).toBeGreaterThanOrEqual((boxes[index - 1]?.right ?? 0) - 0.5)
    }
  })
})
