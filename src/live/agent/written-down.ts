import type { Part } from '../../engine/index.ts'
import { pageIn } from './readings.ts'
import { MOST_STEPS, read, replyWith, STOPS } from './reply.ts'
import type { Wanted } from './reply.ts'
import { END, OPEN_END, readReport, REPORT, reportedIn, reportLine, reportOf } from './report.ts'
import type { Sight } from './sight.ts'

/** Lines per page in a window that has lost something: fewer, so that a page displaces less. */
const PAGE = 60
/** Lines to read again if only the subject of a file was lost. */
export const HEAD = 15

/** The visible state of a survey: the list of files, a line about each known one, and their sizes if known. */
export interface Surveyed {
  readonly paths: readonly string[] | null
  readonly findings: ReadonlyMap<string, string>
  readonly sizeOf: (path: string) => number
}

/** The note that the report is written during the survey. */
export const KEEPS = 'writes as it goes'

/** Progress of a report that is written during the survey. */
interface Course {
  /** Index of the next unread file. */
  readonly place: number
  /** Its first unread line. */
  readonly line: number
  /** Files that were read but whose content is lost. */
  readonly missing: readonly string[]
  /** The last requested file, if the report has no line about it. */
  readonly pending: string | null
  /** Files that were requested twice. */
  readonly tried: readonly string[]
}

const list: Wanted = { name: 'list_files', input: {} }

/** Whether a window has lost the agent's notes, so that only a file can keep them. */
export function losesNotes({ notes, forgot, asked }: Sight): boolean {
  return notes.has(KEEPS) || forgot || (asked > 0 && !notes.has('place'))
}

/** The same for its findings, while there is more to read. */
export function losesFindings(
  paths: Surveyed['paths'],
  findings: Surveyed['findings'],
  place: number,
): boolean {
  return paths !== null && place < paths.length && paths.slice(0, place).some((path) => !findings.has(path))
}

/**
 * A survey in a window that does not keep its notes: every finding is written into the report at once, and the report
 * shows where to continue if everything else is gone.
 */
export function writtenDown(sight: Sight, seen: Surveyed): readonly Part[] {
  const { paths, findings } = seen
  if (sight.step - sight.since >= MOST_STEPS)
    return replyWith(
      sight,
      `${STOPS}: after ${MOST_STEPS} steps I still miss what I need, because the window keeps losing it. What I could keep is in ${REPORT}.`,
      new Map(),
      [],
    )
  const course = courseOf(sight, seen)
  if (paths === null || course === null) {
    if (course !== null) return listAgain(sight, seen, course)
    return replyWith(
      sight,
      `My notes have left my window. I list the files again and see how far ${REPORT} is.`,
      new Map([[KEEPS, [FROM_REPORT]]]),
      [...justRead(sight, seen), list, ...readReport],
    )
  }
  const isBegun = sight.notes.has(KEEPS) || (reportedIn(sight)?.size ?? 0) > 0
  if (!isBegun || (sight.notes.get(KEEPS)?.[0] === FROM_REPORT && reportedIn(sight)?.size === 0))
    return begin(sight, paths, findings, course)
  const { pending, tried } = course
  const gist = pending === null ? undefined : findings.get(pending)
  if (pending !== null && gist === undefined && !tried.includes(pending))
    return replyWith(
      sight,
      `${pending} has left my window before I had a line about it, so I read its beginning again.`,
      notesOf({ ...course, tried: [...tried, pending] }),
      [read(pending, { limit: HEAD })],
    )
  const line = pending === null ? null : reportLine(pending, gist ?? null)
  return goOn(sight, seen, course, paths, line)
}

/** The line about the last requested file, which arrived while everything else was lost. */
function justRead({ calls }: Sight, { findings }: Surveyed): readonly Wanted[] {
  const page = pageIn(calls.at(-1)?.result ?? '')
  const gist = page === null || page.from > 1 ? undefined : findings.get(page.path)
  return page === null || gist === undefined || page.path === REPORT
    ? []
    : [added(reportLine(page.path, gist), OPEN_END)]
}

/** The note that the report must show the progress. */
const FROM_REPORT = 'asks the report'

/** Writes down what is known so far. */
function begin(
  sight: Sight,
  paths: readonly string[],
  findings: ReadonlyMap<string, string>,
  course: Course,
) {
  const known = paths.filter((path) => findings.has(path))
  const begun = course.place + (course.line > 1 ? 1 : 0)
  const missing = paths.slice(0, begun).filter((path) => !findings.has(path))
  const lines = known.map((path) => reportLine(path, findings.get(path) ?? null))
  const content = reportOf(lines, OPEN_END)
  return replyWith(
    sight,
    `My window does not keep what I note, so from here on I write into ${REPORT} as I go. I have ${known.length} of ${paths.length} files.`,
    notesOf({ ...course, missing, pending: null }),
    [{ name: 'write_file', input: { path: REPORT, content } }],
  )
}

/** Requests the list again without losing what is visible now. */
function listAgain(sight: Sight, { findings }: Surveyed, course: Course): readonly Part[] {
  const { pending } = course
  const gist = pending === null ? undefined : findings.get(pending)
  const words = 'The list of files is no longer in front of me, so I list them again.'
  if (pending === null || gist === undefined) return replyWith(sight, words, notesOf(course), [list])
  return replyWith(sight, words, notesOf({ ...course, pending: null, tried: [] }), [
    added(reportLine(pending, gist), OPEN_END),
    list,
  ])
}

/** The call that replaces the open end by a line and a new end. */
function added(line: string | null, end: string): Wanted {
  const text = `${line ?? ''}\n${line === null ? '' : '\n'}${end}`
  return { name: 'edit_file', input: { path: REPORT, old_text: `\n${OPEN_END}`, new_text: text } }
}

/** Adds a line to the report, and reads what comes next. */
function goOn(
  sight: Sight,
  seen: Surveyed,
  course: Course,
  paths: readonly string[],
  line: string | null,
): readonly Part[] {
  const step = (words: string, next: Partial<Course>, wanted: Wanted) =>
    replyWith(sight, words, notesOf({ ...course, pending: null, tried: [], ...next }), [
      ...(line === null ? [] : [added(line, OPEN_END)]),
      wanted,
    ])
  const { place, line: offset, missing } = course
  const path = paths[place]
  if (path !== undefined && offset > 1)
    return step(
      `File ${place + 1} of ${paths.length}: I read ${path} from line ${offset} on.`,
      onward(seen, course, path, offset),
      read(path, { offset, limit: PAGE }),
    )
  const [lost, ...rest] = missing
  if (lost !== undefined)
    return step(
      `What I noted about ${lost} is no longer in front of me, so I read it again.`,
      { missing: rest, pending: lost },
      read(lost, { limit: HEAD }),
    )
  if (path !== undefined)
    return step(
      `File ${place + 1} of ${paths.length}: I read ${path}.`,
      { ...onward(seen, course, path, 1), pending: path },
      read(path, { offset: 1, limit: PAGE }),
    )
  return replyWith(
    sight,
    'Nothing is missing, and I close the report.',
    new Map([['written', [String(paths.length)]]]),
    [added(line, END)],
  )
}

/** Where to continue after a page of a file. */
function onward({ sizeOf }: Surveyed, { place }: Course, path: string, offset: number): Partial<Course> {
  return offset + PAGE > sizeOf(path) ? { place: place + 1, line: 1 } : { place, line: offset + PAGE }
}

/** Its progress, by its notes or by the report itself; null if neither shows it. */
function courseOf(sight: Sight, { paths, findings }: Surveyed): Course | null {
  const noted = (heading: string): readonly string[] => sight.notes.get(heading) ?? []
  const tells = noted('place').length > 0 && noted(KEEPS)[0] !== FROM_REPORT
  if (!sight.forgot && tells)
    return {
      place: Number(noted('place')[0] ?? 0),
      line: Number(noted('line')[0] ?? 1),
      missing: noted('missing'),
      pending: noted('pending')[0] ?? null,
      tried: noted('tried'),
    }
  const reported = reportedIn(sight)
  if (reported === null || paths === null) return null
  // Notes kept by a summary may be outdated: the report is right if it is further.
  const told = Math.max(0, ...noted('place').map(Number).filter(Number.isSafeInteger))
  const pending = paths.find((path) => !reported.has(path) && findings.has(path)) ?? null
  const place = Math.max(told, 1 + paths.findLastIndex((path) => reported.has(path) || path === pending))
  const missing = paths.slice(0, place).filter((path) => !reported.has(path))
  return { place, line: 1, missing: missing.filter((path) => path !== pending), pending, tried: [] }
}

function notesOf({ place, line, missing, pending, tried }: Course): ReadonlyMap<string, readonly string[]> {
  return new Map([
    [KEEPS, ['yes']],
    ['place', [String(place)]],
    ['line', line === 1 ? [] : [String(line)]],
    ['pending', pending === null ? [] : [pending]],
    ['tried', tried],
    ['missing', missing],
  ])
}
