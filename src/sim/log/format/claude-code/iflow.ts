import type { Json } from '../../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { LogRecord } from '../../read/reader.ts'
import type { Report } from '../../read/report.ts'
import { resultOfCall } from '../gemini-cli/part.ts'

/** True for a line of iFlow CLI, which writes this format, with the ids and the results of the Gemini CLI. */
export function isOfIflow({ value }: LogRecord): boolean {
  const content = at(value, 'message', 'content')
  const id = textOf(at(value, 'message', 'id'))
  return (
    (id !== undefined && /^response-\d+/.test(id)) ||
    (isList(content) && content.some((block) => at(block, 'content', 'responseParts') !== undefined))
  )
}

/**
 * The lines of iFlow CLI as Claude Code writes them. A reply has a line for each call that begins, which also has the calls
 * that are running: lines that follow one another are one reply, and a call counts once.
 */
export function linesOfIflow(records: readonly LogRecord[], report: Report): readonly LogRecord[] {
  const known = new Set<string>()
  /** The id of the reply whose lines these are. */
  let reply: Json | undefined
  return records.flatMap((record) => {
    const { value } = record
    const message = at(value, 'message')
    const content = at(message, 'content')
    if (!isRecord(value) || !isRecord(message)) return [record]
    report.at(record)
    const isReply = at(value, 'type') === 'assistant'
    reply = isReply ? (reply ?? at(message, 'id')) : undefined
    const blocks = isList(content)
      ? content.flatMap((block) => (isNew(block, known) ? withText(block, report) : []))
      : (content ?? '')
    if (isReply && isList(blocks) && blocks.length === 0) return []
    // it names a line before, not the one
    const { version: _, parentUuid: __, ...line } = value
    const told = { ...message, content: blocks, ...(isReply && { id: reply ?? null }) }
    return [{ ...record, value: { ...line, message: told } }]
  })
}

/** False for a call that is known already. */
function isNew(block: Json, known: Set<string>): boolean {
  const id = at(block, 'type') === 'tool_use' ? textOf(at(block, 'id')) : undefined
  if (id === undefined) return true
  if (known.has(id)) return false
  known.add(id)
  return true
}

/** A result with what the tool gave. */
function withText(block: Json, report: Report): Json {
  const id = textOf(at(block, 'tool_use_id'))
  const result = at(block, 'content', 'responseParts')
  if (!isRecord(block) || id === undefined || result === undefined) return block
  const given = resultOfCall({ result }, id, 'message.content.responseParts', report)
  return given === null ? block : { ...block, ...(given as unknown as Record<string, Json>) }
}
