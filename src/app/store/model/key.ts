/** Under this name the key lies in the tab's own storage, where a person asked for it. */
const STORED = 'context-window-lab key'

/**
 * The key of a person, for calls and nothing else (LLM-2). It is in no store that a component reads, in no message to a
 * worker and in no link, file or error; the tab's storage has it while a person wants that.
 */
let key = ''

export function currentKey(): string {
  return key
}

export function keepKey(next: string): void {
  key = next.trim()
}

export function forgetKey(): void {
  key = ''
  storeKey(null)
}

/**
 * Puts the key into the tab's storage together with the address that it was given for, or takes it out.
 *
 * @param baseUrl null: take it out
 * @returns whether it is there: a browser may refuse
 */
export function storeKey(baseUrl: string | null): boolean {
  try {
    const storage = window.sessionStorage
    if (baseUrl === null || key === '') {
      storage.removeItem(STORED)
      return false
    }
    storage.setItem(STORED, JSON.stringify([baseUrl, key]))
    return true
  } catch {
    return false
  }
}

/** Takes back the key that the tab kept over a reload. Returns the address that it is for; null where there was none. */
export function restoreKey(): string | null {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORED) ?? 'null')
    if (!Array.isArray(stored)) return null
    const [baseUrl, kept] = stored as readonly unknown[]
    if (typeof baseUrl !== 'string' || typeof kept !== 'string' || kept === '') return null
    key = kept
    return baseUrl
  } catch {
    return null
  }
}

/** A text without the key, however it came in. */
export function withoutKey(text: string): string {
  return key === '' ? text : text.replaceAll(key, '[key]')
}
