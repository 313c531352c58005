import type { Json } from '../../../../engine/index.ts'
import type { Trace } from '../../../trace/trace.ts'
import { assemble, checkCount } from '../../read/assemble.ts'
import { checkConversations } from '../../chat/read.ts'
import { at, countOf, isRecord, textOf } from '../../json/guard.ts'
import { SLICE } from '../../read/reader.ts'
import type { Log, LogRecord, Reader, ReadOptions } from '../../read/reader.ts'
import { baseIn } from './history.ts'
import { Rollout } from './rollout.ts'

/** Lines that only this client writes. */
const OWN_TYPES: ReadonlySet<unknown> = new Set([
  'session_meta',
  'turn_context',
  'response_item',
  'event_msg',
  'compacted',
])

/**
 * Rollout files of Codex CLI: `response_item` lines are the window, `event_msg` lines repeat it for people and report
 * the usage of each call. The file contains the system prompt, but not the client's own tools.
 */
export const codex: Reader<'codex'> = {
  name: 'codex',
  title: 'Codex rollout',
  kind: 'agents',
  sample: 'codex.jsonl',
  isNote: (record) => at(record, 'type') === 'event_msg' || at(record, 'type') === 'turn_context',
  isOwn: isOwnLine,
  read: (log, options) =>
    log.records.some(({ value }) => isOwnLine(value)) ? readRollouts(log, options) : null,
}

function* readRollouts(log: Log, options: ReadOptions): Generator<number, readonly Trace[]> {
  checkCount(log.records.length)
  let rollout = new Rollout(log, options)
  const rollouts = [rollout]
  for (const [index, record] of log.records.entries()) {
    const isAnother = rollout.isAnother(record.value)
    if (isAnother) {
      rollout = new Rollout(log, options)
      rollouts.push(rollout)
      checkConversations(rollouts.length)
    }
    rollout.line(record, index)
    if (isAnother) for (const line of historyAbove(log.records, index)) rollout.line(line, index)
    if (index % SLICE === SLICE - 1) yield index / log.records.length
  }
  const read = rollouts.map((one) => ({ conversation: one.finish(), report: one.report }))
  const whole = read.filter(({ conversation }) => conversation.arrivals.length > 0)
  // without any message, assembling the first one throws its problem
  const chosen = whole.length > 0 ? whole : read.slice(0, 1)
  if (read.length > chosen.length)
    for (const { report } of chosen) report.ignore('session without messages', read.length - chosen.length)
  return chosen.map(({ conversation, report }) => assemble(codex, conversation, report, options))
}

/** The lines that a session goes on with, where the session that has them stands above it in the file. */
function historyAbove(records: readonly LogRecord[], begin: number): readonly LogRecord[] {
  const base = baseIn(metaIn(records[begin]))
  if (base === null) return []
  const above = records.slice(0, begin)
  const first = above.findIndex((record) => at(metaIn(record), 'id') === base.thread)
  if (first < 0) return []
  const next = above.findIndex((record, index) => index > first && metaIn(record) !== undefined)
  const own = above.slice(first, next < 0 ? begin : next)
  const before = own.filter(({ value }) => (countOf(at(value, 'ordinal')) ?? base.end) < base.end)
  return [...historyAbove(records, first), ...before]
}

function metaIn(record: LogRecord | undefined): Json | undefined {
  return at(record?.value, 'type') === 'session_meta' ? at(record?.value, 'payload') : undefined
}

function isOwnLine(value: Json): boolean {
  return OWN_TYPES.has(at(value, 'type')) && isRecord(at(value, 'payload')) && isPlausible(value)
}

/** `event_msg` and the like are recognized by name; for other lines the kind is inside. */
function isPlausible(value: Json): boolean {
  const type = at(value, 'type')
  return type !== 'response_item' && type !== 'event_msg'
    ? true
    : textOf(at(value, 'payload', 'type')) !== undefined
}
