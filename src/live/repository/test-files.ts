/** The tests of the made-up service, as its author wrote them. What they find is in `../sandbox/tests.ts`. */
export const testFiles: readonly (readonly [path: string, text: string])[] = Object.freeze([
  [
    'test/expiry.test.ts',
    `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heldUntil, isOver } from '../src/reservations/expiry.ts'
import { defaults } from '../src/settings.ts'

const hold = { id: 'h-1', berth: 'B17', boat: 'Kittiwake', placedAt: 1000000 }

test('a hold lasts ten minutes', () => {
  assert.equal(heldUntil(hold, defaults), 1600000)
})

test('a hold of half a minute lasts half a minute', () => {
  assert.equal(heldUntil(hold, { ...defaults, holdSeconds: 30 }), 1030000)
})

test('a hold still holds at its very end', () => {
  assert.equal(isOver(hold, defaults, heldUntil(hold, defaults)), false)
})
`,
  ],
  [
    'test/reservation-book.test.ts',
    `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BerthList } from '../src/berths/berth-list.ts'
import { ReservationBook } from '../src/reservations/reservation-book.ts'
import { defaults } from '../src/settings.ts'
import { clockAt } from '../src/time/clock.ts'

function bookAt(start: number) {
  const clock = clockAt(start)
  return { clock, book: new ReservationBook(new BerthList(24), clock, defaults) }
}

test('a berth that does not exist is refused', () => {
  assert.equal(bookAt(0).book.hold('Z99', 'Kittiwake'), 'no such berth')
})

test('somebody can pay nine minutes after the hold was placed', () => {
  const { clock, book } = bookAt(1000000)
  const hold = book.hold('B17', 'Kittiwake')
  assert.ok(typeof hold !== 'string')
  clock.advance(9 * 60 * 1000)
  const made = book.reserve(hold, 20500, 20502)
  assert.equal(typeof made, 'object', String(made))
})

test('nobody else gets the berth in the meantime', () => {
  const { clock, book } = bookAt(1000000)
  book.hold('B17', 'Kittiwake')
  clock.advance(60 * 1000)
  assert.equal(book.hold('B17', 'Albatross'), 'held by somebody else')
})

test('a hold that nobody paid for is over after ten minutes', () => {
  const { clock, book } = bookAt(1000000)
  book.hold('B17', 'Kittiwake')
  clock.advance(10 * 60 * 1000 + 1)
  assert.equal(typeof book.hold('B17', 'Albatross'), 'object')
})
`,
  ],
  [
    'test/price.test.ts',
    `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BerthList } from '../src/berths/berth-list.ts'
import { tariffOn } from '../src/harbour/tariffs.ts'
import { priceOf } from '../src/reservations/price.ts'
import { defaults } from '../src/settings.ts'

const berth = new BerthList(24).find('B4')

test('one night costs its tariff and the tax', () => {
  assert.equal(priceOf(berth, 20500, 20500, defaults), Math.ceil(tariffOn(20500, 10) * 1.07))
})

test('nights from the seventh on cost less', () => {
  const week = priceOf(berth, 20500, 20506, { ...defaults, taxRate: 0 })
  const six = priceOf(berth, 20500, 20505, { ...defaults, taxRate: 0 })
  assert.equal(week - six, Math.ceil(tariffOn(20506, 10) * 0.8))
})

test('no berth costs nothing', () => {
  assert.equal(priceOf(null, 20500, 20500, defaults), 0)
})
`,
  ],
  [
    'test/berth-list.test.ts',
    `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BerthList } from '../src/berths/berth-list.ts'

test('berths are numbered from one on', () => {
  const berths = new BerthList(24)
  assert.equal(berths.find('A0'), null)
  assert.equal(berths.find('A1')?.length, 8)
  assert.equal(berths.find('A24')?.length, 20)
})

test('the shortest berth that fits comes first', () => {
  assert.equal(new BerthList(24).fitting(11)[0]?.length, 12)
})
`,
  ],
])
