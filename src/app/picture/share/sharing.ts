import { redaction } from '../../../sim/internal.ts'
import type { FoundSecret, RedactionOptions, SecretKind } from '../../../sim/internal.ts'
import type { SharedFile } from './leave.ts'

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
