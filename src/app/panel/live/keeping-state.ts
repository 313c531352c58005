import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { KeptEntry } from './kept-store.ts'

/**
 * Conversations that a person wants kept in this browser's own database, until they say otherwise: a tab that is closed,
 * also in the middle of a reply, loses none of them.
 */
interface Keeping {
  /** What a conversation of this page is called in the database, by its number. */
  readonly names: ReadonlyMap<number, string>
  /** The revision that lies there of a conversation of this page, by its number. */
  readonly safe: ReadonlyMap<number, number>
  /** What lies there and is not open in this page; null while nobody looked. */
  readonly others: readonly KeptEntry[] | null
  /** What went wrong with it last, in words; null where nothing did. */
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
