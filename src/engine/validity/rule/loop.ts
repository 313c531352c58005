import type { Part } from '../../core/message/message.ts'
import { isThinking } from './part.ts'

/** A tool loop that a request goes on with, as indices of messages. */
export interface RequestLoop {
  /** Its first reply. */
  readonly first: number
  /** The first reply after the user last said anything, be it beside a result; `first` where the user did not. */
  readonly afterText: number
}

/**
 * The tool loop that the next reply would go on with: from the first reply after the last plain user message on, through
 * calls and results. Null where the user has just spoken, or nobody has replied. Neighbouring messages of one role
 * count as one, as the API joins them, so that a text that follows results is no plain message; system messages
 * are passed over. Linear.
 */
export function runningLoop(
  messages: readonly { readonly role: string }[],
  parts: readonly (readonly Part[])[],
): RequestLoop | null {
  let first = -1
  let afterText = -1
  for (let end = messages.length - 1; end >= 0;) {
    const role = messages[end]?.role
    let start = end
    let results = false
    let others = false
    for (; start >= 0; start -= 1) {
      const one = messages[start]?.role
      if (one !== role && one !== 'system') break
      if (one === 'assistant') first = start
      else if (one === 'user') {
        for (const { type } of parts[start] ?? []) {
          if (type === 'tool_result') results = true
          else others = true
        }
      }
    }
    end = start
    if (role !== 'user') continue
    if (!results && others) break
    if (others && afterText < 0) afterText = first < 0 ? messages.length : first
  }
  return first < 0 ? null : { first, afterText: afterText < 0 ? first : afterText }
}

/** Whether a reply begins with thinking. A provider's own summary stands in front of everything that a reply says. */
export function beginsWithThinking(parts: readonly Part[]): boolean {
  const first = parts.find(({ type }) => type !== 'compaction')
  return first !== undefined && isThinking(first)
}
