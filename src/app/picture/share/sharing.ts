import { redaction } from '../../../sim/internal.ts'
import { inFileName } from '../../../view/index.ts'
import type { FoundSecret, RedactionOptions, SecretKind } from '../../../sim/internal.ts'

/** What leaves the page, before anybody else sees it. */
export interface SharedFile {
  /** Name of the file, or what is copied, as the beginning of a sentence. */
  readonly name: string
  readonly text: string
  /** JSON, lines of JSON, comma-separated values, or any text. Default: by the ending of the name. */
  readonly kind?: 'json' | 'csv' | 'text'
  /** What the name of the file was made of, where signs are still in it. */
  readonly names?: readonly string[]
  /** Makes what leaves of the text, after redaction. Default: the text itself. */
  readonly finish?: (text: string) => string | Blob | Promise<string | Blob>
}

/** What a file holds that a person might not want to share. */
export function secretsOf(file: SharedFile): readonly FoundSecret[] {
  const one = redaction()
  one[kindOf(file)](file.text)
  // After the text, so that its placeholders are those of the text alone.
  for (const name of file.names ?? []) {
    const own = redaction()
    own.text(name)
    if (own.found().some(({ value }) => writtenIn(value).some((part) => file.name.includes(part))))
      one.text(name)
  }
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
    for (const part of writtenIn(value)) now = now.replaceAll(part, inFileName(placeholder))
  return now
}

/** A value as the name of a file has it. The ending of a log is not in the names of what is made of it. */
function writtenIn(value: string): readonly string[] {
  return [value, value.replace(/\.[A-Za-z0-9]{1,6}$/, '')]
    .map(inFileName)
    .filter(({ length }) => length >= SHORTEST)
}

function kindOf({ name, kind }: SharedFile): 'json' | 'csv' | 'text' {
  return kind ?? (/\.jsonl?$/.test(name) ? 'json' : name.endsWith('.csv') ? 'csv' : 'text')
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
