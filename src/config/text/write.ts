import { readSource } from '../source.ts'
import { dotted, shown } from '../wording.ts'
import { completedWeights } from './whole.ts'
import { changesOf } from './edit.ts'
import { outlineOf } from './outline.ts'
import type { Outline } from './outline.ts'
import { applied, composed, ordered } from './range.ts'
import type { TextChange } from './range.ts'
import { sameData } from './same.ts'

/** A setting with what is to stand there. */
export interface SettingEdit {
  /** Keys from the top of the YAML down; an index for an item of a list. */
  readonly path: readonly string[]
  readonly value: unknown
}

/** What became of a text, or why it stayed as it was: a sentence that ends with the offending value. */
export type Written =
  { readonly text: string; readonly changes: readonly TextChange[] } | { readonly refused: string }

/**
 * Writes settings into a text (CONF-2): a scalar is replaced in its own quotes, a key that is missing comes to its place
 * in the order of the declarations, and everything else stays byte for byte. Whether a value is allowed is left to the
 * reader of the text. `changes` are of the text as it was, in its order. Never throws.
 */
export function writeSettings(yaml: string, edits: readonly SettingEdit[]): Written {
  const together = writtenTogether(yaml, edits)
  if (together !== null) return together
  let written: Written = { text: yaml, changes: [] }
  for (const edit of edits) {
    for (const one of [...completedWeights(written.text, edit), edit]) {
      const next = writtenOne(written.text, one)
      if ('refused' in next) return next
      written = { text: next.text, changes: composed(written.changes, next.changes) }
    }
  }
  return written
}

/** Several numbers of one gesture at once; null where they have to be written one after the other. */
function writtenTogether(yaml: string, edits: readonly SettingEdit[]): Written | null {
  const outline = outlineOf(yaml)
  if (outline === null || edits.length < 2 || edits.some(({ path }) => path.at(-1) === 'policy')) return null
  const all: TextChange[] = []
  let expected: unknown = outline.source.value
  for (const { path, value } of edits) {
    const found = changesOf(outline, path, value)
    // A line that is put in moves the others.
    if ('refused' in found || found.changes.some(({ from, to }) => from === to)) return null
    all.push(...found.changes)
    expected = found.expected(expected)
  }
  const changes = ordered(all)
  if (changes === null) return null
  const text = applied(yaml, changes)
  return sameData(readSource(text).value, expected) ? { text, changes } : null
}

function writtenOne(yaml: string, { path, value }: SettingEdit): Written {
  const outline = outlineOf(yaml)
  if (outline === null || outline.source.value === undefined) return { refused: unreadable(yaml) }
  const found = changesOf(outline, path, value)
  if ('refused' in found) return found
  return checked(outline, found.changes, found.expected(outline.source.value), path)
}

/** Makes changes where the text then says what it should and nothing else. */
export function checked(
  outline: Outline,
  changes: readonly TextChange[],
  expected: unknown,
  path: readonly string[],
): Written {
  const sorted = ordered(changes)
  const text = sorted === null ? null : applied(outline.text, sorted)
  if (sorted === null || text === null || !sameData(readSource(text).value ?? null, expected ?? null)) {
    return { refused: `The way this text is written leaves no place to change ${shown(dotted(path))}` }
  }
  return { text, changes: sorted }
}

/** Why a text cannot be changed: what is wrong with it comes first. */
export function unreadable(yaml: string): string {
  const problem = readSource(yaml).problems.find(({ severity }) => severity === 'error')
  const found = problem?.found ?? ''
  const where = problem === undefined ? '' : ` in line ${problem.line}${found === '' ? '' : `: ${found}`}`
  return `A setting can be written once the text is valid YAML, which it is not${where}`
}
