import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { openAt, openTab, violations } from './lab.ts'
import { connectIn } from './provider/connect.ts'
import { withProvider as test } from './provider/fixture.ts'
import type { ProviderInSpec } from './provider/fixture.ts'

function section(page: Page): Locator {
  return page.locator('.fidelity-section')
}

function bar(page: Page): Locator {
  return page.locator('.call-bar')
}

/** Opens the page with a compressing lane in detail, and the fidelity questions of its last compression. */
async function openQuestions(page: Page): Promise<void> {
  await openAt(page, { lanes: [{ policy: 'rolling_summary', gates: 'on' }] })
  await openTab(page, 'Health and log')
  await section(page).scrollIntoViewIfNeeded()
  await section(page).getByRole('button', { name: 'Let a real model test what a compression kept' }).click()
  await expect(section(page).locator('tr[data-probe]').first()).toBeVisible()
}

async function giveKey(page: Page, provider: ProviderInSpec): Promise<void> {
  const panel = page.locator('.model-panel')
  await section(page).getByRole('button', { name: 'Open Model' }).click()
  await connectIn(page, provider)
  await expect(panel.getByText(/^A key is set\./)).toBeVisible()
  await page.keyboard.press('Escape')
}

function saying(list: readonly string[]) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(list) }] }
}

async function send(page: Page, about: RegExp): Promise<void> {
  await expect(bar(page)).toContainText(about)
  await bar(page).getByRole('button', { name: 'Send', exact: true }).click()
}

async function sentTo(provider: ProviderInSpec) {
  return (await provider.requests()).filter(
    ({ method, path }) => method === 'POST' && path === '/v1/messages',
  )
}

test('HEALTH-3 a compression is tested with a real model and a judge, and both figures are shown side by side', async ({
  page,
  provider,
}) => {
  await openQuestions(page)
  const ask = section(page).getByRole('button', { name: /^Ask \d+ questions?$/ })
  await expect(ask).toBeDisabled()
  await expect(section(page)).toContainText('There is no key yet.')
  await giveKey(page, provider)
  await expect(section(page)).toContainText(
    /3 calls to Claude Haiku 5.5, ≈ [\d,]+ tokens in, at most \$0\.\d+/,
  )
  const count = await section(page).locator('tr[data-probe]').count()
  await expect(ask).toHaveText(`Ask ${count} question${count === 1 ? '' : 's'}`)

  // All were known before. After it the first is lost, and the others are answered in other words.
  const before = Array.from({ length: count }, (_, at) => `it was so ${at}`)
  const after = before.map((answer, at) => (at === 0 ? '' : `z ${answer}`))
  const verdicts = before.flatMap((_, at) => (at === 0 ? ['yes'] : ['yes', 'yes']))
  await provider.setScript([saying(before), saying(after), saying(verdicts)])
  await ask.click()
  await send(page, /Questions to the context before the edit, Rolling summary/)
  // One permission covers the rest of the test: the judge's call asks for none.
  await expect(bar(page)).toContainText(/Questions to the context after the edit, Rolling summary/)
  await bar(page).getByRole('button', { name: 'Send all of this test' }).click()

  const byJudge = section(page).locator('[data-figure="judge"]')
  await expect(byJudge).toContainText(`${count - 1} of ${count} answered right before are still right after`)
  await expect(section(page).locator('[data-figure="probes"]')).toContainText(/\d+ of \d+ questions?/)
  const first = section(page).locator('tr[data-probe]').first()
  await expect(first.locator('.answer-cell').first()).toContainText('right')
  await expect(first.locator('.answer-cell').last()).toContainText('The context does not say.')
  await expect(section(page)).toContainText('The judge is a model, too.')

  const requests = await sentTo(provider)
  expect(requests).toHaveLength(3)
  for (const one of requests) expect(one).toMatchObject({ status: 200, violations: [], leaks: [] })
  const systems = requests.map(({ body }) => String(Reflect.get(body as object, 'system')))
  expect(systems.map((text) => text.split('\n').includes('Answer from the context alone.'))).toEqual([
    true,
    true,
    false,
  ])
  expect(systems.map((text) => text.split('\n').includes('Answer with yes or no.'))).toEqual([
    false,
    false,
    true,
  ])
  expect(await violations(page, '.fidelity-section')).toEqual([])

  await test.step('the same test again is answered from memory', async () => {
    await section(page).getByRole('button', { name: 'Close the model test' }).click()
    await section(page).getByRole('button', { name: 'Let a real model test what a compression kept' }).click()
    await ask.click()
    await expect(byJudge).toBeVisible()
    expect(await sentTo(provider)).toHaveLength(3)
  })
})

test('HEALTH-3 an unreadable reply gives no figure, and the model is asked again in other words', async ({
  page,
  provider,
}) => {
  await openQuestions(page)
  await giveKey(page, provider)
  const ask = section(page).getByRole('button', { name: /^Ask \d+ questions?$/ })

  await test.step('cancelled before anything was sent', async () => {
    await ask.click()
    await expect(section(page)).toContainText('It waits until you press Send.')
    await section(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(section(page)).toContainText('Cancelled.')
    await expect(bar(page)).toHaveCount(0)
    expect(await sentTo(provider)).toHaveLength(0)
  })

  await test.step('declined: says so, and can be asked again', async () => {
    await ask.click()
    await bar(page).getByRole('button', { name: 'Decline' }).click()
    await expect(section(page).getByRole('alert')).toContainText('The call was declined.')
  })

  await test.step('a reply that is not a list', async () => {
    await provider.setScript([{ content: [{ type: 'text', text: 'yes, all of them' }] }])
    await ask.click()
    await send(page, /Questions to the context before the edit/)
    await expect(section(page).getByRole('alert')).toContainText(/is not a list of \d+ answers?/)
    await expect(section(page).locator('[data-figure]')).toHaveCount(0)
    expect(await sentTo(provider)).toHaveLength(1)
  })

  await test.step('asked again, and refused by the provider', async () => {
    await provider.setFaults([{ status: 401 }])
    await section(page).getByRole('button', { name: 'Ask again' }).click()
    await send(page, /Questions to the context before the edit/)
    await expect(section(page).getByRole('alert')).toContainText('does not accept the key')
    const [one, other] = (await sentTo(provider)).map(({ body }) => JSON.stringify(body))
    expect(other).not.toBe(one)
  })
})
