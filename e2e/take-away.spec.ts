import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { validate } from '../src/engine/index.ts'
import type { AnthropicRequest, OpenAiRequest, ResponsesRequest } from '../src/engine/index.ts'
import { decodeTimeline, encodeTimeline, metricList } from '../src/sim/index.ts'
import type { MetricRow, Retention } from '../src/sim/index.ts'
import {
  cells,
  downloadButton,
  listLane,
  openPair,
  openTab,
  setPolicy,
  slider,
  take,
  turn,
  EXACT,
} from './lab.ts'

test('the downloads, as files and in a table', async ({ page }) => {
  test.slow()
  await openPair(page, EXACT)
  await openTab(page, 'Files')

  await test.step('the figures, the whole run and a request are downloaded as files', async () => {
    await test.step('the figures as CSV are those of the table, raw, with empty cells for dashes', async () => {
      const { name, text } = await take(page, 'The figures of all lanes as CSV')
      expect(name).toBe('axios-migration-seed-7.figures.csv')
      const [head, ...lines] = cells(text)
      const heads = ['metric', 'unit', 'direction', 'Unprotected FIFO', 'Hybrid']
      expect(head).toEqual([...heads, 'prices of', 'prices assumed'])
      const shown = await page
        .locator('tr[data-metric]')
        .evaluateAll((rows) =>
          rows.map((row) => [...row.querySelectorAll('td')].map((it) => it.dataset['value']).join()),
        )
      expect(shown.length).toBeGreaterThan(10)
      // What is the same in every lane is folded below the rest.
      expect(lines.map((line) => line.slice(3, heads.length).join()).sort()).toEqual(shown.sort())
      // The first lane does not differ from itself.
      expect(lines[0]?.[3]).toBe('')
    })
    await test.step('EDIT-3 the run as JSON is the whole timeline with its settings, and can be read back', async () => {
      const { name, text } = await take(
        page,
        'The whole run of Unprotected FIFO with its settings and figures as JSON',
      )
      expect(name).toBe('axios-migration-seed-7.naive_fifo.run.json')
      const data = decodeTimeline(text)
      expect(data.spec.config.eviction.policy).toBe('fifo')
      expect(data.turns).toHaveLength(Number(await slider(page).getAttribute('aria-valuemax')) + 1)
      expect(data.spans.order).toBeInstanceOf(Float64Array)
      const { measured, ...run } = JSON.parse(text) as {
        readonly measured: { readonly metrics: readonly MetricRow[]; readonly retention: Retention | null }
      }
      expect(encodeTimeline(data)).toBe(JSON.stringify(run))
      expect(measured.metrics.map(({ id }) => id)).toEqual(metricList.map(({ id }) => id))
      expect(measured.retention?.all.overall.told).toBeGreaterThan(
        measured.retention?.all.overall.kept ?? Infinity,
      )
    })
    await test.step('PAIR-1 the provider accepts the request of the playhead’s turn', async () => {
      await page.keyboard.press('End')
      const at = await turn(page)
      const anthropic = await take(
        page,
        `The request that Unprotected FIFO sends in turn ${at}, as Anthropic JSON`,
      )
      expect(anthropic.name).toBe(`axios-migration-seed-7.naive_fifo.turn-${at}.anthropic.json`)
      const first = JSON.parse(anthropic.text) as AnthropicRequest
      expect(Object.keys(first).sort()).toEqual(['messages', 'system', 'thinking', 'tools'])
      expect(first.messages.length).toBeGreaterThan(5)
      expect(validate(first, 'anthropic')).toEqual([])
      const openai = await take(
        page,
        `The request that Unprotected FIFO sends in turn ${at}, as OpenAI chat JSON`,
      )
      expect(openai.name).toBe(`axios-migration-seed-7.naive_fifo.turn-${at}.openai.json`)
      const second = JSON.parse(openai.text) as OpenAiRequest
      expect(second.messages[0]?.role).toBe('system')
      expect(validate(second, 'openai')).toEqual([])
      const responses = await take(
        page,
        `The request that Unprotected FIFO sends in turn ${at}, as OpenAI Responses JSON`,
      )
      expect(responses.name).toBe(`axios-migration-seed-7.naive_fifo.turn-${at}.openai-responses.json`)
      const third = JSON.parse(responses.text) as ResponsesRequest
      expect(third.input.length).toBeGreaterThan(5)
      expect(validate(third, 'openai-responses')).toEqual([])
      // The client makes these edits before sending, so there is no other prompt.
      await expect(page.getByRole('button', { name: /The part of the request of/ })).toHaveCount(0)
    })
  })

  await test.step('what the lanes do turn by turn is downloaded as files, and shown in a table', async () => {
    await test.step('LED-1 the ribbon of differences as CSV: the shared tokens and one lane’s own tokens make up each prompt', async () => {
      const name = 'What only Hybrid and only Unprotected FIFO send, turn by turn, as CSV'
      await expect(downloadButton(page, name)).toHaveCount(0)
      const sent: number[][] = []
      for (const [lane, label] of [
        ['naive_fifo', 'Unprotected FIFO'],
        ['hybrid', 'Hybrid'],
      ] as const) {
        await listLane(page, label)
        const turns = await take(page, `The turns of ${label} as CSV`)
        expect(turns.name).toBe(`axios-migration-seed-7.${lane}.turns.csv`)
        const [head = [], ...lines] = cells(turns.text)
        sent.push(lines.map((line) => Number(line[head.indexOf('sent tokens')])))
      }
      const file = await take(page, name)
      expect(file.name).toBe('axios-migration-seed-7.hybrid.against-naive_fifo.csv')
      const [, ...rows] = cells(file.text)
      expect(rows.length).toBeGreaterThan(20)
      let apart = 0
      for (const row of rows) {
        const [turn = 0, both = 0, first = 0, second = 0] = row.map(Number)
        expect([both + first, both + second], `turn ${turn}`).toEqual([sent[0]?.[turn], sent[1]?.[turn]])
        apart += first + second
      }
      expect(apart).toBeGreaterThan(0)
    })
    await test.step('turns as a table: the row of the playhead is marked, a turn is a link, and the CSV says the same', async () => {
      await listLane(page, 'Hybrid')
      await page.getByText('Turns as a table', { exact: true }).click()
      const rows = page.locator('.turns tbody tr')
      const at = await turn(page)
      await expect(page.locator('.turns tr.is-selected')).toHaveAttribute('data-turn', String(at))
      await rows.nth(3).getByRole('button').click()
      await expect.poll(() => turn(page)).toBe(3)
      await expect(page.locator('.turns tr.is-selected')).toHaveAttribute('data-turn', '3')
      const { name, text } = await take(page, 'The turns of Hybrid as CSV')
      expect(name).toBe('axios-migration-seed-7.hybrid.turns.csv')
      const [head = [], ...lines] = cells(text)
      expect(lines).toHaveLength(Number(await slider(page).getAttribute('aria-valuemax')) + 1)
      const texts = await rows.evaluateAll((all) =>
        all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
      )
      await expect(page.locator('.turns thead th').nth(1)).toHaveText('arrived')
      const plain = (shown: string | undefined): number => Number(shown?.replaceAll(',', ''))
      for (const [index, row] of texts.entries()) {
        const line = new Map(head.map((column, place) => [column, lines[index]?.[place]]))
        expect(plain(row[0])).toBe(Number(line.get('turn')))
        expect(plain(row[1])).toBe(Number(line.get('arrived tokens')))
        expect(plain(row[3])).toBe(Number(line.get('sent tokens')))
        expect(plain(row[4])).toBe(Number(line.get('fetched again tokens')))
        expect(plain(row[5])).toBe(Number(line.get('reply tokens')))
        expect(plain(row[6])).toBe(Number(line.get('responded tokens')))
        expect(Number.parseFloat(row[7] ?? '')).toBeCloseTo(Number(line.get('share of the limit')) * 100, 0)
        expect(row[8]).toBe(line.get('zone'))
        expect(plain(row[11])).toBe(Number(line.get('edits')))
      }
    })
  })

  await test.step('LED-4 for a lane that its provider edits: the whole request, which asks for the edits, and the result', async () => {
    await setPolicy(page, 'naive_fifo', 'context_editing')
    const lane = 'Provider’s context editing'
    await listLane(page, lane)
    const prompt = page.getByRole('button', {
      name: new RegExp(`The part of the request of ${lane}`),
    })
    await page.keyboard.press('Home')
    await expect(prompt).toHaveCount(0)
    await page.keyboard.press('End')
    await expect(prompt).toBeVisible()
    const at = await turn(page)
    const sent = await take(page, `The request that ${lane} sends in turn ${at}, as Anthropic JSON`)
    const request = JSON.parse(sent.text) as AnthropicRequest
    expect(request.context_management?.edits.map(({ type }) => type)).toContain('clear_tool_uses_20250919')
    expect(validate(request, 'anthropic')).toEqual([])
    const seen = await take(
      page,
      `The part of the request of ${lane} in turn ${at} that the model sees, as JSON`,
    )
    expect(seen.name).toBe(`axios-migration-seed-7.context_editing.turn-${at}.prompt.json`)
    expect(JSON.parse(seen.text)).not.toHaveProperty('context_management')
    expect(seen.text.length).toBeLessThan(sent.text.length)
    const chat = await take(page, `The request that ${lane} sends in turn ${at}, as OpenAI chat JSON`)
    expect(JSON.parse(chat.text)).not.toHaveProperty('context_management')
  })

  await test.step('a lane that ended early has no request after its end, and says so', async () => {
    await setPolicy(page, 'context_editing', 'unmanaged')
    await listLane(page, 'Unmanaged')
    const request = page.getByRole('button', { name: /The request that Unmanaged sends in turn/ }).first()
    await page.keyboard.press('End')
    await expect(request).toBeDisabled()
    // The panels of the lane say so, too, once they are rendered.
    await expect(page.locator('.take-away').getByText(/^Unmanaged ended before turn \d+/)).toBeVisible()
    await page.keyboard.press('Home')
    await expect(request).toBeEnabled()
    await expect(page.getByText(/^Unmanaged ended before turn \d+/)).toHaveCount(0)
  })
})

test('pictures and a page leave the lab', async ({ page, browser }, info) => {
  await openPair(page)
  await openTab(page, 'Files')
  const picture = 'Stacked context of Unprotected FIFO'
  await expect(page.getByRole('button', { name: `${picture} as SVG`, exact: true })).toBeVisible()

  await test.step('a picture as SVG is well formed, and as PNG 2560 by 1440 pixels', async () => {
    const { name, text } = await take(page, `${picture} as SVG`)
    expect(name).toMatch(/^axios-migration-seed-7\.naive_fifo\.stacked-context-window-\d+\.svg$/)
    const alone = await page.context().newPage()
    const file = info.outputPath('picture.svg')
    writeFileSync(file, text)
    await alone.goto(pathToFileURL(file).href)
    // A mistake in the file would be the document, in the place of the picture.
    expect(await alone.evaluate(() => document.documentElement.nodeName)).toBe('svg')
    expect(await alone.locator('path').count()).toBeGreaterThan(20)
    await alone.close()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `${picture} as PNG`, exact: true }).click(),
    ])
    const png = readFileSync(await download.path())
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2560, 1440])
  })

  await test.step('the button beside a picture saves it, too', async () => {
    await page.getByRole('button', { name: 'Save the picture: Stacked context, Unprotected FIFO' }).click()
    const other = await take(page, 'Stacked context, Unprotected FIFO as SVG')
    expect(other.name).toMatch(/^axios-migration-seed-7\.naive_fifo\.stacked-context-window-\d+\.svg$/)
    expect(other.text).toContain('<title>')
  })

  await test.step('the page opens from a file without the network, and says whether it is unchanged', async () => {
    const { name, text } = await take(page, 'Page of the comparison (HTML)')
    expect(name).toMatch(/\.page-window-\d+\.html$/)
    const context = await browser.newContext({ offline: true })
    const alone = await context.newPage()
    const errors: string[] = []
    alone.on('console', (message) => errors.push(message.text()))
    alone.on('pageerror', (error) => errors.push(error.message))
    const [whole, changed] = [info.outputPath('page.html'), info.outputPath('changed.html')]
    writeFileSync(whole, text)
    // One digit of one figure.
    writeFileSync(
      changed,
      text.replace(
        /(<td>\D*)(\d)/,
        (_, before: string, digit: string) => `${before}${(Number(digit) + 1) % 10}`,
      ),
    )
    await alone.goto(pathToFileURL(whole).href)
    await expect(alone.locator('#seal')).toHaveClass('same')
    await expect(alone.locator('h1')).toHaveText((await page.locator('.headline h1').textContent()) ?? '')
    expect(
      await alone
        .locator('img')
        .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)),
    ).toEqual([1280, 1280, 1280, 1280])
    const before = await alone.locator('output').textContent()
    await alone.getByRole('button', { name: 'Next turn', exact: true }).click()
    await expect(alone.locator('output')).not.toHaveText(before ?? '')
    await alone.goto(pathToFileURL(changed).href)
    await expect(alone.locator('#seal')).toHaveClass('changed')
    for (const more of [
      text.replace('</body>', '<p>Approved.</p></body>'),
      text.replace('<h2>Metrics</h2>', '<h2>Metrics</h2><input readonly value="Approved">'),
      text.replace('<h1>', '<h1 hidden>'),
      text.replace('<main>', '<!-- --><main>'),
    ]) {
      writeFileSync(changed, more)
      await alone.goto(pathToFileURL(changed).href)
      await expect(alone.locator('#seal')).toHaveClass('changed')
    }
    expect(errors).toEqual([])
    await context.close()
  })
})
