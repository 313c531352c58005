import { create } from 'zustand'

const KEY = 'context-window-lab.lessons'

/** Names of the lessons whose task was done in this browser. */
export const useFinished = create<{ readonly names: readonly string[] }>(() => ({ names: remembered() }))

function remembered(): readonly string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ').filter((name) => name !== '')
  } catch {
    return []
  }
}

/** Ticks a lesson, now and at the next visit. */
export function finish(name: string): void {
  const { names } = useFinished.getState()
  if (names.includes(name)) return
  useFinished.setState({ names: [...names, name] })
  try {
    localStorage.setItem(KEY, [...names, name].join(' '))
  } catch {
    // Storage is blocked: the tick lasts as long as the page.
  }
}
