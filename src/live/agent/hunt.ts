import { importedPaths } from '../sandbox/modules.ts'
import { readingsOf, textOfReading } from './readings.ts'
import type { Reading } from './readings.ts'
import { argument } from './seen-call.ts'
import type { Sight } from './sight.ts'
import { suspectIn, unitIn } from './suspect.ts'
import type { Suspect } from './suspect.ts'

/**
 * The state of a search for the bug: its notes, and what is still readable. Notes outlive the results that they came
 * from.
 */
export interface Hunt {
  readonly failing: readonly string[]
  readonly done: readonly string[]
  readonly next: readonly string[]
  /** Its last requests, to check whether they arrived. */
  readonly reading: readonly string[]
  readonly suspect: (Suspect & { readonly path: string }) | null
  /** Lines that state a unit, as `path:line: text`. */
  readonly units: readonly string[]
  /** Files that were read again because they had left the window; nothing is read a third time. */
  readonly again: readonly string[]
  /** Why it takes the shortest way to the end; null while there is room to explore. */
  readonly short: string | null
  readonly changed: string | null
  /** How often the tests were run after the change. */
  readonly checked: number
}

/** Steps after which it reads only what the change needs. In a window that keeps everything it takes 16. */
const PATIENCE = 24

/** Times that it asks for its task before it takes the shortest way. */
const MOST_ASKED = 3

export interface TestRun {
  readonly failing: readonly string[]
  /** The message of the first failing assertion; null if there is none. */
  readonly message: string | null
  readonly at: number
}

/** The newest run of the tests whose output is still there. */
export function newestRun({ calls }: Sight): TestRun | null {
  for (const { name, result, at } of calls.toReversed()) {
    if (name !== 'run_shell' || result === null || !/^ℹ fail \d+$/m.test(result)) continue
    const failing = [...result.matchAll(/^test at (\S+?):\d+:\d+$/gm)].map(([, path = '']) => path)
    const message = /^\s*AssertionError(?: \[\w+\])?: (.+)$/m.exec(result)?.[1] ?? null
    return { failing: [...new Set(failing)], message, at }
  }
  return null
}

/** What the agent knows: from its notes, from a summary of them, and from what is still readable. */
export function huntOf(sight: Sight, run: TestRun | null): Hunt {
  const noted = (heading: string): readonly string[] => sight.notes.get(heading) ?? []
  const readings = readingsOf(sight)
  const changed = noted('changed')[0] ?? (sight.forgot ? changedIn(sight) : null)
  const failing = run === null || changed !== null ? noted('failing') : run.failing
  const again = noted('read again')
  // Files that left the window before it could see them do not count as read.
  const unseen = noted('reading').filter(
    (path) => readings.get(path)?.whole !== true && !again.includes(path) && !isRefused(sight, path),
  )
  const known = sight.forgot ? [...new Set([...noted('done'), ...readings.keys()])] : noted('done')
  const done = known.filter((path) => !unseen.includes(path))
  const next = new Set([...failing, ...unseen, ...noted('next')])
  const units = new Map(noted('unit').map((item) => [placeOf(item), item]))
  let suspect = suspectOf(noted('suspect')[0] ?? '')
  for (const [path, reading] of readings) {
    if (!reading.whole || !done.includes(path) || !path.endsWith('.ts')) continue
    const text = textOfReading(reading)
    for (const other of importedPaths(path, text)) next.add(other)
    const found = suspectIn(text)
    if (suspect === null && found !== null) suspect = { ...found, path }
    const unit = unitIn(text)
    if (unit !== null) units.set(path, `${path}:${unit.line}: ${unit.text}`)
  }
  for (const item of unitsFound(sight)) if (!units.has(placeOf(item))) units.set(placeOf(item), item)
  return {
    failing,
    done,
    next: [...next],
    reading: [],
    suspect,
    units: [...units.values()],
    again: [...again, ...unseen],
    short: noted('short way')[0] ?? shortBecause(sight),
    changed,
    checked: Number(noted('checked')[0] ?? 0),
  }
}

/** The agent's notes. The most important come first, one short line each, because a summary cuts the rest. */
export function notesOf(hunt: Hunt): ReadonlyMap<string, readonly string[]> {
  const { suspect, done, next } = hunt
  return new Map([
    ['suspect', suspect === null ? [] : [`${suspect.path}:${suspect.line}: ${suspect.text}`]],
    ['unit', hunt.units],
    ['changed', hunt.changed === null ? [] : [hunt.changed]],
    ['checked', hunt.checked === 0 ? [] : [String(hunt.checked)]],
    ['short way', hunt.short === null ? [] : [hunt.short]],
    ['failing', hunt.failing],
    ['reading', hunt.reading],
    ['read again', hunt.again],
    ['next', next.filter((path) => !done.includes(path))],
    ['done', done],
  ])
}

/** Files that the change depends on: the test, the suspect, and those that state a unit. */
export function proofOf({ failing, suspect, units }: Hunt): readonly string[] {
  const [test] = failing
  return [
    ...new Set([
      ...(test === undefined ? [] : [test]),
      ...(suspect === null ? [] : [suspect.path]),
      ...units.map(placeOf),
    ]),
  ]
}

/** The whole file in front of the agent; null if it is not there or incomplete. */
export function wholeReading(sight: Sight, path: string): Reading | null {
  const reading = readingsOf(sight).get(path)
  return reading?.whole === true ? reading : null
}

/** Whether the newest reading of a file in the request failed. */
export function isRefused({ calls }: Sight, path: string): boolean {
  return calls.findLast((call) => argument(call, 'path') === path)?.failed === true
}

function shortBecause({ step, since, asked }: Sight): string | null {
  if (asked >= MOST_ASKED) return `my task has left the window ${asked} times`
  return step - since >= PATIENCE ? `${PATIENCE} steps were not enough` : null
}

/** The path of an item that begins with a place in a file. */
function placeOf(item: string): string {
  return /^(\S+?):\d+: /.exec(item)?.[1] ?? item
}

function suspectOf(item: string): Hunt['suspect'] {
  const found = /^(\S+?):(\d{1,6}): (.+)$/.exec(item)
  const suspect = found === null ? null : suspectIn(found[3] ?? '')
  return suspect === null ? null : { ...suspect, line: Number(found?.[2]), path: found?.[1] ?? '' }
}

/** A changed file, if only its call is visible. */
function changedIn({ calls }: Sight): string | null {
  const edit = calls.findLast(({ name, failed }) => name === 'edit_file' && !failed)
  return edit === undefined ? null : argument(edit, 'path')
}

/** Lines about units that a search found, as `path:line: text`. */
function unitsFound({ calls }: Sight): readonly string[] {
  const lines = calls.flatMap(({ name, result }) =>
    name === 'grep_search' ? (result ?? '').split('\n') : [],
  )
  return lines.flatMap((line) => {
    const [, place = '', rest = ''] = /^(src\/\S+?:\d+): (.*)$/.exec(line) ?? []
    const unit = unitIn(rest)
    return unit === null ? [] : [`${place}: ${unit.text}`]
  })
}
