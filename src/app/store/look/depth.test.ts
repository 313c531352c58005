import { afterEach, expect, it, vi } from 'vitest'
import { openingDepth } from './depth.ts'

/** A load of the page in a tab, with what that keeps, and the depth at which it opens. */
function opened(tab: Map<string, string>, hash: string, state: object | null) {
  const storage = {
    getItem: (name: string) => tab.get(name) ?? null,
    setItem: (name: string, value: string) => tab.set(name, value),
  }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('location', { hash, search: '' })
  vi.stubGlobal('history', { state })
  return openingDepth()
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a reload shows as much as the link did, and a first visit stays where it began', () => {
  const tab = new Map<string, string>()
  expect(opened(tab, '#s=1', null)).toBe('expert')
  expect(opened(tab, '#s=1', { page: 1 })).toBe('expert')
  // The same tab, without a link: the address soon holds a state, too.
  expect(opened(tab, '', null)).toBe('learn')
  expect(opened(tab, '#s=2', { page: 1 })).toBe('learn')
  expect(opened(new Map(), '#s=1', { page: 1 })).toBe('learn')
})
