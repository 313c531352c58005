import type { Declarations } from '../../../store/choice/declarations.ts'
import type { FocusedKey } from '../../../store/look/focused-key.ts'

type KeyAt = NonNullable<ReturnType<Declarations['keyAt']>>

/** The key that a place belongs to; behind a value, and in the comment there, still the one of that line. */
export function keyAtCursor(
  text: string,
  offset: number,
  { keyAt }: Pick<Declarations, 'keyAt'>,
): KeyAt | null {
  const at = keyAt(text, offset)
  if (at === null || at.in !== 'blank') return at
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const lead = /^[ \t]*(?:- )?(?=[^\s#])/.exec(text.slice(start, offset))?.[0].length
  if (lead === undefined) return at
  const first = keyAt(text, start + lead)
  return first === null || first.in === 'blank' ? at : first
}

/** What is looked at where the cursor stands: its key, the section around a comment or a blank, or nothing at the top. */
export function focusAt(
  { path }: { readonly path: readonly string[] },
  lane: string,
  { settingDoc }: Pick<Declarations, 'settingDoc'>,
): FocusedKey | null {
  if (path.length === 0 || settingDoc(path) === null) return null
  return { lane, path: path.join('.'), from: 'text' }
}
