import { create } from 'zustand'

/** Whether the page is shown to a room: large text, the fewest words, no controls but those of time. */
export const usePresenting = create<boolean>(() => false)

export function present(on: boolean): void {
  usePresenting.setState(on, true)
}

export function togglePresenting(): void {
  present(!usePresenting.getState())
}

/** Sets the size of the text where the style sheets read it, now and at every change. */
export function applySize(): () => void {
  const apply = (on: boolean): void => {
    document.documentElement.classList.toggle('is-presented', on)
  }
  apply(usePresenting.getState())
  return usePresenting.subscribe(apply)
}
