import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, linkTo, openAt, openLab, slider, turn } from './lab.ts'

test('the address follows the page, and opens it again: links, back and forward, reload, notices, embedding', async ({
  page,
}) => {
  test.slow()
  await openLab(page)
  const lanes = () =>
    page.locator('.lane').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['lane']))
  expect(new URL(page.url()).hash).toBe('')
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeDisabled()
  await openAt(page)
  const [, second = ''] = await lanes()

  await test.step('a change of the lanes is a step of the history, a move of the turn is none', async () => {
    await expect(page).toHaveURL(/#v1\.[\w-]+$/)
    const opened = page.url()
    await andRun(page, () => page.getByRole('button', { name: 'Remove Hybrid' }).click())
    await expect(page).not.toHaveURL(opened)
    const before = await page.evaluate(() => history.length)
    await slider(page).focus()
    await page.keyboard.press('ArrowRight')
    const [old, at] = [page.url(), await turn(page)]
    await expect(page).not.toHaveURL(old)
    expect(await page.evaluate(() => history.length)).toBe(before)
    await andRun(page, () => page.goBack())
    expect(await lanes()).toContain(second)
    await andRun(page, () => page.goForward())
    expect(await lanes()).not.toContain(second)
    await expect.poll(() => turn(page)).toBe(at)
  })

  await test.step('a reload keeps lanes and turn, and a new tab with the link shows the same', async () => {
    const [shown, at, link] = [await lanes(), await turn(page), page.url()]
    await page.reload()
    await page.locator('main[data-comparison]').waitFor()
    expect(await lanes()).toEqual(shown)
    await expect.poll(() => turn(page)).toBe(at)
    // There is nothing to go back to: least of all lanes that this tab never showed.
    const undo = page.getByRole('button', { name: /^Undo/ })
    await expect(undo).toBeDisabled()
    // Before the address has followed.
    await page.keyboard.press('Home')
    await page.reload()
    await page.locator('main[data-comparison]').waitFor()
    await expect.poll(() => turn(page)).toBe(0)
    await page.goto('about:blank')
    await page.goto(link)
    await page.locator('main[data-comparison]').waitFor()
    expect(await lanes()).toEqual(shown)
    await expect.poll(() => turn(page)).toBe(at)
    await expect(undo).toBeDisabled()
  })

  const state = (change: object): string =>
    linkTo({ turn: 20, lanes: [{ policy: 'lru', gates: 'on' }], ...change })
  const open = async (link: string): Promise<void> => {
    await page.goto(link)
    await page.locator('main[data-comparison]').waitFor()
  }

  await test.step('what is malformed is named, and the page opens with the rest', async () => {
    await open(state({ turn: 'soon' }))
    await expect(page.getByRole('alert')).toContainText(
      'turn should be a turn, counted from 0; it is ignored: "soon"',
    )
    expect(await lanes()).toEqual(['lru'])
    await open('/?cut#v1.cut-off')
    await expect(page.getByRole('alert')).toContainText('The link could not be opened')
    await open('/?newer#v9.anything')
    await expect(page.getByRole('alert')).toContainText('a newer version of this page wrote this state')
    await open(state({ source: { kind: 'scenario', name: 'nowhere' } }))
    await expect(page.getByRole('alert').filter({ hasText: 'nowhere' }).first()).toBeVisible()
  })

  await test.step('a text for a block that none can replace is left out, and named; the rest opens', async () => {
    // Block 0 is the text of the system, 1 the definition of a tool.
    const edits = [0, 1].map((block) => ({ turn: 20, kind: 'edit', block, text: 'Be brief.' }))
    const forks = edits.map((edit, at) => ({ id: `fork${at}`, name: `fork ${at}`, turn: 20, acts: [edit] }))
    await open(state({ lanes: [{ policy: 'lru', gates: 'on', actions: edits, forks }] }))
    await expect(page.getByRole('alert')).toContainText('with 1 exception')
    await expect(page.getByRole('alert')).toContainText(
      'a text for a block is left out: block 1 cannot be replaced by text',
    )
    await expect(page.locator('.lane-acts')).toContainText('edit system prompt')
    await expect(page.locator('.fork-bar li[data-fork]')).toHaveCount(2)
    await expect(page.locator('.fork-bar')).toContainText('cannot be replaced by text')
  })

  await test.step('a text written into a block is in no link, and stays over back, forward and a reload', async () => {
    const text = 'Ada lives in Ockham Park.'
    const edit = { turn: 20, kind: 'edit', block: 0, text }
    const fork = { id: 'fork1', name: 'shorter', turn: 20, acts: [edit] }
    const row = page.locator('.fork-bar li[data-fork]')
    // The link of an older page has it.
    await open(state({ lanes: [{ policy: 'lru', gates: 'on', forks: [fork] }] }))
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(row.locator('.fork-outcome')).toContainText('differs from turn 20')
    await expect(page).toHaveURL(/#v1\.[^~]/)
    const link = page.url()
    const held = await page.evaluate(async () => {
      const [, data = ''] = location.hash.split('.')
      const bytes = Uint8Array.from(atob(data.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
        one.charCodeAt(0),
      )
      return new Response(
        new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')),
      ).text()
    })
    expect(held).toContain('"name":"shorter"')
    expect(held).not.toContain('Ockham')
    await page.reload()
    await expect(row.locator('.fork-outcome')).toContainText('differs from turn 20')
    await andRun(page, () => page.getByLabel('Seed', { exact: true }).fill('8'))
    await expect(page).not.toHaveURL(link)
    await andRun(page, () => page.goBack())
    await expect(row.locator('.fork-outcome')).toContainText('differs from turn 20')

    await page.getByRole('button', { name: 'Copy link' }).click()
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('A link holds no text that was written into a block by hand')
    await notice.getByRole('button', { name: 'Library' }).click()
    await page.getByRole('dialog', { name: 'Library' }).press('Escape')

    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByRole('alert')).toContainText(
      'a link holds no text that was written into a block by hand',
    )
    await expect(row).toContainText('shorter')
    await expect(row).toContainText('no difference', { ignoreCase: true })
  })

  await test.step('Copy link says in sight what happened; refused, the link is selected to copy by hand', async () => {
    await open(state({}))
    // The page writes its own, shorter address in the place of the one that opened it.
    await expect.poll(() => page.url()).not.toContain('#v1.~')
    /** Lets the page copy, or not, and keeps what it copied. */
    const clipboard = (allowed: boolean) =>
      page.evaluate((isAllowed) => {
        const copied = window as unknown as { copied?: string }
        const write = async ([item]: ClipboardItem[]) => {
          if (!isAllowed || item === undefined) throw new DOMException('refused', 'NotAllowedError')
          copied.copied = await (await item.getType('text/plain')).text()
        }
        Object.defineProperty(navigator, 'clipboard', { value: { write }, configurable: true })
      }, allowed)
    // The address that is copied is that of the page, without what the test added to it.
    const ownHash = () => new RegExp(`^http\\S+/${new URL(page.url()).hash}$`)
    const note = page.locator('.share-note')
    const press = () => page.getByRole('button', { name: 'Copy link' }).click()
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await clipboard(true)
      await press()
      await expect(note).toBeInViewport({ ratio: 1 })
      await expect(note).toHaveText('Link copied')
      expect(await page.evaluate(() => (window as unknown as { copied?: string }).copied)).toMatch(ownHash())
      // It has no more to say.
      await expect(note).toBeHidden()

      await clipboard(false)
      await press()
      await expect(note).toBeInViewport({ ratio: 1 })
      await expect(note.getByLabel('Link')).toHaveValue(ownHash())
      await expect(note.getByLabel('Link')).toBeFocused()
      expect(await page.evaluate(() => getSelection()?.toString())).toMatch(ownHash())
      await page.keyboard.press('Escape')
      await expect(note).toBeHidden()
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a state of a log that is not here asks for the log, and opens with it', async () => {
    const text = JSON.stringify([
      { role: 'user', content: 'Which files are there?' },
      { role: 'assistant', content: 'Two of them.' },
    ])
    const hash = await page.evaluate(async (content) => {
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
      return [...new Uint8Array(bytes)]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('')
        .slice(0, 16)
    }, text)
    await open(state({ source: { kind: 'log', name: 'mine.json', size: text.length, hash } }))
    await expect(page.getByText('This comparison is about a log that is not here: mine.json')).toBeVisible()
    const give = (name: string, content: string) =>
      andRun(page, async () => {
        const file = { name, mimeType: 'application/json', buffer: Buffer.from(content) }
        await page.locator('.log-panel input[type="file"]:not([webkitdirectory])').setInputFiles(file)
      })
    await give('wrong.json', text.replace('Two', 'Three'))
    await expect(page.getByText('wrong.json has another hash: it is a different log')).toBeVisible()
    await page.getByRole('button', { name: 'Your data' }).click()
    await give('mine.json', text)
    expect(await lanes()).toEqual(['lru'])
    await expect(page.getByText('This comparison is about a log that is not here')).toBeHidden()
  })

  await test.step('an embedded page shows the lanes without controls, and a link to all of them', async () => {
    await open(state({ show: { controls: 'hidden' } }))
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Open in Context Window Lab' })).toHaveAttribute(
      'href',
      /#v1\./,
    )
    for (const key of ['g', 't', '?']) await page.keyboard.press(key)
    await expect(page.locator('.side, dialog[open]')).toHaveCount(0)
    await expect(page.locator('.lane-head').getByRole('combobox')).toHaveCount(0)
    await expect(
      page.locator('.lane-head').getByRole('button', { name: /^(?:Tune|Remove|Move|Save)/ }),
    ).toHaveCount(0)
    await expect(page.locator('.lane-head h2:not(.unseen)').first()).toBeVisible()
  })
})

test('an embedded page talks to the page around it, of the origin that its address names', async ({
  page,
  baseURL,
}) => {
  // Pages of other sites, from real servers: a browser lets no page of elsewhere frame one of this machine.
  const servers = [0, 1].map(() =>
    createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<iframe width="900" height="600"></iframe>')
    }).listen(0),
  )
  const [site = '', other = ''] = servers.map(
    (server) => `http://localhost:${(server.address() as AddressInfo).port}`,
  )
  const frameOn = async (address: string): Promise<void> => {
    await page.goto(`${address}/`)
    await page.evaluate(
      ([src]) => {
        Object.assign(window, { heard: [] })
        window.addEventListener('message', ({ data }) => {
          ;(window as unknown as { heard: unknown[] }).heard.push(data)
        })
        const frame = document.querySelector('iframe')
        if (frame !== null) frame.src = src ?? ''
      },
      [`${baseURL ?? ''}embed.html?site=${site}${linkTo({ turn: 20 }).replace(/^.*#/, '#')}`],
    )
    await page.frameLocator('iframe').locator('main[data-comparison]').waitFor()
  }
  const heard = () =>
    page.evaluate(() => (window as unknown as { heard: { kind: string; turn?: number }[] }).heard)
  const say = (message: object) =>
    page.evaluate((one) => {
      document.querySelector('iframe')?.contentWindow?.postMessage({ to: 'context-window-lab', ...one }, '*')
    }, message)
  const lab = page.frameLocator('iframe')

  await test.step('the library gives the HTML of the frame; without the name of its file nothing may frame the page', async () => {
    await page.addInitScript(() => {
      navigator.clipboard.write = async ([item]) => {
        Object.assign(window, { copied: await (await item?.getType('text/plain'))?.text() })
      }
    })
    await page.goto(linkTo({ turn: 20 }))
    await page.getByRole('button', { name: 'Library', exact: true }).click()
    await page.getByRole('button', { name: 'copy the HTML of a frame' }).click()
    const copied = () => page.evaluate(() => (window as unknown as { copied?: string }).copied ?? '')
    await expect.poll(copied).toContain(`<iframe src="${baseURL ?? ''}embed.html#v`)
    const policies = async (file: string) =>
      (await page.request.get(file)).headers()['content-security-policy'] ?? ''
    expect(await policies('./')).toContain("frame-ancestors 'self'")
    expect(await policies('index.html')).toContain("frame-ancestors 'self'")
    expect(await policies('embed.html')).not.toContain('frame-ancestors')
  })

  await frameOn(site)
  const from = 'context-window-lab'
  await expect
    .poll(heard)
    .toContainEqual({ from, kind: 'ready', turns: 46, lanes: ['Unprotected FIFO', 'Hybrid'] })
  await expect
    .poll(async () => (await heard()).at(-1))
    .toMatchObject({ from, kind: 'turn', turn: 20, playing: false })
  await say({ seek: 12 })
  await expect(lab.getByRole('slider', { name: 'Turn', exact: true })).toHaveAttribute('aria-valuenow', '12')
  await expect.poll(async () => (await heard()).at(-1)).toMatchObject({ turn: 12 })
  await say({ play: true })
  await expect.poll(async () => (await heard()).at(-1)?.turn).toBeGreaterThan(13)
  await say({ play: false })
  await expect.poll(async () => (await heard()).at(-1)).toMatchObject({ playing: false })

  await frameOn(other)
  await say({ seek: 12 })
  await page.waitForTimeout(500)
  expect(await heard()).toEqual([])
  await expect(lab.getByRole('slider', { name: 'Turn', exact: true })).toHaveAttribute('aria-valuenow', '20')
  for (const server of servers) server.close()
})

test('a step of a lesson has an address: for a first visit, after a reload, and for somebody in Expert', async ({
  page,
}) => {
  await page.goto('/#lesson=which-end/2')
  const title = page.locator('.lesson-words h2')
  await expect(title).toHaveText('What do you expect?')
  await expect(page.locator('.lesson')).toContainText('Which end to cut · step 2 of ')
  await expect(page).toHaveTitle(/^Which end to cut · step 2 of /)
  const [words, lane] = [await title.textContent(), await page.locator('.lane h2').first().textContent()]
  await page.reload()
  await expect(title).toHaveText(words ?? '')
  await expect(page).toHaveURL(/#lesson=which-end\/2$/)
  await page.getByRole('button', { name: 'Previous step' }).click()
  await expect(page).toHaveURL(/#lesson=which-end\/1$/)

  await page.getByRole('button', { name: 'Leave the lesson' }).click()
  await expect(page).not.toHaveURL(/lesson/)
  await page.getByRole('button', { name: 'Expert', exact: true }).click()
  await page.goto('about:blank')
  await page.goto('/#lesson=which-end/2')
  await expect(title).toHaveText(words ?? '')
  await expect(page.locator('.lane h2').first()).toHaveText(lane ?? '')

  await page.goto('about:blank')
  await page.goto('/#lesson=no-such')
  await expect(title).toContainText('Every call sends everything again')
  await expect(page.getByText('No lesson is named no-such')).toBeVisible()

  // In the page of somebody else it is told, too, without the list of others and without ways out.
  await page.goto('/embed.html#lesson=which-end/2')
  await expect(title).toHaveText('What do you expect?')
  await expect(page.locator('.lessons')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Leave the lesson' })).toHaveCount(0)
  await expect(page).toHaveURL(/#lesson=which-end\/2$/)
})
