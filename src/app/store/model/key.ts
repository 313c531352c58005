/** The name of the key in the tab's session storage, if a person wants it kept. */
const STORED = 'context-window-lab key'

/**
 * A person's key, for calls and nothing else (LLM-2). It is in no store that a component reads, in no message to a
 * worker and in no link, file or error; it is in the tab's storage only while a person wants that.
 */
let key = ''

export function currentKey(): string {
  return key
}

export function keepKey(next: string): void {
  key = keyIn(next)
}

/** What stands around a key where one copies it: in a header, in a line of settings, in quotes. */
const AROUND: readonly RegExp[] = [
  /^(?:export\s+)?\w*(?:KEY|TOKEN)\w*\s*=\s*(.+)$/i,
  /^(?:authorization|x-api-key)\s*:\s*(.+)$/i,
  /^bearer\s+(.+)$/i,
  /^(["'`])(.+)\1,?$/,
]

/** The key in a pasted text. */
export function keyIn(pasted: string): string {
  const text = pasted.trim()
  const inner = AROUND.map((form) => form.exec(text)?.at(-1)).find((found) => found !== undefined)
  return inner === undefined ? text : keyIn(inner)
}

/** Whether a header can hold it. */
export function isKey(text: string): boolean {
  return /^[!-~]+$/.test(text)
}

export function forgetKey(): void {
  key = ''
  storeKey(null)
}

/**
 * Puts the key into the tab's storage together with the address that it was given for, or removes it.
 *
 * @param baseUrl null: remove it
 * @returns whether it is stored: a browser may refuse
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

/** Restores the key that the tab kept across a reload. Returns its address; null if there was none. */
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

/** Shorter keys are words for local servers, and not secret; in a message they would garble others. */
const SHORTEST_SECRET = 8

/** A text without the key, wherever it came from. */
export function withoutKey(text: string): string {
  return key.length < SHORTEST_SECRET ? text : text.replaceAll(key, '[key]')
}
