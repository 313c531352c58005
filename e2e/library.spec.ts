import { readFileSync } from 'node:fs'
import { test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import {
  andRun,
  giveFile,
  letGo,
  linkTo,
  openAt,
  openTab,
  setPolicy,
  take,
  turn,
  violationsInBothThemes,
} from './lab.ts'

/** A page whose lane is none of those that are kept. */
const ONE = { lanes: [{ policy: 'priority', gates: 'on' }] }

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Library' })
const row = (page: Page, name: string): Locator =>
  dialog(page).locator('tr[data-entry]').filter({ hasText: name })
const lanes = (page: Page): Promise<(string | undefined)[]> =>
  page.locator('.lane').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['lane']))

async function openLibrary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await expect(dialog(page)).toBeVisible()
}

async function keep(page: Page, kind: string, name: string): Promise<void> {
  await dialog(page).getByRole('button', { name: kind, exact: true }).click()
  await dialog(page).locator('.library-save').getByLabel('Name').fill(name)
  await dialog(page).getByRole('button', { name: 'Keep in this browser' }).click()
  await expect(row(page, name)).toBeVisible()
}

test('what is kept is there after a reload: open, rename, annotate, delete and undo, export and import, a second tab, a damaged entry', async ({
  page,
  context,
}) => {
  test.slow()
  await openAt(page)
  const kept = await lanes(page)
  await openLibrary(page)
  await expect(dialog(page)).toContainText('Keeps what you want to come back to')
  await keep(page, 'State', 'Two lanes')
  await keep(page, 'Config', 'My settings')
  await keep(page, 'Run', 'My run')
  expect(await violationsInBothThemes(page, 'dialog.library')).toEqual([])

  await test.step('a state opens as it was after a reload, and is then the last used', async () => {
    await page.keyboard.press('Escape')
    await openAt(page, ONE)
    expect(await lanes(page)).not.toEqual(kept)
    await openLibrary(page)
    await expect(dialog(page).locator('tr[data-entry]').first()).toContainText('My run')
    await andRun(page, () => row(page, 'Two lanes').getByRole('button', { name: 'Open: Two lanes' }).click())
    expect(await lanes(page)).toEqual(kept)
    await openLibrary(page)
    await expect(dialog(page).locator('tr[data-entry]').first()).toContainText('Two lanes')
  })

  await test.step('a second tab follows: a name and a note given in one are seen in the other', async () => {
    const other = await context.newPage()
    await openAt(other, ONE)
    await openLibrary(other)
    await expect(row(other, 'Two lanes')).toBeVisible()
    for (const tab of [other, page])
      await row(tab, 'Two lanes').getByRole('button', { name: 'Rename or annotate: Two lanes' }).click()
    await dialog(page).getByRole('table').getByLabel('Name', { exact: true }).fill('Renamed')
    await dialog(page).getByLabel('Note', { exact: true }).fill('look at turn 12')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Renamed')).toContainText('look at turn 12')
    await expect(row(other, 'Renamed')).toContainText('look at turn 12')
    // Its form was open before.
    await dialog(other).getByRole('table').getByLabel('Name', { exact: true }).fill('Another')
    await other.keyboard.press('Enter')
    await expect(dialog(other)).toContainText('Press Save again to use what you wrote.')
    await expect(row(page, 'Renamed')).toBeVisible()
    await other.close()
  })

  const all = await test.step('all entries leave as one file', async () => take(page, 'Export all'))
  expect(all.name).toBe('context-window-lab.library.json')

  await test.step('deleting all asks first, and can be undone; the file brings them back, too', async () => {
    await dialog(page).getByRole('button', { name: 'Delete all' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Delete all 3 entries')
    await dialog(page).getByRole('alert').getByRole('button', { name: 'Delete all' }).click()
    await expect(dialog(page).locator('tr[data-entry]')).toHaveCount(0)
    await expect(dialog(page).getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog(page).locator('tr[data-entry]')).toHaveCount(3)
    for (const name of ['Renamed', 'My settings'])
      await row(page, name)
        .getByRole('button', { name: `Delete: ${name}` })
        .click()
    await expect(dialog(page).locator('tr[data-entry]')).toHaveCount(1)
    for (const name of ['My settings', 'Renamed']) {
      await expect(dialog(page)).toContainText(`Deleted: ${name}`)
      await dialog(page).getByRole('button', { name: 'Undo' }).click()
      await expect(row(page, name)).toBeVisible()
    }
    await expect(dialog(page).getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await row(page, 'My run').getByRole('button', { name: 'Delete: My run' }).click()
    await expect(dialog(page).locator('tr[data-entry]')).toHaveCount(2)
    await dialog(page)
      .locator('input[type="file"]')
      .setInputFiles({ name: all.name, mimeType: 'application/json', buffer: Buffer.from(all.text) })
    await expect(dialog(page).getByRole('region', { name: /^Imported from/ })).toContainText(
      'Added 1: My run.',
    )
    await expect(dialog(page)).toContainText('Already here 2')
    await expect(dialog(page).locator('tr[data-entry]')).toHaveCount(3)
  })

  await test.step('more than ten entries can be searched', async () => {
    await expect(dialog(page).getByRole('searchbox')).toHaveCount(0)
    const { version, entries } = JSON.parse(all.text) as {
      version: number
      entries: { record: { id: string; kind: string; name: string }; content: string }[]
    }
    const config = entries.find(({ record }) => record.kind === 'config')
    const many = Array.from({ length: 9 }, (_, index) => ({
      ...config,
      record: { ...config?.record, id: `many-${index}`, name: `Setting ${index}` },
    }))
    const text = JSON.stringify({ format: 'context-window-lab/library', version, entries: many })
    await dialog(page)
      .locator('input[type="file"]')
      .setInputFiles({ name: 'many.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    await expect(dialog(page).locator('tr[data-entry]')).toHaveCount(12)
    await dialog(page).getByRole('searchbox').fill('setting 7')
    await expect(dialog(page).locator('tr[data-entry]')).toHaveCount(1)
    await dialog(page).getByRole('searchbox').fill('turn 12')
    await expect(dialog(page).locator('tr[data-entry]')).toContainText('Renamed')
    await dialog(page).getByRole('searchbox').fill('')
  })

  await test.step('a damaged entry says what is wrong, and the others open', async () => {
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('context-window-lab')
          opening.onsuccess = () => {
            const change = opening.result.transaction(['records', 'contents'], 'readwrite')
            change.objectStore('records').put({ format: 99, name: 'Later' }, 'later')
            change.objectStore('records').put({ format: 2, name: 3 }, 'damaged')
            change.oncomplete = () => {
              opening.result.close()
              resolve(null)
            }
          }
        }),
    )
    await page.keyboard.press('Escape')
    await openLibrary(page)
    await expect(dialog(page)).toContainText('a newer version of this page saved it (format 99)')
    await expect(dialog(page)).toContainText('record.id should be a text, and is nothing')
    const raw = await take(page, 'Download its data as they are: damaged')
    expect(JSON.parse(raw.text)).toEqual({ record: { format: 2, name: 3 }, content: null })
    await dialog(page).getByRole('button', { name: 'Delete: damaged' }).click()
    await dialog(page).getByRole('button', { name: 'Delete: later' }).click()
    await expect(dialog(page).locator('tr[data-entry]')).toHaveCount(12)
  })

  await test.step('a config asks for its lane, and both answers can be undone', async () => {
    await row(page, 'My settings').getByRole('button', { name: 'Open: My settings' }).click()
    await expect(dialog(page)).toBeHidden()
    await andRun(page, () => page.getByRole('button', { name: 'In a new lane' }).click())
    expect(await lanes(page)).toHaveLength(3)
    await andRun(page, () => page.keyboard.press('Control+z'))
    expect(await lanes(page)).toEqual(kept)
  })

  await test.step('a config for another window says so; all lanes have it, unless a person keeps theirs', async () => {
    const limit = page.getByRole('textbox', { name: 'Window in tokens' })
    const before = await limit.inputValue()
    for (const [keeps, after] of [
      [false, '18,491'],
      [true, before],
    ] as const) {
      await giveFile(
        page,
        'mine.yaml',
        'strategy: evict\nmax_context_tokens: 18491\neviction:\n  policy: lru # mine\n',
      )
      const offer = page.locator('section.callout', { hasText: 'Where shall this config run?' })
      await expect(offer).toContainText('It is for a window of 18,491 tokens')
      if (keeps) await offer.getByLabel(`Keep the window of ${before} tokens`).check()
      await andRun(page, () => offer.getByRole('button', { name: 'In a new lane' }).click())
      await expect(limit).toHaveValue(after)
      expect(await lanes(page)).toHaveLength(3)
      await andRun(page, () => page.keyboard.press('Control+z'))
      await expect(limit).toHaveValue(before)
    }
  })
})

const LOG = JSON.stringify([
  { role: 'user', content: 'Which files are there?' },
  { role: 'assistant', content: 'Two of them.' },
  { role: 'user', content: 'Which is the larger one?' },
  { role: 'assistant', content: 'The second.' },
])

test('a log is stored only if it is asked for; then a state of it opens by itself; the page opens the files that it writes', async ({
  page,
}) => {
  test.slow()
  await openAt(page)
  await andRun(page, () => giveFile(page, 'mine.json', LOG))
  const note = page.locator('.kept-note')
  await expect(note).toContainText('This log is not kept: it is gone when you close the page.')
  await openLibrary(page)
  await keep(page, 'State', 'Of my log')
  await expect(row(page, 'Of my log')).toContainText('asks for the log mine.json, which is not kept')
  const stored = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('context-window-lab')
        opening.onsuccess = () => {
          const found = opening.result.transaction('contents').objectStore('contents').getAll()
          found.onsuccess = () => {
            opening.result.close()
            resolve(JSON.stringify(found.result))
          }
        }
      }),
  )
  expect(stored).not.toContain('larger one')
  const run = await test.step('a run leaves as a file', async () => {
    await keep(page, 'Run', 'Its run')
    const file = await take(page, 'Download: Its run')
    await page.keyboard.press('Escape')
    return file
  })

  await test.step('without the log, a state asks for it by name and hash', async () => {
    await openAt(page, ONE)
    await openLibrary(page)
    await row(page, 'Of my log').getByRole('button', { name: 'Open: Of my log' }).click()
    await expect(page.getByText('This comparison is about a log that is not here: mine.json')).toBeVisible()
  })

  await test.step('with the log in the library it opens by itself, after a reload, too', async () => {
    await andRun(page, () => giveFile(page, 'mine.json', LOG))
    await note.getByRole('button', { name: 'Keep in this browser' }).click()
    await expect(note).toContainText('This log is kept in this browser.')
    // What a reload opens is written once the page rests.
    await page.waitForFunction(() => JSON.stringify(history.state).includes('mine.json'))
    await page.reload()
    await page.locator('main[data-comparison]').waitFor()
    await expect(note).toContainText('This log is kept in this browser.')
    await andRun(page, () => page.getByRole('button', { name: /^Back to / }).click())
    await openLibrary(page)
    await andRun(page, () => row(page, 'Of my log').getByRole('button', { name: 'Open: Of my log' }).click())
    await expect(page.getByText('This comparison is about a log that is not here')).toBeHidden()
    await expect(note).toContainText('This log is kept in this browser.')
  })

  const saved = await test.step('the comparison leaves as a page', async () => {
    await andRun(page, () => page.getByLabel('Window in tokens').fill('3000'))
    await letGo(page)
    await page.keyboard.press('End')
    await openTab(page, 'Files')
    const { text } = await take(page, 'Page of the comparison (HTML)')
    expect(text).not.toContain('larger one')
    return { html: text, lanes: await lanes(page) }
  })

  await test.step('a run file shows its conversation and its lane, and says nothing if it is the same run', async () => {
    await andRun(page, () => giveFile(page, run.name, run.text))
    expect(await lanes(page)).toHaveLength(1)
    await expect(note).toContainText('This log is kept in this browser.')
    await expect(page.locator('.failure')).toHaveCount(0)
  })

  await test.step('a run that does not name its conversation opens beside that, and is refused elsewhere', async () => {
    const { measured: _, ...bare } = JSON.parse(run.text) as { measured: object; title: string; hash: string }
    const [before = ''] = await lanes(page)
    await setPolicy(page, before, 'lru')
    await andRun(page, () => giveFile(page, 'bare.json', JSON.stringify(bare)))
    expect(await lanes(page)).toEqual([before])
    await openAt(page, ONE)
    await giveFile(page, 'bare.json', JSON.stringify(bare))
    await expect(page.locator('.failure')).toContainText('does not contain its conversation')
    await page.locator('.failure').getByRole('button', { name: 'Close' }).click()
  })

  await test.step('a saved page of a log opens again: lanes, window and turn', async () => {
    await andRun(page, () => giveFile(page, 'comparison.html', saved.html))
    expect(await lanes(page)).toEqual(saved.lanes)
    await expect(page.getByLabel('Window in tokens')).toHaveValue('3,000')
    expect(await turn(page)).toBe(1)
    await expect(note).toContainText('This log is kept in this browser.')
    await expect(page.locator('.failure')).toHaveCount(0)
  })

  await test.step('what was added to a log is kept with it, and comes back with it', async () => {
    await page.locator('.intake > summary').click()
    const setup = page.getByRole('region', { name: 'System prompt and tools' })
    await setup.locator('summary').click()
    await setup.getByLabel('System prompt, as plain text').fill('You are careful.')
    await andRun(page, () => setup.getByRole('button', { name: 'Apply' }).click())
    await expect(note).toContainText('This log is kept in this browser, but not the setup as it is now.')
    await note.getByRole('button', { name: 'Keep the setup, too' }).click()
    await expect(note).toContainText('This log is kept in this browser.')
    await openAt(page, ONE)
    await openLibrary(page)
    await andRun(page, () => row(page, 'mine.json').getByRole('button', { name: 'Open: mine.json' }).click())
    await expect(page.locator('.intake > summary')).toContainText('setup as pasted')
    await expect(note).toContainText('This log is kept in this browser.')
  })

  await test.step('a page that was changed opens and says so; one of an older lab opens by its link', async () => {
    const link = `https://elsewhere.example${linkTo({ lanes: [{ policy: 'lru', gates: 'on' }] })}`
    const html = `<!doctype html><main></main><footer><p id="seal" data-hash="00">x</p><p><a href="${link}" rel="noreferrer">Open</a></p></footer><script type="application/json" id="data">{}</script>`
    await andRun(page, () => giveFile(page, 'comparison.html', html))
    expect(await lanes(page)).toEqual(['lru'])
    await expect(page.getByText('the page was changed after it was written')).toBeVisible()
  })

  await test.step('bad files are told, and the screen stays as it is', async () => {
    const before = await lanes(page)
    await giveFile(page, 'run.json', `${run.text.slice(0, 400)}}`)
    await expect(page.locator('.failure')).toContainText('The file could not be opened')
    await giveFile(
      page,
      'mine.yaml',
      'strategy: evict\neviction:\n  policy: lru\n  polcy: x\n  priority: [1,',
    )
    await expect(page.locator('.failure')).toContainText('line')
    await giveFile(page, 'page.html', '<!doctype html><p>Hello</p>')
    await expect(page.locator('.failure')).toContainText('this is a web page')
    expect(await lanes(page)).toEqual(before)
    await giveFile(page, 'all.json', '{"format":"context-window-lab/library","version":99,"entries":[]}')
    await expect(dialog(page)).toContainText('version 99, and this page reads versions up to 2')
    await page.keyboard.press('Escape')
  })

  await test.step('a config from a file asks where it shall run', async () => {
    await giveFile(page, 'mine.yaml', '# mine\nstrategy: evict\neviction:\n  policy: lru\n')
    await andRun(page, () => page.getByRole('button', { name: /^In (?!a new lane)/ }).click())
    expect(await lanes(page)).toEqual(['lru'])
    await andRun(page, () => page.keyboard.press('Control+z'))
  })
})

test('without a database the library says so, and what is on the screen can be downloaded and opened again', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
  })
  await openAt(page)
  await openLibrary(page)
  await expect(dialog(page).getByRole('alert')).toContainText('The library cannot be used')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Download' }).click(),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    format: 'context-window-lab/library',
    entries: [{ record: { kind: 'state' } }],
  })
})
