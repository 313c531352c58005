import { useEffect, useRef, useState } from 'react'
import { ProblemError } from '../../../../engine/index.ts'
import type { Problem } from '../../../../engine/index.ts'
import type { MeasuredLane, MeasuredLog } from '../../../../sim/internal.ts'
import type { SimClient } from '../../../../worker/client.ts'
import type { MeasureRequest, ProgressReport } from '../../../../worker/protocol.ts'
import type { FolderFile } from '../../../store/run/folder.ts'
import { anotherSimulator } from '../../../store/run/simulator.ts'
import { useAskBeforeLeaving } from '../seeds/ask-before-leaving.ts'
import { fileAmong } from '../../../store/run/file-among.ts'
import type { FileRead } from '../../../store/run/file-among.ts'

/** How every log is measured. A lane is named by what it runs, so that a lane that is added runs alone. */
export type Measure = Omit<MeasureRequest, 'content' | 'filename' | 'reading'>

/** What became of a file: the figures of its conversations, or why it is no log. */
export type Outcome = { readonly logs: readonly MeasuredLog[] } | { readonly problems: readonly Problem[] }

/** What is under way. */
export interface UnderWay {
  readonly path: string
  /** Null until the worker says something. */
  readonly report: ProgressReport | null
}

/** A measuring of files. */
export interface Measuring {
  /** What is known of each file, in order; null where lanes are missing. */
  readonly outcomes: readonly (Outcome | null)[]
  /** Files with everything that was asked for. */
  readonly done: number
  readonly underWay: UnderWay | null
  /** Why it stopped, in a sentence; null if it did not fail. */
  readonly failed: string | null
  readonly stop: () => void
  readonly goOn: () => void
}

type Known =
  | { readonly logs: readonly MeasuredLog[]; readonly unread?: Unread }
  | { readonly problems: readonly Problem[] }

/** Why a file that was measured could not be read again, and the lanes for which that was tried. */
interface Unread {
  readonly problems: readonly Problem[]
  readonly lanes: readonly string[]
}

/** Figures since the page was opened, by file and settings, and then by lane. They are small, and hold no text. */
const known = new Map<string, Known>()

/** By file, which files beside it change what is read of it. */
const asking = new Map<number, FileRead['asks']>()

function keyOf({ id }: FolderFile, files: readonly FolderFile[], measure: Measure): string {
  const { window, counter, prices } = measure
  const asked = asking.get(id)?.(files.map(({ file }) => file.name)) ?? []
  return JSON.stringify([id, window, counter, prices, asked])
}

/** The lanes that have no figures of a file. */
function lackingIn(logs: readonly MeasuredLog[], { lanes, regret }: Measure): Measure['lanes'] {
  const [log] = logs
  const isThere = ({ lane, study }: MeasuredLane, name: string): boolean =>
    lane === name && (!regret || study.regret !== undefined)
  return lanes.filter(({ name }) => log?.lanes.some((lane) => isThere(lane, name)) === false)
}

/** The lanes that are still to be run on a file; none on a file that is no log. */
function missingOn(file: FolderFile, files: readonly FolderFile[], measure: Measure): Measure['lanes'] {
  const outcome = known.get(keyOf(file, files, measure))
  if (outcome === undefined) return measure.lanes
  if ('problems' in outcome) return []
  const lacking = lackingIn(outcome.logs, measure)
  return lacking.every(({ name }) => outcome.unread?.lanes.includes(name)) ? [] : lacking
}

/** What is known of a file for these lanes; null where some are still to be run. */
export function knownOf(file: FolderFile, files: readonly FolderFile[], measure: Measure): Outcome | null {
  const outcome = known.get(keyOf(file, files, measure)) ?? null
  if (outcome === null || missingOn(file, files, measure).length > 0) return null
  if ('problems' in outcome || outcome.unread === undefined) return outcome
  return lackingIn(outcome.logs, measure).length === 0 ? { logs: outcome.logs } : outcome.unread
}

/** Forgets the figures of files that are gone. */
export function forgetOthers(files: readonly FolderFile[]): void {
  const ids = new Set(files.map(({ id }) => id))
  for (const key of known.keys()) if (!ids.has((JSON.parse(key) as [number])[0])) known.delete(key)
  for (const id of asking.keys()) if (!ids.has(id)) asking.delete(id)
}

/** Runs all lanes on all files, one file after the other, until the part of the page is gone or a person stops it. */
export function useMeasuring(files: readonly FolderFile[], measure: Measure): Measuring {
  const [stopped, setStopped] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [said, setSaid] = useState<UnderWay | null>(null)
  const [, tick] = useState(0)
  const client = useRef<SimClient | null>(null)
  const open = stopped ? undefined : files.find((file) => missingOn(file, files, measure).length > 0)
  useAskBeforeLeaving(open !== undefined)
  useEffect(() => {
    if (open !== undefined) return
    client.current?.close()
    client.current = null
  }, [open])
  useEffect(
    () => () => {
      client.current?.close()
      client.current = null
    },
    [],
  )
  useEffect(() => {
    if (open === undefined) return undefined
    const leaving = new AbortController()
    client.current ??= anotherSimulator()
    measureMissing(open, files, measure, client.current, leaving.signal, (report) => {
      if (!leaving.signal.aborted) setSaid({ path: open.path, report })
    }).then(
      () => {
        if (!leaving.signal.aborted) tick((count) => count + 1)
      },
      (failure: unknown) => {
        if (leaving.signal.aborted) return
        // The worker is broken; the next run starts another.
        client.current?.close()
        client.current = null
        setFailed(failure instanceof Error ? failure.message : String(failure))
        setStopped(true)
      },
    )
    return () => {
      leaving.abort()
    }
  }, [open, files, measure])
  return {
    // What is known stays on the screen while the best plan is searched.
    outcomes: files.map((file) => knownOf(file, files, { ...measure, regret: false })),
    done: files.filter((file) => missingOn(file, files, measure).length === 0).length,
    underWay: open === undefined ? null : said?.path === open.path ? said : { path: open.path, report: null },
    failed,
    stop: () => {
      setStopped(true)
    },
    goOn: () => {
      setFailed(null)
      setStopped(false)
    },
  }
}

/**
 * Runs the lanes that are missing on a file, and adds them to what is known of it.
 *
 * @param files all that were brought together: a log may go on with another one
 */
export async function measureMissing(
  file: FolderFile,
  files: readonly FolderFile[],
  measure: Measure,
  client: Pick<SimClient, 'measure'>,
  signal: AbortSignal,
  onProgress: (report: ProgressReport) => void,
): Promise<void> {
  const lanes = missingOn(file, files, measure)
  const before = known.get(keyOf(file, files, measure))
  let outcome: Known = await outcomeOf(file, files, { ...measure, lanes }, client, signal, onProgress)
  if (before !== undefined && 'logs' in before) {
    if ('problems' in outcome)
      outcome = { ...before, unread: { ...outcome, lanes: lanes.map(({ name }) => name) } }
    else if (sameLogs(before.logs, outcome.logs)) outcome = { logs: withLanes(before.logs, outcome.logs) }
    // The file was written meanwhile: all figures are of what is in it now.
    else outcome = await outcomeOf(file, files, measure, client, signal, onProgress)
  }
  if (!signal.aborted) known.set(keyOf(file, files, measure), outcome)
}

function sameLogs(before: readonly MeasuredLog[], now: readonly MeasuredLog[]): boolean {
  return before.length === now.length && before.every(({ hash }, at) => now[at]?.hash === hash)
}

function withLanes(before: readonly MeasuredLog[], now: readonly MeasuredLog[]): readonly MeasuredLog[] {
  return before.map((log, at) => ({ ...log, lanes: merged(log.lanes, now[at]?.lanes ?? []) }))
}

function merged(before: readonly MeasuredLane[], now: readonly MeasuredLane[]): readonly MeasuredLane[] {
  return [...before.filter(({ lane }) => now.every((one) => one.lane !== lane)), ...now]
}

/** Problems of a worker, not of a file. */
const BROKEN: ReadonlySet<string> = new Set([
  'worker-failed',
  'worker-ended',
  'code-not-loaded',
  'counter-not-loaded',
])

async function outcomeOf(
  { id, file, reading }: FolderFile,
  files: readonly FolderFile[],
  measure: Measure,
  client: Pick<SimClient, 'measure'>,
  signal: AbortSignal,
  onProgress: (report: ProgressReport) => void,
): Promise<Outcome> {
  const beside = files.map((other) => other.file)
  const kind = await fileAmong(file, beside)
  asking.set(id, kind.asks)
  if (kind.kind === 'refused') return { problems: [kind.problem] }
  const content = kind.kind === 'decoded' ? kind.text : kind.content
  try {
    const request = { ...measure, content, filename: file.name, ...(reading !== undefined && { reading }) }
    const logs = await client.measure(request, { signal, onProgress })
    return { logs }
  } catch (failure) {
    if (!(failure instanceof ProblemError) || failure.problems.some(({ code }) => BROKEN.has(code)))
      throw failure
    return { problems: failure.problems }
  }
}
