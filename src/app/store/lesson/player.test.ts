import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runChoices, useChoices } from '../choice/choices.ts'
import { measure, playhead } from '../look/playhead.ts'
import { currentViewport, showConversation } from '../look/viewport.ts'
import type { Lesson, Step } from './lesson.ts'
import { pauseLesson, startLesson, stayInLesson, stepLesson, tellSteps, usePlayer } from './player.ts'
import { holdsPlayhead } from './shown.ts'
import type { ShownStep } from './steps.ts'

let frames: ((now: number) => void)[] = []

beforeEach(() => {
  frames = []
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('window', {
    clearTimeout,
    setTimeout: () => 0,
    cancelAnimationFrame: () => {
      frames = []
    },
    requestAnimationFrame: (frame: (now: number) => void) => frames.push(frame),
  })
})

afterEach(() => {
  // Test files share the stores.
  stayInLesson()
  useChoices.setState(useChoices.getInitialState(), true)
  measure(0, 0)
  vi.unstubAllGlobals()
})

/** Tells a lesson whose steps rest at these turns. */
function tellLesson(rests: readonly number[], more: Partial<Step> = {}): void {
  const steps = rests.map((_, nth): Step => ({
    title: `step ${nth}`,
    says: '',
    lanes: [0],
    at: { kind: 'end' },
    ...more,
  }))
  const lesson: Lesson = {
    name: 'a lesson',
    title: '',
    about: '',
    minutes: 1,
    opening: runChoices(useChoices.getState()),
    steps,
  }
  measure(100, 0)
  startLesson(lesson)
  tellSteps(
    steps.map((step, nth): ShownStep => ({
      step,
      turn: rests[nth] ?? 0,
      rests: rests[nth] ?? 0,
      from: null,
      lanes: ['fifo'],
      says: [],
      shows: null,
      guess: null,
      selects: null,
    })),
  )
}

const now = () => [usePlayer.getState().at, playhead.getState().turn]

test('a press on the way to a step ends the way, and goes on to the step after it', () => {
  tellLesson([10, 20, 30, 40, 50])
  expect(now()).toEqual([0, 10])
  for (let pressed = 0; pressed < 3; pressed++) stepLesson(1)
  expect(now()).toEqual([2, 30])
  expect(frames).toHaveLength(1)
  stepLesson(-1)
  expect(now()).toEqual([2, 30])
  stepLesson(-1)
  expect(now()).toEqual([1, 20])
})

test('where the whole run is drawn, or the playhead is there already, a step is told at once', () => {
  tellLesson([10, 90], { whole: true })
  stepLesson(1)
  expect([...now(), frames.length]).toEqual([1, 90, 0])
  tellLesson([10, 10])
  stepLesson(1)
  expect([...now(), frames.length]).toEqual([1, 10, 0])
})

test('the time axis of a step ends a little after its last turn: at a quarter, the half or the end of all turns', () => {
  showConversation(100)
  const range = () => {
    const { from, to } = currentViewport()
    return [from, to]
  }
  tellLesson([10, 30, 45])
  const seen = [range()]
  for (let step = 1; step < 3; step++) {
    stepLesson(1)
    seen.push(range())
  }
  expect(seen).toEqual([
    [0, 25],
    [0, 50],
    [0, 100],
  ])
  stepLesson(-1)
  expect(range()).toEqual([0, 50])
  stayInLesson()
  expect(range()).toEqual([0, 100])
  tellLesson([10], { whole: true })
  expect(range()).toEqual([0, 100])
  showConversation(0)
})

test('who pauses the lesson at every choice, as an own log does, ends the way to a step once', () => {
  tellLesson([10, 20])
  stepLesson(1)
  const stop = useChoices.subscribe(pauseLesson)
  try {
    pauseLesson()
  } finally {
    stop()
  }
  expect(now()).toEqual([0, 10])
  expect(usePlayer.getState()).toMatchObject({ playing: false, moving: null })
})

test('while a step is told a click leaves the playhead at its turn, unless there is something to do', () => {
  expect(holdsPlayhead()).toBe(false)
  tellLesson([10, 20])
  expect(holdsPlayhead()).toBe(true)
  stayInLesson()
  tellLesson([10], {
    task: {
      asks: '',
      change: { lane: 0, to: {} },
      done: { kind: 'reached', at: { kind: 'end' } },
    },
  })
  expect(holdsPlayhead()).toBe(false)
})
