import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { playhead, seek } from './playhead.ts'

/** Playback speeds in turns per second: each twice the previous one. */
export const SPEEDS = [1, 2, 4, 8, 16, 32] as const

/** Position in `SPEEDS`. */
const speed = createStore<{ readonly at: number }>(() => ({ at: 2 }))

export function useSpeed(): number {
  return useStore(speed, ({ at }) => at)
}

/** Sets the speed by its position in `SPEEDS`, kept within them. */
export function setSpeed(at: number): void {
  speed.setState({ at: Math.max(0, Math.min(SPEEDS.length - 1, at)) })
}

/** One step slower or faster. */
export function changeSpeed(by: 1 | -1): void {
  setSpeed(speed.getState().at + by)
}

export function usePlaying(): boolean {
  return useStore(playhead, ({ playing }) => playing)
}

/** Maximum time between two frames that counts, in milliseconds: a tab that was asleep continues where it was. */
const LONGEST_FRAME = 250

/** Each call of `play` has a number, so that a stopped loop does not continue beside a new one. */
let started = 0

/**
 * Moves the playhead turn by turn to the end, or until anything else moves it. At the end it starts again. Whole turns
 * only: there is nothing between them, and no motion that a user would want reduced.
 */
function play(): void {
  const { turn, turns } = playhead.getState()
  if (turns < 2) return
  if (turn >= turns - 1) seek(0)
  playhead.setState({ playing: true })
  const own = ++started
  let before: number | null = null
  let due = 0
  const frame = (now: number): void => {
    const { playing, turn: at, turns: count } = playhead.getState()
    if (!playing || own !== started) return
    const perSecond = SPEEDS[speed.getState().at] ?? 1
    due += (Math.min(LONGEST_FRAME, before === null ? 0 : now - before) * perSecond) / 1000
    before = now
    const steps = Math.floor(due)
    due -= steps
    const next = Math.min(count - 1, at + steps)
    if (steps > 0) playhead.setState({ turn: next, playing: next < count - 1 })
    window.requestAnimationFrame(frame)
  }
  window.requestAnimationFrame(frame)
}

/** Stops playback at the current turn. */
export function pause(): void {
  if (playhead.getState().playing) playhead.setState({ playing: false })
}

export function togglePlay(): void {
  if (playhead.getState().playing) pause()
  else play()
}
