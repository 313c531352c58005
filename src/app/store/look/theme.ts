import { create } from 'zustand'

export type Theme = 'light' | 'dark'

const KEY = 'context-window-lab.theme'

/** The theme that the user chose; null follows the system. */
export const useTheme = create<{ readonly chosen: Theme | null }>(() => ({ chosen: remembered() }))

function remembered(): Theme | null {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'light' || value === 'dark' ? value : null
  } catch {
    return null
  }
}

export function currentTheme(): Theme {
  return useTheme.getState().chosen ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
}

export function toggleTheme(): void {
  const chosen: Theme = currentTheme() === 'dark' ? 'light' : 'dark'
  useTheme.setState({ chosen })
  try {
    localStorage.setItem(KEY, chosen)
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

/** Sets the theme where the style sheets read it, now and at every change. */
export function applyTheme(): () => void {
  const apply = (chosen: Theme | null): void => {
    if (chosen === null) delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = chosen
  }
  apply(useTheme.getState().chosen)
  return useTheme.subscribe(({ chosen }) => {
    apply(chosen)
  })
}
