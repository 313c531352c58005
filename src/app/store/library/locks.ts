import { LibraryFailure } from './database.ts'
import { LIBRARY_TEXT } from './words.ts'

/** Releases a name, so that another tab may open it. */
const locks = new Map<string, () => void>()

/** Whether this page alone continues a kept conversation from here on; without locks in the browser it is assumed. */
export function lock(name: string): Promise<boolean> {
  const { locks: manager } = navigator as { readonly locks?: LockManager }
  if (manager === undefined) return Promise.resolve(true)
  return new Promise((resolve) => {
    manager
      .request(`context-window-lab ${name}`, { ifAvailable: true }, async (held) => {
        resolve(held !== null)
        if (held !== null) await new Promise<void>((end) => locks.set(name, end))
      })
      // A page without an origin of its own has none either.
      .catch(() => resolve(true))
  })
}

export function unlock(name: string): void {
  locks.get(name)?.()
  locks.delete(name)
}

/** Does something to a kept conversation that no other tab has open, and locks it; releases it on failure. */
export async function alone<T>(name: string, act: () => Promise<T>): Promise<T> {
  if (!(await lock(name))) throw new LibraryFailure('elsewhere', LIBRARY_TEXT.elsewhere)
  try {
    return await act()
  } catch (failure) {
    unlock(name)
    throw failure
  }
}
