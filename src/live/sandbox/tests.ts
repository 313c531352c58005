import type { World } from '../live.ts'
import { repository } from '../repository/repository.ts'
import { heldUntil } from './held-until.ts'
import type { Held } from './held-until.ts'
import { loadFailure } from './modules.ts'

type Files = World['files']

/** A test of the made-up service, and its result. Nothing is run: the source is read. */
interface PretendTest {
  readonly name: string
  /** The files that it tests. If one of these was changed otherwise, the result is unknown. */
  readonly exercises: readonly string[]
  /** Its failure, as Node words it; null for success, undefined if the source cannot be evaluated. */
  finds(files: Files): string | null | undefined
}

const MINUTE = 60_000
const PLACED = 1_000_000
const ASSERTION = 'AssertionError [ERR_ASSERTION]'
const PASSES = (): null => null

const PRICE = ['src/reservations/price.ts', 'src/harbour/tariffs.ts', 'src/berths/berth-list.ts']
const BOOK = ['src/reservations/reservation-book.ts', 'src/berths/berth-list.ts', 'src/time/clock.ts']

const suites: Readonly<Record<string, readonly PretendTest[]>> = Object.freeze({
  'test/berth-list.test.ts': [
    { name: 'berths are numbered from one on', exercises: PRICE.slice(1), finds: PASSES },
    { name: 'the shortest berth that fits comes first', exercises: PRICE.slice(1), finds: PASSES },
  ],
  'test/expiry.test.ts': [
    {
      name: 'a hold lasts ten minutes',
      exercises: [],
      finds: (files) => equal(heldUntil(files, PLACED, null), 1_600_000),
    },
    {
      name: 'a hold of half a minute lasts half a minute',
      exercises: [],
      finds: (files) => equal(heldUntil(files, PLACED, 30), 1_030_000),
    },
    {
      name: 'a hold still holds at its very end',
      exercises: [],
      finds: (files) => after(files, 0, () => null),
    },
  ],
  'test/price.test.ts': [
    { name: 'one night costs its tariff and the tax', exercises: PRICE, finds: PASSES },
    { name: 'nights from the seventh on cost less', exercises: PRICE, finds: PASSES },
    { name: 'no berth costs nothing', exercises: PRICE, finds: PASSES },
  ],
  'test/reservation-book.test.ts': [
    { name: 'a berth that does not exist is refused', exercises: BOOK, finds: PASSES },
    {
      name: 'somebody can pay nine minutes after the hold was placed',
      exercises: BOOK,
      finds: (files) => after(files, 9 * MINUTE, (over) => (over ? `${ASSERTION}: hold is over` : null)),
    },
    {
      name: 'nobody else gets the berth in the meantime',
      exercises: BOOK,
      finds: (files) =>
        after(files, MINUTE, (over) => (over ? unequal("{ id: 'h-2' … }", "'held by somebody else'") : null)),
    },
    {
      name: 'a hold that nobody paid for is over after ten minutes',
      exercises: BOOK,
      finds: (files) =>
        after(files, 10 * MINUTE + 1, (over) => (over ? null : unequal("'string'", "'object'"))),
    },
  ],
})

/** The output of `npm test`, and whether everything passed. */
export interface TestRun {
  readonly text: string
  readonly passed: boolean
}

/**
 * Reports what the tests of the made-up service would find in these files, in the format of Node's own runner. The
 * tests are the original ones: changing a test file does not change them, and the report says so.
 *
 * @param only a file of tests; null for all
 */
export function runTests(files: Files, only: string | null): TestRun {
  const results = Object.entries(suites)
    .filter(([path]) => only === null || path === only)
    .flatMap(([path, tests]) => tests.map((test) => ({ path, test, found: foundBy(test, path, files) })))
  const failed = results.filter(({ found }) => typeof found === 'string')
  const unknown = results.filter(({ found }) => found === undefined)
  const marks = results.map(({ test, found }) => {
    if (found === undefined)
      return `﹣ ${test.name} # not known: it exercises code that was changed, and this sandbox runs no code`
    return `${found === null ? '✔' : '✖'} ${test.name}`
  })
  const changed = Object.keys(suites).filter((path) => files.get(path) !== repository().files.get(path))
  const lines = [
    '> mooring@2.3.0 test',
    `> node --test ${only ?? 'test/'}`,
    '',
    ...marks,
    `ℹ tests ${results.length}`,
    `ℹ pass ${results.length - failed.length - unknown.length}`,
    `ℹ fail ${failed.length}`,
    `ℹ skipped ${unknown.length}`,
    ...changed.map((path) => `ℹ ${path} was changed; its tests were judged as they were at first`),
    ...(failed.length === 0 ? [] : ['', '✖ failing tests:']),
    ...failed.flatMap(({ path, test, found }) => [
      '',
      `test at ${path}:${lineOf(path, test.name)}:1`,
      `✖ ${test.name}`,
      ...String(found)
        .split('\n')
        .map((line) => (line === '' ? '' : `  ${line}`)),
    ]),
  ]
  return { text: lines.join('\n'), passed: failed.length === 0 && unknown.length === 0 }
}

/** Files that hold tests. */
export const testPaths: readonly string[] = Object.freeze(Object.keys(suites))

function foundBy(test: PretendTest, path: string, files: Files): string | null | undefined {
  const failure = loadFailure(files, path)
  if (typeof failure === 'string') return failure
  const original = repository().files
  if (test.exercises.some((one) => files.get(one) !== original.get(one))) return undefined
  // Alone, what a file needs can be there and still not be known.
  return failure === undefined ? undefined : test.finds(files)
}

function equal(found: Held, expected: number): string | null | undefined {
  if (found === 'unknown') return undefined
  if ('error' in found) return found.error
  return found.at === expected ? null : unequal(String(found.at), String(expected))
}

function unequal(found: string, expected: string): string {
  return `${ASSERTION}: Expected values to be strictly equal:\n\n${found} !== ${expected}`
}

/** The result of a test this many milliseconds after a hold was placed. */
function after(
  files: Files,
  milliseconds: number,
  finds: (over: boolean) => string | null,
): string | null | undefined {
  const end = heldUntil(files, PLACED, null)
  if (end === 'unknown' || !asksWhetherOver(files)) return undefined
  return 'error' in end ? end.error : finds(PLACED + milliseconds > end.at)
}

/** Whether `isOver` is unchanged, which is all that can be checked. */
function asksWhetherOver(files: Files): boolean {
  return (files.get('src/reservations/expiry.ts') ?? '').includes('return now > heldUntil(hold, settings)\n')
}

function lineOf(path: string, name: string): number {
  const text = repository().files.get(path) ?? ''
  return text.slice(0, text.indexOf(`'${name}'`)).split('\n').length
}
