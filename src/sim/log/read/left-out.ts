import { partsOf } from '../../../engine/internal.ts'
import type { Json, Part, Problem } from '../../../engine/index.ts'
import type { Trace } from '../../trace/trace.ts'
import { cut, isList, isRecord } from '../json/guard.ts'
import { offsetOf } from '../json/locate.ts'
import { placeOf } from '../json/parse.ts'
import type { Log, LogRecord, Reader } from './reader.ts'

/** A reader that reads this share of a log is the right one; below it, the others are asked as well. */
export const ENOUGH = 0.33

/**
 * Below this share of its text, a log was read as something else. Of real logs at least 40 % is read: they repeat content
 * in slightly different forms, and their clients add notes that no model saw.
 */
const READ_AS_ANOTHER = 0.25

/** Below this share nothing of a log is left, whatever its signs. */
const NOTHING = 0.02

/** Shorter logs have too little text for a share, and are judged only if nothing at all was read. */
const SHORT = 500

/** Texts of at least so many characters with a space among them: no ids, names, addresses and bytes. */
const SHORTEST = 20

/** What a reader knows as no message; null: it was not read by one. */
type Known = Pick<Reader, 'copies' | 'isNote'> | null

/** How much of the text of a log its conversations hold; 1 if it has no text, or nearly none. */
export function shareRead(log: Log, traces: readonly Trace[], reader: Known): number {
  // what stands there twice counts once, on both sides
  if (log.shape === 'text' && reader !== null) {
    const all = lengthOf(linesOf([log.text]))
    return all < SHORT ? 1 : Math.min(1, lengthOf(linesOf(textsOf(traces))) / all)
  }
  const texts = new Set<string>()
  const visit = (value: Json): void => {
    if (typeof value === 'string') {
      if (isText(value)) texts.add(value)
    } else if (isList(value)) for (const inner of value) visit(inner)
    else if (isRecord(value))
      for (const [key, inner] of Object.entries(value)) if (mayBeMessage(key, reader)) visit(inner)
  }
  for (const { value } of judged(log, reader)) visit(value)
  const there = lengthOf(texts)
  if (there === 0) return 1
  const read = lengthOf(textsOf(traces))
  return there < SHORT && read > 0 ? 1 : Math.min(1, read / there)
}

/** What stands there belongs to an answer or a request, and is no message: pages that it cites, the form that it has. */
const NO_MESSAGES: ReadonlySet<string> = new Set([
  'annotations',
  'schema',
  'response_format',
  'search_suggestions',
])

function mayBeMessage(key: string, reader: Known): boolean {
  return !NO_MESSAGES.has(key) && reader?.copies?.has(key) !== true
}

function judged({ records }: Log, reader: Known): readonly LogRecord[] {
  return reader?.isNote === undefined
    ? records
    : records.filter(({ value }) => reader.isNote?.(value) !== true)
}

/** How sure it is that a log has the format as which it was read. */
export type Sureness = 'guessed' | 'signs' | 'chosen'

/**
 * What to say of a log of which little was read; null if enough was. An error, so that it counts in no mean; a warning
 * if the format has certain signs and something was read, or if a person chose the format.
 */
export function leftOut(
  log: Log,
  traces: readonly Trace[],
  share: number,
  title: string,
  sureness: Sureness,
  reader: Known,
): Problem | null {
  if (share >= READ_AS_ANOTHER) return null
  const isRead = sureness === 'chosen' || (sureness === 'signs' && share >= NOTHING)
  const severity = isRead ? 'warning' : 'error'
  const read = [...textsOf(traces)].join('\n')
  const missing = longestMissing(log, read, reader)
  const percent = share === 0 ? 'nothing' : `only ${Math.max(1, Math.round(100 * share))} %`
  const example =
    missing === null ? '' : `, for example ${missing.path}: ${JSON.stringify(cut(missing.text))}`
  return {
    severity,
    code: 'mostly-left-out',
    message: `${percent} of the text of this log could be read as ${title}; the rest would be left out${example}`,
    line: missing?.line ?? 1,
    column: missing?.column ?? 1,
    expected: `a log that is ${title} as a whole`,
    found: missing === null ? 'other content' : JSON.stringify(cut(missing.text)),
    fix:
      severity === 'error' && log.shape === 'text' && reader !== null
        ? 'If a part of the text is a conversation, paste that part alone.'
        : severity === 'error'
          ? 'The log is probably of a format that is not known. Choose a format to read what can be read.'
          : 'Check the messages before you trust the figures.',
  }
}

/** The longest text of the log that the conversations do not hold, with its place. */
function longestMissing(
  log: Log,
  read: string,
  reader: Known,
): { readonly path: string; readonly text: string; readonly line: number; readonly column: number } | null {
  let most = SHORTEST
  let found: { record: Log['records'][number]; path: string; text: string } | null = null
  const visit = (record: Log['records'][number], value: Json, path: string): void => {
    if (typeof value === 'string') {
      if (value.length < most || !isText(value) || read.includes(value)) return
      most = value.length
      found = { record, path, text: value }
    } else if (isList(value))
      for (const [index, inner] of value.entries()) visit(record, inner, `${path}[${index}]`)
    else if (isRecord(value))
      for (const [key, inner] of Object.entries(value))
        if (mayBeMessage(key, reader)) visit(record, inner, path === '' ? key : `${path}.${key}`)
  }
  for (const record of judged(log, reader)) visit(record, record.value, '')
  if (found === null) return null
  const { record, path, text } = found as { record: Log['records'][number]; path: string; text: string }
  if (log.shape === 'lines')
    return { path: `${path} in line ${record.line}`, text, line: record.line, column: record.column }
  return { path, text, ...placeOf(log.text, offsetOf(log.text, path)) }
}

/** The distinct texts of conversations: one that is repeated is in the log's own count once. */
function textsOf(traces: readonly Trace[]): ReadonlySet<string> {
  const texts = new Set<string>()
  for (const { system, tools, messages } of traces) {
    texts.add(system)
    for (const tool of tools) texts.add(JSON.stringify(tool))
    for (const message of messages) for (const part of partsOf(message)) addPart(part, texts)
  }
  return texts
}

function addPart(part: Part, texts: Set<string>): void {
  switch (part.type) {
    case 'text':
      texts.add(part.text)
      return
    case 'thinking':
      texts.add(part.thinking)
      return
    case 'tool_use':
      texts.add(JSON.stringify(part.input))
      return
    case 'compaction':
      texts.add(part.content)
      return
    case 'tool_result':
      if (typeof part.content === 'string') texts.add(part.content)
      else for (const inner of part.content) addPart(inner, texts)
      return
    case 'document':
      texts.add(part.source.data ?? '')
      break
    case 'image':
    case 'audio':
    case 'redacted_thinking':
  }
}

function isText(value: string): boolean {
  return value.length >= SHORTEST && /\s/.test(value)
}

function linesOf(texts: Iterable<string>): ReadonlySet<string> {
  const lines = new Set<string>()
  for (const text of texts) for (const line of text.split('\n')) lines.add(line.trim())
  return lines
}

function lengthOf(texts: ReadonlySet<string>): number {
  let length = 0
  for (const text of texts) length += text.length
  return length
}
