import { expect, it } from 'vitest'
import { copiesSentence } from './copies.ts'

const log = (hash: string, begins: string | null) => ({ hash, begins })

it('UNC-3 says how many logs begin as another one, by their first call or, without one, by all their content', () => {
  expect(copiesSentence([log('a', '1'), log('b', '2'), log('c', null), log('d', null)])).toBeNull()
  expect(copiesSentence([log('a', '1'), log('b', '1'), log('c', null)])).toMatch(
    /^1 log begins as another one does: what they share counts twice/,
  )
  expect(
    copiesSentence([log('a', '1'), log('a', '1'), log('b', '1'), log('c', null), log('c', null)]),
  ).toMatch(/^3 logs begin /)
})
