// Random use of the page: `npm run e2e:random -- [seed] [actions]`. Apart from `npm test`, because what it does is not
// known beforehand. The same seed does the same as long as the page is the same; the actions before a fault are printed.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import type { ElementHandle, JSHandle } from 'playwright'
import { stream } from '../src/engine/internal.ts'
import { findChromium } from '../src/testing/find-chromium.ts'
import { plainHost } from './plain-host.ts'

const [seed = 1, actions = 200] = process.argv.slice(2).map(Number)
const random = stream(seed, 'use')

const KEYS =
  'Escape ArrowRight ArrowLeft ArrowUp ArrowDown Home End Enter Tab Space [ ] / ? x d g f z v t l p s e c n 0 1 2 3 + - Control+z Control+Shift+z'.split(
    ' ',
  )
const TEXTS = [
  '',
  '0',
  '1',
  '-3',
  '0.5',
  '50 %',
  '8k',
  '1e9',
  '12,000',
  'abc',
  'ünïcode 💥',
  '<b>x</b>',
  '{"a":1}',
]
const WIDTHS = [390, 768, 1024, 1280, 1440, 1920]
const SAMPLES = join(import.meta.dirname, '..', 'public', 'samples')
/** A click or a key on something that went away meanwhile is no fault. */
const GONE = /Timeout|intercepts|not attached|outside of the viewport|Execution context|not visible|detached/
/** Milliseconds: a press that cannot be made is given up soon, a run may take long. */
const [PRESS, RUN] = [1000, 60_000]

const host = await plainHost()
const executablePath = findChromium()
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(executablePath === null ? {} : { executablePath }),
})
const page = await browser.newPage({
  viewport: { width: random.pick(WIDTHS), height: 800 },
  colorScheme: random.pick(['light', 'dark'] as const),
  reducedMotion: random.pick(['reduce', 'no-preference'] as const),
})
const done: string[] = []
/** Each fault once: most stay until the page is loaded anew. */
const faults = new Set<string>()

function tell(fault: string): void {
  if (faults.has(fault)) return
  faults.add(fault)
  console.log(`\nseed ${seed}, after ${done.length} actions: ${fault}\n  ${done.slice(-8).join('\n  ')}`)
}

page.on('pageerror', (error) => {
  tell(`an error that nobody caught: ${error.stack ?? error.message}`)
})
page.on('console', (message) => {
  if (message.type() === 'error' || message.type() === 'warning') tell(`the console: ${message.text()}`)
})
page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))

try {
  await page.addInitScript(
    (depth) => {
      const name = 'context-window-lab.depth'
      // Before the first page there is an empty one, which may keep nothing.
      if (location.protocol === 'http:' && localStorage.getItem(name) === null)
        localStorage.setItem(name, depth)
    },
    random.pick(['learn', 'compare', 'expert']),
  )
  await open()
  while (done.length < actions) {
    try {
      await act()
    } catch (error) {
      if (!GONE.test(String(error))) tell(`an action failed: ${String(error)}`)
    }
    await page.waitForTimeout(60)
    await look()
  }
  console.log(`\nseed ${seed}: ${done.length} actions, ${faults.size} faults`)
  process.exitCode = faults.size > 0 ? 1 : 0
} finally {
  await browser.close()
  host.close()
}

async function open(): Promise<void> {
  await page.goto(host.address)
  await page.waitForSelector('main[data-comparison]', { timeout: RUN })
}

/** One action, mostly on a control. */
async function act(): Promise<void> {
  const kind = random.uniform()
  if (kind < 0.12) {
    const key = random.pick(KEYS)
    done.push(`key ${key}`)
    await page.keyboard.press(key)
  } else if (kind < 0.14) {
    done.push('back')
    await page.evaluate(() => {
      history.back()
    })
    await page.waitForTimeout(200)
    if (!page.url().startsWith(host.address)) await open()
  } else if (kind < 0.15) {
    done.push('reload')
    await page.reload()
    await page.waitForSelector('main', { timeout: RUN })
  } else if (kind < 0.17) {
    const file = random.pick(readdirSync(SAMPLES))
    done.push(`file ${file}`)
    const input = page.locator('input[type="file"]').first()
    if ((await input.count()) > 0) await input.setInputFiles(join(SAMPLES, file), { timeout: PRESS })
  } else if (kind < 0.19) {
    const width = random.pick(WIDTHS)
    done.push(`width ${width}`)
    await page.setViewportSize({ width, height: random.pick([600, 800, 1000]) })
  } else await use()
}

/** Uses any control that can be seen. */
async function use(): Promise<void> {
  const controls: JSHandle<HTMLElement[]> = await page.evaluateHandle(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'button, [role=tab], [role=slider], [role=radio], [role=switch], [role=option], [role=menuitem], select, textarea, ' +
        'input:not([type=file]), summary, [data-block], .cm-content, .lane svg, a[href^="#"]',
    )
    return [...all].filter((one) => {
      const { width, height } = one.getBoundingClientRect()
      return (
        width > 1 && height > 1 && one.checkVisibility() && !one.matches(':disabled, [aria-disabled=true]')
      )
    })
  })
  const count = await controls.evaluate((all) => all.length)
  if (count === 0) {
    done.push('key Escape')
    await page.keyboard.press('Escape')
    return
  }
  const nth = random.integer(0, count - 1)
  const handle = await controls.evaluateHandle((all, at) => all[at], nth)
  const control = handle.asElement()
  if (control === null) return
  const { tag, type, role, said } = await control.evaluate((one) => ({
    tag: one.tagName.toLowerCase(),
    type: one.getAttribute('type'),
    role: one.getAttribute('role'),
    said: (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 60),
  }))
  done.push(`${role ?? tag} “${said}”`)
  if (tag === 'select') {
    const values = await control.evaluate((one) =>
      [...(one as HTMLSelectElement).options].filter(({ disabled }) => !disabled).map(({ value }) => value),
    )
    if (values.length > 0) await control.selectOption(random.pick(values), { timeout: PRESS })
  } else if (type === 'range' || role === 'slider') {
    await control.focus()
    await page.keyboard.press(random.pick(['ArrowRight', 'ArrowLeft', 'PageUp', 'PageDown', 'Home', 'End']))
  } else if (tag === 'textarea' || (tag === 'input' && type !== 'checkbox' && type !== 'radio')) {
    const text = random.pick(TEXTS)
    done.push(`  types “${text}”`)
    await control.fill(text, { timeout: PRESS })
    await page.keyboard.press('Enter')
  } else if (random.uniform() < 0.1) await drag(control)
  else await control.click({ timeout: PRESS })
}

async function drag(control: ElementHandle<HTMLElement>): Promise<void> {
  await control.scrollIntoViewIfNeeded({ timeout: PRESS })
  const box = await control.boundingBox()
  if (box === null) return
  const [x, y] = [box.x + box.width * random.uniform(), box.y + box.height * random.uniform()]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + random.integer(-100, 100), y + random.integer(-100, 100), { steps: 3 })
  await page.mouse.up()
}

/** What must never be seen: a part that failed, a figure that is none, a page wider than the screen, a run without end. */
async function look(): Promise<void> {
  if (!page.url().startsWith(host.address)) tell(`the page was left for ${page.url()}`)
  // No function in it has a name: tsx marks those with a function of its own, which the page does not have.
  const seen = await page.evaluate(() => ({
    failed: [...document.querySelectorAll('.part-failed, .page-failed')]
      .filter((one) => one.checkVisibility())
      .map((one) => one.textContent.slice(0, 200)),
    figures: [...document.querySelectorAll('main *, dialog *, aside *')]
      .filter(
        (one) =>
          one.childElementCount === 0 &&
          /\bNaN\b|\bundefined\b|\[object |Infinity/.test(one.textContent) &&
          // Texts of the conversation may say anything.
          one.closest('pre, textarea, .cm-content, .block-text') === null &&
          one.checkVisibility(),
      )
      .map((one) => one.textContent.slice(0, 200)),
    runs: document.querySelector('.run-status') !== null,
  }))
  for (const text of seen.failed) tell(`a part of the page failed: ${text}`)
  for (const text of seen.figures) tell(`a figure is none: ${text}`)
  // What is measured anew after a change of the width may take a moment.
  if ((await wider()) > 1) {
    await page.waitForTimeout(1000)
    if ((await wider()) > 1) tell(`at ${page.viewportSize()?.width ?? 0} px the page is too wide`)
  }
  if (!seen.runs || done.length % 5 > 0) return
  const ends = page.locator('.run-status').waitFor({ state: 'detached', timeout: RUN })
  await ends.catch(() => {
    tell('a run does not end')
  })
}

function wider(): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
