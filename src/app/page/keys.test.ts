import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { choose, useChoices } from '../store/choice/choices.ts'
import { closeHappenings, toggleHappenings, useHappenings } from '../store/look/open.ts'
import { measure } from '../store/look/playhead.ts'
import { present, usePresenting } from '../store/look/presenting.ts'
import { currentStretch, markStretch } from '../store/look/stretch.ts'
import { currentViewport, showConversation, showRange } from '../store/look/viewport.ts'
import { usePrinting } from '../ui/use-in-sight.ts'
import { listenForKeys } from './keys.ts'
import { fitPaper } from './print.ts'

let press: (event: Partial<KeyboardEvent>) => void
let print: ReturnType<typeof vi.fn>
let stop: () => void

beforeEach(() => {
  const heard: ((event: unknown) => void)[] = []
  const addEventListener = (type: string, listener: (event: unknown) => void): void => {
    if (type === 'keydown') heard.push(listener)
  }
  const place = { addEventListener, removeEventListener: () => undefined }
  vi.useFakeTimers()
  print = vi.fn()
  vi.stubGlobal('window', { ...place, setTimeout, print })
  vi.stubGlobal('document', { ...place, querySelector: () => null })
  vi.stubGlobal('Element', class {})
  vi.stubGlobal('HTMLInputElement', class {})
  const stops = [listenForKeys(() => undefined), fitPaper()]
  stop = () => {
    for (const one of stops) one()
  }
  press = (event) => {
    for (const listener of heard) listener({ target: null, preventDefault: () => undefined, ...event })
  }
})

afterEach(() => {
  stop()
  markStretch(null)
  present(false)
  choose({ selection: null })
  closeHappenings()
  measure(0, 0)
  showConversation(0)
  usePrinting.setState(false, true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['with Alt on a Mac', { altKey: true }],
  ['with AltGr on Windows', { altKey: true, ctrlKey: true }],
  ['alone', {}],
])('a bracket written %s is the same key', (_, keys) => {
  showConversation(20)
  showRange(0, 10)
  press({ key: '}', code: 'Digit9', ...keys })
  expect(currentViewport().from).toBe(5)
})

test('Alt with another key is left to the browser', () => {
  showConversation(20)
  showRange(0, 10)
  press({ key: '0', code: 'Digit0', altKey: true })
  expect(currentViewport().to).toBe(10)
})

test('Escape closes one thing at a time, and what a dialog or a box has used up nothing', () => {
  measure(20, 0)
  markStretch({ from: 1, to: 2 })
  toggleHappenings()
  const now = () => [useHappenings.getState().open, currentStretch() !== null]
  press({ key: 'Escape', defaultPrevented: true })
  expect(now()).toEqual([true, true])
  press({ key: 'Escape' })
  expect(now()).toEqual([false, true])
  press({ key: 'Escape' })
  expect(now()).toEqual([false, false])
})

test('a key that is held prints once', async () => {
  for (let times = 0; times < 3; times++) press({ key: 'p', ctrlKey: true, repeat: times > 0 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(print).toHaveBeenCalledOnce()
})

test('Escape ends a presentation at once, and leaves the panel that it hides as it is', () => {
  const selection = { lane: 'hybrid', block: 1, turn: null }
  choose({ selection } as never)
  present(true)
  press({ key: 'Escape' })
  expect([usePresenting.getState(), useChoices.getState().selection]).toEqual([false, selection])
  press({ key: 'Escape' })
  expect(useChoices.getState().selection).toBeNull()
})
