import type { Block } from '../message/block.ts'
import { isDigit } from './token.ts'

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

/** The name of an argument as `readable` leaves it, in front of a number. */
const BEFORE_NUMBER = /\0\s*:\s*-?$/
/** Longer names of arguments are not looked for. */
const NAME = 80

/** True where the number between these bounds is all of an argument (`"timeout": 120000`) of a call's readable text. */
export function isNumberArgument(text: string, start: number, end: number): boolean {
  return (
    isDigit(text.charCodeAt(start)) &&
    /[\s,}\]]/.test(text.charAt(end)) &&
    BEFORE_NUMBER.test(text.slice(Math.max(0, start - NAME), start))
  )
}

/** Lines at the end of a commit message, which a client's system prompt dictates. */
const TRAILER =
  /\b[a-z-]{2,20}(?:ed|off)-by:[^"'\\\n<]{0,120}(?:<[^>\s"]{0,120}>?)?|\bgenerated (?:with|by) \[[^\]\n]{0,120}\]\([^)\s]{0,200}\)?/gi

/** The bounds of such lines in the readable text of a call, in order. Linear. */
export function trailersIn(text: string): readonly (readonly [start: number, end: number])[] {
  return [...text.matchAll(TRAILER)].map(({ index, 0: found }) => [index, index + found.length])
}

/** Separates the arguments of a call, so that no match spans two of them. */
export const BREAK = '\0'

/** A run of backslashes is matched whole, so that a text of only backslashes takes linear time. */
const DRIVE_PATH_OR_ESCAPE = /\b[A-Za-z]:\\(?![nrt]\b)[^\s"']*|\\+[nrt]?/g
/** In JSON a single backslash is always an escape. */
const QUOTED_DRIVE_PATH_OR_ESCAPE = /\b[A-Za-z]:\\\\[^\s"']*|\\+[nrt]?/g
const JSON_KEY = /"[A-Za-z0-9_-]+"(?=\s*:)/g

/**
 * The text with markup replaced by spaces, so that every character keeps its position: the JSON escapes `\n`, `\r` and
 * `\t`, whose letter would stick to the next word, and in a call the names of its arguments, which come from the tool's
 * definition.
 */
export function readable(block: Block, text: string): string {
  const isJson = block.type === 'tool_call'
  const values = isJson ? text.replace(JSON_KEY, (key) => BREAK + ' '.repeat(key.length - 1)) : text
  if (!values.includes('\\')) return values
  return values.replace(isJson ? QUOTED_DRIVE_PATH_OR_ESCAPE : DRIVE_PATH_OR_ESCAPE, (found) =>
    found.startsWith('\\') && !found.endsWith('\\') ? ' '.repeat(found.length) : found,
  )
}
