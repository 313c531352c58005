import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf, isoOf } from './instant.ts'

const FIRST = Date.UTC(1600, 0, 1)
const LAST = Date.UTC(2400, 11, 31)

describe('points in time', () => {
  it('reads and writes ISO times like Date', () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST, max: LAST }), (time) => {
        const iso = new Date(time).toISOString()
        expect(instantOf(iso)).toBe(time)
        expect(isoOf(time)).toBe(iso)
      }),
      { numRuns: 800 },
    )
  })

  it.each([
    ['2026-02-11T04:57:11.457Z', 1770785831457],
    ['2026-02-11T04:57:11Z', 1770785831000],
    ['2026-02-11T04:57Z', 1770785820000],
    ['2026-02-11 04:57:11.457891', 1770785831457],
    ['2026-02-11T06:57:11.457+02:00', 1770785831457],
    ['2026-02-10T23:27:11.457-0530', 1770785831457],
    // As Postgres writes it.
    ['2026-02-11 06:57:11.457+02', 1770785831457],
    // As headers have it.
    ['Wed, 11 Feb 2026 04:57:11 GMT', 1770785831000],
    [1776074483.155722, 1776074483156],
    [1776074483155, 1776074483155],
  ])('reads %j', (value, time) => {
    expect(instantOf(value)).toBe(time)
  })

  it.each([
    '',
    'yesterday',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    'Wed, 11 Feb 2026 04:57:11 CET',
    'Wed, 11 Foo 2026 04:57:11 GMT',
    -5,
    0,
    Number.NaN,
    1e20,
    null,
    true,
    [],
    {},
  ])('does not read %j as a time', (value) => {
    expect(instantOf(value)).toBeNull()
  })
})
