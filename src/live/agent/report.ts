import { pageIn } from './readings.ts'
import { read } from './reply.ts'
import type { Wanted } from './reply.ts'
import { argument } from './seen-call.ts'
import type { Sight } from './sight.ts'

/** The file that a survey writes. */
export const REPORT = 'REPORT.md'
/** The last line of a report that is written as it goes: the next line takes its place. */
export const OPEN_END = '(to be continued)'
/** The same once nothing is missing. */
export const END = 'That is every file.'

const HEAD = '# What is in this repository'

/** A line about a file. Null: nothing stayed of it. */
export function reportLine(path: string, gist: string | null): string {
  return `- ${path}: ${gist ?? 'I could not keep anything of it.'}`
}

export function reportOf(lines: readonly string[], end: string | null): string {
  return `${[HEAD, '', ...lines, ...(end === null ? [] : ['', end])].join('\n')}\n`
}

/** Lines of a page of the report: a long result would be cut or summarized before it is read. */
const PAGE = 16

/** Reads the report. Where one page holds all of it, the second fails, which does no harm. */
export const readReport: readonly Wanted[] = Object.freeze([
  read(REPORT, { limit: PAGE }),
  read(REPORT, { offset: PAGE + 1 }),
])

/** Lines of the report that was just asked for, whole: what an older reading says, the report has outgrown. */
function linesIn({ calls }: Sight): readonly string[] | null {
  const pages = calls.slice(-readReport.length).flatMap(({ name, result }) => {
    const page = name === 'read_file' && result !== null ? pageIn(result) : null
    return page?.path === REPORT ? [page] : []
  })
  const lines = pages.flatMap((page) => page.lines)
  return lines.length > 0 && lines.length === pages[0]?.size ? lines : null
}

/** Whether the report that was just read was closed. */
export function isClosed(sight: Sight): boolean {
  return linesIn(sight)?.includes(END) ?? false
}

/** Files that the report that was just read has a line about; null where it is not there, or not whole. */
export function reportedIn(sight: Sight): ReadonlySet<string> | null {
  const lines = linesIn(sight)
  if (lines !== null) return new Set(lines.flatMap((line) => /^- (\S+): /.exec(line)?.[1] ?? []))
  const [first] = sight.calls.slice(-readReport.length)
  const isNone = first?.failed === true && argument(first, 'path') === REPORT
  return isNone && (first.result ?? '').includes('no such file') ? new Set() : null
}
