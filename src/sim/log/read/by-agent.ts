import type { Log, Reader } from './reader.ts'

/**
 * The records of a file that only one agent writes, and all others, as two logs: somebody may have put the logs of two
 * programs into one file. Null if there are no others, or no such agent.
 */
export function byAgent(log: Log, readers: readonly Reader[]): readonly [own: Log, others: Log] | null {
  if (log.shape !== 'lines') return null
  for (const reader of readers) {
    const isOwn = log.records.map(({ value }) => reader.isOwn?.(value) === true)
    const own = { ...log, records: log.records.filter((_, index) => isOwn[index]) }
    if (own.records.length === 0 || reader.read(own, {}) === null) continue
    const others = log.records.filter((_, index) => isOwn[index] === false)
    return others.length === 0 ? null : [own, { ...log, records: others, skipped: [], unlisted: 0 }]
  }
  return null
}
