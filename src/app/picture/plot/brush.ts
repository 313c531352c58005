import { createStore } from 'zustand/vanilla'
import type { TurnRange } from '../../../view/index.ts'

/** The turns that are being dragged over, drawn in every lane; null between two drags. */
export const brush = createStore<{ readonly range: TurnRange | null }>(() => ({ range: null }))

/** Dragged from one place of the axis to another, in either direction; null ends it. */
export function brushOver(range: { readonly start: number; readonly end: number } | null): void {
  brush.setState({
    range:
      range === null
        ? null
        : { from: Math.min(range.start, range.end), to: Math.max(range.start, range.end) },
  })
}
