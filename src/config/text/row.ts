import type { TextRange } from './range.ts'

/** A key, an item of a list or a word that may become either, where it stands in a text that may be broken. */
export interface Row {
  readonly path: readonly string[]
  readonly kind: 'key' | 'item' | 'word'
  /** Characters in front of it in its line. */
  readonly column: number
  /** Its name with its quotes; the dash of an item. */
  readonly key: TextRange
  /** Right behind the colon or dash, and what marks the value. */
  readonly behind: number
  /** What stands behind it; null where nothing does, or lines of its own below. */
  readonly value: TextRange | null
  /** Whether it stands between brackets. */
  readonly flow: boolean
}
