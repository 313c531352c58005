import { useEffect, useRef, useState } from 'react'
import { ProblemError } from '../../../../engine/index.ts'
import type { Problem } from '../../../../engine/index.ts'
import type { MeasuredLane, MeasuredLog } from '../../../../sim/internal.ts'
import type { SimClient } from '../../../../worker/client.ts'
import type { MeasureRequest, ProgressReport } from '../../../../worker/protocol.ts'
import { kindOfFile } from '../../../store/run/file-kind.ts'
import type { FolderFile } from '../../../store/run/folder.ts'
import { anotherSimulator } from '../../../store/run/simulator.ts'

/** How every log is measured. A lane is named by what it runs, so that a lane that is added runs alone. */
export type Measure = Omit<MeasureRequest, 'content' | 'filename'>

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

/** Figures since the page was opened, by file and settings, and then by lane. They are small, and hold no text. */
const known = new Map<string, Outcome>()

function keyOf({ id }: FolderFile, { window, counter }: Measure): string {
  return JSON.stringify([id, window, counter])
}

/** The lanes that were not run on a file yet; none on a file that is no log. */
function missingOn(file: FolderFile, measure: Measure): Measure['lanes'] {
  const outcome = known.get(keyOf(file, measure))
  if (outcome === undefined) return measure.lanes
  if ('problems' in outcome) return []
  const [log] = outcome.logs
  const isThere = ({ lane, study }: MeasuredLane, name: string): boolean =>
    lane === name && (!measure.regret || study.regret !== undefined)
  return measure.lanes.filter(({ name }) => log?.lanes.some((lane) => isThere(lane, name)) === false)
}

/** Forgets the figures of files that are gone. */
export function forgetOthers(files: readonly FolderFile[]): void {
  const ids = new Set(files.map(({ id }) => id))
  for (const key of known.keys()) if (!ids.has((JSON.parse(key) as [number])[0])) known.delete(key)
}

/** Runs all lanes on all files, one file after the other, until the part of the page is gone or a person stops it. */
export function useMeasuring(files: readonly FolderFile[], measure: Measure): Measuring {
  const [stopped, setStopped] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [said, setSaid] = useState<UnderWay | null>(null)
  const [, tick] = useState(0)
  const client = useRef<SimClient | null>(null)
  const open = stopped ? undefined : files.find((file) => missingOn(file, measure).length > 0)
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
    outcomeOf(
      open,
      { ...measure, lanes: missingOn(open, measure) },
      client.current,
      leaving.signal,
      (report) => {
        if (!leaving.signal.aborted) setSaid({ path: open.path, report })
      },
    ).then(
      (outcome) => {
        if (leaving.signal.aborted) return
        keep(open, measure, outcome)
        tick((count) => count + 1)
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
  }, [open, measure])
  return {
    // What is known stays on the screen while the best plan is searched.
    outcomes: files.map((file) =>
      missingOn(file, { ...measure, regret: false }).length > 0
        ? null
        : (known.get(keyOf(file, measure)) ?? null),
    ),
    done: files.filter((file) => missingOn(file, measure).length === 0).length,
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

/** Adds lanes to what is known of a file. */
function keep(file: FolderFile, measure: Measure, outcome: Outcome): void {
  const before = known.get(keyOf(file, measure))
  const isMore = before !== undefined && 'logs' in before && 'logs' in outcome
  known.set(
    keyOf(file, measure),
    isMore
      ? {
          logs: before.logs.map((log, at) => ({
            ...log,
            lanes: merged(log.lanes, outcome.logs[at]?.lanes ?? []),
          })),
        }
      : outcome,
  )
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
  { file }: FolderFile,
  measure: Measure,
  client: SimClient,
  signal: AbortSignal,
  onProgress: (report: ProgressReport) => void,
): Promise<Outcome> {
  const kind = await kindOfFile(file)
  if (kind.kind === 'refused') return { problems: [kind.problem] }
  const content = kind.kind === 'decoded' ? kind.text : kind.content
  try {
    const logs = await client.measure({ ...measure, content, filename: file.name }, { signal, onProgress })
    return { logs }
  } catch (failure) {
    if (!(failure instanceof ProblemError) || failure.problems.some(({ code }) => BROKEN.has(code)))
      throw failure
    return { problems: failure.problems }
  }
}
