import { chars4 } from '../../engine/index.ts'
import { autopsyOf, readTrace, takeIn } from '../../sim/index.ts'
import type { Autopsy, CompactionAutopsy } from '../../sim/index.ts'
import { session, text } from './claude-code.ts'

export type Log = ReturnType<typeof session>

/** A reply with one call, and its result. */
export function calls(log: Log, id: string, name: string, input: object, result: unknown = 'ok'): void {
  log.reply(`m${id}`, { type: 'tool_use', id, name, input })
  log.result(id, result)
}

export function compacts(log: Log, summary: string, version = '2.1.38'): void {
  log.add({
    type: 'system',
    subtype: 'compact_boundary',
    version,
    compactMetadata: { trigger: 'auto', preTokens: 167_038 },
  })
  log.user(summary, { isCompactSummary: true })
}

export function autopsy(log: Log): Autopsy {
  return autopsyOf(takeIn(readTrace(log.text()), chars4))
}

/** A session with these messages of the user, one compaction with this summary, and what comes after it. */
export function compacted(
  said: string | readonly string[],
  summary: string,
  after: (log: Log) => void = () => undefined,
  before: (log: Log) => void = () => undefined,
): CompactionAutopsy {
  const log = session()
  for (const [nth, one] of [said].flat().entries()) {
    log.user(one)
    log.reply(`m${nth}`, text('I begin.'))
  }
  before(log)
  compacts(log, summary)
  log.reply('on', text('I go on.'))
  after(log)
  const [one] = autopsy(log).compactions
  if (one === undefined) throw new Error('the session has a compaction')
  return one
}
