import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { whole } from '../src/view/index.ts'
import { downloadButton, FIRST, giveFile, LANE, listLane, openAt, openTab, violations, letGo } from './lab.ts'
import { withProvider as test } from './provider/fixture.ts'
import type { ProviderInSpec } from './provider/fixture.ts'

const MESSAGES = '/v1/messages'

function panel(page: Page): Locator {
  return page.locator('.model-panel')
}

function bar(page: Page): Locator {
  return page.locator('.call-bar')
}

async function openPanel(page: Page): Promise<void> {
  await page.locator('.model-button').click()
  await expect(panel(page).getByRole('heading', { name: 'A real model' })).toBeVisible()
}

async function giveKey(page: Page, key: string): Promise<void> {
  await panel(page).getByLabel('API key').fill(key)
  await panel(page).getByLabel('API key').press('Enter')
  await expect(panel(page).getByText(/^A key is set\./)).toBeVisible()
}

async function moveTo(page: Page, url: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Change', exact: true }).click()
  await panel(page).getByLabel('Base URL').fill(url)
  await panel(page).getByRole('button', { name: 'Continue' }).click()
  await panel(page)
    .getByRole('button', { name: `Send calls to ${new URL(url).origin}` })
    .click()
  // The key comes first; its box has the focus, so the page's shortcuts are off.
  await expect(panel(page).getByLabel('API key')).toBeFocused()
}

/** The lane, once the model writes its summaries. */
const BY_MODEL = 'Managed (summaries by Claude Haiku 4.5)'

/** Opens the page with the provider's key, and with a lane that calls a model. */
async function connected(page: Page, provider: ProviderInSpec): Promise<void> {
  await openAt(page, { source: FIRST, lanes: [LANE.naive_fifo, { policy: 'default', gates: 'on' }] })
  await openPanel(page)
  await giveKey(page, provider.key)
  // Its prices are what the limits of these tests are made for.
  await panel(page).locator('input[value="claude-haiku-4-5"]').check()
  await page.keyboard.press('Escape')
}

async function answerByModel(page: Page): Promise<void> {
  await page
    .getByLabel('Writer of the summaries of Managed')
    .selectOption({ label: 'summaries by Claude Haiku 4.5' })
}

async function runEnds(page: Page): Promise<void> {
  await expect(page.locator('.run-status')).toHaveCount(0, { timeout: 30_000 })
  await expect(bar(page)).toHaveCount(0)
}

/** Billed tokens of a prompt. */
function inputOf(usage: object | null): number {
  const tokens = (name: string): number => Number(Reflect.get(usage ?? {}, name) ?? 0)
  return tokens('input_tokens') + tokens('cache_read_input_tokens') + tokens('cache_creation_input_tokens')
}

async function messagesOf(provider: ProviderInSpec) {
  return (await provider.requests()).filter(({ method, path }) => method === 'POST' && path === MESSAGES)
}

test('a lane’s summaries by a real model, from the key to the last bill', async ({ page, provider }) => {
  test.slow()
  const spoken: string[] = []
  const called = new Set<string>()
  page.on('console', (message) => spoken.push(message.text()))
  page.on('pageerror', (error) => spoken.push(error.message))
  page.on('request', (request) => {
    called.add(new URL(request.url()).origin)
    expect(request.url()).not.toContain(provider.key)
  })
  await connected(page, provider)
  await test.step('the provider’s list of models is requested', async () => {
    await openPanel(page)
    await panel(page).getByRole('button', { name: 'Ask the provider' }).click()
    await expect(panel(page).getByText(/^\d+ models listed by/)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('each call is approved, answered and billed, and none is made twice', async () => {
    await answerByModel(page)
    await expect(bar(page)).toContainText(
      /May this be sent\? State of the task, Managed \(summaries by Claude Haiku 4\.5\), turn \d+/,
    )
    await expect(bar(page)).toContainText(
      /≈ [\d,]+ tokens in, at most [\d,]+ out, ≈ \$0\.\d+, at most \$0\.\d+/,
    )
    await expect(bar(page)).toContainText(
      /With the mock, this run made \d+ calls: ≈ \$0\.\d+ with this model/,
    )
    await expect(bar(page)).toContainText(`claude-haiku-4-5 at ${provider.url}`)
    expect(await messagesOf(provider)).toHaveLength(0)

    await bar(page).getByRole('button', { name: 'Look' }).click()
    await expect(panel(page).getByLabel('Request of call 1')).toContainText('"model": "claude-haiku-4-5"')
    await panel(page).getByRole('button', { name: 'Send', exact: true }).click()
    // The button is gone, and the focus is still in the panel.
    await expect(panel(page).getByRole('button', { name: 'Details of call 1', exact: true })).toBeFocused()
    await expect(panel(page).locator('tr[data-call="1"]')).toContainText('answered')
    await page.keyboard.press('Escape')

    await bar(page).getByRole('button', { name: 'Send all of this run' }).click()
    await runEnds(page)
    const sent = await messagesOf(provider)
    expect(sent.length).toBeGreaterThan(2)
    for (const one of sent) expect(one).toMatchObject({ status: 200, violations: [], leaks: [] })

    await openPanel(page)
    const rows = panel(page).locator('tbody tr[data-state="done"]')
    await expect(rows).toHaveCount(sent.length)
    const billed = sent.reduce((sum, { usage }) => sum + inputOf(usage), 0)
    await expect(panel(page).locator('tfoot')).toContainText(`→ ${whole(billed)}`)
    await expect(page.locator('.model-spent')).toContainText(/^\$0\.\d+/)
    // The permission was for one run only.
    await expect(panel(page).getByLabel('Confirm each call')).toBeChecked()
    await page.keyboard.press('Escape')

    await openTab(page, 'What stays')
    await expect(page.locator('tr[data-beside="lane"]')).toBeVisible()
    expect(await page.locator('tr[data-beside]').count()).toBe(5)

    // Switches to the mock and back: no question is sent twice.
    await page.keyboard.press('Control+z')
    await expect(page.getByLabel('Writer of the summaries of Managed')).toHaveValue('')
    await runEnds(page)
    await page.keyboard.press('Control+Shift+z')
    await expect(page.getByLabel('Writer of the summaries of Managed')).toHaveValue('claude-haiku-4-5')
    await runEnds(page)
    expect(await messagesOf(provider)).toHaveLength(sent.length)
  })

  await test.step('the maximum cost is never exceeded, and keys go to the open panel', async () => {
    await openPanel(page)
    const rows = panel(page).locator('tbody tr[data-state="done"]')
    await rows.nth(0).getByRole('button').click()
    const most = panel(page).locator('.call-facts div', { hasText: 'At most' }).locator('dd')
    const atMost = Number((await most.textContent())?.replace('$', ''))
    const cost = Number((await rows.nth(0).locator('td').last().textContent())?.replace('$', ''))
    expect(cost).toBeGreaterThan(0)
    expect(cost).toBeLessThanOrEqual(atMost)

    // A digit chooses the preset of the first lane, and G opens the conversation, but not while this has the focus.
    await letGo(page)
    const first = page.locator('.lane-policy').first()
    const before = await first.inputValue()
    await page.keyboard.press('5')
    await page.keyboard.press('g')
    expect(await first.inputValue()).toBe(before)
    await expect(page.locator('.live')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()

    // Escape closes only the front box.
    await page.keyboard.press('g')
    await expect(page.locator('.live')).toBeVisible()
    await openPanel(page)
    await letGo(page)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(page.locator('.live')).toBeVisible()
  })
  await page.keyboard.press('Escape')

  await test.step('LLM-2 the key is in the header of calls to the chosen origin and nowhere else', async () => {
    const kept = await page.evaluate(async () => {
      const values = [...document.querySelectorAll('input')].map(({ value }) => value)
      const databases = await indexedDB.databases()
      return JSON.stringify([
        document.documentElement.outerHTML,
        values,
        { ...localStorage },
        { ...sessionStorage },
        databases,
        document.cookie,
        history.state,
      ])
    })
    expect(kept).not.toContain(provider.key)
    expect(page.url()).not.toContain(provider.key)
    expect(spoken.join('\n')).not.toContain(provider.key)
    await listLane(page, BY_MODEL)
    await openTab(page, 'Files')
    const pending = page.waitForEvent('download')
    await downloadButton(page, `The whole run of ${BY_MODEL} with its settings and figures as JSON`).click()
    const file = await readFile(await (await pending).path(), 'utf8')
    expect(file).toContain('"answers"')
    expect(file).toContain('"answeredBy":"claude-haiku-4-5"')
    expect(file).not.toContain(provider.key)

    const pageOrigin = new URL(page.url()).origin
    expect([...called].filter((origin) => origin !== 'null').sort()).toEqual(
      [pageOrigin, provider.url].sort(),
    )
    const requests = (await provider.requests()).filter(({ method }) => method !== 'OPTIONS')
    expect(requests.length).toBeGreaterThan(1)
    for (const { leaks, key } of requests) expect([leaks, key]).toEqual([[], 'equal'])
  })
})

test('a refused key, a wait and a broken answer are explained, and nothing that arrived is lost', async ({
  page,
  provider,
}) => {
  await connected(page, provider)
  await provider.setFaults([
    { status: 401, type: 'authentication_error', path: MESSAGES },
    { status: 429, retryAfter: 2, path: MESSAGES },
  ])
  await answerByModel(page)
  await bar(page).getByRole('button', { name: 'Send', exact: true }).click()
  const failure = page.locator('.failure')
  await expect(failure).toContainText(
    /State of the task, Managed \(summaries by Claude Haiku 4\.5\), turn \d+: claude-haiku-4-5 was called once\. .* does not accept the key/,
  )
  await failure.getByRole('button', { name: 'Open Model' }).click()
  await panel(page).getByRole('button', { name: 'Try again' }).click()
  await page.keyboard.press('Escape')

  await bar(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(bar(page)).toContainText(/Tries again in \d s: .*too many/)
  // The second try succeeds, and the next call waits for permission.
  await expect(bar(page)).toContainText('May this be sent?')
  const before = (await messagesOf(provider)).length

  await provider.setFaults([{ kind: 'cut-stream', path: MESSAGES, times: 9 }])
  await bar(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(failure).toContainText(/interrupted/)
  await provider.setFaults([])
  await failure.getByRole('button', { name: 'Try again' }).click()
  await bar(page).getByRole('button', { name: 'Send all of this run' }).click()
  await runEnds(page)
  await expect(failure).toHaveCount(0)
  await openPanel(page)
  await expect(panel(page).locator('tr[data-state="failed"]')).toHaveCount(2)
  await expect(panel(page).locator('tr[data-state="failed"]').last()).toContainText('key refused')
  await expect(panel(page).locator('tr[data-state="failed"]').first()).toContainText('interrupted')
  // The interrupted reply was billed in part, so it is in the sum.
  await provider.setFaults([{ status: 429, retryAfter: 2, path: '/v1/models' }])
  await panel(page).getByRole('button', { name: 'Ask the provider' }).click()
  await expect(panel(page)).toContainText(/Tries again in \d s: .*too many/)
  await expect(panel(page).getByText(/^\d+ models listed by/)).toBeVisible()
  await expect(panel(page).locator('tr[data-state="cached"]').first()).toContainText('from memory')
  expect((await messagesOf(provider)).length).toBeGreaterThan(before)
})

test('LLM-1 answers that cannot be used are told and asked for again, and a saved run is played without the model', async ({
  page,
  provider,
}) => {
  test.slow()
  await connected(page, provider)
  await provider.setScript(
    Array.from({ length: 12 }, () => ({
      content: [{ type: 'text', text: 'I cannot do that.' }],
      stop_reason: 'refusal',
    })),
  )
  await answerByModel(page)
  await bar(page).getByRole('button', { name: 'Send all of this run' }).click()
  await runEnds(page)
  const note = page.locator('.headline .callout')
  await expect(note).toContainText(
    /^Managed \(summaries by Claude Haiku 4\.5\): (\d+) of \1 answers? of claude-haiku-4-5 could not be used, refused by the model\./,
  )
  await openPanel(page)
  await expect(panel(page).locator('tbody tr[data-state="done"]').first()).toContainText('not used')
  await page.keyboard.press('Escape')

  await provider.setScript([])
  await note.getByRole('button', { name: 'Ask again' }).click()
  await bar(page).getByRole('button', { name: 'Send all of this run' }).click()
  await runEnds(page)
  await expect(note).toHaveCount(0)
  const sent = (await messagesOf(provider)).length

  let asked = 0
  page.on('dialog', (dialog) => {
    asked += 1
    void dialog.accept()
  })
  await openPanel(page)
  await panel(page).getByLabel('Limit, $').fill('0.75')
  await panel(page).getByLabel('Limit, $').press('Enter')
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await listLane(page, BY_MODEL)
  await openTab(page, 'Files')
  const pending = page.waitForEvent('download')
  await downloadButton(page, `The whole run of ${BY_MODEL} with its settings and figures as JSON`).click()
  const file = await (await pending).path()
  const { hash } = JSON.parse(await readFile(file, 'utf8')) as { readonly hash: string }

  // Those that nobody could use, and one run that is in a file: there is nothing to lose.
  await page.reload()
  await expect(page.getByLabel('Writer of the summaries of Managed')).toHaveValue('')
  expect(asked).toBe(0)
  await openPanel(page)
  await expect(panel(page).getByLabel('Limit, $')).toHaveValue('0.75')
  await expect(panel(page).getByText(/^No key is set\./)).toBeVisible()
  await page.keyboard.press('Escape')

  await giveFile(page, 'run.json', await readFile(file, 'utf8'))
  await expect(page.getByLabel('Writer of the summaries of Managed')).toHaveValue('claude-haiku-4-5')
  await runEnds(page)
  await expect(page.locator('.failure')).toHaveCount(0)
  await expect(page.getByText('the run on the screen is not exactly the run of the file')).toHaveCount(0)
  await openTab(page, 'Files')
  const again = page.waitForEvent('download')
  await downloadButton(page, `The whole run of ${BY_MODEL} with its settings and figures as JSON`).click()
  const played = JSON.parse(await readFile(await (await again).path(), 'utf8')) as { readonly hash: string }
  expect([played.hash, (await messagesOf(provider)).length]).toEqual([hash, sent])
})

test('the limit, a key kept by the tab, and a person’s own prices', async ({ page, provider }) => {
  test.slow()
  await connected(page, provider)

  await test.step('the limit holds, and declining ends the run with the lane as it was', async () => {
    await openPanel(page)
    await panel(page).getByLabel('Limit, $').fill('0.001')
    await panel(page).getByLabel('Limit, $').press('Enter')
    await expect(panel(page).getByLabel('Limit, $')).toHaveValue('0.001')
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await answerByModel(page)
    await bar(page).getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.locator('.failure')).toContainText(/above the limit of \$0\.0010/)
    await expect(page.getByLabel('Writer of the summaries of Managed')).toHaveValue('')
    expect(await messagesOf(provider)).toHaveLength(0)

    await page.locator('.failure').getByRole('button', { name: 'Try again' }).click()
    await expect(bar(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar(page)).toBeVisible()
    await bar(page).getByRole('button', { name: 'Decline' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('.failure')).toContainText('The call was declined.')
    expect(await messagesOf(provider)).toHaveLength(0)
  })

  await test.step('LLM-2 the tab keeps the key if asked to, for its address alone', async () => {
    const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    await openPanel(page)
    expect(await stored()).not.toContain(provider.key)
    await panel(page).getByLabel('Keep it in this tab after a reload').check()
    expect(await stored()).toContain(provider.key)
    await page.reload()
    await openPanel(page)
    await expect(panel(page).getByText(`A key is set. It is sent only to ${provider.url}.`)).toBeVisible()

    await panel(page).getByRole('button', { name: 'Change', exact: true }).click()
    await panel(page).getByLabel('Base URL').fill('http://example.com')
    await panel(page).getByRole('button', { name: 'Continue' }).click()
    await expect(panel(page).getByText(/^Only addresses of this machine may omit https/)).toBeVisible()
    await panel(page).getByLabel('Base URL').fill('https://example.com/proxy/')
    await panel(page).getByRole('button', { name: 'Continue' }).click()
    await expect(panel(page).getByText(`The key for ${provider.url} is forgotten`)).toBeVisible()
    expect(await stored()).toContain(provider.key)
    await panel(page).getByRole('button', { name: 'Send calls to https://example.com' }).click()
    await expect(panel(page).getByText(/^No key is set\. .*https:\/\/example\.com\./)).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Load the page again' })).toBeVisible()
    expect(await stored()).not.toContain(provider.key)
  })
  await page.keyboard.press('Escape')

  await test.step('a person can change prices, and a model without a price asks for one', async () => {
    await openPanel(page)
    await panel(page).getByRole('button', { name: 'Edit the figures of Claude Haiku 4.5' }).first().click()
    const editor = panel(page).getByRole('form', { name: 'Edit the figures of Claude Haiku 4.5' })
    await editor.getByLabel('Input', { exact: true }).fill('two')
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(editor).toContainText('1 field to fix first.')
    await editor.getByLabel('Input', { exact: true }).fill('2,5')
    await editor.getByRole('button', { name: 'Save' }).click()
    const own = panel(page).locator('.models tr', { hasText: 'yours' })
    await expect(own).toContainText('2.5')
    await expect(own).toContainText(/\d{4}-\d\d-\d\d, entered by you/)
    await own.getByRole('button').click()
    await panel(page).getByRole('button', { name: 'Back to the page’s own figures' }).click()
    await expect(own).toHaveCount(0)

    const pending = page.waitForEvent('download')
    await panel(page).getByRole('button', { name: 'Save the table as a file' }).click()
    const table = await readFile(await (await pending).path(), 'utf8')
    const load = async (text: string): Promise<void> => {
      const file = { name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) }
      await panel(page).locator('input[type="file"]').setInputFiles(file)
    }
    await load(
      table
        .replace(/"cacheRead": 0\.1\b/, '"cacheRead": 0.125')
        .replace('"window": 1000000', '"window": "1M"'),
    )
    await expect(panel(page).locator('.facts-problems')).toContainText(
      'models[0].window must be a whole number of tokens, at least 1, not "1M"',
    )
    await expect(own).toHaveCount(1)
    await load(table)
    await expect(panel(page).getByText(/^mine\.json: \d+ models read, none of them/)).toBeVisible()
    await expect(panel(page).locator('.facts-problems')).toHaveCount(0)
    await expect(own).toHaveCount(0)

    await moveTo(page, provider.url)
    // Its load of the page may call it, so nothing is to be loaded again.
    await expect(panel(page).getByRole('button', { name: 'Load the page again' })).toBeHidden()
    await giveKey(page, provider.key)
    await panel(page).getByRole('button', { name: 'Ask the provider' }).click()
    await expect(panel(page).getByText(/^\d+ models listed by/)).toBeVisible()
    expect(await violations(page, '.model-panel')).toEqual([])
  })
})

test('a sum that the provider did not report can be removed, after a warning', async ({ page, provider }) => {
  await connected(page, provider)
  await provider.setFaults([{ kind: 'reset', path: MESSAGES, times: 30 }])
  await answerByModel(page)
  await bar(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.locator('.failure')).toContainText('was called 3 times', { timeout: 30_000 })
  await openPanel(page)
  await expect(panel(page).locator('.sums')).toContainText(/up to \$0\.\d+ unreported/)
  await expect(panel(page).locator('tr[data-state="failed"]')).toContainText('3 tries')
  await panel(page).getByRole('button', { name: 'Write it off' }).click()
  await expect(panel(page).getByRole('button', { name: 'Keep it' })).toBeFocused()
  await expect(panel(page)).toContainText('check your account at the provider first')
  await panel(page)
    .getByRole('button', { name: /^Write off \$/ })
    .click()
  await expect(panel(page).locator('.sums')).not.toContainText('unreported')
  await expect(panel(page).locator('tr[data-state="failed"]')).toContainText('unreported, written off')
})
