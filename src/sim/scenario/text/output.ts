/** What a test runner, a compiler and a few commands print. */

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

/** The report of a test run, with every failure in full and as many passing tests as were asked for. */
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

/** What the compiler prints about one error; '' stands for success, on which it prints nothing. */
export function compilerReport(path: string, line: number, code: number, message: string): string {
  return `${path}(${line},${5 + (line % 11)}): error TS${code}: ${message}\n\nexit code 2`
}

/** Type errors that an edit to a call or an option object leads to. `$fn`, `$type`, `$field` are filled in. */
export const TYPE_ERRORS: readonly { readonly code: number; readonly message: string }[] = Object.freeze([
  {
    code: 2345,
    message: "Argument of type '$type' is not assignable to parameter of type '$type & { $field: string }'.",
  },
  {
    code: 2741,
    message: "Property '$field' is missing in type '{ id: string; }' but required in type '$type'.",
  },
  { code: 2322, message: "Type 'string | undefined' is not assignable to type 'string' ($field of $type)." },
  { code: 2554, message: "Expected 3 arguments, but got 2: '$fn' needs '$field'." },
])

/** One figure that a command shows, and how the agent speaks of it. */
export interface ProbeTemplate {
  readonly command: string
  readonly output: string
  readonly evidence: readonly string[]
  readonly finding: string
  readonly recall: readonly string[]
  readonly aim: string
}

export const PROBES: readonly ProbeTemplate[] = Object.freeze([
  {
    command: 'git log --oneline -n 8 -- $path',
    output:
      '$shaA fix: stop swallowing the cause in $fn\n$shaB chore: raise the page size after $ticket\n$shaC feat: $es for the export\n$shaD revert: $es by $str1\n$shaE fix: ties on $time1\n$shaF refactor: split $file\n$shaG test: cover the empty page\n$shaH feat: first version of $es',
    evidence: ['$shaD'],
    finding: 'commit `$shaD` reverted a first attempt',
    recall: [
      'The attempt that was reverted in `$shaD` changed the order, this one does not.',
      'Unlike `$shaD`, this keeps the old order of results.',
    ],
    aim: 'the history of `$file`',
  },
  {
    command: 'node bench/$es.mjs --rows $rows',
    output:
      '$es, $rows rows, 5 runs\n  load      $msA.4 ms\n  group     $msB.1 ms\n  serialize $msC.7 ms\n  peak heap $heap.2 MB\nslowest: serialize ($msC.7 ms)',
    evidence: ['$msC.7 ms'],
    finding: 'serializing $rows rows takes $msC.7 ms',
    recall: [
      'Measured before, serializing took $msC.7 ms; there is room for one more field.',
      'Against the $msC.7 ms of the benchmark the extra check does not show.',
    ],
    aim: 'the cost with $rows rows',
  },
  {
    command: 'git diff --stat',
    output:
      ' $path | $n1$m1 ++++++++--\n test/$file | $m1 ++++++\n 2 files changed, $changed insertions(+), $m1 deletions(-)\n working tree at $shaA',
    evidence: ['$changed insertions'],
    finding: 'the diff so far is $changed insertions',
    recall: [
      'The diff stood at $changed insertions before this step, still easy to review.',
      'With $changed insertions so far I would rather not add a refactoring on top.',
    ],
    aim: 'the size of the diff so far',
  },
  {
    command: 'npm ls --depth=0 --prod',
    output:
      '$service@$release\n├── fastify@5.$n1.$n2\n├── mysql2@3.$m1.$n1\n├── pino@9.$n2.$n1\n├── undici-types@7.$n1.0\n└── zod@4.$n1.$n2\n\nlock $shaA, $packages packages audited',
    evidence: ['$packages packages'],
    finding: 'the lockfile holds $packages packages',
    recall: ['`npm ls` said $packages packages; that number must not grow.'],
    aim: 'what is installed',
  },
  {
    command: 'sqlite3 var/snapshot.db "select count(*) from $TABLE where status = \'$st3\'"',
    output: '$rowsInState',
    evidence: ['$rowsInState'],
    finding: '$rowsInState rows of `$TABLE` are $st3',
    recall: [
      'There are $rowsInState $st3 rows in the snapshot, so the slow path is not a corner case.',
      'For the $rowsInState rows that are $st3 nothing changes.',
    ],
    aim: 'how many rows are concerned',
  },
])
