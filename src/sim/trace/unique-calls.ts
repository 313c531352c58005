import { callNames } from '../../engine/internal.ts'
import type { Message } from '../../engine/index.ts'

/** Messages in which every call has an id of its own. Those without a repeated id stay the same objects, and so does a list of them. */
export function uniqueCalls(messages: readonly Message[]): readonly Message[] {
  const names = callNames()
  const result = messages.map((message) => names.take(message))
  return result.every((message, index) => message === messages[index]) ? messages : result
}
