import { readFileSync } from 'node:fs'
import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { session, text } from '../src/testing/log/claude-code.ts'
import { expect } from './expect.ts'
import { andRun, openTab, take, violationsInBothThemes, openAt, LANE } from './lab.ts'

/** A session of Claude Code whose one compaction loses a rule, which a later call contradicts. */
function compacted(version: string): string {
  const log = session()
  log.user('Never push to main. All texts must be in Danish.', { version })
  // No copy of that of another version.
  log.reply('m1', text(`I begin, as ${version}.`))
  log.reply('m2', { type: 'tool_use', id: 'a', name: 'Edit', input: { file_path: 'src/parser.ts' } })
  log.result('a')
  const compactMetadata = { trigger: 'auto', preTokens: 167_038 }
  log.add({ type: 'system', subtype: 'compact_boundary', version, compactMetadata })
  log.user('src/parser.ts was repaired. All texts are in Danish.', { isCompactSummary: true })
  log.reply('m3', {
    type: 'tool_use',
    id: 'b',
    name: 'Bash',
    input: { command: 'git push origin main' },
  })
  log.result('b')
  log.user('Never push to main, I said!')
  log.reply('m4', text('I go on.'))
  return log.text()
}

function file(name: string, content: string) {
  return { name, mimeType: 'application/json', buffer: Buffer.from(content) }
}

async function openPanel(page: Page) {
  await openTab(page, 'What stays')
  const panel = page.locator('section.panel.autopsy')
  await panel.scrollIntoViewIfNeeded()
  return panel
}

test('LOST-1 LOST-3 LOST-6 a log with a compaction: the rules that it lost, what came after, and a text to paste back', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: {
        async write([item]: readonly ClipboardItem[]) {
          const blob = await item?.getType('text/plain')
          document.title = (await blob?.text()) ?? ''
        },
      },
    })
  })
  await openAt(page, { lanes: [LANE.hybrid] })
  await test.step('LOST-6 further logs by client and version, with the place of what cannot be read', async () => {
    const panel = await openPanel(page)
    await expect(panel.getByText('This conversation has no compaction')).toBeVisible()
    await panel
      .locator('input[type="file"]')
      .setInputFiles([
        file('a.jsonl', compacted('2.1.9')),
        file('b.jsonl', compacted('2.1.38')),
        file('codex.jsonl', readFileSync('public/samples/codex.jsonl', 'utf8')),
        file('broken.json', '{"messages": [\n  {"role": user}\n]}'),
      ])
    await expect(panel.locator('tr[data-version="2.1.9"] th')).toHaveText('Claude Code session')
    await expect(panel.locator('tr[data-version="2.1.38"]')).toBeVisible()
    await expect(panel.locator('li[data-log="broken.json"]')).toContainText('line 2, column')
    await panel.getByText('3 added logs are read, 3 with compactions').click()
    await expect(panel.locator('li[data-log="codex.jsonl"]')).toContainText('Codex rollout')
    const sheet = await take(page, 'The table by client and version, as CSV')
    expect(sheet.text).toContain('\r\nClaude Code session,2.1.38,1,1,2,0,1,1,')
    expect(await violationsInBothThemes(page, 'section.panel.autopsy')).toEqual([])
    await panel.getByRole('button', { name: 'Remove the added logs' }).click()
    await expect(panel.locator('tr[data-version]')).toHaveCount(0)
  })
  const log = file('own.jsonl', compacted('2.1.38'))
  await andRun(page, () => page.locator('input[type="file"]').first().setInputFiles(log))
  const lost = page.locator('p.callout', { hasText: 'rules of the user' })
  await expect(lost).toContainText('lost 1 of 2 rules of the user and weakened 1; a later call contradicts 1')
  await lost.getByRole('button', { name: 'What compaction lost' }).click()
  await expect(page.locator('section.panel.autopsy')).toBeInViewport()
  const panel = await openPanel(page)
  await expect(panel.getByText(/^The user’s own rules: 2 found, 0 kept, 1 weakened, 1 gone\./)).toBeVisible()
  await expect(panel.getByText('Claude Code session 2.1.38', { exact: false })).toBeVisible()

  await test.step('a row opens, and its turn leads there', async () => {
    const row = panel.locator('tr[data-fate="gone"]')
    await expect(row).toContainText('The user says it again')
    await row.getByRole('button', { name: 'Never push to main.' }).click()
    await expect(panel.getByText('git push origin main')).toBeVisible()
    expect(await violationsInBothThemes(page, 'section.panel.autopsy')).toEqual([])
    await panel.getByRole('button', { name: 'All', exact: true }).click()
    await expect(panel.locator('tr[data-kind="file"]')).toContainText('word for word')
    const turn = row.getByRole('button', { name: /^turn \d+$/ }).nth(1)
    const name = (await turn.textContent()) ?? ''
    await turn.click()
    await expect(page.getByRole('slider', { name: 'Turn', exact: true })).toHaveAttribute(
      'aria-valuenow',
      name.replace('turn ', ''),
    )
  })

  await test.step('what was lost is copied word for word, and taken as a file', async () => {
    await panel.getByRole('button', { name: 'Copy what was lost (2)' }).click()
    await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()
    const copied = await page.evaluate(() => document.title)
    expect(copied).toContain('- Never push to main.')
    expect(copied).toContain('- All texts must be in Danish.')
    const sheet = await take(page, 'What compaction lost, as CSV')
    expect(sheet.text.split('\r\n').filter((line) => line.startsWith('1,'))).toHaveLength(3)
  })
})
