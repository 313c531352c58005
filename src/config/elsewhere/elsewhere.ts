import type { PlainEdit } from './edits.ts'

/** One edit in the code of another library. */
export interface WrittenEdit {
  readonly code: string
  /** What the code imports. */
  readonly names?: readonly string[]
  /** What of the edit is lost in it, as whole sentences. */
  readonly lost: readonly string[]
}

type Of<Kind extends PlainEdit['kind']> = PlainEdit & { readonly kind: Kind }

/** A library or API that manages a context itself. */
export interface Elsewhere {
  readonly name: string
  readonly title: string
  readonly language: 'json' | 'typescript'
  /** How it writes each kind of edit; a sentence if it cannot write this one. Kinds that it does not know are missing. */
  readonly write: {
    readonly [Kind in PlainEdit['kind']]?: (edit: Of<Kind>) => WrittenEdit | string
  }
  /** The written edits, at least one, as a text to copy. */
  readonly whole: (written: readonly WrittenEdit[]) => string
}
