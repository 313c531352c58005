import { redaction } from '../../../sim/internal.ts'
import { inFileName } from '../../../view/index.ts'
import type { FoundSecret, RedactionOptions, SecretKind } from '../../../sim/internal.ts'

/** What leaves the page, before anybody else sees it. */
export interface SharedFile {
  /** Name of the file, or what is copied, as the beginning of a sentence. */
  readonly name: string
  readonly text: string
  /** JSON, lines of JSON, or any text. Default: by the ending of the name. */
  readonly kind?: 'json' | 'text'
  /** Makes what leaves of the text, after redaction. Default: the text itself. */
  readonly finish?: (text: string) => string | Blob | Promise<string | Blob>
}

/** What a file holds that a person might not want to share. */
export function secretsOf(file: SharedFile): readonly FoundSecret[] {
  const one = redaction()
  one[kindOf(file)](file.text)
  return one.found()
}

/** The text of a file, with secrets replaced, except those that shall stay. */
export function redactedText(file: SharedFile, options: RedactionOptions): string {
  return redaction(options)[kindOf(file)](file.text)
}

/** Fewer characters are in many names by chance. */
const SHORTEST = 3

/** The name of a file without these secrets: that of a log may have the address or the user that its text has. */
export function redactedName({ name }: SharedFile, secrets: readonly FoundSecret[]): string {
  let now = name
  for (const { value, placeholder } of secrets)
    // The ending of a log is not in the names of what is made of it.
    for (const part of [value, value.replace(/\.[A-Za-z0-9]{1,6}$/, '')]) {
      const written = inFileName(part)
      if (written.length >= SHORTEST) now = now.replaceAll(written, inFileName(placeholder))
    }
  return now
}

function kindOf({ name, kind }: SharedFile): 'json' | 'text' {
  return kind ?? (/\.jsonl?$/.test(name) ? 'json' : 'text')
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
