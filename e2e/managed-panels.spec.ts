import { test } from '@playwright/test'
import type { Download, Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import {
  frames,
  comparisonOf,
  FIRST,
  LANE,
  letGo,
  listLane,
  openAt,
  openTab,
  slider,
  setPolicy,
  turn,
  violationsInBothThemes,
} from './lab.ts'

const TABS = {
  budget: 'Window',
  health: 'Health and log',
  checkpoints: 'What stays',
  notes: 'What stays',
  audit: 'Health and log',
} as const
type Panel = keyof typeof TABS

/** Opens the page with a lane under the manager of “Agent Context Window Management”, in detail. */
async function openManaged(page: Page): Promise<void> {
  await openAt(page, {
    source: FIRST,
    turn: 21,
    lanes: [LANE.naive_fifo, { policy: 'default', gates: 'on' }],
  })
  await listLane(page, 'Managed')
}

/** Opens the tab of a panel, and scrolls to it. */
async function panelOf(page: Page, name: Panel): Promise<Locator> {
  await openTab(page, TABS[name])
  const panel = page.locator(`section.panel.${name}`)
  await panel.scrollIntoViewIfNeeded()
  return panel
}

async function textOf(download: Download): Promise<string> {
  const stream = await download.createReadStream()
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts).toString('utf8')
}

async function fileFrom(page: Page, button: Locator): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 15_000 }), button.click()])
  return download
}

function figure(text: string | null): number {
  return Number((text ?? '').replace(/ of .*| planned .*/s, '').replace(/[^\d]/g, ''))
}

test('budget, health and checkpoints of a managed lane', async ({ page }) => {
  test.slow()
  await openManaged(page)

  await test.step('budget and health follow the playhead, and the list of sections leads to each panel', async () => {
    await test.step('BUD-2 the components add up to the whole window, and the panel follows the playhead', async () => {
      const panel = await panelOf(page, 'budget')
      await expect(panel.locator('tbody tr[data-part]')).toHaveCount(7)
      const used = async (part: string): Promise<number> =>
        figure(await panel.locator(`tr[data-part="${part}"] .used-cell`).textContent())
      const parts = await Promise.all(['system', 'tools', 'history', 'results', 'memory'].map(used))
      expect(parts.reduce((sum, one) => sum + one, 0)).toBe(await used('total'))
      const before = await turn(page)
      await page.keyboard.press('ArrowLeft')
      await expect(panel.getByRole('heading', { level: 2 })).toHaveText(
        `Budget of Managed at turn ${before - 1}`,
      )
      await expect(panel).toContainText('enforce: global')
      const csv = await textOf(await fileFrom(page, panel.getByRole('button', { name: /as CSV/ })))
      expect(csv.split('\r\n')[0]).toMatch(/^turn,window,system prompt: used tokens/)
      await panel.getByRole('button', { name: /turn by turn$/ }).click()
      await expect(panel.locator('.chart-table tbody tr').first()).toBeVisible()
    })
    await test.step('HEALTH-1 six metrics with range and reason, HEALTH-2 an alert leads to its turn', async () => {
      const panel = await panelOf(page, 'health')
      await page.keyboard.press('Home')
      await expect(panel.getByRole('heading', { level: 2 })).toHaveText('Health of Managed at turn 0')
      await expect(panel.locator('.health-rows tbody tr')).toHaveCount(6)
      const ratio = panel.locator('tr[data-metric="compression_ratio"]')
      await expect(ratio.locator('.value-cell')).toHaveText('–')
      await expect(ratio).toContainText('nothing was compressed yet')
      const alert = panel.locator('.alert-rows tbody tr').first()
      const link = alert.getByRole('button').first()
      const named = Number(/\d+/.exec((await link.textContent()) ?? '')?.[0])
      await link.click()
      await expect.poll(() => turn(page)).toBe(named)
    })
    await test.step('tabs: a press keeps the arrow keys for the turns, keys walk through the list, the tab comes back', async () => {
      const tabs = page.getByRole('tablist', { name: 'Details' })
      const at = await turn(page)
      await openTab(page, 'Cost')
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => turn(page)).toBe(at + 1)
      await expect(page.locator('section.panel.budget')).toBeHidden()
      // From the tab that the Tab key reaches, arrow keys open the neighbours, round the ends.
      await tabs.getByRole('tab', { name: 'Cost' }).focus()
      for (const [key, name] of [
        ['ArrowRight', 'Requests'],
        ['End', 'Guide'],
        ['ArrowRight', 'Window'],
        ['ArrowLeft', 'Guide'],
        ['Home', 'Window'],
        ['ArrowRight', 'What stays'],
      ] as const) {
        await page.keyboard.press(key)
        await expect(tabs.getByRole('tab', { name })).toBeFocused()
        await expect(page.getByRole('tabpanel', { name })).toBeVisible()
      }
      await expect.poll(() => turn(page)).toBe(at + 1)
      await expect(page.locator('section.panel.retention')).toBeVisible()
      // Chromium writes what a page stores a little later, and a reload may begin with what was written.
      await frames(page, 30)
      await page.reload()
      await expect(page.getByRole('tabpanel', { name: 'What stays' })).toBeVisible()
      await page.locator('.headline').getByRole('button', { name: /^cost/ }).click()
      await expect(page.locator('#cost')).toBeInViewport()
      await page.emulateMedia({ media: 'print' })
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
      for (const id of ['budget', 'retention', 'cost', 'request', 'audit', 'take-away', 'words'])
        await expect(page.locator(`#${id}`)).toBeVisible()
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
      await page.emulateMedia({ media: 'screen' })
      await expect(page.locator('section.panel.budget')).toBeHidden()
      await letGo(page)
    })
  })

  await test.step('checkpoints are downloaded, and others are read, dropped and refused', async () => {
    await test.step('CROSS-1 a checkpoint is downloaded under the name from the config', async () => {
      const panel = await panelOf(page, 'checkpoints')
      await page.keyboard.press('End')
      const json = await fileFrom(page, panel.getByRole('button', { name: /as JSON/ }))
      const markdown = await fileFrom(page, panel.getByRole('button', { name: /as Markdown/ }))
      expect(json.suggestedFilename()).toBe('agent_state.json')
      expect(markdown.suggestedFilename()).toBe('agent_progress.md')
      expect(JSON.parse(await textOf(json))).toMatchObject({ format: 'context-window-lab/checkpoint' })
      expect(await textOf(markdown)).toMatch(/^# Checkpoint/)
    })
    await test.step('CROSS-2 a file dropped on the panel is read as a checkpoint, not run as a log', async () => {
      const panel = await panelOf(page, 'checkpoints')
      const before = await comparisonOf(page)
      const data = await page.evaluateHandle(() => {
        const transfer = new DataTransfer()
        transfer.items.add(new File(['# Checkpoint\n\n- format: something/else\n'], 'foreign.md'))
        return transfer
      })
      await panel.locator('.load-checkpoint').dispatchEvent('drop', { dataTransfer: data })
      await expect(panel.getByRole('alert')).toContainText('foreign.md')
      await expect(panel.getByRole('alert')).toContainText('something/else')
      expect(await comparisonOf(page)).toBe(before)
    })
    await test.step('CROSS-2 a broken checkpoint and an older one are refused with reasons, a newer one is shown beside them', async () => {
      const panel = await panelOf(page, 'checkpoints')
      await page.keyboard.press('End')
      await expect(panel.getByRole('heading', { level: 2 })).toHaveText(
        `Checkpoints of Managed at turn ${await turn(page)}`,
      )
      const view = panel.getByRole('region', { name: /^From the run/ })
      await view.getByRole('button', { name: 'JSON', exact: true }).click()
      const own = (await view.locator('pre').textContent()) ?? ''
      const newest = JSON.parse(own) as { version: number; window: number; goal: string }
      expect(newest.version).toBeGreaterThan(1)

      const paste = async (text: string): Promise<void> => {
        await panel.getByRole('textbox', { name: 'Paste a checkpoint' }).fill(text)
        await panel.getByRole('button', { name: 'Read it' }).click()
      }
      await paste('{ "format": "context-window-lab/checkpoint", "schema": 2, "version": "two" }')
      await expect(panel.getByRole('alert')).toContainText('Cannot be read as a checkpoint')
      await expect(panel.getByRole('alert')).toContainText(/line 1, column \d+/)
      await expect(panel.getByRole('alert')).toContainText('"two"')
      await expect(view.locator('pre')).toHaveText(own)

      await panel.locator('input[type="file"]').setInputFiles({
        name: 'notes.json',
        mimeType: 'application/json',
        buffer: Buffer.from('[1, 2, 3]'),
      })
      await expect(panel.getByRole('alert')).toContainText('notes.json')

      await paste(JSON.stringify({ ...newest, version: newest.version - 1 }))
      await expect(panel.getByRole('alert')).toContainText('Refused')
      await expect(panel.getByRole('alert')).toContainText(`version ${newest.version - 1}`)
      await expect(panel.getByRole('region', { name: /^Loaded/ })).toHaveCount(0)

      await paste(
        JSON.stringify({ ...newest, version: newest.version + 1, goal: 'A goal that nobody ever said' }),
      )
      await expect(panel.getByRole('alert')).toHaveCount(0)
      await expect(panel.getByRole('region', { name: /^Loaded/ })).toBeVisible()
      const test = panel.getByRole('region', { name: /of the loaded checkpoint/ })
      await test.getByRole('button', { name: /^Goal/ }).click()
      await expect(test.locator('li[data-found="false"]')).toContainText('A goal that nobody ever said')
    })
  })
})

test('lanes that obey component limits, continue in new windows, and compact', async ({ page }) => {
  test.slow()
  const lanes = [LANE.naive_fifo, LANE.fifo, { policy: 'component_budgets', gates: 'on' }]
  await openAt(page, { source: FIRST, turn: 21, lanes })

  await test.step('BUD-7 a lane that obeys component limits shows that and what it did', async () => {
    await listLane(page, 'Budgets by component')
    await expect(await panelOf(page, 'budget')).toContainText('enforce: per_component')
    const audit = await panelOf(page, 'audit')
    await audit.getByRole('combobox', { name: 'Stage' }).selectOption('component_budget')
    await expect(audit.locator('tr[data-kind="edit"]').first()).toBeVisible()
  })

  await test.step('CROSS-4 after a handover the new window is checked for every item of the checkpoint', async () => {
    await setPolicy(page, 'component_budgets', 'handover')
    await listLane(page, 'New windows')
    await page.keyboard.press('Escape')
    const panel = await panelOf(page, 'checkpoints')
    await page.keyboard.press('End')
    const handover = panel.getByRole('region', { name: /^Items carried into the new window/ })
    await handover.scrollIntoViewIfNeeded()
    await expect(handover.locator('.resume-sum')).toContainText(/\d+ of \d+ items found/)
    await expect(await panelOf(page, 'audit')).toContainText('new window')
  })
  await setPolicy(page, 'handover', 'compaction_first')

  await test.step('COMP-8 connectors lead into its summaries, and COMP-4 shows the kept facts beside the ratios', async () => {
    const lane = page.locator('.lane[data-lane="compaction_first"]')
    await expect(lane.locator('path.connectors')).toHaveAttribute('d', /^M/)
    await expect(lane.locator('.cap-letter', { hasText: 'Σ' }).first()).toBeVisible()

    await listLane(page, 'Compaction first')
    await openTab(page, 'Window')
    await page.keyboard.press('End')
    await expect(page.getByRole('heading', { name: /^Blocks of .* at turn 55$/ })).toBeVisible()
    await page
      .locator('[data-block]')
      .filter({ hasText: /summary$/ })
      .first()
      .click()
    const why = page.locator('.why')
    await expect(why.getByRole('heading', { level: 2 })).toHaveText(/summary/)
    await expect(why.locator('.sentence')).toContainText(/This summary of .* replaced \d+ blocks/)
    await expect(why.locator('.made-of .kept-questions')).toHaveText(/^\d+ of \d+ questions? kept$/)
    await expect(why.locator('.made-of .ratio')).toHaveCount(2)
    await expect(why.locator('.block-text pre')).not.toBeEmpty()

    // A link leads to each summarized block, and back.
    await why.locator('.taken .link').first().click()
    await expect(why.locator('.sentence')).toContainText('was compacted into the summary of')
    await expect(why.locator('.rung code')).toHaveText('compression.cascade 0.65')
    await expect(why.locator('.became .kept-questions')).toHaveText(/^\d+ of \d+ questions? kept$/)
    await why.locator('.became .link').click()
    await expect(why.getByRole('heading', { level: 2 })).toHaveText(/summary/)
  })
  await page.keyboard.press('Escape')

  await test.step('PRES-5 a key and a press show what happened in a turn, and the threshold', async () => {
    await slider(page).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('[')
    await page.keyboard.press('Enter')
    const told = page.getByRole('region', { name: /^Events of turn \d+$/ })
    await expect(told).toBeVisible()
    await expect(told.locator('.lane-stories')).toHaveCount(3)
    await page.keyboard.press('Escape')
    await expect(told).toHaveCount(0)

    // Every flag of the axis marks a checkpoint, which is described below it.
    const lane = page.locator('.lane[data-lane="compaction_first"]')
    await lane.locator('.turn-axis .flag').first().scrollIntoViewIfNeeded()
    const flag = await lane.locator('.turn-axis .flag').first().boundingBox()
    await page.mouse.click((flag?.x ?? 0) + 2, (flag?.y ?? 0) + 4)
    await expect(told.locator('[data-kind="checkpoint"]')).toContainText('cross_window.')
  })
})

test('the audit log and the notes of a managed lane, and how all its panels fit', async ({ page }) => {
  test.slow()
  await openManaged(page)

  await test.step('the audit log is filtered, links to blocks, and the notes are beside it', async () => {
    await test.step('MAN-4 the audit log is filtered by kind, turn and words, and a request shows its answer', async () => {
      const panel = await panelOf(page, 'audit')
      const rows = panel.locator('.audit-rows tbody tr[data-kind]')
      const chip = panel.locator('.chips button[data-option="request"]')
      const count = Number(/\d+/.exec((await chip.textContent()) ?? '')?.[0])
      await chip.focus()
      await page.keyboard.press('Enter')
      await expect(rows).toHaveCount(count)
      await rows.first().getByRole('button', { expanded: false }).click()
      await expect(panel.locator('.entry-detail')).toContainText('Used: the answer of')
      await expect(panel.locator('.entry-detail pre')).not.toBeEmpty()
      await panel.getByRole('button', { name: 'Clear the filters' }).click()
      await panel.getByRole('checkbox').check()
      const now = await turn(page)
      const turns = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-turn')))
      expect(new Set(turns)).toEqual(new Set([String(now)]))
      await panel.getByRole('checkbox').uncheck()
      await panel.getByRole('searchbox').fill('no such words anywhere')
      await expect(panel).toContainText('No entry matches these filters.')
      await panel.getByRole('searchbox').fill('')
      const csv = await textOf(await fileFrom(page, panel.getByRole('button', { name: /as CSV/ })))
      const log = JSON.parse(
        await textOf(await fileFrom(page, panel.getByRole('button', { name: /as JSON/ }))),
      ) as {
        entries: unknown[]
      }
      expect(csv.trimEnd().split('\r\n').length).toBeGreaterThan(log.entries.length)
    })
    await test.step('MAN-4 an edit in the log selects its block in the pictures', async () => {
      const panel = await panelOf(page, 'audit')
      const edit = panel.locator('.audit-rows tbody tr[data-kind="edit"]').first()
      await edit.getByRole('button', { expanded: false }).click()
      await expect(page.getByRole('complementary').locator('h2').first()).toBeVisible()
      expect(await turn(page)).toBe(Number(await edit.getAttribute('data-turn')))
    })
    await test.step('COMP-6 notes are grouped by category, and a lane without notes says why', async () => {
      const panel = await panelOf(page, 'notes')
      await page.keyboard.press('End')
      await expect(panel.locator('.note-group').first()).toContainText('Task progress')
      const file = await fileFrom(page, panel.getByRole('button', { name: /as Markdown/ }))
      expect(file.suggestedFilename()).toBe('agent_notes.md')
      expect(await textOf(file)).toMatch(/^# Notes/)
      await listLane(page, 'Unprotected FIFO')
      await expect(await panelOf(page, 'notes')).toContainText('takes no notes')
      await expect(await panelOf(page, 'checkpoints')).toContainText('does not save checkpoints')
    })
  })
  await listLane(page, 'Managed')
  await page.keyboard.press('Escape')
  await letGo(page)

  await test.step('axe finds nothing in the panels of the manager, in either theme', async () => {
    const faults = (...names: readonly Panel[]): Promise<string[]> =>
      violationsInBothThemes(page, ...names.map((name) => `section.panel.${name}`), '.detail-bar')
    await panelOf(page, 'budget')
    expect(await faults('budget')).toEqual([])
    await panelOf(page, 'checkpoints')
    expect(await faults('checkpoints', 'notes')).toEqual([])
    const audit = await panelOf(page, 'audit')
    await audit.locator('tr[data-kind="request"] button[aria-expanded]').first().click()
    expect(await faults('audit', 'health')).toEqual([])
  })
  await page.setViewportSize({ width: 390, height: 844 })

  await test.step('on a phone nothing is wider than the screen', async () => {
    for (const name of ['budget', 'checkpoints', 'audit'] as const) {
      await panelOf(page, name)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
  })
})
