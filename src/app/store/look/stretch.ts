import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Turn } from '../../../engine/index.ts'
import type { Stretch } from '../../../view/index.ts'
import { playhead } from './playhead.ts'

/** Turns that a person marked to read what happened in them; null for none. */
const marked = createStore<{ readonly stretch: Stretch | null }>(() => ({ stretch: null }))

export function useStretch(): Stretch | null {
  return useStore(marked, ({ stretch }) => stretch)
}

export function currentStretch(): Stretch | null {
  return marked.getState().stretch
}

/** The turns that one end may be moved to. The ends keep their order: `3` is on its way to `35` while it is typed. */
export function reachOf(end: keyof Stretch, { from, to }: Stretch, turns: number): readonly [Turn, Turn] {
  return end === 'from' ? [0, to] : [from, turns - 1]
}

/** Marks the turns between two, in either order, within the conversation; null removes the mark. */
export function markStretch(stretch: Stretch | null): void {
  if (stretch === null) {
    marked.setState({ stretch: null })
    return
  }
  const last = Math.max(0, playhead.getState().turns - 1)
  const within = (turn: number): number => Math.max(0, Math.min(last, Math.round(turn)))
  const [from, to] = [within(stretch.from), within(stretch.to)]
  const before = marked.getState().stretch
  const next = { from: Math.min(from, to), to: Math.max(from, to) }
  if (before?.from === next.from && before.to === next.to) return
  marked.setState({ stretch: next })
}

/** Leaves out of the mark what is no longer in the conversation. */
export function trimStretch(): void {
  const { stretch } = marked.getState()
  if (stretch !== null) markStretch(stretch.from < playhead.getState().turns ? stretch : null)
}

/** Calls the listener with every change, for elements that are drawn without React. */
export function onStretch(listener: (stretch: Stretch | null) => void): () => void {
  listener(marked.getState().stretch)
  return marked.subscribe(({ stretch }) => {
    listener(stretch)
  })
}
