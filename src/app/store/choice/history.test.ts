import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { choose, runChoices, useChoices } from './choices.ts'
import type { RunChoices } from './choices.ts'
import { loadDeclarations } from './declarations.ts'
import type { Declarations } from './declarations.ts'
import { alter, holdGesture, redo, takeBack, undo } from './history.ts'
import { followLimit, laneText, writeSettings, writeText } from './lane-text.ts'

const LIMIT = 34_406
const TARGET = ['eviction', 'target']
let declarations: Declarations

const now = (): RunChoices => runChoices(useChoices.getState())
const lane = () => now().lanes[1] ?? { policy: '', gates: 'on' as const }
const text = (): string => laneText(lane(), declarations)
const target = (value: number): void => {
  expect(writeSettings(1, [{ path: TARGET, value }])).toBeNull()
}
const type = (added: string): void => {
  writeText(1, `${text()}\n${added}\n`)
}
/** All undo steps, newest first. */
const steps = (): readonly RunChoices[] => {
  const found: RunChoices[] = []
  for (let before = now(); ; before = now()) {
    undo()
    if (JSON.stringify(now()) === JSON.stringify(before)) return found
    found.push(now())
  }
}

beforeAll(async () => {
  declarations = await loadDeclarations()
})

beforeEach(() => {
  steps()
  choose({
    seed: 7,
    budget: { kind: 'share', share: 0.5 },
    lanes: [
      { policy: 'fifo', gates: 'naive' },
      { policy: 'hybrid', gates: 'on' },
    ],
  })
  followLimit(LIMIT)
})

afterEach(() => {
  vi.restoreAllMocks()
})

test('keys pressed at once are one step of undo, those after a second are another', () => {
  let time = 0
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  for (const [at, value] of [
    [0, 0.59],
    [900, 0.54],
    [1_899, 0.53],
    [2_899, 0.4],
  ] as const) {
    time = at
    target(value)
  }
  undo()
  expect(lane().byHand).toEqual({ eviction: { target: 0.53 } })
  undo()
  expect(lane().byHand).toBeUndefined()
  redo()
  expect(lane().byHand).toEqual({ eviction: { target: 0.53 } })
})

test('a cancelled gesture leaves no trace, and keeps undo and redo', () => {
  alter({ seed: 8 })
  alter({ seed: 9 })
  undo()
  const before = now()
  const { cancel } = holdGesture()
  for (const value of [0.5, 0.4]) target(value)
  cancel()
  expect(now()).toEqual(before)
  redo()
  expect(now().seed).toBe(9)
  expect(steps().map(({ seed }) => seed)).toEqual([8, 7])
})

test('a gesture that changed nothing, or returned to the start, is not a step', () => {
  alter({ seed: 8 })
  holdGesture().cancel()
  holdGesture().end()
  const before = now()
  const { end } = holdGesture()
  for (const value of [0.5, 0.6]) target(value)
  end()
  expect(now()).toEqual(before)
  expect(steps().map(({ seed }) => seed)).toEqual([7])
})

test('a gesture whose run failed meanwhile reverts nothing else when it is cancelled', () => {
  alter({ seed: 8 })
  const shown = now()
  const { cancel } = holdGesture()
  target(0.4)
  takeBack(shown)
  expect(now()).toEqual(shown)
  cancel()
  expect(now()).toEqual(shown)
  // The drag continues: undo goes back to where it continued.
  const again = holdGesture()
  target(0.5)
  takeBack(shown)
  target(0.3)
  again.cancel()
  expect(now()).toEqual(shown)
  expect(steps().map(({ seed }) => seed)).toEqual([7])
})

test('a gesture that is partly shown is still one step after a later part failed', () => {
  const before = now()
  const { cancel } = holdGesture()
  target(0.5)
  const shown = now()
  target(0.4)
  takeBack(shown)
  expect(now()).toEqual(shown)
  target(0.45)
  cancel()
  expect(now()).toEqual(before)
  expect(steps()).toEqual([])
})

test('steps undone during a gesture stay undone when it is cancelled', () => {
  alter({ seed: 8 })
  const { cancel } = holdGesture()
  target(0.4)
  undo()
  undo()
  cancel()
  expect(now().seed).toBe(7)
})

test('CONF-2 a failed run reverts no text that was typed before or after', () => {
  const shown = now()
  type('# before')
  alter({ seed: 9 })
  type('# after')
  takeBack(shown)
  expect(now().seed).toBe(7)
  expect(text()).toMatch(/# before\n\n# after\n$/u)
  // Redo repeats it.
  redo()
  redo()
  expect(now().seed).toBe(9)
  expect(text()).toMatch(/# before\n\n# after\n$/u)
})

test('CONF-1 a half-written text stays, with its error, when another run fails', () => {
  const shown = now()
  alter({ seed: 9 })
  type('foo: [')
  const broken = lane()
  expect(broken.mistake).toBeDefined()
  takeBack(shown)
  expect(lane()).toEqual(broken)
  expect(now().seed).toBe(7)
})

test('CONF-2 a text whose own run failed is reverted, and can be redone', () => {
  const shown = now()
  target(0.4)
  type('# long thoughts about it')
  const given = now()
  takeBack(shown)
  expect(now()).toEqual(shown)
  redo()
  redo()
  expect(now()).toEqual(given)
})

test('after an undo that was cancelled before any of the changes ran, all of them can be redone, oldest first', () => {
  const shown = now()
  alter({ seed: 8 })
  alter({ seed: 9 })
  undo()
  takeBack(shown)
  expect(now()).toEqual(shown)
  undo()
  expect(now()).toEqual(shown)
  const seeds = [8, 9].map(() => {
    redo()
    return now().seed
  })
  expect(seeds).toEqual([8, 9])
})

test('CONF-4 a window requested in a text is also reverted in the text', () => {
  const shown = now()
  type('# mine')
  writeText(1, text().replace(`max_context_tokens: ${LIMIT}`, 'max_context_tokens: 20000'))
  takeBack(shown)
  expect(now().budget).toEqual(shown.budget)
  expect(text()).toContain(`max_context_tokens: ${LIMIT}`)
  expect(text()).toContain('# mine')
  redo()
  expect(now().budget).toEqual({ kind: 'tokens', tokens: 20_000 })
})

test('CONF-4 a reverted text has the window of the screen, and the next knob leaves it unchanged', () => {
  target(0.4)
  alter({ budget: { kind: 'share', share: 0.3 } })
  const shown = now()
  followLimit(20_000, shown)
  alter({ seed: 3 })
  takeBack(shown)
  expect(text()).toContain('max_context_tokens: 20000')
  target(0.45)
  expect(now().budget).toEqual({ kind: 'share', share: 0.3 })
})

test('a failed undo of several steps can be redone, and so can later steps', () => {
  for (const seed of [8, 9, 10]) alter({ seed })
  const shown = now()
  undo()
  undo()
  takeBack(shown)
  expect(now().seed).toBe(10)
  redo()
  expect(now().seed).toBe(10)
  expect(steps().map(({ seed }) => seed)).toEqual([9, 8, 7])
  takeBack({ ...shown, seed: 9 })
  expect(now().seed).toBe(9)
  redo()
  expect(now().seed).toBe(10)
})
