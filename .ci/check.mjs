// Every check of the project; `npm test` runs it. A step that fails does not stop the others.
//
//   npm test                           everything
//   npm test -- --only lint,types      some steps: format types lint laws dead-code budget unit browser
//
// Steps that need one core run two at a time, each printed whole when it ends; the tests use all cores and run alone.
// The summary comes last, and in it what failed with the beginning of each message: the end of the output tells enough.
// The last line reads `N passed, N failed[, N skipped]`: unit tests, browser tests, and each other step as one.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { browserFailures, browserUnsteady, printed, unitFailures } from './failures.mjs'

const root = join(import.meta.dirname, '..')
const reports = join(root, 'node_modules', '.cache', 'check')
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')

/** Milliseconds after which a command is ended, so that one that hangs does not hide the result of the others. */
const patience = 25 * 60 * 1000

const build = ['vite', 'build', '--logLevel', 'warn']
const installBrowser = ['tsx', '--eval', "import('./e2e/global-setup.ts').then((setup) => setup.default())"]
/** The page is built once, by the first step that needs it. */
let built = false

/**
 * `run` lists commands, the first failure ends the step; `report` is what they write about tests, which `count` counts
 * and `failures` names, `unsteady` those that passed when they were run again; `mend` is what fixes it. Steps without a
 * report run beside each other, the long ones first.
 */
const steps = [
  {
    name: 'format',
    run: [['oxfmt', '--check']],
    mend: 'npm run format',
  },
  {
    name: 'types',
    run: [['node', 'node_modules/typescript-7/bin/tsc', '-b']],
    mend: 'by hand; one layer alone: npm run types -- src/<layer>',
  },
  { name: 'lint', run: [['oxlint']], mend: 'npx oxlint --fix, then by hand' },
  { name: 'laws', run: [['node', '.ci/laws.mjs']], mend: 'as each law says; the table is .ci/layers.mjs' },
  {
    name: 'dead-code',
    run: [['knip', '--no-progress', '--treat-config-hints-as-errors']],
    mend: 'delete what it lists, or let the door of the layer export it; the entry points stand in knip.json',
  },
  {
    name: 'budget',
    run: [build, ['size-limit']],
    mend: 'load it later with import(), or move it into the worker; the limits stand in .size-limit.mjs',
  },
  {
    name: 'unit',
    run: [['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]],
    report: unitReport,
    count: countUnitTests,
    failures: unitFailures,
    mend: 'npx vitest run src/<folder>',
  },
  {
    name: 'browser',
    // Chromium itself crashes once in some thousand pages. A test that passes only when it is run again is named.
    run: [
      build,
      ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', '--retries=1'],
    ],
    report: browserReport,
    count: countBrowserTests,
    failures: browserFailures,
    unsteady: browserUnsteady,
    mend: 'npm run e2e -- -g "<title>"',
  },
]

const known = steps.map(({ name }) => name)
const chosen = namesAfterOnly() ?? known
const unknown = chosen.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no step called ${unknown.join(', ')}. The steps are: ${known.join(', ')}`)
  process.exit(2)
}

const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
  // a free port, so that two checkouts can be checked at the same time
  E2E_PORT: process.env.E2E_PORT ?? String(await freePort()),
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

/** What comes over the network begins at once: the browser, where there is none. If that fails, its own step says why. */
const browser = chosen.includes('browser') ? runCommand(installBrowser, true) : null

const due = steps.filter(({ name }) => chosen.includes(name))
const results = await twoAtATime(due.filter(({ report }) => report === undefined))
for (const step of due.filter(({ report }) => report !== undefined)) {
  if (step.name === 'browser') await browser
  results.push(await runStep(step, false))
}

console.log('\n── summary')
for (const { name, passed, failed, skipped, seconds, mend } of results) {
  const state = failed > 0 ? 'FAILED' : 'ok'
  const tests = passed + failed + skipped > 1 ? `  ${line({ passed, failed, skipped })}` : ''
  console.log(`${state.padEnd(6)}  ${name.padEnd(9)}  ${seconds.toFixed(1).padStart(6)} s${tests}`)
  if (failed > 0) console.log(`        mend: ${mend}`)
}
for (const text of printed(
  'what failed',
  results.flatMap(({ failures }) => failures),
))
  console.log(text)
for (const text of printed(
  'what passed only when it was run again',
  results.flatMap(({ unsteady }) => unsteady),
))
  console.log(text)
const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${line(total)}`)

/** Runs steps side by side and returns their results in the order of the steps. */
async function twoAtATime(all) {
  const found = []
  const waiting = [...all.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, step] = next
      found[index] = await runStep(step, true)
    }
  }
  await Promise.all([work(), work()])
  return found
}

/** @param held whether the output is kept and printed at the end, since another step prints meanwhile */
async function runStep({ name, run, report, count, failures, unsteady, mend }, held) {
  const said = []
  const say = (text) => (held ? said.push(text) : process.stdout.write(text))
  say(`\n── ${name}\n`)
  const start = performance.now()
  let output = ''
  let broken = false
  for (const command of run) {
    if (command === build && built) continue
    const ended = await runCommand(command, held)
    if (command === build) built = ended.status === 0
    output += ended.output
    say(ended.output)
    if (ended.complaint !== '') say(`${ended.complaint}\n`)
    broken = ended.status !== 0
    if (broken) break
  }
  const seconds = (performance.now() - start) / 1000
  const read = report !== undefined && existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
  const counted =
    report === undefined
      ? { passed: broken ? 0 : 1, failed: broken ? 1 : 0, skipped: 0 }
      : read === null
        ? { passed: 0, failed: 0, skipped: 0 }
        : count(read)
  // a runner that fails without a failed test (a file that does not load, no server, no tests at all) is one failure
  if (broken && counted.failed === 0) counted.failed = 1
  if (!broken && counted.passed === 0) counted.failed = 1
  say(
    counted.failed > 0
      ? `${name} FAILED after ${seconds.toFixed(1)} s. To mend it: ${mend}\n`
      : `${name} ok, ${seconds.toFixed(1)} s\n`,
  )
  if (held) process.stdout.write(said.join(''))
  const named = read === null ? [] : failures(read, root)
  const told = counted.failed > 0 && named.length === 0 ? [{ title: name, message: output }] : named
  const again = read === null ? [] : (unsteady?.(read) ?? [])
  return { name, seconds, mend, failures: told, unsteady: again, ...counted }
}

/** Resolves when the command ended: with its status, what it printed if that is held back, and why it was ended. */
function runCommand([command, ...args], held) {
  return new Promise((resolve) => {
    const stdio = held ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd: root, env, stdio, timeout: patience })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8')
      stream?.on('data', (text) => (output += text))
    }
    child.on('error', (error) => {
      resolve({ status: null, output, complaint: `${command} did not run to its end: ${error.message}` })
    })
    child.on('close', (status, signal) => {
      resolve({ status, output, complaint: signal === null ? '' : `${command} was ended by ${signal}` })
    })
  })
}

/** Counts test by test; a file that could not be loaded counts as one failure. */
function countUnitTests({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
  }
}

function countBrowserTests({ stats: { expected, flaky, unexpected, skipped } }) {
  return { passed: expected + flaky, failed: unexpected, skipped }
}

function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function sum(key) {
  return results.reduce((all, result) => all + result[key], 0)
}

/** `--only lint,types`, `--only=lint` or just `lint types`; null where no step is named. */
function namesAfterOnly() {
  const words = process.argv.slice(2).flatMap((word) => word.split(/[=,]/))
  const names = words.filter((word) => word !== '' && word !== '--only')
  return names.length > 0 ? names : null
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
