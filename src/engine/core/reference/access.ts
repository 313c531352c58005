import type { Block } from '../message/block.ts'

/** What a tool call does to a file it names, judged by its form alone, since any tool may be in a log. */
export type FileAccess = 'read' | 'write' | null

const WRITING_NAME = /write|edit|create|insert|replace|patch|update|delete|remove|rename|move|append|save/i
/** Editors have one tool name for all actions; their command says which one it is. */
const VIEWING = /"(?:view|read|open)"/
const READING_SHELL = /(?:^|[\s"'(;&|])(?:cat|head|tail|less|more|nl|bat|sed -n)\s/
const WRITING_SHELL = /(?:^|[^0-9&>=-])>>?\s*[^\s&>]|\bsed -i|\btee\b|<<|\b(?:mv|rm|cp)\s/

/**
 * Returns a function that says whether a call reads or writes the file at a path in its arguments. A path that is a
 * whole argument belongs to the tool (`"file_path": "src/a.ts"`), one inside a longer argument to a shell command (`cat
 * src/a.ts`). Null if it does neither, or if it cannot be known.
 */
export function fileAccess(call: Block, text: string): (start: number, end: number) => FileAccess {
  const tool = WRITING_NAME.test(call.call?.name ?? '') && !VIEWING.test(text) ? 'write' : 'read'
  const reads = READING_SHELL.test(text) ? 'read' : null
  const shell = WRITING_SHELL.test(text) ? 'write' : reads
  return (start, end) => (isWholeArgument(text, start, end) ? tool : shell)
}

/** True where the string between these bounds is all of a JSON string. */
export function isWholeArgument(text: string, start: number, end: number): boolean {
  return text.charAt(start - 1) === '"' && text.charAt(end) === '"'
}

/** Separates the arguments of a call, so that no match spans two of them. */
export const BREAK = '\0'

/** A run of backslashes is matched whole, so that a text of only backslashes takes linear time. */
const DRIVE_PATH_OR_ESCAPE = /\b[A-Z]:\\(?![nrt]\b)[^\s"']*|\\+[nrt]?/g
const JSON_KEY = /"[A-Za-z0-9_-]+"(?=\s*:)/g

/**
 * The text with markup replaced by spaces, so that every character keeps its position: the JSON escapes `\n`, `\r` and
 * `\t`, whose letter would stick to the next word, and in a call the names of its arguments, which come from the tool's
 * definition.
 */
export function readable(block: Block, text: string): string {
  const values =
    block.type === 'tool_call' ? text.replace(JSON_KEY, (key) => BREAK + ' '.repeat(key.length - 1)) : text
  if (!values.includes('\\')) return values
  return values.replace(DRIVE_PATH_OR_ESCAPE, (found) =>
    found.startsWith('\\') && !found.endsWith('\\') ? ' '.repeat(found.length) : found,
  )
}
