import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askBeforeLeaving } from './ask-before-leaving.ts'

let page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Whether the browser would ask now. */
const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('the browser asks before a study is left that has run for three seconds, and not after its end', () => {
  const stop = askBeforeLeaving()
  vi.advanceTimersByTime(2999)
  expect(asks()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(asks()).toBe(true)
  stop()
  expect(asks()).toBe(false)
})

it('a study that ends sooner never asks, and one that ends beside another leaves its question', () => {
  askBeforeLeaving()()
  vi.advanceTimersByTime(9000)
  expect(asks()).toBe(false)
  const [first, second] = [askBeforeLeaving(), askBeforeLeaving()]
  vi.advanceTimersByTime(3000)
  first()
  expect(asks()).toBe(true)
  second()
  expect(asks()).toBe(false)
})
