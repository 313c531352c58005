import type { MockAgent } from '../live.ts'
import { huntOf, isRefused, newestRun, notesOf, proofOf, wholeReading } from './hunt.ts'
import type { Hunt, TestRun } from './hunt.ts'
import { lookUp, namesAnything } from './look-up.ts'
import { readOn } from './read-on.ts'
import { textOfReading } from './readings.ts'
import { read, replyWith, standstill, STOPS } from './reply.ts'
import type { Wanted } from './reply.ts'
import { argument } from './seen-call.ts'
import { sightOf } from './sight.ts'
import type { Sight } from './sight.ts'
import { suspectIn, UNIT_WORDS } from './suspect.ts'

/** Lines at the end of a log that are read. */
const LOG_LINES = 120

/** Runs the tests, follows the failing one through the code and the log, fixes one kind of bug, and runs them again. */
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

function hunted(sight: Sight) {
  const run = newestRun(sight)
  const hunt = huntOf(sight, run)
  const say = (words: string, wanted: readonly Wanted[], change: Partial<Hunt> = {}) =>
    replyWith(sight, words, notesOf({ ...hunt, ...change }), wanted)
  const end = (words: string) => replyWith(sight, words, new Map(), [])

  if (sight.step - sight.since >= MOST_STEPS) return end(givenUp(hunt))
  if (hunt.changed !== null) return verdict(hunt, hunt.changed, sight, run, say, end)
  if (hunt.failing.length === 0 && hunt.suspect === null) {
    if (run !== null) return end('Every test passes, so there is nothing to mend.')
    return say(sight.forgot ? BEGUN_AGAIN : 'I run the tests first.', [runTests])
  }
  if (hunt.short !== null && hunt.suspect !== null) return shortened(hunt, hunt.short, say)
  const unread = hunt.next.filter((path) => !hunt.done.includes(path))
  if (unread.length > 0) {
    // The failing tests are read together, other files one by one.
    const batch = unread.every((path) => hunt.failing.includes(path)) ? unread : unread.slice(0, 1)
    const words = `I read ${batch.join(' and ')}${batch.some((path) => hunt.failing.includes(path)) ? ', where tests fail' : ''}.`
    return say(
      words,
      batch.map((path) => read(path)),
      { done: [...hunt.done, ...batch], reading: batch },
    )
  }
  if (!hunt.done.includes('logs')) {
    // The message of the failing test; if that has left the window, the usual word for errors in logs.
    const word = { name: 'grep_search', input: { text: run?.message ?? 'ERROR', path: 'logs/' } }
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
      `I found no sum of two units of time in ${hunt.done.length} places, and that is the only mistake I know.${hunt.again.length === 0 ? '' : ' But my window loses what I read, so I may have missed it.'}`,
    )
  return proved(hunt, sight, say, end)
}

/** Steps per user message after which it gives up: in a window that keeps losing what it needs, it would never end. */
const MOST_STEPS = 60

function givenUp({ failing, suspect, units, changed }: Hunt): string {
  const known = [
    ...(changed === null ? [] : [`I changed ${changed}`]),
    ...(failing.length === 0 ? [] : [`tests fail in ${failing.join(' and ')}`]),
    ...(suspect === null ? [] : [`I suspect ${suspect.text} in line ${suspect.line} of ${suspect.path}`]),
    ...units,
  ]
  const report = known.length === 0 ? 'Nothing that I found out is left' : `What I know: ${known.join('; ')}`
  return `${STOPS}: after ${MOST_STEPS} steps I still miss what I need, because the window keeps losing it. ${report}.`
}

const BEGUN_AGAIN =
  'I worked on this before, but nothing of what I noted is in front of me any more. I run the tests again.'

type Say = (
  words: string,
  wanted: readonly Wanted[],
  change?: Partial<Hunt>,
) => ReturnType<MockAgent['reply']>
type End = (words: string) => ReturnType<MockAgent['reply']>

const runTests: Wanted = { name: 'run_shell', input: { command: 'npm test' } }

/** Changes the suspect once everything that proves the bug is, or was twice, in front of the agent. */
function proved(hunt: Hunt, sight: Sight, say: Say, end: End) {
  const path = hunt.suspect?.path ?? ''
  const gone = proofOf(hunt).filter((one) => wholeReading(sight, one) === null)
  const refused = gone.find((one) => isRefused(sight, one))
  if (refused !== undefined) return end(`I need ${refused} and cannot read it.`)
  const first = gone.find((one) => !hunt.again.includes(one))
  if (first !== undefined)
    return say(
      `Before I change ${path} I need ${first} again: its content is no longer in front of me.`,
      [read(first)],
      { again: [...hunt.again, first] },
    )
  const reading = wholeReading(sight, path)
  if (reading !== null && suspectIn(textOfReading(reading)) === null)
    return end(`${path} is not what it was when I read it first; somebody has changed it.`)
  const [lost] = gone
  return mended(
    hunt,
    lost === undefined
      ? ''
      : `I have read ${lost} twice and it has left my window twice, so I go by the lines that I noted. `,
    say,
  )
}

/** A shorter way to the change for a small window: a search for the units instead of whole files. */
function shortened(hunt: Hunt, why: string, say: Say) {
  if (hunt.units.length === 0 && !hunt.again.includes(UNITS))
    return say(
      `I take the short way, because ${why}: I search for the lines that say which unit is which.`,
      UNIT_WORDS.map((text) => ({ name: 'grep_search', input: { text, path: 'src/' } })),
      { short: why, again: [...hunt.again, UNITS] },
    )
  const basis =
    hunt.units.length === 0
      ? `I take the short way, because ${why}. What I looked up about units has left my window, so I go by the names. `
      : `I take the short way, because ${why}, and go by what I noted: ${hunt.units.join('; ')}. `
  return mended(hunt, basis, say)
}

/** A lookup that was not a file. */
const UNITS = 'units'

function mended(hunt: Hunt, basis: string, say: Say) {
  const { suspect } = hunt
  if (suspect === null) return say('I run the tests.', [runTests])
  const { path, line, seconds, text, mended: better } = suspect
  return say(
    `${basis}${seconds} is in seconds and is added to a time in milliseconds, in line ${line} of ${path}. I convert it.`,
    [{ name: 'edit_file', input: { path, old_text: text, new_text: better } }],
    { changed: path },
  )
}

/** Runs of the tests after a change, if no result stays readable. */
const MOST_CHECKS = 3

/** Reports the result of the change. */
function verdict(hunt: Hunt, changed: string, sight: Sight, run: TestRun | null, say: Say, end: End) {
  const edit = sight.calls.findLast(({ name }) => name === 'edit_file')
  if (edit?.failed === true) return end(`I could not change ${changed}: ${edit.result ?? ''}`)
  // If the edit is not visible, only the note shows that a run came after it.
  if (run === null || (edit === undefined ? hunt.checked === 0 : run.at < edit.at)) {
    if (hunt.checked >= MOST_CHECKS)
      return end(
        `I changed ${changed}, but what the tests said has left my window ${MOST_CHECKS} times. Run them, and you know.`,
      )
    return say('I run the tests again.', [runTests], { checked: hunt.checked + 1 })
  }
  return run.failing.length === 0
    ? end(`Done. ${changed} added seconds to milliseconds; now it converts them, and every test passes.`)
    : end(
        `I changed ${changed}, but tests still fail in ${run.failing.join(', ')}. I would undo it and look further.`,
      )
}

/** The log in a listing, with its size; null if there is none. */
function logToRead({ calls }: Sight): { readonly path: string; readonly size: number } | null {
  const list = calls.findLast((call) => call.name === 'list_files' && argument(call, 'path') === 'logs/')
  const found = /^(\S+\.log) \((\d+) lines\)$/m.exec(list?.result ?? '')
  return found === null ? null : { path: found[1] ?? '', size: Number(found[2]) }
}
