import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, giveFile, LANE, openAt, violationsInBothThemes } from './lab.ts'
import { connect } from './provider/connect.ts'
import { withProvider as test } from './provider/fixture.ts'

/** Milliseconds for a whole conversation with a mock. */
const WHOLE = { timeout: 30_000 }

function panel(page: Page): Locator {
  return page.locator('.live')
}

function said(page: Page): Locator {
  return panel(page).getByRole('list', { name: 'Messages' })
}

function button(page: Page, name: string): Locator {
  return panel(page).getByRole('button', { name, exact: true })
}

async function begin(page: Page, task: string, agent = 'Mock'): Promise<void> {
  await panel(page).getByRole('radio', { name: task }).check()
  await panel(page).getByRole('radio', { name: agent }).check()
  await button(page, 'Begin').click()
}

async function auto(page: Page): Promise<void> {
  await panel(page).getByLabel('run tools without asking').check()
}

async function sendByKey(page: Page, text?: string): Promise<void> {
  const box = panel(page).getByLabel('Message to the agent')
  if (text !== undefined) await box.fill(text)
  await box.press('Control+Enter')
}

/** The spent amount in a text such as `$0.010 / $1.00`. */
function dollarsIn(text: string): number {
  return Number(/\$(\d+(?:\.\d+)?)/.exec(text)?.[1])
}

async function isOver(page: Page): Promise<void> {
  await expect(panel(page).getByText('Your move.')).toBeVisible(WHOLE)
}

async function hasNoViolations(page: Page): Promise<void> {
  expect(await violationsInBothThemes(page, '.side')).toEqual([])
}

test('a conversation with a mock, by itself and by hand', async ({ page }) => {
  test.slow()
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!/^(?:http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) elsewhere.push(request.url())
  })
  await openAt(page, { lanes: [LANE.naive_fifo, LANE.fifo] })
  const { origin } = new URL(page.url())
  await page.keyboard.press('g')

  await test.step('a person approves, edits and refuses calls, pins, compacts and changes the settings of the lane', async () => {
    await begin(page, 'Find the bug')
    await sendByKey(page)
    const asked = panel(page).getByRole('region', { name: 'May it do this?' })
    await expect(asked).toContainText('npm test')
    await hasNoViolations(page)

    await asked.getByRole('button', { name: 'Edit', exact: true }).click()
    const box = asked.getByLabel('Arguments of run_shell, as JSON')
    await expect(box).toBeFocused()
    await box.fill('{ "command": ')
    await expect(asked.getByRole('alert')).toContainText('not valid JSON')
    await expect(asked.getByRole('button', { name: 'Run as edited' })).toBeDisabled()
    await box.fill('{ "command": "npm run lint" }')
    // The typed text stays while something else is selected.
    await box.press('Escape')
    await page.getByRole('button', { name: 'user message', exact: true }).first().click()
    await expect(asked).toHaveCount(0)
    await page
      .getByRole('group', { name: 'What the panel shows' })
      .or(page.locator('.side-fronts'))
      .getByRole('button', { name: 'Live' })
      .click()
    await expect(box).toHaveValue('{ "command": "npm run lint" }')
    await asked.getByRole('button', { name: 'Run as edited' }).click()
    await expect(said(page)).toContainText('The user changed the input of this call')

    await expect(asked.getByRole('button', { name: 'Refuse', exact: true }).first()).toBeVisible()
    const open = await asked.getByRole('button', { name: 'Refuse', exact: true }).count()
    for (let left = open; left > 0; left--) {
      await asked.getByRole('button', { name: 'Refuse', exact: true }).first().click()
      await asked.getByLabel('Reason, shown to the agent').first().fill('not now')
      await asked.getByRole('button', { name: 'Refuse it' }).first().click()
    }
    await isOver(page)
    await expect(said(page)).toContainText('You refused that call, so I stop.')

    const turn = await said(page).locator('li').count()
    await panel(page)
      .getByRole('button', {
        name: 'Keep in the first lane’s window from the next call on: You of turn 0',
      })
      .click()
    await expect(panel(page).getByRole('button', { name: 'Unpin: You of turn 0' })).toBeVisible()
    await button(page, 'Compact here').click()
    await panel(page).getByLabel('From the next turn on').selectOption('lru')
    const acts = panel(page).locator('.lane-acts')
    await expect(acts).toContainText(`compacted by hand in turn ${turn}`)
    await expect(acts).toContainText('eviction.policy = lru')
    await sendByKey(page, 'Look at `heldUntil` in src/time/units.ts.')
    await expect(asked.getByRole('button', { name: 'Run' })).toBeVisible()
    // Past turns show what was sent then.
    await panel(page)
      .getByText(/^Requests sent/)
      .click()
    await expect(panel(page).getByText(/Settings have changed/)).toHaveCount(0)
    await button(page, 'Take back').click()
    await expect(panel(page).getByLabel('Message to the agent')).toHaveValue(/heldUntil/)
    await expect(said(page).locator('li')).toHaveCount(turn)
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(button(page, 'Take back')).toBeInViewport()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
  await page.setViewportSize({ width: 1280, height: 720 })
  await button(page, 'New').click()

  await test.step('a mock works to the end: it asks for its task when the task is missing, and no request leaves the page', async () => {
    await begin(page, 'Find the bug')
    await auto(page)
    await sendByKey(page)
    await isOver(page)
    await expect(said(page).locator('li').last()).toContainText('I can no longer see what I was asked to do')
    await expect(page.locator('.headline')).toContainText('Unprotected FIFO dropped the task')

    await panel(page)
      .getByText(/^Requests sent/)
      .click()
    await expect(panel(page).getByText(/nothing was billed/)).toBeVisible()
    await expect(panel(page).locator('tfoot')).toHaveCount(0)
    await hasNoViolations(page)

    // Saved and opened again, it is the same conversation.
    const turns = await said(page).locator('li').count()
    const saving = page.waitForEvent('download')
    await button(page, 'Save as a log').click()
    const file = await (await saving).path()
    await andRun(page, async () => giveFile(page, 'conversation.json', await readFile(file, 'utf8')))
    await expect(page.locator('main')).toContainText(`${turns} turns`)
    await expect(panel(page).getByText('The pictures show another conversation.')).toBeVisible()
    await andRun(page, () => button(page, 'Show this one').click())
    await expect(panel(page).getByText(/^Unprotected FIFO: ≈? ?[\d,]+ of 12,000 tokens/)).toBeVisible()
    expect(elsewhere.filter((url) => !url.startsWith(origin))).toEqual([])
  })
})

test('a model is the agent: it streams, uses tools and is billed; failures are shown and can be retried', async ({
  page,
  provider,
}) => {
  await openAt(page, { lanes: [LANE.naive_fifo] })
  await connect(page, provider)
  await page.keyboard.press('g')
  await begin(page, 'Ask about a name', 'claude-haiku-4-5')
  await auto(page)
  await provider.setFaults([{ status: 529, path: '/v1/messages' }])
  await sendByKey(page, 'What is in README.md? List it first.')
  await isOver(page)
  const sent = (await provider.requests()).filter(
    ({ method, path }) => method === 'POST' && path === '/v1/messages',
  )
  expect(sent.map(({ status }) => status)).toEqual([529, ...sent.slice(1).map(() => 200)])
  expect(sent.length).toBeGreaterThan(2)
  for (const one of sent.slice(1)) expect(one).toMatchObject({ violations: [], leaks: [] })
  await expect(page.locator('.model-spent')).toContainText(/^\$0\.\d+/)
  await expect(panel(page).getByText(/≈ [\d,]+ anchored/)).toBeVisible()

  await panel(page)
    .getByText(/^Requests sent/)
    .click()
  await expect(panel(page).locator('tfoot')).toContainText('All billed')
  await expect(panel(page).getByText(/^(?:chars4|o200k_base|cl100k_base) is closest: /)).toBeVisible()
  await button(page, 'Ask the provider to count').click()
  await expect(panel(page).getByRole('columnheader', { name: 'api' })).toBeVisible()
  // The provider's count equals its bill.
  await expect(panel(page).locator('tbody tr').last()).toContainText('(0.0 %)')

  const turns = await said(page).locator('li').count()
  await provider.setFaults([{ status: 401 }])
  await sendByKey(page, 'And now?')
  await expect(panel(page).getByRole('alert')).toContainText(/key/)
  await expect(said(page).locator('li')).toHaveCount(turns + 1)
  await provider.setFaults([{ kind: 'stall-stream', afterEvents: 4 }])
  await button(page, 'Go on').click()
  await expect(panel(page).getByText('The agent writes …')).toBeVisible()
  await expect(panel(page).locator('.is-coming')).not.toHaveText('…')
  await expect(panel(page).getByText(/No data for \d+ s: wait, or stop the call\./)).toBeVisible()
  await button(page, 'Stop').click()
  await expect(panel(page).getByText('It is not part of the conversation.', { exact: false })).toBeVisible()
  await hasNoViolations(page)
  await button(page, 'Go on').click()
  await isOver(page)
  await expect(panel(page).locator('.is-coming')).toHaveCount(0)
})

test('EDITAPI-1 what the provider reports as cleared is shown beside what the run expects', async ({
  page,
  provider,
}) => {
  const reads = [
    'src/reservations/reservation-book.ts',
    'src/harbour/tariffs.ts',
    'src/settings.ts',
    'README.md',
  ]
  await provider.setScript([
    ...[...reads, ...reads].map((path, at) => ({
      content: [{ type: 'tool_use' as const, id: `toolu_${at}`, name: 'read_file', input: { path } }],
    })),
    { content: [{ type: 'text', text: 'That is all.' }] },
  ])
  await openAt(page, { lanes: [{ policy: 'context_editing', gates: 'on' }] })
  await connect(page, provider)
  await page.keyboard.press('g')
  await begin(page, 'Ask about a name', 'claude-haiku-4-5')
  await auto(page)
  await sendByKey(page)
  await isOver(page)
  await expect(said(page)).toContainText('That is all.')
  await panel(page)
    .getByText(/^Requests sent/)
    .click()
  const table = panel(page).locator('table').nth(1)
  await expect(table).toContainText('the provider says')
  await expect(table).toContainText('clear_tool_uses_20250919')
  const [, expects, says, apart] = await table.locator('tbody tr').last().locator('th, td').allInnerTexts()
  const figure = (text = ''): number => Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', ''))
  expect(figure(expects)).toBeGreaterThan(0)
  expect(figure(says)).toBeGreaterThan(0)
  expect(figure(apart)).toBe(Math.abs(figure(says) - figure(expects)))
})

test('LLM-2 a kept conversation survives a reload in the middle of a reply, and the key is not stored with it', async ({
  page,
  provider,
}) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await openAt(page, { lanes: [LANE.naive_fifo] })
  await connect(page, provider)
  await page.keyboard.press('g')
  await begin(page, 'Ask about a name', 'claude-haiku-4-5')
  await panel(page).getByLabel('keep on this machine').check()
  await auto(page)
  await sendByKey(page, 'What is in README.md?')
  await isOver(page)
  const turns = await said(page).locator('li').count()
  const spent = await page.locator('.model-spent').innerText()
  await provider.setFaults([{ kind: 'stall-stream', afterEvents: 4 }])
  await sendByKey(page, 'And what else?')
  await expect(panel(page).locator('.is-coming')).not.toHaveText('…')
  const came = await panel(page).locator('.is-coming').innerText()
  await page.reload()

  // The panel is open again and offers the saved conversation.
  await expect(panel(page).getByText(`Ask about a name, ${turns + 1} turns`)).toBeVisible()
  await hasNoViolations(page)
  const kept = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('context-window-lab')
        opening.onsuccess = () => {
          const all = opening.result.transaction('contents').objectStore('contents').getAll()
          all.onsuccess = () => {
            resolve(JSON.stringify(all.result))
            opening.result.close()
          }
        }
      }),
  )
  expect(kept).toContain('What is in README.md?')
  expect(kept).not.toContain(provider.key)
  await andRun(page, () => button(page, 'Continue').click())
  // If the browser still noticed the end of the stream, the panel shows that error.
  await expect(panel(page).getByRole('alert')).toBeVisible()
  await expect(panel(page).locator('.is-coming')).toContainText(came)
  await expect(said(page).locator('li')).toHaveCount(turns + 1)
  await expect(panel(page).getByLabel('keep on this machine')).toBeChecked()
  await button(page, 'Use it as the reply').click()
  await expect(panel(page).locator('.is-coming')).toHaveCount(0)
  await expect(said(page).locator('li').last()).toContainText(came)
  await expect(panel(page).getByText('Your move.')).toBeVisible()

  // Earlier spending counts; the interrupted call may have been billed.
  await connect(page, provider)
  await auto(page)
  expect(dollarsIn(await page.locator('.model-spent').innerText())).toBeGreaterThanOrEqual(dollarsIn(spent))
  await sendByKey(page, 'What is in README.md?')
  await isOver(page)
  await panel(page).getByLabel('keep on this machine').uncheck()
  await page.reload()
  await expect(page.locator('.headline')).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
})
