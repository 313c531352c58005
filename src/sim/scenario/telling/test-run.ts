import type { Chance } from './chance.ts'
import { shellDeed } from './deed.ts'
import type { Deed } from './deed.ts'
import { toldFact } from './fact.ts'
import type { Fact } from './fact.ts'
import { testReport, testsIn } from '../text/output.ts'
import type { TestFailure, TestFile } from '../text/output.ts'
import type { Workspace } from './workspace.ts'

export interface TestOrder {
  /** Identifies the run within a conversation. */
  readonly key: string
  readonly service: string
  readonly release: string
  /** One test file, or null for all. */
  readonly only: string | null
  readonly failures: readonly { readonly fact: Fact; readonly failure: TestFailure }[]
  /** Prefix of the command. */
  readonly environment: string
  /** Passing tests printed for each file of a full run; a run of one file prints all of its tests. */
  readonly printed: number
}

/** A test run over the test files of the workspace; a failure's line is looked up in its file. */
export function testDeed(workspace: Workspace, order: TestOrder, chance: Chance): Deed {
  const draws = chance('text', `test run ${order.key}`)
  const paths =
    order.only === null ? workspace.paths('test').filter((path) => path.endsWith('.test.ts')) : [order.only]
  const files: TestFile[] = paths.map((path) => ({
    path,
    tests: testNames(workspace.text(path)).length,
    ms: draws.integer(11, 96),
  }))
  const failing = new Set(order.failures.map((it) => it.failure.title.slice(-2).join(' > ')))
  const passing = new Map(
    paths.map((path) => {
      const names = testNames(workspace.text(path)).filter((name) => !failing.has(name))
      return [
        path,
        (order.only === null ? names.slice(0, order.printed) : names).map(
          (name) => `${name} ${draws.integer(1, 19)}ms`,
        ),
      ]
    }),
  )
  const command = order.only === null ? 'npm test' : `npx vitest run ${order.only}`
  const run = {
    service: order.service,
    release: order.release,
    command: order.only === null ? 'vitest run' : `vitest run ${order.only}`,
    files,
    failures: order.failures.map(({ failure }) => ({
      ...failure,
      line: lineOf(workspace.text(failure.path), failure),
    })),
    passing,
    seconds: `${draws.integer(2, 9)}.${draws.integer(10, 99)}`,
  }
  const total = testsIn(run)
  const failed = order.failures.length
  const first = order.failures[0]
  const counts = `${total - failed} passed (${total})`
  const countFact = toldFact({
    key: `counts ${order.key}`,
    kind: 'tool_result',
    evidence: [counts],
    recall: [
      `An earlier run had ${counts}, so I know what to compare with.`,
      `For reference, it was ${counts} before this.`,
    ],
    odds: 0.15,
  })
  const plants = [...order.failures.map((it) => it.fact), ...(order.only === null ? [countFact] : [])]
  return shellDeed(
    order.environment + command,
    testReport(run),
    first === undefined ? 'saw-pass' : 'saw-fail',
    first === undefined
      ? { passed: String(total) }
      : {
          failed: failed === 1 ? 'One test' : `${failed} tests`,
          verb: failed === 1 ? 'fails' : 'fail',
          test: first.failure.title.at(-1) ?? '',
          message: first.failure.message,
        },
    plants,
  )
}

/** Titles of the tests of a file in order, each after its suite. */
export function testNames(text: string): string[] {
  const names: string[] = []
  let suite = ''
  for (const line of text.split('\n')) {
    const described = /^\s*describe\('([^']+)'/.exec(line)
    if (described !== null) suite = described[1] ?? ''
    const title = /^\s*(?:it|\]\))\('([^']+)'/.exec(line)
    if (title !== null) names.push(`${suite} > ${title[1] ?? ''}`)
  }
  return names
}

function lineOf(text: string, failure: TestFailure): number {
  const title = failure.title.at(-1) ?? ''
  return text.split('\n').findIndex((line) => line.includes(title)) + 3
}
