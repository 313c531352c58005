// The main paths in WebKit, the engine of Safari: `npm run e2e:webkit`. Apart from `npm test`, because it needs another browser.
// It drives the browser of Debian's packages webkit2gtk-driver and xvfb by WebDriver.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as sim from '../src/sim/index.ts'
import { plainHost } from './plain-host.ts'
import { everyTimeline, simForBrowsers } from './same-bytes.ts'

const PATIENCE = 60_000
const DRIVER = 'http://127.0.0.1:43219'
/** The key under which WebDriver hands an element over. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** A log without a system prompt, of which the first text is counted by a factor that a worker loads for logs alone. */
const log = join(mkdtempSync(join(tmpdir(), 'lab-')), 'webkit.jsonl')
writeFileSync(log, [...sessionOf30()].map((line) => `${JSON.stringify(line)}\n`).join(''))

const { entry, scripts } = await simForBrowsers()
const host = await plainHost(Object.fromEntries([...scripts].map(([name, code]) => [`/sim/${name}`, code])))
const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${new URL(DRIVER).port}`], {
  detached: true,
  stdio: 'ignore',
})
let session = ''
try {
  const binary = readdirSync('/usr/lib')
    .map((machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`)
    .find((path) => existsSync(path))
  const options = { binary, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = await untilIt(() => call<{ sessionId: string }>('POST', '/session', { capabilities }))
  session = `/session/${sessionId}`
  await call('POST', `${session}/window/rect`, { width: 1280, height: 900 })
  await call('POST', `${session}/url`, { url: host.address })
  await run("localStorage.setItem('context-window-lab.depth', 'expert')")
  await call('POST', `${session}/refresh`, {})

  await step('the first picture, counted exactly', async () => {
    const readout = await untilIt(() => run("return document.querySelector('.lane .readout').textContent"))
    assert.doesNotMatch(String(readout), /≈/)
  })
  await step('a link to the page is copied', async () => {
    await press('Copy link')
    await untilIt(async () => assert.match(await textOf('.share-note'), /^Link copied/))
  })
  await step('a log is read and run, kept, and has the same figures after a reload', async () => {
    await press('Your data')
    const input = await find('.log-panel input[type="file"]:not([webkitdirectory])')
    await call('POST', `${input}/value`, { text: log })
    const figures = await untilIt(async () => {
      const about = await textOf('.about')
      assert.match(about, /webkit/)
      return about
    })
    await press('Keep in this browser')
    await untilIt(async () => assert.ok(await run('return navigator.serviceWorker.controller !== null')))
    await pause(1000)
    await call('POST', `${session}/refresh`, {})
    await untilIt(async () => assert.match(await textOf('.about'), /webkit/))
    assert.equal(await textOf('.about'), figures)
  })
  await step('EDIT-3 a run has the same bytes in Node and in WebKit', async () => {
    const inWebKit = await call('POST', `${session}/execute/async`, {
      script:
        'const [url, done] = arguments; import(url).then((module) => done(module.everyTimeline(module)), (failure) => done(String(failure)))',
      args: [`/sim/${entry}`],
    })
    assert.deepEqual(inWebKit, everyTimeline(sim))
  })
} finally {
  if (session !== '') await call('DELETE', session)
  if (driver.pid !== undefined) process.kill(-driver.pid)
  host.close()
}

async function step(title: string, act: () => Promise<void>): Promise<void> {
  await act()
  process.stdout.write(`  ✓ ${title}\n`)
}

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(DRIVER + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { value } = (await answer.json()) as { value: Answer }
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
  return value
}

/** What an act gives, once it no longer fails. */
async function untilIt<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  const end = Date.now() + PATIENCE
  for (;;) {
    try {
      return await act()
    } catch (failure) {
      if (Date.now() > end) throw failure
      await pause(200)
    }
  }
}

function run(script: string): Promise<unknown> {
  return call('POST', `${session}/execute/sync`, { script, args: [] })
}

async function textOf(selector: string): Promise<string> {
  return String(await run(`return document.querySelector(${JSON.stringify(selector)}).textContent`))
}

/** The path of an element in the session. */
async function find(value: string, using = 'css selector'): Promise<string> {
  const element = await untilIt(() =>
    call<Record<string, string>>('POST', `${session}/element`, { using, value }),
  )
  return `${session}/element/${element[ELEMENT]}`
}

/** Presses a button as a person does: by its name, once it can be pressed. */
async function press(name: string): Promise<void> {
  const button = await find(`//button[@aria-label="${name}" or normalize-space()="${name}"]`, 'xpath')
  await untilIt(() => call('POST', `${button}/click`, {}))
}

/** A session of Claude Code with thirty calls. */
function* sessionOf30() {
  let uuid: string | null = null
  const next = (type: string, message: object) => {
    const line = { sessionId: 'webkit', version: '2.0.30', cwd: '/app', type, parentUuid: uuid }
    uuid = `${uuid ?? ''}x`
    return { ...line, uuid, timestamp: new Date(1e12 + 1e4 * uuid.length).toISOString(), message }
  }
  yield next('user', {
    role: 'user',
    content: 'Rename every value in src to count, and never touch package.json.',
  })
  for (let call = 0; call < 30; call++) {
    const [id, path] = [`toolu_${call}`, `/app/src/f${call}.ts`]
    const usage = { input_tokens: 1300 + 300 * call, output_tokens: 80 }
    const content = [{ type: 'tool_use', id, name: 'Read', input: { file_path: path } }]
    yield next('assistant', {
      id: `msg_${call}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content,
      usage,
    })
    const text = `const value${call} = import('./f${call + 1}.ts')\n`.repeat(40)
    yield next('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] })
  }
}
