import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, giveFile, openAt, violations } from './lab.ts'
import { connect } from './provider/connect.ts'
import { withProvider as test } from './provider/fixture.ts'

/** Milliseconds for a whole conversation. */
const WHOLE = { timeout: 30_000 }

function panel(page: Page): Locator {
  return page.locator('.live')
}

async function sends(page: Page, text: string): Promise<void> {
  const box = panel(page).getByLabel('Message to the agent')
  await box.fill(text)
  await box.press('Control+Enter')
  await expect(panel(page).getByText('Your move.')).toBeVisible(WHOLE)
}

interface SentBody {
  readonly max_tokens: number
  readonly thinking?: object
  readonly context_management?: { readonly edits: readonly { readonly type: string }[] }
  readonly messages: readonly { readonly content: string | readonly { readonly type: string }[] }[]
}

const partsOf = ({ messages }: SentBody, type: string) =>
  messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter((part) => part.type === type),
  )

test('EDITAPI-1 the provider compacts the conversation of a thinking model: its own summary is sent back, and the panel shows both', async ({
  page,
  provider,
}) => {
  test.slow()
  await openAt(page, { lanes: [{ policy: 'context_editing_compact', gates: 'on' }] })
  await connect(page, provider)
  await page.keyboard.press('g')
  await panel(page).getByRole('radio', { name: 'Ask about a name' }).check()
  await expect(panel(page).getByRole('group', { name: 'Thinking' })).toHaveCount(0)
  await panel(page).getByRole('radio', { name: 'claude-haiku-4-5' }).check()
  const thinking = panel(page).getByRole('group', { name: 'Thinking' })
  await thinking.getByRole('combobox').selectOption('enabled')
  await thinking.getByRole('spinbutton').fill('2048')
  await panel(page).getByRole('button', { name: 'Begin', exact: true }).click()
  await panel(page).getByLabel('run tools without asking').check()

  await sends(page, 'What is in README.md? List it first.')
  const first = await panel(page).getByRole('list', { name: 'Messages' }).locator('li').count()
  // From here on the agent thinks and talks: each reply is one call. The second lets the thinking of the first go.
  await provider.setScript(
    ['You are welcome.', 'It is noted.', 'A file.'].map((text) => ({
      content: [
        { type: 'thinking' as const, thinking: 'Nothing to look up.' },
        { type: 'text' as const, text },
      ],
    })),
  )
  await sends(page, 'Thank you.')
  // More tokens than the trigger, in the provider's count.
  await sends(page, `Remember what I say. ${'The harbour opens at eight and closes at nine. '.repeat(560)}`)
  await sends(page, 'And what did you see?')
  const sent = (await provider.requests()).filter(
    ({ method, path }) => method === 'POST' && path.startsWith('/v1/messages'),
  )
  for (const one of sent) expect(one).toMatchObject({ status: 200, violations: [], leaks: [] })
  const bodies = sent.map(({ body }) => body as SentBody)
  expect(bodies[0]).toMatchObject({
    max_tokens: 4096 + 2048,
    thinking: { type: 'enabled', budget_tokens: 2048 },
    context_management: {
      edits: [
        { type: 'clear_thinking_20251015' },
        { type: 'clear_tool_uses_20250919' },
        { type: 'compact_20260112' },
      ],
    },
  })
  expect(partsOf(bodies[1] ?? { max_tokens: 0, messages: [] }, 'thinking')).not.toEqual([])
  expect(first).toBeGreaterThan(2)
  expect(bodies.slice(0, 2).flatMap((body) => partsOf(body, 'compaction'))).toEqual([])
  const last = bodies.at(-1) ?? { max_tokens: 0, messages: [] }
  expect(partsOf(last, 'compaction')).toHaveLength(1)
  expect(last.messages).toHaveLength(2 * bodies.length - 1)

  await panel(page)
    .getByText(/^Requests sent/)
    .click()
  const table = panel(page).locator('table.compactions')
  await expect(table).toContainText('provider did')
  await expect(table.locator('tbody tr').first()).toContainText(/→ ≈? ?[\d,]+/)
  await expect(table.locator('tbody tr').first()).toContainText(/[\d,]+ in, [\d,]+ out/)
  await panel(page)
    .getByText(/^Its summary, turn/)
    .first()
    .click()
  await expect(panel(page).locator('pre').last()).toContainText('Remember what I say')
  await expect(panel(page).getByText(/Settings have changed/)).toHaveCount(0)
  await expect(panel(page).getByText('clear_thinking_20251015', { exact: false }).first()).toBeVisible()
  expect(await violations(page, '.side')).toEqual([])

  // Saved and opened again, a lane that asks its provider to compact repeats what was done.
  const saving = page.waitForEvent('download')
  await panel(page).getByRole('button', { name: 'Save as a log', exact: true }).click()
  const file = await (await saving).path()
  const text = await readFile(file, 'utf8')
  expect(text).toContain('"type": "compaction"')
  expect(text).toContain('"budget_tokens": 2048')
  await andRun(page, async () => giveFile(page, 'conversation.json', text))
  await expect(page.locator('main')).toContainText(`${bodies.length} turns`)
})
