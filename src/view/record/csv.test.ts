import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csv } from './csv.ts'
import type { CsvCell } from './csv.ts'

/** A reader of RFC 4180, character by character; null if a record breaks its grammar. */
function readCsv(text: string): string[][] | null {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let field = ''
    if (text[at] === '"') {
      at++
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (at >= text.length) return null
        field += text[at]
        at += text[at] === '"' ? 2 : 1
      }
      at++
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') {
        if (text[at] === '"' || text[at] === '\n') return null
        field += text[at++]
      }
    }
    row.push(field)
    if (text[at] === ',') {
      at++
      if (text[at] === '\r' || at === text.length) return null
    } else if (text.startsWith('\r\n', at)) {
      at += 2
      rows.push(row)
      row = []
    } else return null
  }
  return rows
}

it('quotes cells as worked out by hand', () => {
  const text = csv([
    ['metric', 'FIFO', 'a, b'],
    ['say "no"', 12345.5, null],
    ['two\nlines', -3, true],
    ['', Number.NaN, 0],
  ])
  expect(text).toBe('metric,FIFO,"a, b"\r\n"say ""no""",12345.5,\r\n"two\nlines",-3,true\r\n,,0\r\n')
})

it('text that does not begin like a formula is read back unchanged', () => {
  const harmless = fc
    .string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '=', 'é', '–') })
    .map((text) => `x${text}`)
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(harmless, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
    )
  fc.assert(
    fc.property(rows, (table) => {
      expect(readCsv(csv(table))).toEqual(table)
    }),
  )
})

it('no cell that is read back begins like a formula, and its text is complete', () => {
  const signs = ['=', '+', '-', '@', '\t', '\r', ' ', '\n', '＝', 'a', '"']
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...signs), minLength: 1 }), (text) => {
      // A last column keeps the record readable if the text is a line break.
      const [cell = ''] = readCsv(csv([[text, 'end']]))?.[0] ?? []
      expect(cell).toMatch(/^[^=+\-@\t\r＝＋－＠]/)
      expect(cell.trimStart()).not.toMatch(/^[=+\-@＝＋－＠]/)
      expect([text, `'${text}`]).toContain(cell)
    }),
  )
})

it('numbers have no separators and no apostrophe, and a value that is not finite is empty', () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      const [[cell] = []] = readCsv(csv([[value, 'end'] satisfies CsvCell[]])) ?? []
      if (Number.isFinite(value)) expect(Number(cell)).toBe(value === 0 ? 0 : value)
      else expect(cell).toBe('')
    }),
  )
})
