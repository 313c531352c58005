import type { Call } from '../../../provider/index.ts'
import { calls } from './call-list.ts'
import type { CallRecord } from './call-list.ts'

/** A key as long as real ones are. */
export const KEY = 'sk-ant-api03-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA-AA'

let asked = 0

/** A new call each time, because remembered answers outlive a test. */
export function ask(text = `question ${++asked}`, more: Partial<Call> = {}): Call {
  return {
    purpose: 'ask',
    model: 'claude-haiku-4-5',
    request: { messages: [{ role: 'user', content: text }] },
    maxTokens: 100,
    ...more,
  }
}

export function newest(): CallRecord {
  const found = calls.getState().list.at(-1)
  if (found === undefined) throw new Error('there is no call')
  return found
}
