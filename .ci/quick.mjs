// What is worth a look before each commit, in under a minute on two cores; `npm run check:quick` runs it.
//
// Types and lint of everything, the format of the files that changed since the commit before this one, and the unit tests
// that these files can break, without those that take long. What all checks find is found by `npm test` alone.
import { execFileSync, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  // vite.config.ts leaves out what takes long
  QUICK: '1',
}

const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', '--relative', 'HEAD~1'),
  ...git('ls-files', '--others', '--exclude-standard'),
]
const sources = changed.filter((file) => /^(src|e2e\/provider)\/.*\.tsx?$/.test(file))

const steps = [
  { name: 'types', run: ['node', 'node_modules/typescript-7/bin/tsc', '-b'] },
  { name: 'lint', run: ['oxlint', '--quiet'] },
  ...(changed.length > 0
    ? [{ name: 'format', run: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed] }]
    : []),
  ...(sources.length > 0
    ? [{ name: 'unit', run: ['vitest', 'related', '--run', '--passWithNoTests', ...sources] }]
    : []),
]

const failed = await Promise.all(steps.map(runStep))
process.exitCode = failed.some(Boolean) ? 1 : 0

/** Paths as git prints them; none where it does not know the commit. */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter((line) => line !== '')
  } catch {
    return []
  }
}

/** Prints a step whole when it has ended, and resolves to whether it failed. */
function runStep({ name, run: [command, ...args] }) {
  return new Promise((resolve) => {
    const start = performance.now()
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text) => (output += text))
    }
    const end = (complaint) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      const bad = complaint !== null
      console.log(`\n── ${name} ${bad ? `FAILED (${complaint})` : 'ok'}, ${seconds} s`)
      if (bad || name === 'unit') console.log(output.trimEnd())
      resolve(bad)
    }
    child.on('error', (error) => end(error.message))
    child.on('close', (status, signal) => end(status === 0 ? null : (signal ?? `exit code ${status}`)))
  })
}
