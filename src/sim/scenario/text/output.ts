/** The output of a test runner, a compiler and a few commands. */

export interface TestFile {
  readonly path: string
  readonly tests: number
  readonly ms: number
}

export interface TestFailure {
  readonly path: string
  /** Names of the suites and the test, outermost first. */
  readonly title: readonly string[]
  readonly message: string
  readonly expected: string
  readonly received: string
  readonly line: number
}

export interface TestRun {
  readonly service: string
  readonly release: string
  readonly command: string
  readonly files: readonly TestFile[]
  readonly failures: readonly TestFailure[]
  /** Names of passing tests to print, per path. */
  readonly passing: ReadonlyMap<string, readonly string[]>
  readonly seconds: string
}

export function testsIn(run: TestRun): number {
  return run.files.reduce((sum, file) => sum + file.tests, 0)
}

/** The report of a test run, with every failure in full and the given passing tests. */
export function testReport(run: TestRun): string {
  const lines = [`> ${run.service}@${run.release} test`, `> ${run.command}`, '']
  for (const file of run.files) {
    const failed = run.failures.filter((it) => it.path === file.path)
    if (failed.length === 0) lines.push(` ✓ ${file.path} (${file.tests} tests) ${file.ms}ms`)
    else lines.push(` ❯ ${file.path} (${file.tests} tests | ${failed.length} failed) ${file.ms}ms`)
    for (const name of run.passing.get(file.path) ?? []) lines.push(`   ✓ ${name}`)
    for (const failure of failed) {
      lines.push(`   × ${failure.title.join(' > ')}`, `     → ${failure.message}`)
    }
  }
  if (run.failures.length > 0) lines.push('', `⎯⎯⎯⎯⎯⎯⎯ Failed Tests ${run.failures.length} ⎯⎯⎯⎯⎯⎯⎯`)
  for (const failure of run.failures) {
    lines.push(
      '',
      ` FAIL  ${failure.path} > ${failure.title.join(' > ')}`,
      `AssertionError: ${failure.message}`,
      '',
      `  - Expected   ${failure.expected}`,
      `  + Received   ${failure.received}`,
      '',
      ` ❯ ${failure.path}:${failure.line}:${8 + (failure.line % 23)}`,
    )
  }
  const total = testsIn(run)
  const badFiles = new Set(run.failures.map((it) => it.path)).size
  const bad = run.failures.length
  lines.push(
    '',
    ` Test Files  ${bad > 0 ? `${badFiles} failed | ` : ''}${run.files.length - badFiles} passed (${run.files.length})`,
    `      Tests  ${bad > 0 ? `${bad} failed | ` : ''}${total - bad} passed (${total})`,
    `   Duration  ${run.seconds}s`,
  )
  if (bad > 0) lines.push('', 'exit code 1')
  return lines.join('\n')
}

/** The compiler's output for one error; '' for success, which prints nothing. */
export function compilerReport(path: string, line: number, code: number, message: string): string {
  return `${path}(${line},${5 + (line % 11)}): error TS${code}: ${message}\n\nexit code 2`
}
