import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The focused setting: in the text, at its control, or in a picture. */
export interface FocusedKey {
  /** Name of the lane whose setting it is. */
  readonly lane: string
  /** Keys joined by dots, as in `settingRows`: `pressure.thresholds.red`. A section is a path, too. */
  readonly path: string
  /** Where it was focused: that place need not react. */
  readonly from: 'text' | 'control' | 'picture'
}

const focused = createStore<{ readonly key: FocusedKey | null }>(() => ({ key: null }))

/** Focuses a setting at every place that shows it; null for none. */
export function focusKey(key: FocusedKey | null): void {
  const before = focused.getState().key
  if (before?.lane === key?.lane && before?.path === key?.path && before?.from === key?.from) return
  focused.setState({ key })
}

export function useFocusedKey<Part>(part: (key: FocusedKey | null) => Part): Part {
  return useStore(focused, ({ key }) => part(key))
}
