import type { MockAgent } from '../live.ts'
import { pathsListed } from './listed.ts'
import { lookUp, namesAnything } from './look-up.ts'
import { readOn } from './read-on.ts'
import { readingsOf, textOfReading } from './readings.ts'
import type { Reading } from './readings.ts'
import { read, replyWith, standstill } from './reply.ts'
import { isClosed, REPORT, reportedIn, reportLine, reportOf } from './report.ts'
import { sightOf } from './sight.ts'
import type { Sight } from './sight.ts'
import { HEAD, losesFindings, losesNotes, writtenDown } from './written-down.ts'

/** Lines of one page: a long file is read in several. */
const PAGE = 150

/** Reads every file, page by page, and writes a report with a line about each. */
export const survey: MockAgent = Object.freeze({
  name: 'survey',
  meaning: 'Reads every file and writes a report, which fills any window.',
  reply({ messages }) {
    const sight = sightOf(messages)
    const stuck = standstill(sight)
    if (stuck !== null) return stuck
    const onward = readOn(sight)
    if (onward !== null) return onward
    const task = sight.task ?? ''
    const asksForAll = /\b(?:survey|overview|report|every|everything|whole|all|describe|summar\w+)\b/i.test(
      task,
    )
    return !asksForAll && namesAnything(task) ? lookUp(sight) : surveyed(sight)
  },
} satisfies MockAgent)

function surveyed(sight: Sight) {
  const { notes } = sight
  const readings = readingsOf(sight)
  const findings = findingsOf(sight, readings)
  if (notes.has('written') || (losesNotes(sight) && isClosed(sight))) {
    const last = sight.calls.at(-1)
    const how = last?.failed === true ? `could not be written: ${last.result ?? ''}` : `is in ${REPORT}`
    return replyWith(
      sight,
      `The report ${how}. It has a line for each of ${notes.get('written')?.[0] ?? reportedIn(sight)?.size ?? 'the'} files.`,
      new Map(),
      [],
    )
  }
  const paths = pathsListed(sight)?.filter((path) => path !== REPORT) ?? null
  const at = Number(notes.get('place')?.[0] ?? 0)
  const sizeOf = (path: string): number => readings.get(path)?.size ?? sizeListed(sight, path)
  if (losesNotes(sight) || losesFindings(paths, findings, at))
    return writtenDown(sight, { paths, findings, sizeOf })
  if (paths === null) {
    const again =
      at > 0
        ? 'The list of files is no longer in front of me, so I list them again.'
        : 'I begin with the list of files.'
    return replyWith(sight, again, notes, [{ name: 'list_files', input: {} }])
  }
  const lines = [...findings].filter(([path]) => paths.includes(path))
  const position = paths[at]
  if (position !== undefined) {
    const offset = Number(notes.get('line')?.[0] ?? 1)
    const last = paths[at - 1]
    const found =
      last !== undefined && offset === 1 && findings.has(last) ? `${last}: ${findings.get(last) ?? ''}\n` : ''
    const ends = offset + PAGE > sizeOf(position)
    const next = new Map([
      ['place', [String(ends ? at + 1 : at)]],
      ['line', ends ? [] : [String(offset + PAGE)]],
    ])
    const words = `${found}File ${at + 1} of ${paths.length}: I read ${position}${offset === 1 ? '' : ` from line ${offset} on`}.`
    return replyWith(sight, words, next, [read(position, { offset, limit: PAGE })])
  }
  const lost = paths.find((path) => !findings.has(path))
  const soFar = `What I know so far:\n${lines.map(([path, gist]) => `${path}: ${gist}`).join('\n')}`
  if (lost !== undefined) {
    const tried = notes.get('again') ?? []
    if (!tried.includes(lost)) {
      const words = `${soFar}\nWhat I noted about ${lost} is no longer in front of me, so I read it again.`
      const next = new Map([...notes, ['again', [...tried, lost]] as const])
      return replyWith(sight, words, next, [read(lost, { limit: HEAD })])
    }
  }
  const report = paths.map((path) => reportLine(path, findings.get(path) ?? null))
  return replyWith(sight, `${soFar}\nI write the report.`, new Map([['written', [String(paths.length)]]]), [
    { name: 'write_file', input: { path: REPORT, content: reportOf(report, null) } },
  ])
}

/** A line about each file: the agent's own earlier lines, and those for files that are still readable. */
function findingsOf(sight: Sight, readings: ReadonlyMap<string, Reading>): ReadonlyMap<string, string> {
  const findings = new Map<string, string>()
  for (const [path, reading] of readings) {
    if (reading.lines.has(1)) findings.set(path, gistOf(textOfReading(reading), reading.size))
  }
  for (const text of sight.said) {
    for (const [, path = '', gist = ''] of text.matchAll(/^(?:Step \d+\. )?([\w./-]+\.\w+): (.+)$/gm))
      findings.set(path, gist)
  }
  return findings
}

/** Characters of a line about a file. */
const GIST = 90

/** The subject of a file: its first words that are not code, and its size. */
function gistOf(text: string, size: number): string {
  const lines = text.split('\n').map((line) => line.trim())
  const told =
    lines.find((line) => /^(?:#|\/\/|\/\*\*|\*) .*\w{3}/.test(line)) ??
    lines.find((line) => /\w{3}/.test(line) && !line.startsWith('import ')) ??
    ''
  const words = told.replace(/^(?:#+|\/\/|\/\*\*|\*) /, '').replace(/\s*\*\/$/, '')
  return `${size} lines; ${words.length > GIST ? `${words.slice(0, GIST - 1)}…` : words}`
}

/** Number of lines in a listing, 0 if unknown. */
function sizeListed({ calls }: Sight, path: string): number {
  const lines = calls.flatMap(({ name, result }) => (name === 'list_files' ? (result ?? '').split('\n') : []))
  const found = lines.findLast((line) => line.startsWith(`${path} (`))
  return Number(/\((\d+) lines\)$/.exec(found ?? '')?.[1] ?? 0)
}
