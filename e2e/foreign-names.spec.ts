import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, giveFile, openTab, openAt } from './lab.ts'

const LONG_TOOL = `tool_${'x'.repeat(595)}`
const TURNING = 'read\u202egnp.exe'
const LONG_FILE = `${'f'.repeat(199)}.jsonl`

/** A log whose tools have the worst possible names. */
function nasty(): string {
  const call = (id: string, name: string) => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name, input: { path: 'a' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'some words '.repeat(300) }] },
  ]
  const messages = [
    { role: 'user', content: 'Do it.' },
    ...Array.from({ length: 8 }, (_, n) => call(`id${n}`, n % 2 === 0 ? LONG_TOOL : TURNING)).flat(),
    { role: 'assistant', content: 'Done.' },
  ]
  return JSON.stringify({ model: `claude-${'m'.repeat(300)}`, messages })
}

/** Pixels by which the page is wider than the viewport. */
function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

/** Waits until nothing on the page has changed for 30 frames. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let still = 0
        const seen = new MutationObserver(() => (still = 0))
        seen.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
        const look = (): void => {
          still += 1
          if (still < 30) requestAnimationFrame(look)
          else {
            seen.disconnect()
            resolve()
          }
        }
        look()
      }),
  )
}

test('names in a log neither widen the page nor reverse its text, and a failure leaves everything else', async ({
  page,
}) => {
  test.slow()
  await openAt(page)
  await test.step('a failed paste or drop says what is wrong and leaves everything else as it was, also at 390 px', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.keyboard.press('Escape')
    await page.locator('table [data-block]').first().click()
    await expect(page.locator('.why .block-text pre, .why .block-text').first()).toBeVisible()
    // The picture marks the selection a little later, and is redrawn if its width changes.
    await atRest(page)
    const state = () =>
      page.evaluate(() => ({
        lanes: [...document.querySelectorAll('.lane')].map((lane) => lane.getAttribute('data-lane')),
        pictures: [...document.querySelectorAll('.lane .plot svg')].map((svg) => svg.innerHTML.length),
        comparison: document.querySelector('main')?.getAttribute('data-comparison'),
        selected: document.querySelector('tr.is-selected')?.textContent,
        why: document.querySelector('.why h2')?.textContent,
      }))
    const before = await state()
    const bad = {
      [LONG_FILE]: '{"messages": [{"role": "user", "content": "Hel',
      'turned\u202egnp.json': '[1, 2, 3]',
      'empty.jsonl': '',
    }
    for (const [name, text] of Object.entries(bad)) {
      await giveFile(page, name, text)
      const note = page.locator('.failure')
      await expect(note).toBeVisible()
      await expect(note.locator('.problems li').first()).toBeVisible()
      expect(await tooWide(page), name).toBeLessThanOrEqual(0)
      await expect(page.locator('.run-status')).toHaveCount(0)
      await note.getByRole('button', { name: 'Close' }).click()
      await expect(note).toHaveCount(0)
      expect(await state(), name).toEqual(before)
    }
  })
  for (const width of [1280, 390]) {
    await test.step(`names in a log neither widen the page nor reverse its text: ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await page.keyboard.press('Escape')
      if (width === 1280) await andRun(page, () => giveFile(page, LONG_FILE, nasty()))
      await expect(page.locator('.headline .about bdi')).toBeVisible()
      await expect.poll(() => tooWide(page)).toBeLessThanOrEqual(0)

      await openTab(page, 'Health and log')
      await expect(page.locator('#audit')).toBeVisible()
      await openTab(page, 'Window')
      await page.keyboard.press('End')
      const row = page.locator(`table [data-block][title="${LONG_TOOL}"]`).first()
      await expect(row).toContainText('…')
      await row.click()
      await expect(page.locator('.why h2')).toHaveAttribute('title', LONG_TOOL)
      expect(await tooWide(page)).toBeLessThanOrEqual(0)
      await page.locator('table [data-block]', { hasText: 'read\\u202egnp.exe' }).first().click()
      await expect(page.locator('.why h2')).toContainText('read\\u202egnp.exe')

      // No bidirectional control characters, except where a text is shown verbatim.
      const turned = await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const raw = node.parentElement?.closest('pre, .cm-editor, textarea, code') ?? null
          const text = node.textContent ?? ''
          if (raw === null && /[\u202a-\u202e]/.test(text)) found.push(text)
        }
        return found
      })
      expect(turned).toEqual([])
    })
  }
})
