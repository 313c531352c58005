// How Stryker runs for `mutants.mjs`, which says what is broken (MUTANT_FILES), where the result is kept (MUTANT_RESULT)
// and, for `mutants.vitest.mjs`, which tests are run.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

export default {
  mutate: process.env.MUTANT_FILES?.split(' '),
  testRunner: 'kept-loaded',
  plugins: [join(import.meta.dirname, 'mutants.runner.mjs')],
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTANT_WORKERS ?? availableParallelism()),
  incremental: true,
  incrementalFile: process.env.MUTANT_RESULT,
  // outside node_modules, where no tests are looked for
  tempDirName: '.cache/mutants/sandbox',
  ignorePatterns: [
    'dist',
    'dist-package',
    'e2e',
    'public',
    'test-results',
    'playwright-report',
    '.ci/law-fixtures',
  ],
  reporters: ['progress-append-only'],
  allowConsoleColors: false,
  fileLogLevel: 'off',
  logLevel: 'warn',
  // Long, since what hangs is mostly ended by its count of steps, and a process that is ended takes all with it.
  timeoutMS: 30_000,
  thresholds: { high: 85, low: 85, break: null },
}
