import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IN_ONE_FRAME, inTurn } from './in-turn.ts'

let callbacks: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => callbacks.push(callback))
})
afterEach(() => {
  frame()
  frame()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The browser shows a frame: its callbacks, and then what they left for after it. */
function frame(): void {
  const due = callbacks
  callbacks = []
  for (const callback of due) callback()
  vi.runAllTimers()
}

it('small canvases are painted at once, huge ones one in each frame, and what left is not painted', () => {
  const seen: string[] = []
  const add = (name: string, points: number) => inTurn(() => seen.push(name), points)
  add('small', 100)
  add('other', 100)
  expect(seen).toEqual(['small', 'other'])
  frame()
  add('first', 3 * IN_ONE_FRAME)
  const leave = add('gone', 3 * IN_ONE_FRAME)
  add('second', 3 * IN_ONE_FRAME)
  add('late', 100)
  expect(seen.slice(2)).toEqual(['first'])
  leave()
  frame()
  expect(seen.slice(2)).toEqual(['first', 'second'])
  frame()
  expect(seen.slice(2)).toEqual(['first', 'second', 'late'])
  frame()
  expect(seen).toHaveLength(5)
})
