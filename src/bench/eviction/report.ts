import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { takeIn } from '../../sim/index.ts'
import { chars4, validate } from '../../engine/index.ts'
import { history } from '../history.ts'
import { interleaved, median } from '../statistics.ts'
import { timedAsync } from '../timed.ts'
import { evictHalf, prepare, requestOf, settingsOf } from './ours.ts'
import type { Prepared } from './ours.ts'
import { acted, checkList, checkWindow, halving, slideListHalf, trimListHalf } from './trimmers.ts'
import {
  countLangchain,
  orphansOf,
  pruneHalf,
  toAiSdk,
  toLangchain,
  trimLast,
  trimRecommended,
} from './peers.ts'

/** Numbers of messages, and runs per cell. */
const SIZES = [1000, 3000, 10_000] as const
const RUNS = 5
/** Untimed runs of every contender at the smallest size, so that none is timed while it is still being compiled. */
const WARM_UP = 50

export interface EvictionRow {
  readonly name: string
  /** Median milliseconds per size. */
  readonly ms: readonly number[]
  /** Orphaned calls and results in what is left, at the largest size; null if the peer keeps no pairs. */
  readonly orphans: number | null
  readonly note: string
}

export interface EvictionReport {
  readonly sizes: readonly number[]
  readonly rows: readonly EvictionRow[]
  /**
   * Time of trimMessages with its recommended options ÷ time of one batch eviction (FIFO, calls and results leave
   * together), per size.
   */
  readonly ratio: readonly number[]
  /** The same for an eviction that also records its decision. */
  readonly recordedRatio: readonly number[]
  /** The same for the trimmers of whole messages. */
  readonly trimRatios: readonly { readonly name: string; readonly ratio: readonly number[] }[]
}

const FIFO = 'ours: FIFO, pairs leave together'
const RECORDED = 'ours: FIFO, pairs leave together, decision written down'
const TRIM = 'ours: token_trim (stage)'
const SLIDE = 'ours: atomic_window (stage), to half the messages'
const TRIM_LIST = 'ours: trimToBudget over a list'
const SLIDE_LIST = 'ours: atomicWindow over a list, to half the messages'
const RECOMMENDED = '@langchain/core trimMessages (recommended)'

interface Contender {
  readonly name: string
  readonly note: string
  /** Prepares a fresh input and returns the timed work; its result gives the orphans left. */
  prepare(size: number, run: number): { work: () => unknown; orphans: (result: never) => number | null }
}

/** So that no contender pays for the garbage of the previous one. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  // Code that no collection finds in use for a while is thrown away, and there are many between two runs of a contender.
  setFlagsFromString('--no-flush-bytecode')
  const collect = runInNewContext('gc') as () => void
  collect()
}

/** Times one batch eviction to half the tokens against the peers on the same histories, interleaved. */
export async function evictionReport(): Promise<EvictionReport> {
  const traces = new Map(SIZES.map((size) => [size, history(size, size)]))
  const traceOf = (size: number) => traces.get(size as (typeof SIZES)[number]) ?? history(size, size)
  const [byTokens, byMessages] = [TRIM, SLIDE].map((name) => stage(name, traceOf)) as [Contender, Contender]
  const [byTokensList, byMessagesList] = [TRIM_LIST, SLIDE_LIST].map((name) => list(name, traceOf)) as [
    Contender,
    Contender,
  ]
  const contenders: Contender[] = [
    ours(FIFO, 'fifo', false, traceOf),
    ours(RECORDED, 'fifo', false, traceOf, true),
    ours('ours: FIFO, placeholders', 'fifo', true, traceOf),
    ours('ours: hybrid, placeholders', 'hybrid', true, traceOf),
    {
      name: 'ours: intake and FIFO eviction',
      note: 'counts every block first, as a peer does inside its call',
      prepare: (size) => ({
        work: () => evictHalf(prepare(takeIn(traceOf(size), chars4)), settingsOf('fifo', false)),
        orphans: () => null,
      }),
    },
    byTokens,
    byMessages,
    byTokensList,
    byMessagesList,
    langchain('@langchain/core trimMessages (last)', trimLast, traceOf),
    langchain(RECOMMENDED, trimRecommended, traceOf),
    {
      name: 'ai pruneMessages (before-last-n/2)',
      note: 'no token budget; prunes tool calls only',
      prepare: (size) => {
        const messages = toAiSdk(traceOf(size))
        return { work: () => pruneHalf(messages), orphans: () => null }
      },
    },
  ]
  const rows: EvictionRow[] = []
  const times = new Map<string, number[]>()
  const orphans = new Map<string, number | null>()
  for (const contender of contenders) {
    for (let run = 0; run < WARM_UP; run++) await contender.prepare(SIZES[0], run).work()
  }
  for (const size of SIZES) {
    const measured = await interleaved(
      contenders.map((contender) => async (round: number) => {
        const { work, orphans: count } = contender.prepare(size, round)
        collectGarbage()
        const { result, ms } = await timedAsync(work)
        orphans.set(contender.name, count(result as never))
        return ms
      }),
      RUNS,
    )
    contenders.forEach((contender, index) => {
      times.set(contender.name, [...(times.get(contender.name) ?? []), median(measured[index] ?? [])])
    })
  }
  for (const { name, note } of contenders) {
    rows.push({ name, note, ms: times.get(name) ?? [], orphans: orphans.get(name) ?? null })
  }
  const ratioOf = (own: string): number[] => {
    const peer = times.get(RECOMMENDED) ?? []
    return (times.get(own) ?? []).map((ms, index) => (peer[index] ?? 0) / ms)
  }
  const trimRatios = [TRIM, SLIDE, TRIM_LIST, SLIDE_LIST].map((name) => ({ name, ratio: ratioOf(name) }))
  return { sizes: SIZES, rows, ratio: ratioOf(FIFO), recordedRatio: ratioOf(RECORDED), trimRatios }
}

function ours(
  name: string,
  policy: string,
  placeholders: boolean,
  traceOf: (size: number) => ReturnType<typeof history>,
  recorded = false,
): Contender {
  const known = new Map<number, Prepared>()
  const settings = settingsOf(policy, placeholders)
  return {
    name,
    note: `blocks counted at intake; ${recorded ? 'decision written' : 'decision not asked for'}; request valid, gates held, budget kept (checked)`,
    prepare(size) {
      const prepared = known.get(size) ?? prepare(takeIn(traceOf(size), chars4))
      known.set(size, prepared)
      return {
        work: () => {
          const evicted = evictHalf(prepared, settings)
          if (recorded) evicted.plan.decision?.()
          return evicted
        },
        orphans: (result: ReturnType<typeof evictHalf>) => check(prepared, result),
      }
    },
  }
}

function stage(name: string, traceOf: (size: number) => ReturnType<typeof history>): Contender {
  const known = new Map<number, Prepared>()
  return {
    name,
    note: 'blocks counted at intake; request valid (checked)',
    prepare(size) {
      const prepared = known.get(size) ?? prepare(takeIn(traceOf(size), chars4))
      known.set(size, prepared)
      const halves = halving(name === TRIM ? 'trim' : 'slide', prepared)
      return {
        work: () => acted(halves, prepared),
        orphans: (window: ReturnType<typeof acted>) => checkWindow(prepared, window),
      }
    },
  }
}

function list(name: string, traceOf: (size: number) => ReturnType<typeof history>): Contender {
  return {
    name,
    note: 'counts every message first, as a peer does inside its call; list valid (checked)',
    prepare(size) {
      const { messages } = traceOf(size)
      const budget = Math.floor(trimListHalf(messages, Number.MAX_SAFE_INTEGER).before.text / 2)
      return {
        work: () => (name === TRIM_LIST ? trimListHalf(messages, budget) : slideListHalf(messages)),
        orphans: (result: ReturnType<typeof trimListHalf>) => checkList(result.messages),
      }
    },
  }
}

/** Throws if the fast answer is wrong. */
function check(prepared: Prepared, { window }: ReturnType<typeof evictHalf>): number {
  const { view } = prepared
  if (window.used > view.limit / 2) throw new Error(`over the budget of ${view.limit / 2}: ${window.used}`)
  const kept = new Set(window.entries.map((entry) => entry.block))
  const task = view.window.entries.find((entry) => view.block(entry.block).type === 'user_message')
  const system = view.window.entries[0]
  for (const entry of [task, system]) {
    if (entry !== undefined && !kept.has(entry.block)) throw new Error(`protected block lost: ${entry.block}`)
  }
  const violations = validate(requestOf(prepared, window).messages, 'anthropic')
  if (violations.length > 0) throw new Error(`invalid request: ${violations[0]?.message ?? ''}`)
  return violations.filter((violation) => violation.ids.length > 0).length
}

function langchain(
  name: string,
  trim: typeof trimLast,
  traceOf: (size: number) => ReturnType<typeof history>,
): Contender {
  return {
    name,
    note: 'chars/4 counter',
    prepare(size) {
      const messages = toLangchain(traceOf(size))
      const budget = Math.floor(countLangchain(messages) / 2)
      return {
        work: () => trim(messages, budget),
        orphans: (result: Awaited<ReturnType<typeof trimLast>>) => orphansOf(result),
      }
    },
  }
}

export function renderEvictionReport(report: EvictionReport): string {
  const head = [
    'one eviction to half the tokens',
    ...report.sizes.map((size) => `${size} messages, ms`),
    'orphans left',
    'note',
  ]
  const lines = report.rows.map((row) => [
    row.name,
    ...row.ms.map((ms) => ms.toFixed(ms < 10 ? 2 : 0)),
    row.orphans === null ? '–' : String(row.orphans),
    row.note,
  ])
  const times = (ratio: readonly number[]): string => ratio.map((one) => `${Math.round(one)}×`).join(' / ')
  return [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...lines.map((line) => `| ${line.join(' | ')} |`),
    '',
    `trimMessages (recommended) takes ${times(report.ratio)} as long as FIFO with pairs leaving together (aim at 10,000 messages: ≥ 1,000×), and ${times(report.recordedRatio)} as long as the same with its decision written down.`,
    ...report.trimRatios.map(({ name, ratio }) => `${name}: ${times(ratio)}.`),
  ].join('\n')
}
