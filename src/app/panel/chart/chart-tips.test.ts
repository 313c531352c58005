import { describe, expect, it } from 'vitest'
import { run } from '../../../sim/index.ts'
import { cacheColumns } from '../../../sim/internal.ts'
import { traceOf } from '../../../testing/trace.ts'
import { typeSeries } from '../../../view/index.ts'
import { laneSeries } from './chart-series.ts'
import { typesTip, typesTitle, utilizationTip, zonesTip } from './chart-tips.ts'

const trace = traceOf([
  { role: 'user', content: 'a line of a file\n'.repeat(300) },
  { role: 'assistant', content: 'read' },
])
const { data } = run(trace, { max_context_tokens: 4000 })
const types = new Map(typeSeries(data).map((row) => [row.turn, row]))

function seriesOf(exact: boolean) {
  const cache = cacheColumns(data)
  return laneSeries({ name: 'fifo', label: 'FIFO', data: { ...data, exact }, rows: [], cache, forks: [] }, 0)
}

/** The figures of a tooltip, without the turn. */
function figuresOf(exact: boolean): string[] {
  const series = seriesOf(exact)
  return [
    ...typesTip(0, types, [series], series).slice(1),
    ...utilizationTip(0, [series], series).slice(1, 2),
    ...zonesTip(0, [series]).slice(1),
  ].flatMap((line) => line.match(/(≈ )?\d[\d,.]*( %)?/g) ?? [])
}

describe('tips of the charts', () => {
  it('TOK-5 mark every figure of an estimating counter, tokens and shares alike', () => {
    const [exact, estimated] = [figuresOf(true), figuresOf(false)]
    expect(exact.length).toBeGreaterThan(8)
    expect(estimated).toEqual(exact.map((figure) => `≈ ${figure}`))
  })

  it('LED-2 the share of a type has its base, and the shares make up the prompt', () => {
    const series = seriesOf(true)
    const lines = typesTip(0, types, [series], series)
    expect(lines[1]).toMatch(/ of the limit$/)
    const parts = lines.slice(2).map((line) => / \(([\d.]+) % of the prompt\)$/.exec(line)?.[1])
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.reduce((sum, part) => sum + Number(part), 0)).toBeCloseTo(100, 0)
  })

  it('LED-1 what a log does not explain has a line of its own, and none is of nothing', () => {
    const series = seriesOf(true)
    const row = types.get(0)
    if (row === undefined) throw new Error('the run has a turn')
    const all = { ...row, unexplained: row.byType.system_prompt }
    const lines = typesTip(0, new Map([[0, all]]), [series], series)
    expect(row.byType.system_prompt).toBeGreaterThan(0)
    expect(lines.filter((line) => line.includes('system prompt'))).toEqual([])
    expect(lines.at(-1)).toMatch(/^–  unexplained growth: [\d,]+ \([\d.]+ % of the prompt\)$/)
    const parts = lines.map((line) => / \(([\d.]+) % of the prompt\)$/.exec(line)?.[1] ?? 0)
    expect(parts.reduce<number>((sum, part) => sum + Number(part), 0)).toBeCloseTo(100, 0)
  })

  it('LED-1 where recorded usage is lower than the sum of the blocks, shares are of that sum', () => {
    const series = seriesOf(true)
    const rows = typeSeries(data).map((row) => ({ ...row, used: 100, adjustment: 100 - row.used }))
    const lines = typesTip(0, new Map(rows.map((row) => [row.turn, row])), [series], series)
    const parts = lines.map((line) => / \(([\d.]+) % of the blocks\)$/.exec(line)?.[1] ?? 0)
    expect(parts.reduce<number>((sum, part) => sum + Number(part), 0)).toBeCloseTo(100, 0)
    expect(typesTitle('FIFO', rows, true)).toMatch(
      /^User messages make up [\d]{2}\.\d % of the tokens of all blocks sent/,
    )
  })
})
