import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TurnRange } from '../../../view/index.ts'
import { playhead } from './playhead.ts'

/** The visible range of turns, the same in every lane and chart. */
interface Viewport extends TurnRange {
  /** Turns of the conversation, 0 before there is one. */
  readonly turns: number
  /**
   * Whether the token axis ends at the used tokens instead of the limit; the limit line may then be outside the
   * picture.
   */
  readonly fitted: boolean
}

/** Also the view of the conversation before, whose pictures are on the screen until the new ones are laid out. */
const viewport = createStore<Viewport & { readonly before: Viewport | null }>(() => ({
  from: 0,
  to: 0,
  turns: 0,
  fitted: false,
  before: null,
}))

/** The fewest turns shown; fewer give no useful picture. */
export const LEAST = 4
/** One step of a button or a key. */
const STEP = 1.5

export function useViewport(): Viewport {
  return useStore(viewport)
}

/** The view of a picture of `turns` turns: the last one it had, if a conversation of other turns was chosen since. */
export function useViewportOf(turns: number): Viewport {
  return useStore(viewport, (now) => (now.turns !== turns && now.before?.turns === turns ? now.before : now))
}

export function currentViewport(): Viewport {
  return viewport.getState()
}

/** Calls `write` now and at every change, for elements that follow a gesture without waiting for React. */
export function onViewport(write: (shown: Viewport) => void): () => void {
  write(viewport.getState())
  return viewport.subscribe(write)
}

export function isWhole({ from, to, turns }: Viewport): boolean {
  return from <= 0 && to >= turns
}

/** A conversation of `turns` turns is shown whole. */
export function showConversation(turns: number): void {
  const { before: _, ...before } = viewport.getState()
  viewport.setState({ from: 0, to: turns, turns, before: before.turns === 0 ? null : before })
}

/**
 * The conversation has more turns than before, or fewer after a message was taken back. If all turns were visible, all
 * stay visible; a zoomed range stays as it is, within the conversation.
 */
export function growConversation(turns: number): void {
  const now = viewport.getState()
  if (isWhole(now)) {
    showConversation(turns)
    return
  }
  viewport.setState({ turns, before: null })
  if (now.to > turns) showRange(now.from, now.to)
}

export function showAll(): void {
  const { turns } = viewport.getState()
  viewport.setState({ from: 0, to: turns })
}

/** Shows these turns, kept within the conversation and no fewer than `LEAST`. */
export function showRange(from: number, to: number): void {
  const { turns } = viewport.getState()
  const length = Math.min(turns, Math.max(LEAST, to - from))
  const middle = (from + to) / 2
  const start = Math.max(0, Math.min(turns - length, middle - length / 2))
  viewport.setState({ from: start, to: start + length })
}

/** Zooms in by `factor` around a turn, which keeps its position. */
export function zoomAt(turn: number, factor: number): void {
  const { from, to, turns } = viewport.getState()
  const length = Math.min(turns, Math.max(Math.min(LEAST, turns), (to - from) / factor))
  const part = to > from ? (turn - from) / (to - from) : 0.5
  const start = Math.max(0, Math.min(turns - length, turn - part * length))
  viewport.setState({ from: start, to: start + length })
}

/** Zooms around the playhead, or around the middle if the playhead is not visible. */
export function zoom(direction: 1 | -1): void {
  const { from, to } = viewport.getState()
  const { turn } = playhead.getState()
  const middle = turn >= from && turn < to ? turn + 0.5 : (from + to) / 2
  zoomAt(middle, direction === 1 ? STEP : 1 / STEP)
}

/** Moves the visible range by a number of turns. */
export function panBy(turns: number): void {
  const { from, to, turns: all } = viewport.getState()
  const start = Math.max(0, Math.min(all - (to - from), from + turns))
  viewport.setState({ from: start, to: start + (to - from) })
}

/** Moves the visible range by half its length. */
export function pan(direction: 1 | -1): void {
  const { from, to } = viewport.getState()
  panBy((direction * (to - from)) / 2)
}

/** Makes a turn visible. */
export function reveal(turn: number): void {
  const { from, to } = viewport.getState()
  if (turn < from) panBy(turn - from - (to - from) * 0.1)
  else if (turn + 1 > to) panBy(turn + 1 - to + (to - from) * 0.1)
}

export function toggleFit(): void {
  viewport.setState({ fitted: !viewport.getState().fitted })
}
