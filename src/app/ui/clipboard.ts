import { UI_TEXT } from './words.ts'

/** A text, or how to make it or another content after the press; null if nothing is to be copied now. */
export type Copied = string | (() => Promise<string | Blob | null>)

/**
 * Copies a text or a content of a type. What is made after a press is handed over as a promise: browsers allow copying
 * only at the press itself.
 *
 * @returns false if nothing was to be copied
 * @throws what making it threw, or why the browser refused
 */
export async function toClipboard(content: Copied, type: string): Promise<boolean> {
  // A page without https has none.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard === undefined) throw new Error(UI_TEXT.noClipboard)
  if (typeof content === 'string') {
    await clipboard.writeText(content)
    return true
  }
  const made = content()
  const handed = made.then(async (one) => one ?? Promise.reject(new Error()))
  const written = clipboard.write([new ClipboardItem({ [type]: handed })])
  const [one] = await Promise.allSettled([made, written, handed])
  if (one.status === 'rejected') throw one.reason
  if (one.value === null) return false
  await written
  return true
}
