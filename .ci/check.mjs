// Every check of the project, in order; `npm test` runs it. A step that fails does not stop the later ones.
//
//   npm test                           everything
//   npm test -- --only lint,types      some steps: format lint types laws dead-code budget unit browser
//
// The last line reads `N passed, N failed[, N skipped]`: unit tests, browser tests, and each other step as one.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const reports = join(root, 'node_modules', '.cache', 'check')
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')

/** Milliseconds after which a command is ended, so that one that hangs does not hide the result of the others. */
const patience = 10 * 60 * 1000

const build = ['vite', 'build', '--logLevel', 'warn']
/** The page is built once, by the first step that needs it. */
let built = false

/** `run` lists commands, the first failure ends the step; `count` reads how many tests a report holds; `mend` is what fixes it. */
const steps = [
  {
    name: 'format',
    run: [['prettier', '--check', '--log-level', 'warn', '.']],
    mend: 'npm run format',
  },
  { name: 'lint', run: [['oxlint']], mend: 'npx oxlint --fix, then by hand' },
  { name: 'types', run: [['tsc', '-b']], mend: 'by hand; one layer alone: npx tsc -b src/<layer>' },
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
    count: () => countUnitTests(unitReport),
    mend: 'npx vitest run src/<folder>',
  },
  {
    name: 'browser',
    run: [build, ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json']],
    count: () => countBrowserTests(browserReport),
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

const results = steps.filter(({ name }) => chosen.includes(name)).map(runStep)

console.log('\n── summary')
for (const { name, passed, failed, skipped, seconds, mend } of results) {
  const state = failed > 0 ? 'FAILED' : 'ok'
  const tests = passed + failed + skipped > 1 ? `  ${line({ passed, failed, skipped })}` : ''
  console.log(`${state.padEnd(6)}  ${name.padEnd(9)}  ${seconds.toFixed(1).padStart(6)} s${tests}`)
  if (failed > 0) console.log(`        mend: ${mend}`)
}
const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${line(total)}`)

function runStep({ name, run, count, mend }) {
  console.log(`\n── ${name}`)
  const start = performance.now()
  const broken = run.find((commandLine) => {
    if (commandLine === build && built) return false
    const [command, ...args] = commandLine
    const { status, error, signal } = spawnSync(command, args, {
      cwd: root,
      env,
      stdio: 'inherit',
      timeout: patience,
    })
    if (error) console.log(`${command} did not run to its end: ${error.message}`)
    else if (signal) console.log(`${command} was ended by ${signal}`)
    if (commandLine === build) built = status === 0
    return status !== 0
  })
  const seconds = (performance.now() - start) / 1000
  const counted = count?.() ?? { passed: broken ? 0 : 1, failed: broken ? 1 : 0, skipped: 0 }
  // a runner that fails without a failed test (a file that does not load, no server, no tests at all) is one failure
  if (broken && counted.failed === 0) counted.failed = 1
  if (!broken && counted.passed === 0) counted.failed = 1
  console.log(
    counted.failed > 0
      ? `${name} FAILED after ${seconds.toFixed(1)} s. To mend it: ${mend}`
      : `${name} ok, ${seconds.toFixed(1)} s`,
  )
  return { name, seconds, mend, ...counted }
}

/** Counts test by test; a file that could not be loaded counts as one failure. */
function countUnitTests(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = read(file)
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

function countBrowserTests(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 }
  const { expected, flaky, unexpected, skipped } = read(file).stats
  return { passed: expected + flaky, failed: unexpected, skipped }
}

function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function sum(key) {
  return results.reduce((all, result) => all + result[key], 0)
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
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
