import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { scenario, writers } from '../src/sim/index.ts'
import type { FormatName } from '../src/sim/index.ts'
import {
  andRun,
  comparisonOf,
  giveFile,
  LANES,
  metric,
  openLab,
  violationsInBothThemes,
  openPair,
} from './lab.ts'

const traces = process.env['TRACES_DIR']
const TOKENS = 'Window in tokens'
const PERCENT = 'Window in percent of the peak context without eviction'

/** Real logs if `TRACES_DIR` is set, else logs from the writers. */
const logs = (
  [
    { name: 'claude-code-compaction.jsonl', writer: 'claude-code', seed: 3, share: 50 },
    { name: 'anthropic-messages.json', writer: 'anthropic', seed: 4, share: 25 },
  ] as const
).map(({ name, writer, seed, share }) => ({
  name,
  /** Of the peak. */
  share,
  text: () =>
    traces === undefined || traces === '' ? written(writer, seed) : readFileSync(join(traces, name), 'utf8'),
}))

function written(writer: FormatName, seed: number): string {
  return writers[writer](scenario('axios-migration', seed))
}

function conversation(page: Page, name: string) {
  return page.getByRole('button', { name: `Conversation: ${name}` })
}

/** Pastes into the focused element as a browser does, without the system's clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboard = new DataTransfer()
    if (pasted !== '') clipboard.setData('text', pasted)
    const target = document.activeElement ?? document.body
    const event = new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true })
    target.dispatchEvent(event)
  }, text)
}

/** Drops files onto the page. */
async function drop(page: Page, files: readonly { name: string; bytes: readonly number[] }[]): Promise<void> {
  await page.evaluate((dropped) => {
    const data = new DataTransfer()
    for (const { name, bytes } of dropped) data.items.add(new File([new Uint8Array(bytes)], name))
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
    )
  }, files)
}

function file(name: string, text: string) {
  return { name, bytes: [...Buffer.from(text)] }
}

/** Opens the note with what the reader did. */
async function openNote(page: Page): Promise<void> {
  await page.locator('.intake > summary').click()
}

test('logs at half or a quarter of their peak: every lane edits, differs and stays valid', async ({
  page,
}) => {
  test.slow()
  await openLab(page)
  for (const log of logs)
    await test.step(log.name, async () => {
      // Its turns are set before its lanes are laid out: until then those before it are faint, and the page says why.
      const faint = page.evaluate(
        () =>
          new Promise((resolve) => {
            const look = (): void => {
              const status = document.querySelector('.run-status')?.textContent ?? null
              if (document.querySelector('main.is-left') === null) requestAnimationFrame(look)
              else resolve(status)
            }
            look()
          }),
      )
      await andRun(page, () => giveFile(page, log.name, log.text()))
      expect(await faint).toContain('Drawing')
      await expect(page.locator('main.is-left, .run-status')).toHaveCount(0)
      await expect(conversation(page, log.name)).toBeVisible()
      await expect(page.locator('.intake')).toContainText(/Log read as [A-Z][A-Za-z ]+: [\d,]+ records?/)
      const { share } = log
      await andRun(page, () => page.getByLabel(PERCENT).fill(`${share} %`))
      for (const lane of LANES) {
        expect(await metric(page, 'edits', lane), `${lane} edits at ${share} %`).toBeGreaterThanOrEqual(1)
        expect(await metric(page, 'introduced-violations', lane), `${lane} at ${share} %`).toBe(0)
      }
      // Lanes that never differ have a dash, which is NaN and fails here.
      expect(await metric(page, 'first-difference', 'hybrid'), `at ${share} %`).toBeGreaterThanOrEqual(0)
    })
  await test.step('before an audience, how the log was read is not on the screen', async () => {
    await page.getByRole('button', { name: 'Present' }).click()
    await expect(page.locator('.present-bar')).toBeVisible()
    await expect(page.locator('.intake')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.locator('.intake')).toBeVisible()
  })
})

test('A11Y-1 pasted logs and logs that cannot be run: the messages, and the screen stays', async ({
  page,
}) => {
  test.slow()
  await openPair(page)

  await test.step('an invalid log is refused with a message, and the comparison stays', async () => {
    for (const { what, given, told } of [
      { what: 'an empty file', given: { name: 'empty.json', bytes: [] }, told: 'the file is empty' },
      {
        what: 'a picture',
        given: { name: 'screen.png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0] },
        told: 'this file is a PNG picture',
      },
      { what: 'a binary file', given: { name: 'core.bin', bytes: [65, 66, 0, 67] }, told: 'a NUL byte at 2' },
    ]) {
      await test.step(`${what} is refused with a message`, async () => {
        const id = await comparisonOf(page)
        // Wherever it is dropped, the message is in sight.
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        await drop(page, [given])
        const note = page.getByRole('alert').filter({ hasText: `${given.name} could not be run` })
        await expect(note).toContainText(told)
        await expect(note).toBeInViewport({ ratio: 1 })
        expect(await comparisonOf(page)).toBe(id)
        await note.getByRole('button', { name: 'Close' }).click()
        await expect(note).toHaveCount(0)
      })
    }
    await test.step('a failed log shows where and why, quotes the line, and stays in its box', async () => {
      const before = await page.getByRole('heading', { level: 1 }).textContent()
      const text = '[\n  {"role": "user", "content": "hello"},\n  {"role": nobody}\n]'
      await page.getByRole('button', { name: 'Your data' }).click()
      await page.getByLabel('Paste a log here').fill(text)
      await page.getByRole('button', { name: 'Run Ctrl+Enter' }).click()
      const note = page.getByRole('alert').filter({ hasText: 'pasted text could not be run' })
      await expect(note.locator('.place').first()).toHaveText('line 3, column 12')
      await expect(note.locator('.message').first()).toContainText('nobody')
      await expect(note.locator('.quote').first()).toHaveText('  {"role": nobody}', { useInnerText: true })
      await expect(note.locator('.quote mark').first()).toHaveText('n')
      expect(await violationsInBothThemes(page, '.failure')).toEqual([])
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(before)
      await expect(conversation(page, 'Axios migration')).toBeVisible()
      await note.getByRole('button', { name: 'Back to the text' }).click()
      await expect(page.getByLabel('Paste a log here')).toHaveValue(text)
    })
  })
  await page.getByLabel('Paste a log here').fill('')
  await page.keyboard.press('Escape')
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()

  await test.step('a cancelled run leaves the screen and the inputs as they were', async () => {
    const id = await comparisonOf(page)
    const before = await page.locator('.about').textContent()
    // A log large enough to be cancelled while it is read.
    await giveFile(page, 'large.jsonl', written('claude-code', 6).repeat(20))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.locator('.run-status')).toHaveCount(0)
    expect(await page.locator('.about').textContent()).toBe(before)
    expect(await comparisonOf(page)).toBe(id)
    await expect(conversation(page, 'Axios migration')).toBeVisible()
    await expect(page.getByText('could not be run')).toHaveCount(0)
  })

  await test.step('a paste and a drag go to the focus and the pointer', async () => {
    await test.step('a paste into another box stays there', async () => {
      await page.getByLabel('Seed', { exact: true }).focus()
      await paste(page, 'User: hello')
      await expect(page.getByRole('dialog', { name: 'Conversation' })).toBeHidden()
    })
    await test.step('dragging a file over the page shows where it can be dropped', async () => {
      const drag = (name: string): Promise<void> =>
        page.evaluate((type) => {
          const data = new DataTransfer()
          data.items.add(new File(['x'], 'log.txt'))
          document.body.dispatchEvent(
            new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true, relatedTarget: null }),
          )
        }, name)
      await drag('dragover')
      await expect(page.getByText('Drop the log to run it')).toBeVisible()
      await drag('dragleave')
      await expect(page.getByText('Drop the log to run it')).toBeHidden()
    })
    await test.step('a paste outside any box opens the panel with the text', async () => {
      await page.locator('h1').click({ position: { x: 1, y: 1 } })
      await paste(page, 'User: hello\nAssistant: good day')
      const box = page.getByLabel('Paste a log here')
      await expect(box).toBeFocused()
      await expect(box).toHaveValue('User: hello\nAssistant: good day')
      await andRun(page, () => page.getByRole('button', { name: 'Run Ctrl+Enter' }).click())
      await expect(conversation(page, 'pasted text')).toContainText('plain')
    })
    await test.step('an empty box, and a paste of nothing, say so', async () => {
      await page.getByRole('button', { name: 'Your data' }).click()
      const panel = page.getByRole('region', { name: 'Your data' })
      await panel.getByRole('button', { name: /^Run/ }).click()
      await expect(panel.getByRole('alert')).toHaveText('Nothing to run: the box is empty.')
      expect(await violationsInBothThemes(page, '.conversation-panel', 'header')).toEqual([])
      await page.getByLabel('Paste a log here').focus()
      await paste(page, '')
      await expect(panel.getByRole('alert')).toHaveText('The clipboard has no text and no file.')
      await page.getByLabel('Paste a log here').fill('User: hello')
      await expect(panel.getByRole('alert')).toHaveText('')
    })
  })
  await page.keyboard.press('Escape')
  await andRun(page, () => page.getByRole('button', { name: /^Undo/ }).click())

  await test.step('a pasted log waits in its box, shows its size, and runs with Ctrl+Enter; its broken line is quoted', async () => {
    const lines = written('claude-code', 5).trimEnd().split('\n')
    const broken = '{"type":"user","message":{"role":"user","content":"cut off'
    lines.splice(4, 0, broken)
    const text = lines.join('\n')
    await page.getByRole('button', { name: 'Your data' }).click()
    const box = page.getByLabel('Paste a log here')
    await expect(box).toBeFocused()
    await paste(page, text)
    const panel = page.getByRole('region', { name: 'Your data' })
    const size = `${text.length.toLocaleString('en-US')} characters, ${lines.length.toLocaleString('en-US')} lines`
    await expect(panel).toContainText(size)
    await andRun(page, () => box.press('Control+Enter'))
    await expect(page.locator('.intake > summary')).toContainText('1 broken line skipped: line 5')
    await expect(page.locator('.intake .place')).toHaveText(/^line 5, column \d+$/)
    await openNote(page)
    await expect(page.locator('.intake .quote')).toHaveText(broken)
    // The box no longer has the text of the log on the screen, nor has any other part of the page.
    await page.getByRole('button', { name: 'Your data' }).click()
    await expect(box).toHaveValue('')
    expect(await page.evaluate(() => document.documentElement.outerHTML.includes('"parentUuid"'))).toBe(false)
  })
})

test('dropped or given logs run, and can be closed again', async ({ page }) => {
  await openPair(page)
  await test.step('a log dropped anywhere on the page runs; undo and one click both go back to the scenario', async () => {
    const log = file('dropped.jsonl', written('claude-code', 5))
    await andRun(page, () => drop(page, [log]))
    await expect(conversation(page, 'dropped.jsonl')).toBeVisible()
    await expect(page.getByLabel('Seed', { exact: true })).toHaveCount(0)
    await andRun(page, () => page.getByRole('button', { name: /^Undo/ }).click())
    await expect(conversation(page, 'Axios migration')).toBeVisible()
    await andRun(page, () => page.getByRole('button', { name: /^Redo/ }).click())
    await expect(conversation(page, 'dropped.jsonl')).toBeVisible()
    await andRun(page, () => page.getByRole('button', { name: 'Back to Axios migration' }).click())
    await expect(conversation(page, 'Axios migration')).toBeVisible()
  })
  await test.step('a log of a few words runs in the smallest possible window, and the inputs say so', async () => {
    const log = JSON.stringify([
      { role: 'user', content: 'How many moons has Mars?' },
      { role: 'assistant', content: 'Two: Phobos and Deimos.' },
    ])
    await andRun(page, () => giveFile(page, 'short.json', log))
    await expect(page.getByLabel(TOKENS)).toHaveValue('2,000')
    await expect(page.locator('.about')).toContainText('window of 2,000 tokens')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('do the same in every turn')
  })
  await test.step('the log on the page is studied without being chosen again', async () => {
    const study = page.locator('.study')
    await study.getByRole('button', { name: 'Study the log on this page' }).click()
    await expect(study.locator('.study-best')).toContainText('1 log is too few for a verdict')
    await study.getByRole('button', { name: 'Close the study' }).click()
  })
  await test.step('two files that are dropped at once are studied together, and each can be opened', async () => {
    const id = await comparisonOf(page)
    await drop(page, [
      file('one.txt', 'User: hello\nAssistant: one'),
      file('two.txt', 'User: hi\nAssistant: two'),
      file('three.json', '{'),
    ])
    const study = page.locator('.study')
    await expect(study.locator('.study-best')).toContainText('2 logs are too few for a verdict')
    await expect(study.locator('[data-unread]')).toContainText('three.json')
    expect(await comparisonOf(page)).toBe(id)
    // What else the page shows is of another conversation: it stands aside until it is wanted.
    await expect(page.locator('#lanes')).toHaveCount(0)
    await expect(page.locator('.headline')).toHaveCount(0)
    await study.getByRole('button', { name: 'Show the other conversation, too' }).click()
    await expect(page.locator('#lanes')).toBeVisible()
    await study.getByText('Log by log').click()
    await andRun(page, () => study.getByRole('button', { name: /^Open two\.txt/ }).click())
    await expect(conversation(page, 'two.txt')).toBeVisible()
    // The study stays.
    await expect(study.locator('.study-best')).toBeVisible()
  })
  await test.step('a chat that Windows saved as UTF-16 runs', async () => {
    const bytes = [...Buffer.from('\uFEFFUser: grüß dich\nAssistant: 你好', 'utf16le')]
    await andRun(page, () => drop(page, [{ name: 'chat.txt', bytes }]))
    await expect(page.locator('.intake')).toContainText('Log read as plain Role: text chat: 2 records')
  })
})

test.describe('a log without system prompt and tools', () => {
  /** Recorded usage with 5,000 tokens more than the texts of the log. */
  const record = (index: number, body: object): string =>
    JSON.stringify({
      sessionId: 's',
      uuid: `u${index}`,
      parentUuid: index === 0 ? null : `u${index - 1}`,
      ...body,
    })
  const session = Array.from({ length: 12 }, (_, turn) => {
    const text = `Look at part ${turn}. `.repeat(60)
    const usage = { input_tokens: 5000 + turn * 700, output_tokens: 300 }
    return [
      record(2 * turn, { type: 'user', message: { role: 'user', content: text } }),
      record(2 * turn + 1, {
        type: 'assistant',
        message: { id: `m${turn}`, model: 'x', role: 'assistant', content: [{ type: 'text', text }], usage },
      }),
    ].join('\n')
  }).join('\n')

  async function openSetup(page: Page) {
    await andRun(page, () => giveFile(page, 'session.jsonl', session))
    await expect(page.locator('.intake > summary')).toContainText('no system prompt, no tools')
    await openNote(page)
    await page.getByText('Paste the system prompt and tools').click()
    return page.getByRole('region', { name: 'System prompt and tools' })
  }

  test('gets its model, system prompt and tools, which are shown, removed and refused', async ({ page }) => {
    test.slow()
    await openLab(page)
    await test.step('TOK-5 a log without a model is given one, and is counted as that model counts', async () => {
      const messages = Array.from({ length: 24 }, (_, nth) => ({
        role: nth % 2 === 0 ? 'user' : 'assistant',
        content: `Look at part ${nth}. `.repeat(60),
      }))
      await andRun(page, () => giveFile(page, 'chat.json', JSON.stringify({ messages })))
      await openNote(page)
      await page.getByText('Paste the system prompt and tools').click()
      const setup = page.getByRole('region', { name: 'System prompt and tools' })
      const model = setup.getByLabel('Model that made the log')
      await model.fill('no-such-model')
      await setup.getByRole('button', { name: 'Apply' }).click()
      await expect(setup).toContainText('the table of models does not hold "no-such-model"')
      await model.fill('claude-sonnet-4-5')
      await andRun(page, () => setup.getByRole('button', { name: 'Apply' }).click())
      await expect(setup).toContainText('As pasted: model claude-sonnet-4-5.')
      await expect(page.locator('.intake')).not.toContainText('the log names no model')
    })
    // In the same page the note and its boxes would still be open.
    await openLab(page)
    const setup = await openSetup(page)
    await test.step('says so where both boxes are empty', async () => {
      await setup.getByRole('button', { name: 'Apply' }).click()
      await expect(setup.getByText('Nothing to apply')).toBeVisible()
    })
    await test.step('takes both as pasted, says what changed, and removes them again', async () => {
      await expect(setup).toContainText(/shows [\d,]+ tokens more than the log contains/)
      await setup.getByLabel('System prompt, as plain text').fill('You are careful. '.repeat(80))
      await setup
        .getByLabel('Tools, as JSON')
        .fill(
          JSON.stringify([
            { name: 'read_file', description: 'Reads a file.', input_schema: { type: 'object' } },
          ]),
        )
      await andRun(page, () => setup.getByRole('button', { name: 'Apply' }).click())
      await expect(setup).toContainText(
        /As pasted: system prompt [\d,]+ tokens, 1 tool definition [\d,]+ tokens\. Before: [\d,]+ tokens inferred/,
      )
      await expect(page.locator('.intake > summary')).toContainText('setup as pasted')
      await andRun(page, () => setup.getByRole('button', { name: 'Remove' }).click())
      await expect(setup).toContainText(/shows [\d,]+ tokens more than the log contains/)
      await expect(setup.getByLabel('System prompt, as plain text')).toHaveValue(/^You are careful/)
    })
    await test.step('TOK-5 says what its counts were calibrated with, and the error of each counter', async () => {
      const note = page.locator('.intake')
      await expect(setup).toContainText(/shows ≈? ?[\d,]+ tokens more than the log contains/)
      await expect(note).toContainText(
        /Fitted to the usage that 12 calls recorded: × \d\.\d\d on what o200k_base counts\./,
      )
      await expect(note).toContainText(/before fitting: o200k_base counts [\d.]+ % too (little|much)\./)
      await andRun(page, () => page.getByLabel('Counter').selectOption('chars4'))
      await expect(note).toContainText(
        /too (little|much), characters \/ 4 counts [\d.]+ % too (little|much)\./,
      )
    })
    await setup.getByLabel('System prompt, as plain text').fill('')
    await test.step('shows the place of an error in the tools at their box, and keeps the pasted text', async () => {
      const id = await comparisonOf(page)
      const tools = '[\n  {"name": "read_file"},\n  {"name": 7}\n]'
      await setup.getByLabel('Tools, as JSON').fill(tools)
      await setup.getByRole('button', { name: 'Apply' }).click()
      const problem = setup.locator('.problems li')
      await expect(problem.locator('.place')).toHaveText('line 3, column 12')
      await expect(problem).toContainText('tools[1].name must be a name, but is 7')
      await expect(problem.locator('mark')).toHaveText('7')
      expect(await violationsInBothThemes(page, '.intake')).toEqual([])
      await expect(page.getByText('could not be run')).toHaveCount(0)
      await expect(setup.getByLabel('Tools, as JSON')).toHaveValue(tools)
      expect(await comparisonOf(page)).toBe(id)
      await setup.getByLabel('Tools, as JSON').fill('[{"name": "read_file"}]')
      await andRun(page, () => setup.getByLabel('Tools, as JSON').press('Control+Enter'))
      await expect(problem).toHaveCount(0)
      await expect(setup).toContainText('tokens still inferred')
    })
  })
})
