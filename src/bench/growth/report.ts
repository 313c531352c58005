import { chars4 } from '../../engine/index.ts'
import { run, takeIn } from '../../sim/index.ts'
import { history } from '../history.ts'
import { growthExponent, interleaved, median } from '../statistics.ts'
import { timed } from '../timed.ts'

/** Blocks of the conversations, window in tokens, runs per cell. */
const BLOCKS = [1000, 3000, 10_000, 30_000, 100_000] as const
const WINDOW = 32_000
const RUNS = 5
const POLICIES = ['fifo', 'hybrid'] as const

export interface GrowthReport {
  readonly counter: string
  readonly window: number
  readonly blocks: readonly number[]
  readonly rows: readonly {
    readonly policy: string
    readonly ms: readonly number[]
    readonly exponent: number
  }[]
}

/** Time of a whole run, intake and reference detection included, from 1,000 to 100,000 blocks at one window. */
export async function growthReport(): Promise<GrowthReport> {
  const blocks: number[] = []
  const times = new Map<string, number[]>(POLICIES.map((policy) => [policy, []]))
  for (const size of BLOCKS) {
    // A message holds a little more than one block; the figure reported is the blocks there were.
    const trace = history(Math.round(size * 0.8), size)
    blocks.push(takeIn(trace, chars4).blocks.length)
    const measured = await interleaved(
      POLICIES.map((policy) => () => {
        const { ms, result } = timed(() => run(trace, { max_context_tokens: WINDOW, eviction: { policy } }))
        if (result.turns.length < trace.turns.length)
          throw new Error(`${policy} ended at ${result.turns.length}`)
        return ms
      }),
      RUNS,
    )
    POLICIES.forEach((policy, index) => times.get(policy)?.push(median(measured[index] ?? [])))
  }
  const rows = POLICIES.map((policy) => {
    const ms = times.get(policy) ?? []
    const points = ms.map((time, index): [number, number] => [blocks[index] ?? 1, time])
    return { policy, ms, exponent: growthExponent(points) }
  })
  return { counter: 'chars4', window: WINDOW, blocks, rows }
}

export function renderGrowthReport(report: GrowthReport): string {
  const head = ['policy', ...report.blocks.map((count) => `${count} blocks, ms`), 'exponent (aim ≤ 1.15)']
  return [
    `Whole runs at a window of ${report.window} tokens, counter ${report.counter}.`,
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...report.rows.map(
      (row) =>
        `| ${[row.policy, ...row.ms.map((ms) => ms.toFixed(ms < 10 ? 1 : 0)), row.exponent.toFixed(2)].join(' | ')} |`,
    ),
  ].join('\n')
}
