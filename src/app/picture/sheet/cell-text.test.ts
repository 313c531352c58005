import { expect, it } from 'vitest'
import { run } from '../../../sim/index.ts'
import { traceOf } from '../../../testing/trace.ts'
import { eventSheet, typeSheet, utilizationSheet, velocitySheet } from '../../../view/index.ts'
import { cellText, isNumeric } from './ChartTable.tsx'

const { data } = run(
  traceOf([
    { role: 'user', content: 'x '.repeat(900) },
    { role: 'assistant', content: 'yes' },
    { role: 'user', content: 'y '.repeat(3000) },
    { role: 'assistant', content: 'no' },
  ]),
  { max_context_tokens: 2500, strategy: 'unmanaged' },
)

it('LED-2 a share is written in percent in every sheet, and nothing else is', () => {
  for (const sheet of [utilizationSheet, velocitySheet, typeSheet, eventSheet]) {
    const [head = [], ...rows] = sheet(data)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      row.forEach((cell, at) => {
        const name = String(head[at])
        if (typeof cell !== 'number') return
        expect(cellText(name, cell).endsWith('%'), name).toBe(name === 'share of the limit')
      })
    }
  }
})

it.each([
  ['used tokens', 12345, '12,345'],
  ['share of the limit', 0.7712, '77.1 %'],
  ['velocity tokens per turn', 1234.5, '1,235'],
  ['turns until red', 2.349, '2.3'],
  ['position in turns', 4.25, '4.25'],
  ['baseline tokens per turn', null, '–'],
  ['spike', true, 'yes'],
  ['spike', false, ''],
  ['zone', 'red', 'red'],
] as const)('%s %s is written %s', (column, cell, text) => {
  expect(cellText(column, cell)).toBe(text)
})

it('a column of figures with gaps is numeric, a column of words is not', () => {
  const rows = [
    ['a', null],
    ['b', 3],
  ]
  expect(isNumeric(rows, 0)).toBe(false)
  expect(isNumeric(rows, 1)).toBe(true)
})
