import { describe, expect, it } from 'vitest'
import { chanceOf } from '../telling/chance.ts'
import { expand, screaming } from './expand.ts'

const draws = chanceOf('test', 1)('text', 'expand')
const slot = (name: string): string | undefined =>
  ({ E: 'Invoice', Es: 'Invoices', e: 'invoice', n1: '7' })[name]

describe('expand', () => {
  it.each([
    ['$E and $Es', 'Invoice and Invoices'],
    ['group$EsBy$n1', 'groupInvoicesBy7'],
    ['to$ERow($e)', 'toInvoiceRow(invoice)'],
    ['~/v$n1/$[$e.id]/$[list[0]]~', '`/v7/${invoice.id}/${list[0]}`'],
    ['x$n1$n1', 'x77'],
    ['‹same¦same›$n1', 'same7'],
    ['costs 5 $', 'costs 5 $'],
  ])('writes %s as %s', (template, text) => {
    expect(expand(template, slot, draws)).toBe(text)
  })

  it('chooses every alternative at times, and fills slots within it', () => {
    const texts = new Set(Array.from({ length: 60 }, () => expand('‹a¦$E¦›.', slot, draws)))
    expect([...texts].sort()).toEqual(['.', 'Invoice.', 'a.'])
  })

  it('names an unknown slot in the error', () => {
    expect(() => expand('see $zip', slot, draws)).toThrow(/\$zip$/)
  })
})

describe('screaming', () => {
  it('separates words', () => {
    expect(screaming('AuditEntry')).toBe('AUDIT_ENTRY')
  })
})
