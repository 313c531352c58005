import type { Checkpoint } from './checkpoint.ts'
import { FIELD_NAMES } from './fields.ts'
import { readJson } from './json.ts'
import { isFields, quoted } from './outline.ts'
import { readFile, refused, tooLong } from './read.ts'
import type { ReadCheckpoint } from './read.ts'

/** A checkpoint as the text of a JSON file: always the same bytes, whatever the order of the object's keys. */
export function serializeCheckpoint(checkpoint: Checkpoint): string {
  const { format, schema, window, version, turn, time } = checkpoint
  const content = FIELD_NAMES.map((name) => [name, checkpoint[name]] as const)
  const file = { format, schema, window, version, turn, time, ...Object.fromEntries(content) }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Reads the text of a JSON file, of this schema or an older one (CROSS-1). A broken or foreign file gives null and a
 * problem with line, column and the text found there (CROSS-2).
 */
export function parseCheckpoint(text: string): ReadCheckpoint {
  const long = tooLong(text)
  if (long !== null) return refused(text, long)
  const read = readJson(text, text.charCodeAt(0) === 0xfeff ? 1 : 0)
  if ('fault' in read) return refused(text, read.fault)
  const { value, at } = read.node
  if (isFields(value)) return readFile(value, text)
  const found = quoted(read.node)
  return refused(text, {
    code: 'foreign-format',
    message: `a checkpoint is a JSON object, found ${found}`,
    at,
    expected: 'an object',
    found,
  })
}
