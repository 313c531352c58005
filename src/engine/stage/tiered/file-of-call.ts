import type { Block } from '../../core/message/block.ts'
import { fileAccess, readable } from '../../core/reference/access.ts'
import { eachStrongToken } from '../../core/reference/token.ts'

/** What a call does to one file: whether it reads it, and the content if it writes the whole file. */
export interface FileCall {
  readonly path: string
  readonly access: 'read' | 'write'
  /** The file's new content if the call contains all of it; null for a read, and for an edit in place. */
  readonly content: string | null
}

/** Arguments that name the file a tool works on, in various clients. */
const PATH_KEYS = ['file_path', 'path', 'filePath', 'absolute_path', 'filename', 'file', 'target_file']
const CONTENT_KEYS = ['content', 'file_text', 'contents', 'new_content']
const SHELL_KEYS = ['command', 'cmd']
const READING_NAME = /read|view|open|cat\b/i
const WRITING_NAME = /write|edit|create|insert|replace|patch|update|append|save/i
const VIEWING = /^(?:view|read|open)$/

const known = new WeakMap<Block, FileCall | null>()

/**
 * The one file that a call reads or writes, by the form of its arguments; null for a search, a listing, or a call on
 * several files. A call of a trace never changes, so the answer is cached.
 *
 * @param args returns the call's arguments as text
 */
export function fileOfCall(call: Block, args: () => string): FileCall | null {
  let found = known.get(call)
  if (found === undefined) known.set(call, (found = fileIn(call, args())))
  return found
}

function fileIn(call: Block, args: string): FileCall | null {
  const name = call.call?.name ?? ''
  const values = objectIn(args)
  const command = stringAt(values, SHELL_KEYS)
  const path = stringAt(values, PATH_KEYS)
  if (path !== null) {
    // An editor with one name for all actions names the action in its command.
    const reads =
      command === null ? READING_NAME.test(name) && !WRITING_NAME.test(name) : VIEWING.test(command)
    if (reads) return { path, access: 'read', content: null }
    if (command !== null || WRITING_NAME.test(name)) {
      return { path, access: 'write', content: stringAt(values, CONTENT_KEYS) }
    }
    return null
  }
  return command === null && !READING_NAME.test(name) ? null : onlyFile(call, args)
}

/** The file of a shell command that reads or writes exactly one. */
function onlyFile(call: Block, args: string): FileCall | null {
  const text = readable(call, args)
  const access = fileAccess(call, text)
  const files = new Map<string, 'read' | 'write'>()
  eachStrongToken(text, (start, end, kind) => {
    const use = kind === 'path' ? access(start, end) : null
    if (use !== null) files.set(text.slice(start, end), use)
  })
  const [only, ...others] = files
  return only === undefined || others.length > 0 ? null : { path: only[0], access: only[1], content: null }
}

function objectIn(args: string): ReadonlyMap<string, unknown> {
  if (!args.startsWith('{')) return new Map()
  try {
    return new Map(Object.entries(JSON.parse(args) as object))
  } catch {
    // Recorded arguments that were not JSON are kept unchanged.
    return new Map()
  }
}

function stringAt(values: ReadonlyMap<string, unknown>, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = values.get(key)
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}
