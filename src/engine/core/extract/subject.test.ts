import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { factKey } from './subject.ts'

const sameRule = (one: string, other: string) => factKey('constraint', one) === factKey('constraint', other)
const sameNumber = (one: string, other: string) => factKey('number', one) === factKey('number', other)

describe('MOCK-1 the subject of a statement', () => {
  test.each([
    ['Invoice 4471 must be paid in full.', 'Invoice 4472 must be paid in full.'],
    ['Room 3 must be kept free for the auditors.', 'Room 7 must be kept free for the auditors.'],
    ['Never reopen ticket #12.', 'Never reopen ticket #31.'],
    ['Always send invoice 4471 to the accountant.', 'Always send invoice 4472 to the accountant.'],
    ['Gate 4b has to stay closed.', 'Gate 4c has to stay closed.'],
  ])('a number that names a thing is a part of it: %s %s', (one, other) => {
    expect(sameRule(one, other)).toBe(false)
  })

  test.each([
    ['Billing: the port must be 8080.', 'Search: the port must be 9090.'],
    ['Update: the port must be 8080.', 'Search: the port must be 8080.'],
    ['Always change the list of ports.', 'Always update the list of ports.'],
    ['Change of address must be confirmed.', 'Address must be confirmed.'],
  ])('what stands before a colon is part of it unless it only tells of a change: %s %s', (one, other) => {
    expect(sameRule(one, other)).toBe(false)
  })

  test.each([
    ['Order 8812 was 30 euros.', 'Order 8813 was 45 euros.'],
    ['Store 12 sold 400 units in May.', 'Store 14 sold 380 units in May.'],
  ])('of two things with a number each, both hold: %s %s', (one, other) => {
    expect(sameNumber(one, other)).toBe(false)
  })

  test.each([
    ['Retry at most 3 times.', 'Retry at most five times.'],
    ['Never fetch more than 20 rows.', 'Never fetch more than 200 rows.'],
    ['Always use port 8080 for the proxy.', 'Always use port 9090 for the proxy.'],
    ['Only keep 5000 rows.', 'Only keep 8000 rows.'],
    ['The report must cover June 2026.', 'The report must cover June 2027.'],
    ['We leave on 12 June.', 'We leave on 19 June instead.'],
    ['Version 3 must be used.', 'Version 4 must be used.'],
    ['Always use Postgres.', 'On second thought, always use Postgres.'],
    ...[
      'Change: the',
      'Correction: the',
      'A small correction: the',
      'Update: the',
      'Updated: the',
      'EDIT – the',
      'I changed my mind: the',
      'We have changed our minds, the',
      'Change of plans: the',
      'New rule: the',
      'Oops, the',
      'My mistake: the',
      'No, wait: the',
    ].map((begin): [string, string] => ['The port must be 8080.', `${begin} port must be 9090.`]),
    ['The port must be 8080.', 'The port must be 9090, not 8080.'],
    ['The file must be smaller than 5 MB.', 'The file must be smaller than 8 MB, not 5 MB.'],
    ['Wait 5 seconds between two calls.', 'Wait 9 seconds instead of 5 seconds between two calls.'],
  ])('another value of the same replaces it: %s %s', (one, other) => {
    expect(sameRule(one, other)).toBe(true)
  })

  test.each([
    ['The budget is 2,400 euros.', 'The budget went up to 2,900 euros.'],
    ['The timeout is 30 seconds.', 'Make the timeout 45 seconds.'],
    ['The timeout is 30 seconds.', 'Let us raise the timeout from 30 to 60 seconds.'],
    ['max_retries = 3', 'max_retries = 5'],
    ['There were 30 attempts.', 'Correction: 45 attempts.'],
    ['Order 8812 was 30 euros.', 'Order 8812 was 35 euros.'],
  ])('a number that is said to have changed is that number: %s %s', (one, other) => {
    expect(sameNumber(one, other)).toBe(true)
  })

  test('is the same whatever the case and the values, for any two numbers', () => {
    fc.assert(
      fc.property(fc.nat(99_999), fc.nat(99_999), (one, other) => {
        expect(sameRule(`Wait ${one} seconds at least.`, `WAIT ${other} seconds at least`)).toBe(true)
        expect(sameRule(`Shelf ${one} must stay empty.`, `Shelf ${other} must stay empty.`)).toBe(
          one === other,
        )
      }),
    )
  })
})
