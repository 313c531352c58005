import { pageIn } from './readings.ts'
import { read } from './reply.ts'
import type { Wanted } from './reply.ts'
import { argument } from './seen-call.ts'
import type { Sight } from './sight.ts'

/** The file that a survey writes. */
export const REPORT = 'REPORT.md'
/** The last line of an unfinished report; the next line replaces it. */
export const OPEN_END = '(to be continued)'
/** The last line of a finished report. */
export const END = 'That is every file.'

const HEAD = '# What is in this repository'

/** A line about a file. Null: nothing is known about it. */
export function reportLine(path: string, gist: string | null): string {
  return `- ${path}: ${gist ?? 'I could not keep anything of it.'}`
}

export function reportOf(lines: readonly string[], end: string | null): string {
  return `${[HEAD, '', ...lines, ...(end === null ? [] : ['', end])].join('\n')}\n`
}

/** Lines of a page of the report: a long result would be cut or summarized before it is read. */
const PAGE = 16

/** Reads the report. If one page contains all of it, the second call fails, which does no harm. */
export const readReport: readonly Wanted[] = Object.freeze([
  read(REPORT, { limit: PAGE }),
  read(REPORT, { offset: PAGE + 1 }),
])

/** The complete lines of the report that was just read; older readings are outdated. */
function linesIn({ calls }: Sight): readonly string[] | null {
  const pages = calls.slice(-readReport.length).flatMap(({ name, result }) => {
    const page = name === 'read_file' && result !== null ? pageIn(result) : null
    return page?.path === REPORT ? [page] : []
  })
  const lines = pages.flatMap((page) => page.lines)
  return lines.length > 0 && lines.length === pages[0]?.size ? lines : null
}

/** Whether the report that was just read is finished. */
export function isClosed(sight: Sight): boolean {
  return linesIn(sight)?.includes(END) ?? false
}

/** Files with a line in the report that was just read; null if it is not there, or incomplete. */
export function reportedIn(sight: Sight): ReadonlySet<string> | null {
  const lines = linesIn(sight)
  if (lines !== null) return new Set(lines.flatMap((line) => /^- (\S+): /.exec(line)?.[1] ?? []))
  const [first] = sight.calls.slice(-readReport.length)
  const isNone = first?.failed === true && argument(first, 'path') === REPORT
  return isNone && (first.result ?? '').includes('no such file') ? new Set() : null
}
