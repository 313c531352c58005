import type { MeasuredLog } from '../../sim/internal.ts'
import { counted } from '../sentence/format.ts'

/** What is said of logs that are copies of another one or go on with it; null if there is none. */
export function copiesSentence(logs: readonly Pick<MeasuredLog, 'hash' | 'begins'>[]): string | null {
  const copies = logs.length - new Set(logs.map(({ hash, begins }) => begins ?? hash)).size
  if (copies === 0) return null
  const begin = copies === 1 ? 'begins' : 'begin'
  return `${counted(copies, 'log')} ${begin} as another one does: what they share counts twice, so differences are less sure than they look.`
}
