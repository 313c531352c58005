import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** A setting that somebody looks at: in the text, at its control, or where it shows in a picture. */
export interface FocusedKey {
  /** Name of the lane whose setting it is. */
  readonly lane: string
  /** Keys joined by dots, as `settingRows` has them: `pressure.thresholds.red`. A section is a path, too. */
  readonly path: string
  /** Where it was focused: that place need not follow. */
  readonly from: 'text' | 'control' | 'picture'
}

const focused = createStore<{ readonly key: FocusedKey | null }>(() => ({ key: null }))

/** Tells every place that shows a setting that this one is meant; null for none. */
export function focusKey(key: FocusedKey | null): void {
  const before = focused.getState().key
  if (before?.lane === key?.lane && before?.path === key?.path && before?.from === key?.from) return
  focused.setState({ key })
}

export function useFocusedKey<Part>(part: (key: FocusedKey | null) => Part): Part {
  return useStore(focused, ({ key }) => part(key))
}
