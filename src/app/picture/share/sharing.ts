import { redaction } from '../../../sim/internal.ts'
import type { FoundSecret, RedactionOptions, SecretKind } from '../../../sim/internal.ts'

/** A file with texts of a conversation, before anybody else sees it. */
export interface SharedFile {
  readonly name: string
  /** JSON, lines of JSON, or any text. */
  readonly text: string
  readonly kind: 'json' | 'text'
  /** Makes the file of its text after redaction. Default: the text itself. */
  readonly finish?: (text: string) => string
}

/** A file in which something was found that may give a person or an access away. */
export interface Review {
  readonly file: SharedFile
  readonly found: readonly FoundSecret[]
}

/** What a file holds that a person might not want to share. */
export function secretsOf({ text, kind }: SharedFile): readonly FoundSecret[] {
  const one = redaction()
  one[kind](text)
  return one.found()
}

/** The content of a file, with secrets replaced, except those that shall stay. */
export function redactedFile({ text, kind, finish }: SharedFile, options: RedactionOptions): string {
  const after = redaction(options)[kind](text)
  return finish === undefined ? after : finish(after)
}

export function unchangedFile({ text, finish }: SharedFile): string {
  return finish === undefined ? text : finish(text)
}

/** Secrets by kind, in their order. */
export function byKind(
  found: readonly FoundSecret[],
): readonly (readonly [SecretKind, readonly FoundSecret[]])[] {
  const kinds = new Map<SecretKind, FoundSecret[]>()
  for (const one of found) {
    const own = kinds.get(one.kind)
    if (own === undefined) kinds.set(one.kind, [one])
    else own.push(one)
  }
  return [...kinds]
}
