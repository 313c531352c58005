import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Strata } from '../../../view/index.ts'

/** Coarse pictures of lanes that are finished before their comparison is. */
const previews = createStore<{ readonly of: ReadonlyMap<string, Strata> }>(() => ({ of: new Map() }))

export function usePreview(lane: string): Strata | null {
  return useStore(previews, ({ of }) => of.get(lane) ?? null)
}

/** Whether any lane shows a preview: the figures beside it are then old. */
export function usePreviewing(): boolean {
  return useStore(previews, ({ of }) => of.size > 0)
}

export function showPreview(lane: string, picture: Strata): void {
  previews.setState({ of: new Map(previews.getState().of).set(lane, picture) })
}

/** Removes the previews of all other lanes. */
export function keepPreviews(lanes: readonly string[]): void {
  const { of } = previews.getState()
  const kept = [...of].filter(([lane]) => lanes.includes(lane))
  if (kept.length < of.size) previews.setState({ of: new Map(kept) })
}

export function clearPreviews(): void {
  if (previews.getState().of.size > 0) previews.setState({ of: new Map() })
}
