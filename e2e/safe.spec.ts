import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, giveFile, openLab, violationsInBothThemes } from './lab.ts'

/** Texts that would act if they ever became markup, a style, an address or code. */
const PAYLOADS = [
  '<img src=x onerror="window.acted=1">',
  '<script>window.acted=1</script>',
  '<svg onload="window.acted=1"><style>*{display:none}</style></svg>',
  '<a href="javascript:window.acted=1">go</a>',
  '"><iframe srcdoc="<script>parent.acted=1</script>"></iframe>',
  '{{constructor.constructor("window.acted=1")()}}',
  '<link rel=stylesheet href="https://elsewhere.example/a.css"><img src="https://elsewhere.example/a.png">',
]

/** A log with a payload wherever a log has words: names, arguments, results, replies, ids, the model. */
function armed(): string {
  const messages = PAYLOADS.flatMap((payload, n) => [
    { role: 'user', content: `Please: ${payload}` },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `${payload}${n}`, name: payload, input: { [payload]: payload } }],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `${payload}${n}`, content: `${payload} `.repeat(60) }],
    },
    { role: 'assistant', content: `Done with ${payload}` },
  ])
  return JSON.stringify({ model: PAYLOADS[0], system: PAYLOADS[1], messages })
}

/** What the policy refused since the page was opened. */
function refused(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { refused: string[] }).refused)
}

test('the page asks nobody else for anything, keeps to its policy in every part, and pasted text never becomes markup', async ({
  page,
}) => {
  test.slow()
  const foreign: string[] = []
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') foreign.push(request.url())
  })
  await page.addInitScript(() => {
    const seen: string[] = []
    localStorage.setItem('context-window-lab.depth', 'expert')
    Object.assign(window, { refused: seen })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      seen.push(`${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  await openLab(page)

  await test.step('a log full of payloads is only shown', async () => {
    const markup = () => page.locator('iframe, script, img, main style, a[href^="javascript"]').count()
    const before = await markup()
    await andRun(page, () => giveFile(page, `${PAYLOADS[0]}.json`, armed()))
    await page.locator('table [data-block]', { hasText: 'onerror' }).first().click()
    await expect(page.locator('.why pre, .why .block-text').first()).toContainText('<img src=x')
    await page
      .getByRole('button', { name: /^Tune / })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Text' }).click()
    // Only the editor's own rules make it so.
    await expect(page.locator('.cm-scroller')).toHaveCSS('z-index', '0')
    await page.getByRole('button', { name: 'Keys', exact: true }).click()
    await expect(page.locator('.key-sheet')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible()
    expect(await markup()).toBe(before)
    expect(await page.evaluate(() => 'acted' in window)).toBe(false)
  })
  await test.step('nothing that the page does itself is refused', async () => {
    expect(await refused(page)).toEqual([])
  })
  await test.step('what a mistake would do is refused: a script or a style as text, markup from text, code from text', async () => {
    const acted = await page.evaluate(async () => {
      // The browser lets the debugger itself use eval until its call first waits.
      await new Promise((resolve) => setTimeout(resolve, 1))
      const tried: Record<string, () => void> = {
        markup: () => {
          document.createElement('div').innerHTML = '<b>text</b>'
        },
        code: () => {
          // oxlint-disable-next-line no-eval -- it must be refused
          ;(0, eval)('window.acted = 1')
        },
        worker: () => new Worker('https://elsewhere.example/worker.js'),
        style: () => {
          const style = document.createElement('style')
          style.textContent = 'body { outline: 1px solid }'
          document.head.append(style)
          if (style.sheet === null) throw new Error('refused')
        },
      }
      return Object.keys(tried).filter((name) => {
        try {
          tried[name]?.()
          return true
        } catch {
          return false
        }
      })
    })
    expect(acted).toEqual([])
    const inline = await page.evaluate(async () => {
      const script = document.createElementNS('http://www.w3.org/2000/svg', 'script')
      script.append('window.acted = 1')
      document.body.append(script)
      await new Promise((resolve) => setTimeout(resolve, 50))
      return 'acted' in window
    })
    expect(inline).toBe(false)
    expect((await refused(page)).length).toBeGreaterThanOrEqual(4)
  })
  await test.step('nobody else was asked for anything', () => {
    expect(foreign).toEqual([])
  })
  await test.step('the preview sends the headers that a host should send', async () => {
    const headers = (await page.request.get('/')).headers()
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).not.toMatch(/'unsafe-(?:inline|eval)'/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['permissions-policy']).toContain('camera=()')
    // The policy in the page is the same, for hosts that send no headers.
    const inPage = await page
      .locator('meta[http-equiv="Content-Security-Policy"]')
      .first()
      .getAttribute('content')
    expect(headers['content-security-policy']).toContain(inPage)
  })
})

test('this load of the page may call its host and one address; another address needs another load', async ({
  page,
}) => {
  const [first, other, local] = [
    'https://api.anthropic.com',
    'https://proxy.example',
    'http://localhost:1234',
  ]
  for (const address of [first, other, local])
    await page.route(`${address}/**`, (route) =>
      route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' }, body: '{}' }),
    )
  const reached = async (): Promise<string[]> =>
    page.evaluate(
      async (addresses) => {
        const answers = await Promise.all(
          addresses.map((address) =>
            fetch(`${address}/v1/any`).then(
              () => [address],
              () => [],
            ),
          ),
        )
        return answers.flat()
      },
      [first, other, local],
    )
  await openLab(page)
  await andRun(page, () => page.getByRole('button', { name: 'Remove Hybrid' }).click())
  // A busy machine loads what follows the page late, and the lanes stay from then on.
  await expect(page).toHaveURL(/#v1\./)

  await test.step('at first the provider’s own', async () => {
    expect(await reached()).toEqual([first])
    expect(await page.evaluate(async () => (await fetch('./favicon.svg')).status)).toBe(200)
  })
  await test.step('no script can widen it', async () => {
    await page.evaluate(() => {
      const policy = document.createElement('meta')
      policy.httpEquiv = 'Content-Security-Policy'
      policy.content = 'connect-src *'
      document.head.append(policy)
      document.querySelector('meta[data-calls]')?.remove()
    })
    expect(await reached()).toEqual([first])
  })
  await test.step('a worker reaches nobody, where the host sends headers', async () => {
    const [worker] = page.workers()
    expect(
      await worker?.evaluate(
        (address) =>
          fetch(address).then(
            () => 'reached',
            () => 'refused',
          ),
        first,
      ),
    ).toBe('refused')
  })
  await page.reload()
  await page.locator('main[data-comparison]').waitFor()

  await test.step('a chosen one is reached after another load, and it alone; the lanes stay', async () => {
    await page.locator('.model-button').click()
    const model = page.locator('.model-panel')
    await model.getByRole('button', { name: 'Change', exact: true }).click()
    await model.getByLabel('Base URL').fill(other)
    await model.getByRole('button', { name: 'Continue' }).click()
    await model.getByRole('button', { name: `Send calls to ${other}` }).click()
    await expect(model.getByRole('alert')).toContainText(
      `This page may call ${other} only after it is loaded again.`,
    )
    expect(await violationsInBothThemes(page, '.model-panel')).toEqual([])
    expect(await reached()).toEqual([first])
    // The click returns before the page is left: what is asked until then may be asked of either page, or of none.
    const loaded = page.waitForEvent('load')
    await model.getByRole('button', { name: 'Load the page again' }).click()
    await loaded
    expect(await reached()).toEqual([other])
    await page.locator('main[data-comparison]').waitFor()
    await expect(page.locator('.lane')).toHaveCount(2)
    await page.locator('.model-button').click()
    await expect(model.locator('.address')).toHaveText(other)
    await expect(model.getByRole('alert')).toBeHidden()
  })
})
