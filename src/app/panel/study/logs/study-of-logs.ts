import { bestOf, inDrawingOrder, summaryOf } from '../../../../sim/internal.ts'
import type { Aim, Best, LaneSummary, MeasuredLane, MeasuredLog } from '../../../../sim/internal.ts'
import type { FolderFile } from '../../../store/run/folder.ts'
import { shownDifference } from '../../../../view/index.ts'
import type { Candidate } from './candidates.ts'
import type { Outcome } from './measuring.ts'

/** A conversation of a file that was measured. */
export interface StudiedLog {
  readonly file: FolderFile
  /** Its place in the file; null if the file has only one. */
  readonly conversation: number | null
  readonly log: MeasuredLog
  /** Its lanes, in the order of the candidates. */
  readonly lanes: readonly MeasuredLane[]
}

/** A candidate over all logs. */
export interface StudiedLane extends LaneSummary {
  readonly candidate: Candidate
  /** US dollars over all logs. */
  readonly total: number
  /** Rules of the users that the last requests have lost. */
  readonly lost: number
  /** Logs whose context it changes at all. */
  readonly acts: number
  /** Evicted blocks that were soon needed again, and the logs where that happened. */
  readonly again: number
  readonly againIn: number
}

/** What the logs say. The first candidate is the baseline. */
export interface StudyOfLogs {
  readonly logs: readonly StudiedLog[]
  readonly lanes: readonly StudiedLane[]
  readonly best: Best
}

/** The study over the logs that were measured so far; null before the first. */
export function studyOf(
  files: readonly FolderFile[],
  outcomes: readonly (Outcome | null)[],
  candidates: readonly Candidate[],
  aim: Aim,
): StudyOfLogs | null {
  const logs = files.flatMap((file, at): StudiedLog[] => {
    const outcome = outcomes[at]
    if (outcome === null || outcome === undefined || 'problems' in outcome) return []
    const several = outcome.logs.length > 1
    return outcome.logs.map((log, nth) => ({
      file,
      conversation: several ? nth : null,
      log,
      lanes: candidates.flatMap(({ key }) => log.lanes.find(({ lane }) => lane === key) ?? []),
    }))
  })
  if (logs.length === 0) return null
  const figures = figuresOf(logs, (lanes) => lanes)
  const summed = summaryOf(figures, 0)
  const lanes = candidates.flatMap((candidate, at): StudiedLane[] => {
    const summary = summed[at]
    if (summary === undefined) return []
    const own = logs.flatMap((log) => log.lanes[at] ?? [])
    const sum = (of: (lane: MeasuredLane) => number): number => own.reduce((all, lane) => all + of(lane), 0)
    return [
      {
        ...summary,
        // A plan is for the window that is studied; what was sent was answered whatever it is.
        ...(at === 0 && { regret: { atLeast: null, atMost: null } }),
        candidate,
        total: sum(({ metrics }) => metrics.cost ?? 0),
        lost: sum(({ missing }) => missing.constraint),
        acts: sum(({ metrics }) => Number((metrics.edits ?? 0) > 0)),
        again: sum(({ again }) => again),
        againIn: sum(({ again }) => Number(again > 0)),
      },
    ]
  })
  const best = bestOf(
    figures,
    lanes,
    lanes.map(({ lost }) => lost),
    0,
    aim,
  )
  return { logs, lanes: logs.length === 1 ? lanes.map((lane) => asShown(lane, lanes[0])) : lanes, best }
}

/** What some lanes of each log add to a study, in the order in which it draws. */
function figuresOf(
  logs: readonly StudiedLog[],
  of: (lanes: readonly MeasuredLane[]) => readonly (MeasuredLane | undefined)[],
) {
  const ordered = inDrawingOrder(logs.map(({ log: { hash }, lanes }) => ({ hash, lanes })))
  return ordered.map(({ lanes }) => of(lanes).map((lane) => lane?.study))
}

/** A window for an agent that uses the answer. */
export interface CopiedWindow {
  readonly tokens: number
  /** Whether all logs were studied in it; else it is the largest of their windows. */
  readonly isOnly: boolean
}

/** The window for which a configuration is copied: the one that was studied, or the largest. */
export function copiedWindow({ logs }: Pick<StudyOfLogs, 'logs'>): CopiedWindow {
  const windows = logs.flatMap(({ lanes: [lane] }) => lane ?? [])
  const tokens = Math.max(...windows.map(({ window }) => window))
  return {
    tokens,
    isOnly: windows.every(({ window, windowFrom }) => window === tokens && windowFrom !== 'content'),
  }
}

/** Logs with a window that was suggested for their content: with that of the model, those that name none with a known one. */
export function withoutWindow({ logs }: Pick<StudyOfLogs, 'logs'>): number {
  return logs.filter(({ lanes: [lane] }) => lane?.windowFrom === 'content').length
}

/** A lane of a single log, with its points as the table of metrics has them: the difference of the shares as shown. */
function asShown(lane: StudiedLane, base: StudiedLane | undefined): StudiedLane {
  const { needed } = lane
  const { difference } = needed
  const [own, other] = [needed.estimate, base?.needed.estimate ?? null]
  if (difference === null || difference.estimate === null || own === null || other === null) return lane
  const value = shownDifference(own.value, other.value, 'share') / 100
  const estimate = { ...difference.estimate, value }
  return { ...lane, needed: { ...needed, difference: { ...difference, estimate } } }
}

/** A log in which a lane is far from what is usual for it. */
export interface Outlier {
  readonly log: StudiedLog
  /** Its cost beside the baseline's, as a share of that. */
  readonly cost: number
  /** Points of needed context beside the baseline, as a share. */
  readonly needed: number
}

/** Outliers that are named. */
const NAMED = 5

/** The logs where a lane is worst beside the baseline: first those that lose most, and those where it costs most more. */
export function outliersOf({ logs }: StudyOfLogs, lane: number): readonly Outlier[] {
  const all = logs.flatMap((log): Outlier[] => {
    const [base, own] = [log.lanes[0]?.study, log.lanes[lane]?.study]
    if (base === undefined || own === undefined) return []
    const met = ({ top, bottom }: { readonly top: number; readonly bottom: number }) =>
      bottom === 0 ? 1 : top / bottom
    const cost = base.cost.top === 0 ? 0 : own.cost.top / base.cost.top - 1
    return [{ log, cost, needed: met(own.needed) - met(base.needed) }]
  })
  const worse = all.filter(({ cost, needed }) => needed < -0.05 || cost > 0.05)
  return worse.toSorted((a, b) => a.needed - a.cost - (b.needed - b.cost)).slice(0, NAMED)
}

/** The order of names in which numbers stand: 2.1.7 before 2.1.12. */
function byVersion(a: string, b: string): number {
  const [own, other] = [a.split(/(\d+)/), b.split(/(\d+)/)]
  const at = own.findIndex((part, nth) => part !== other[nth])
  const [one = '', two = ''] = [own[at], other[at]]
  return Number(one) - Number(two) || (one < two ? -1 : 1)
}

/** What a lane does to the logs of a client and its version. */
export interface VersionOfLogs {
  readonly name: string
  readonly logs: number
  readonly lane: LaneSummary
}

/** A lane by the client that wrote the logs, and its version where a log names it. */
export function versionsOf({ logs }: StudyOfLogs, lane: number): readonly VersionOfLogs[] {
  const byName = new Map<string, StudiedLog[]>()
  for (const one of logs) {
    const name = one.log.client === null ? one.log.reader : `${one.log.reader} ${one.log.client}`
    byName.set(name, [...(byName.get(name) ?? []), one])
  }
  return [...byName]
    .toSorted(([a], [b]) => byVersion(a, b))
    .flatMap(([name, own]) => {
      const pair = figuresOf(own, (lanes) => [lanes[0], lanes[lane]])
      const summary = summaryOf(pair, 0)[1]
      return summary === undefined ? [] : [{ name, logs: own.length, lane: summary }]
    })
}
