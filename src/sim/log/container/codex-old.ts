import type { Json } from '../../../engine/index.ts'
import { at, isRecord } from '../json/guard.ts'
import type { Container } from './container.ts'

/** A rollout of Codex from before its lines had a kind and a time: who began it, then items and marks of its state. */
export const codexOld: Container = {
  name: 'an early rollout of Codex',
  keys: ['record_type'],
  open({ records: [first, ...rest] }) {
    const timestamp = at(first?.value, 'timestamp')
    const isMark = (value: Json): boolean => at(value, 'record_type') !== undefined
    if (first === undefined || timestamp === undefined || !rest.some(({ value }) => isMark(value))) return []
    const line = (type: string, payload: Json): Json => ({ type, timestamp, payload })
    return [
      { ...first, value: line('session_meta', first.value) },
      ...rest
        .filter(({ value }) => isRecord(value) && !isMark(value))
        .map((record) => ({ ...record, value: { type: 'response_item', payload: record.value } })),
    ]
  },
}
