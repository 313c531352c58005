import { presetConfig } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import { costOfRun, run, takeIn } from '../../sim/index.ts'
import { history } from '../history.ts'
import { growthExponent, interleaved, median } from '../statistics.ts'
import { timed } from '../timed.ts'

const WINDOW = 32_000

/** Sizes of the conversations in blocks, configs by the name of their row, runs per cell. */
interface Part {
  readonly blocks: readonly number[]
  readonly lanes: Readonly<Record<string, PartialConfig>>
  readonly runs: number
}

const PARTS: readonly Part[] = [
  {
    blocks: [1000, 3000, 10_000, 30_000],
    lanes: { fifo: alone('fifo'), hybrid: alone('hybrid') },
    runs: 3,
  },
  {
    // Answered by the built-in model; its time is included.
    blocks: [1000, 4000, 16_000],
    lanes: {
      managed: { strategy: 'managed' },
      'managed, compaction first': presetConfig('compaction_first'),
      'managed, results first': presetConfig('summarize_results'),
      handover: { strategy: 'handover' },
    },
    runs: 1,
  },
  {
    blocks: [1000, 4000, 16_000],
    lanes: Object.fromEntries(
      [
        'atomic_window',
        'atomic_window_tokens',
        'token_trim',
        'token_trim_middle',
        'tiered',
        'tiered_full',
        'rolling_summary',
        'context_editing',
        'context_editing_compact',
        'pipeline',
        'recorded',
      ].map((name) => [name, presetConfig(name)]),
    ),
    runs: 1,
  },
]

function alone(policy: string): PartialConfig {
  return { strategy: 'evict', pressure: { preemptive: false }, eviction: { policy } }
}

export interface GrowthReport {
  readonly counter: string
  readonly window: number
  readonly tables: readonly {
    readonly blocks: readonly number[]
    readonly rows: readonly {
      readonly lane: string
      readonly ms: readonly number[]
      readonly exponent: number
      /** Time to price the run with its prompt cache ÷ time of the run, by size. */
      readonly pricing: readonly number[]
      readonly pricingExponent: number
    }[]
  }[]
}

/** Time of a whole run, with intake and reference detection, for 1,000 blocks and more in one window. */
export async function growthReport(): Promise<GrowthReport> {
  const tables: GrowthReport['tables'][number][] = []
  for (const part of PARTS) tables.push(await measured(part))
  return { counter: 'chars4', window: WINDOW, tables }
}

async function measured({ blocks: sizes, lanes, runs }: Part): Promise<GrowthReport['tables'][number]> {
  const names = Object.keys(lanes)
  const blocks: number[] = []
  const times = new Map<string, number[]>(names.map((name) => [name, []]))
  const priced = new Map<string, number[]>(names.map((name) => [name, []]))
  // A first, untimed run, for compilation.
  for (const lane of Object.values(lanes))
    costOfRun(run(history(800, 1), { ...lane, max_context_tokens: WINDOW }).data, {})
  for (const size of sizes) {
    console.error(`growth: ${size} blocks, ${names.length} lanes, ${runs} each`)
    // A message has a little more than one block; the report gives the real number of blocks.
    const trace = history(Math.round(size * 0.8), size)
    blocks.push(takeIn(trace, chars4).blocks.length)
    const pricing = new Map<string, number[]>(names.map((name) => [name, []]))
    const cells = await interleaved(
      names.map((name) => () => {
        const { ms, result } = timed(() => run(trace, { ...lanes[name], max_context_tokens: WINDOW }))
        // Options prevent a cached result.
        const price = timed(() => costOfRun(result.data, {})).ms
        // A lane that ran out of space did not run the whole conversation.
        const isWhole = result.turns.length === trace.turns.length
        pricing.get(name)?.push(isWhole ? price : NaN)
        return isWhole ? ms : NaN
      }),
      runs,
    )
    names.forEach((name, index) => {
      times.get(name)?.push(median(cells[index] ?? []))
      priced.get(name)?.push(median(pricing.get(name) ?? []))
    })
  }
  const rows = names.map((lane) => {
    const ms = times.get(lane) ?? []
    const cost = priced.get(lane) ?? []
    const exponentOf = (times: readonly number[]): number =>
      growthExponent(times.map((time, index): [number, number] => [blocks[index] ?? 1, time]))
    return {
      lane,
      ms,
      exponent: exponentOf(ms),
      pricing: cost.map((time, index) => time / (ms[index] ?? NaN)),
      pricingExponent: exponentOf(cost),
    }
  })
  return { blocks, rows }
}

export function renderGrowthReport(report: GrowthReport): string {
  const tables = report.tables.map(({ blocks, rows }) => {
    const head = [
      'lane',
      ...blocks.map((count) => `${count} blocks, ms`),
      'exponent (aim ≤ 1.15)',
      'pricing it, of that (aim ≤ 15 %)',
      'its exponent (aim ≤ 1.1)',
    ]
    const lines = rows.map(({ lane, ms, exponent, pricing, pricingExponent }) =>
      [
        lane,
        ...ms.map((time) => (Number.isNaN(time) ? 'ended' : time.toFixed(time < 10 ? 1 : 0))),
        exponent.toFixed(2),
        pricing.map((part) => `${(part * 100).toFixed(0)} %`).join(', '),
        pricingExponent.toFixed(2),
      ].join(' | '),
    )
    return [head.join(' | '), head.map(() => '---').join('|'), ...lines]
      .map((line) => `| ${line} |`)
      .join('\n')
  })
  return [`Whole runs at a window of ${report.window} tokens, counter ${report.counter}.`, ...tables].join(
    '\n\n',
  )
}
