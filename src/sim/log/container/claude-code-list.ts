import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord } from '../json/guard.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** Lines of Claude Code as a list: what its SDK yields, and what its web page exports below `loglines`. */
export const claudeCodeList: Container = {
  name: 'a list of messages of Claude Code',
  keys: ['message', 'loglines'],
  open: ofWhole((value) => {
    const lines = isList(value) ? value : listAt(value, 'loglines')
    if (!lines.some(isOwn)) return []
    const ids = lines.flatMap((line) => at(line, 'session_id') ?? at(line, 'sessionId') ?? [])
    return lines.map((line) => (isRecord(line) ? { session_id: ids[0] ?? 'list', ...line } : line))
  }),
}

function isOwn(line: Json): boolean {
  const type = at(line, 'type')
  return (type === 'user' || type === 'assistant') && at(line, 'message', 'role') === type
}
