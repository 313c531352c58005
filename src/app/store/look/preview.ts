import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Strata } from '../../../view/index.ts'

/** Coarse pictures of lanes whose run is finished while the comparison they belong to is not. */
const previews = createStore<{ readonly of: ReadonlyMap<string, Strata> }>(() => ({ of: new Map() }))

export function usePreview(lane: string): Strata | null {
  return useStore(previews, ({ of }) => of.get(lane) ?? null)
}

/** Whether any lane shows what it would be: the figures beside it are those of before. */
export function usePreviewing(): boolean {
  return useStore(previews, ({ of }) => of.size > 0)
}

export function showPreview(lane: string, picture: Strata): void {
  previews.setState({ of: new Map(previews.getState().of).set(lane, picture) })
}

/** Takes away the pictures of all other lanes: they are what the screen shows without one. */
export function keepPreviews(lanes: readonly string[]): void {
  const { of } = previews.getState()
  const kept = [...of].filter(([lane]) => lanes.includes(lane))
  if (kept.length < of.size) previews.setState({ of: new Map(kept) })
}

export function clearPreviews(): void {
  if (previews.getState().of.size > 0) previews.setState({ of: new Map() })
}
