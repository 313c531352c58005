import type { Block } from '../message/block.ts'
import type { TokenKind } from './token.ts'

/** What a tool call does to the files it names, judged by its form alone, since any tool may be in a log. */
export type FileAccess = 'read' | 'write' | null

const WRITING_NAME = /write|edit|create|insert|replace|patch|update|delete|remove|rename|move|append|save/i
/** Editors with one name for all: their command says which it is. */
const VIEWING = /"(?:view|read|open)"/
const READING_SHELL = /(?:^|[\s"'(;&|])(?:cat|head|tail|less|more|nl|bat|sed -n)\s/
const WRITING_SHELL = /(?:[^0-9&>-]|^)>{1,2}\s*[^\s&>]|\bsed -i|\btee\b|<<|\b(?:mv|rm|cp)\s/

/**
 * Whether a call reads or writes the file whose path stands at `start` in its arguments: a path that is a
 * whole argument belongs to the tool (`"file_path": "src/a.ts"`), one inside a longer argument to a shell
 * command (`cat src/a.ts`). Null where it does neither, or nothing tells.
 */
export function fileAccess(call: Block, text: string, start: number, end: number, kind: TokenKind): FileAccess {
  if (kind !== 'path') return null
  const whole = text.charAt(start - 1) === '"' && text.charAt(end) === '"'
  if (whole) return WRITING_NAME.test(call.call?.name ?? '') && !VIEWING.test(text) ? 'write' : 'read'
  if (WRITING_SHELL.test(text)) return 'write'
  return READING_SHELL.test(text) ? 'read' : null
}

const DRIVE_PATH_OR_ESCAPE = /[A-Za-z]:\\[^\s"']*|\\+[nrt]|\\+"/g
const JSON_KEY = /"[A-Za-z0-9_-]+"(?=\s*:)/g

/**
 * The text with what is markup and no content turned into spaces, every character staying in its place: the
 * escapes `\n`, `\t`, `\r` and `\"` of JSON within text, which would glue a letter to the next word, and in a
 * call the names of the arguments, which the tool's definition chose.
 */
export function readable(block: Block, text: string): string {
  const values = block.type === 'tool_call' ? text.replace(JSON_KEY, (key) => ' '.repeat(key.length)) : text
  if (!values.includes('\\')) return values
  return values.replace(DRIVE_PATH_OR_ESCAPE, (found) => {
    if (!found.startsWith('\\')) return found
    return found.endsWith('"') ? ' '.repeat(found.length - 1) + '"' : ' '.repeat(found.length)
  })
}
