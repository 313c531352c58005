import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Tokens } from '../../../engine/index.ts'

/** A line that is being dragged, or was released and waits for the run that it asked for. */
export interface HeldLine {
  /** Index of its lane among those chosen. */
  readonly index: number
  readonly id: string
  /** The top of the picture when the drag began: rescaling the picture would move the line away. */
  readonly top: Tokens
  readonly released: boolean
}

const store = createStore<{ readonly line: HeldLine | null }>(() => ({ line: null }))

export function holdLine(line: HeldLine | null): void {
  store.setState({ line })
}

export function heldLine(): HeldLine | null {
  return store.getState().line
}

export function useHeldLine<Part>(part: (line: HeldLine | null) => Part): Part {
  return useStore(store, ({ line }) => part(line))
}
