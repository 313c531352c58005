import type { MockAgent } from '../live.ts'
import { importedPaths } from '../sandbox/modules.ts'
import { lookUp, namesAnything } from './look-up.ts'
import { readOn } from './read-on.ts'
import { readingsOf, textOfReading } from './readings.ts'
import type { Reading } from './readings.ts'
import { read, replyWith, standstill } from './reply.ts'
import type { Wanted } from './reply.ts'
import { argument } from './seen-call.ts'
import { sightOf } from './sight.ts'
import type { Sight } from './sight.ts'
import { suspectIn, unitsIn } from './suspect.ts'

/** Lines at the end of a log that are read. */
const LOG_LINES = 120

/** Runs the tests, follows the failing one through the code and the log, mends one kind of mistake, and runs them again. */
export const bugHunter: MockAgent = Object.freeze({
  name: 'bug_hunter',
  meaning:
    'Finds out why a test fails, mends it and reports. It knows one kind of mistake: sums of two units of time.',
  reply({ messages }) {
    const sight = sightOf(messages)
    const stuck = standstill(sight)
    if (stuck !== null) return stuck
    const onward = readOn(sight)
    if (onward !== null) return onward
    const task = sight.task ?? ''
    const hunts = /\b(?:tests?|fail\w*|bugs?|fix|mend|repair|wrong|broken|errors?)\b/i.test(task)
    return !hunts && namesAnything(task) ? lookUp(sight) : hunted(sight)
  },
} satisfies MockAgent)

/** The notes of a hunt. What they say outlives the results that it was read from. */
interface Hunt {
  readonly failing: readonly string[]
  readonly done: readonly string[]
  readonly next: readonly string[]
  readonly suspect: string | null
  /** Files that the proof needs: the suspect, the test, and those that say which unit is which. */
  readonly proof: readonly string[]
  readonly changed: string | null
}

function hunted(sight: Sight) {
  const readings = readingsOf(sight)
  const run = newestRun(sight)
  const hunt = huntOf(sight, readings, run)
  const say = (words: string, wanted: readonly Wanted[], change: Partial<Hunt> = {}) =>
    replyWith(sight, words, notesOf({ ...hunt, ...change }), wanted)
  const end = (words: string) => replyWith(sight, words, new Map(), [])

  if (hunt.changed !== null) return verdict(hunt.changed, sight, run, say, end)
  if (hunt.failing.length === 0) {
    if (run === null) return say('I run the tests first.', [runTests])
    return end('Every test passes, so there is nothing to mend.')
  }
  const unread = hunt.next.filter((path) => !hunt.done.includes(path))
  if (unread.length > 0) {
    // The failing tests are read together, what they lead to one by one.
    const batch = unread.every((path) => hunt.failing.includes(path)) ? unread : unread.slice(0, 1)
    const words = `I read ${batch.join(' and ')}${batch.some((path) => hunt.failing.includes(path)) ? ', where tests fail' : ''}.`
    return say(
      words,
      batch.map((path) => read(path)),
      { done: [...hunt.done, ...batch] },
    )
  }
  if (!hunt.done.includes('logs')) {
    const word = { name: 'grep_search', input: { text: 'hold is over', path: 'logs/' } }
    return say(
      'I look for the failure in the logs.',
      [word, { name: 'list_files', input: { path: 'logs/' } }],
      {
        done: [...hunt.done, 'logs'],
      },
    )
  }
  const log = logToRead(sight)
  if (log !== null && !hunt.done.includes(log.path)) {
    const words = `I read the end of ${log.path} for what happened around it.`
    return say(words, [read(log.path, { offset: Math.max(1, log.size - LOG_LINES + 1) })], {
      done: [...hunt.done, log.path],
    })
  }
  if (hunt.suspect === null)
    return end(
      `I found no sum of two units of time in ${hunt.done.length} places, and that is the only mistake I know.`,
    )
  return proved(hunt, sight, readings, say, end)
}

type Say = (
  words: string,
  wanted: readonly Wanted[],
  change?: Partial<Hunt>,
) => ReturnType<MockAgent['reply']>
type End = (words: string) => ReturnType<MockAgent['reply']>

const runTests: Wanted = { name: 'run_shell', input: { command: 'npm test' } }

/** Changes the suspect once everything that the proof rests on is in front of the agent. */
function proved(hunt: Hunt, sight: Sight, readings: ReadonlyMap<string, Reading>, say: Say, end: End) {
  const path = hunt.suspect ?? ''
  const gone = hunt.proof.filter((one) => readings.get(one)?.whole !== true)
  const refused = gone.find(
    (one) => sight.calls.findLast((call) => argument(call, 'path') === one)?.failed === true,
  )
  if (refused !== undefined) return end(`I need ${refused} and cannot read it.`)
  const first = gone[0]
  if (first !== undefined)
    return say(`Before I change ${path} I need ${first} again: its content is no longer in front of me.`, [
      read(first),
    ])
  const reading = readings.get(path)
  const suspect = reading === undefined ? null : suspectIn(textOfReading(reading))
  if (suspect === null)
    return end(`${path} is not what it was when I read it first; somebody has changed it.`)
  const why = `${suspect.seconds} is in seconds and is added to a time in milliseconds, in line ${suspect.line} of ${path}`
  return say(
    `${why}. I convert it.`,
    [{ name: 'edit_file', input: { path, old_text: suspect.text, new_text: suspect.mended } }],
    { changed: path },
  )
}

/** What came of the change. */
function verdict(changed: string, sight: Sight, run: Run | null, say: Say, end: End) {
  const edit = sight.calls.findLast(({ name }) => name === 'edit_file')
  if (edit?.failed === true) return end(`I could not change ${changed}: ${edit.result ?? ''}`)
  if (run === null || run.at < (edit?.at ?? 0)) return say('I run the tests again.', [runTests])
  return run.failing.length === 0
    ? end(`Done. ${changed} added seconds to milliseconds; now it converts them, and every test passes.`)
    : end(
        `I changed ${changed}, but tests still fail in ${run.failing.join(', ')}. I would undo it and look further.`,
      )
}

interface Run {
  readonly failing: readonly string[]
  readonly at: number
}

/** The newest run of the tests whose output is still there. */
function newestRun({ calls }: Sight): Run | null {
  for (const { name, result, at } of calls.toReversed()) {
    if (name !== 'run_shell' || result === null || !/^ℹ fail \d+$/m.test(result)) continue
    const failing = [...result.matchAll(/^test at (\S+?):\d+:\d+$/gm)].map(([, path = '']) => path)
    return { failing: [...new Set(failing)], at }
  }
  return null
}

/** What the agent knows: its notes, and what it sees in what it can still read. */
function huntOf(sight: Sight, readings: ReadonlyMap<string, Reading>, run: Run | null): Hunt {
  const noted = (heading: string): readonly string[] => sight.notes.get(heading) ?? []
  const changed = noted('changed')[0] ?? null
  const failing = run === null || changed !== null ? noted('failing') : run.failing
  const done = noted('done')
  const proof = new Set(noted('proof'))
  const next = new Set([...failing, ...noted('next')])
  let suspect = noted('suspect')[0] ?? null
  for (const [path, reading] of readings) {
    if (!reading.whole || !done.includes(path) || !path.endsWith('.ts')) continue
    const text = textOfReading(reading)
    for (const other of importedPaths(path, text)) next.add(other)
    if (suspect === null && suspectIn(text) !== null) suspect = path
    if (unitsIn(text)) proof.add(path)
  }
  const [test] = failing
  return {
    failing,
    done,
    next: [...next],
    suspect,
    proof: [
      ...new Set([...(test === undefined ? [] : [test]), ...(suspect === null ? [] : [suspect]), ...proof]),
    ],
    changed,
  }
}

function notesOf({
  failing,
  done,
  next,
  suspect,
  proof,
  changed,
}: Hunt): ReadonlyMap<string, readonly string[]> {
  return new Map([
    ['failing', failing],
    ['done', done],
    ['next', next.filter((path) => !done.includes(path))],
    ['suspect', suspect === null ? [] : [suspect]],
    ['proof', proof],
    ['changed', changed === null ? [] : [changed]],
  ])
}

/** The log that a list of files showed, with its size; null where no such list is there. */
function logToRead({ calls }: Sight): { readonly path: string; readonly size: number } | null {
  const list = calls.findLast((call) => call.name === 'list_files' && argument(call, 'path') === 'logs/')
  const found = /^(\S+\.log) \((\d+) lines\)$/m.exec(list?.result ?? '')
  return found === null ? null : { path: found[1] ?? '', size: Number(found[2]) }
}
