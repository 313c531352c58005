import type { LogRecord } from '../read/reader.ts'
import { at, isRecord, textOf } from '../json/guard.ts'
import type { Container } from './container.ts'

/** A chat that OpenRouter’s page exported: its items are those of the Responses API, by their ids. */
export const openRouter: Container = {
  name: 'a chat of OpenRouter',
  keys: ['characters'],
  open: ({ records }) =>
    records.flatMap(({ value, ...place }): readonly LogRecord[] => {
      const items = at(value, 'items')
      if (!isRecord(items) || textOf(at(value, 'version'))?.startsWith('orpg') !== true) return []
      return Object.values(items).flatMap((item) => {
        const data = at(item, 'data')
        return isRecord(data) ? [{ ...place, value: data }] : []
      })
    }),
}
