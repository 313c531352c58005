import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { andRun, giveFile, openLab } from './lab.ts'

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
    const inPage = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')
    expect(headers['content-security-policy']).toContain(inPage)
  })
})
