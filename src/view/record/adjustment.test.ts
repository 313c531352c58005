import { describe, expect, it } from 'vitest'
import { BLOCK_TYPES, sumOfModalities } from '../../engine/internal.ts'
import { budgetsOf, readTrace, run } from '../../sim/index.ts'
import { ADJUSTMENT_LABEL } from '../sentence/budget-words.ts'
import { stretchFigures } from '../compare/stretch.ts'
import { turnDiff } from '../compare/turn-diff.ts'
import { sumOfBlocks } from '../layout/axis.ts'
import { overlapSeries } from '../layout/overlap.ts'
import { budgetSheet, budgetTable } from './budget.ts'
import { modalitiesAt } from './modality.ts'
import { typeSheet } from './sheet.ts'
import type { Sheet } from './sheet.ts'
import { TYPE_LABELS } from '../sentence/words.ts'

/** A log in Anthropic's format: 4,000 characters in, 4,000 out, and the billed prompts. */
function log(...billed: readonly number[]): string {
  return JSON.stringify(
    billed.flatMap((input) => [
      { role: 'user', content: 'word '.repeat(800) },
      { role: 'assistant', content: 'word '.repeat(800), usage: { input_tokens: input, output_tokens: 800 } },
    ]),
  )
}

it('LED-1 if a prompt held less than its blocks, the tables of types and of the budget add up by a signed row', () => {
  // The third prompt is as large as the second, although more was said. The log does not explain the difference.
  const billed = [1000, 3000, 3000]
  const { data } = run(readTrace(log(...billed)), { strategy: 'unmanaged' })
  const [head = [], ...rows] = typeSheet(data)
  const name = `${ADJUSTMENT_LABEL.toLowerCase()} tokens`
  const cell = (row: Sheet[number], of: string): number => Number(row[head.indexOf(of)])
  expect(rows.map((row) => cell(row, 'sent tokens'))).toEqual(billed)
  expect(rows.map((row) => Math.sign(cell(row, name)))).toEqual([0, 0, -1])
  for (const row of rows) {
    const types = BLOCK_TYPES.reduce((sum, type) => sum + cell(row, `${TYPE_LABELS[type]} tokens`), 0)
    expect(types + cell(row, name)).toBe(cell(row, 'sent tokens'))
  }
  const readings = budgetsOf(data)
  billed.forEach((used, turn) => {
    const table = budgetTable(data, readings, turn)
    const parts = (table?.rows ?? []).filter(({ part }) => part !== 'total')
    expect(parts.reduce((sum, row) => sum + row.used, 0) + (table?.adjustment ?? 0)).toBe(used)
  })
  const [names = [], ...turns] = budgetSheet(data, readings)
  const at = names.indexOf(`${ADJUSTMENT_LABEL.toLowerCase()}: tokens`)
  expect(turns.map((row) => row[at])).toEqual(rows.map((row) => cell(row, name)))
})

describe('LED-1 where recorded usage is lower than the sum of the blocks', () => {
  const trace = readTrace(log(1000, 3000, 3000, 3200, 3400))
  const { data } = run(trace, { strategy: 'unmanaged' })

  it('what two lanes have in common is counted in blocks, not in recorded usage', () => {
    for (const { both, onlyFirst, onlySecond } of overlapSeries(data, { ...data }))
      expect([both > 0, onlyFirst, onlySecond]).toEqual([true, 0, 0])
  })

  it('the text of a prompt and its media are those of its blocks', () => {
    for (const record of data.turns) {
      const sum = sumOfModalities(
        modalitiesAt(data, record.turn) ?? { text: 0, images: 0, documents: 0, audio: 0 },
      )
      expect(sum).toBe(sumOfBlocks(record))
      expect(sum).toBe(BLOCK_TYPES.reduce((all, type) => all + record.byType[type], 0))
    }
  })

  it('the comparison of two prompts has their recorded sizes, and the difference of the adjustments as a term', () => {
    const diff = turnDiff(data, 1, data, 2)
    if (diff === null) throw new Error('a turn is missing')
    const { before, after, removed, added, grown, adjusted } = diff
    expect([before, after]).toEqual([3000, 3000])
    expect(adjusted).toBeLessThan(0)
    expect(before - removed + added + grown + adjusted).toBe(after)
  })

  it('what arrived in a range of turns is not lessened by it', () => {
    const { before, came, adjusted, freed, added, after } = stretchFigures(data, { from: 2, to: 2 })
    expect(adjusted).toBe(data.turns[2]?.adjustment)
    expect(came).toBeGreaterThanOrEqual(1600)
    expect(before + came + adjusted - freed + added).toBe(after)
  })

  it('a range in which blocks left with their share of it adds up, too', () => {
    const evicted = run(trace, { strategy: 'token_trim', max_context_tokens: 4000 }).data
    expect(evicted.edits.some(({ returned = 0 }) => returned !== 0)).toBe(true)
    for (const [from, to] of [
      [0, 3],
      [3, 3],
      [2, 4],
    ] as const) {
      const { before, came, adjusted, freed, added, after } = stretchFigures(evicted, { from, to })
      expect(before + came + adjusted - freed + added).toBe(after)
      expect(came).toBe(stretchFigures(data, { from, to }).came)
    }
  })
})

it('LED-1 if the blocks add up to what was sent, no table has such a row', () => {
  const { data } = run(readTrace(log(1000, 3000, 5000)), { strategy: 'unmanaged' })
  const heads = [typeSheet(data), budgetSheet(data, budgetsOf(data))].flatMap(([head = []]) => head)
  expect(heads.filter((one) => String(one).startsWith(ADJUSTMENT_LABEL.toLowerCase()))).toEqual([])
})
