import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Entry } from '../../store/library/entries.ts'

/**
 * Conversations that a person wants to keep in this browser's database until further notice: closing the tab, even in
 * the middle of a reply, loses none of them.
 */
interface Keeping {
  /** Database name of each conversation of this page, by its number. */
  readonly names: ReadonlyMap<number, string>
  /** The saved revision of each conversation of this page, by its number. */
  readonly safe: ReadonlyMap<number, number>
  /** Saved conversations that are not open in this page; null until loaded. */
  readonly others: readonly Entry[] | null
  /** The last problem with it, in words; null if there was none. */
  readonly problem: string | null
}

export const keeping = createStore<Keeping>(() => ({
  names: new Map(),
  safe: new Map(),
  others: null,
  problem: null,
}))

export function useKeeping<Part>(part: (state: Keeping) => Part): Part {
  return useStore(keeping, part)
}
