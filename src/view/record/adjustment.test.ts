import { expect, it } from 'vitest'
import { BLOCK_TYPES } from '../../engine/internal.ts'
import { budgetsOf, readTrace, run } from '../../sim/index.ts'
import { ADJUSTMENT_LABEL } from '../sentence/budget-words.ts'
import { budgetSheet, budgetTable } from './budget.ts'
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

it('LED-1 if the blocks add up to what was sent, no table has such a row', () => {
  const { data } = run(readTrace(log(1000, 3000, 5000)), { strategy: 'unmanaged' })
  const heads = [typeSheet(data), budgetSheet(data, budgetsOf(data))].flatMap(([head = []]) => head)
  expect(heads.filter((one) => String(one).startsWith(ADJUSTMENT_LABEL.toLowerCase()))).toEqual([])
})
