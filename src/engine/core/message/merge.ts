import { partsOf } from './message.ts'
import type { Message, Part } from './message.ts'

/**
 * Joins neighbouring messages of one role into one, as the Anthropic API does by itself and its proxies do not (they
 * reject two user messages in a row). In a joined user message results come first. Messages without a neighbour of
 * their role stay the same objects, and a list with nothing to join is returned unchanged. Linear.
 *
 * @param thinking default `in_place`, right before what it led to; `first` in a joined assistant message, as Anthropic
 *   requires where thinking is `enabled`
 */
export function mergeNeighbours(
  messages: readonly Message[],
  thinking: 'first' | 'in_place' = 'in_place',
): readonly Message[] {
  const merged: Message[] = []
  let start = 0
  for (let end = 1; end <= messages.length; end += 1) {
    if (messages[end]?.role === messages[start]?.role) continue
    for (const message of joined(messages.slice(start, end), thinking)) merged.push(message)
    start = end
  }
  return merged.length === messages.length ? messages : merged
}

/** Joins neighbouring messages of one role into one. */
function joined(run: readonly Message[], thinking: 'first' | 'in_place'): readonly Message[] {
  const [first] = run
  if (first === undefined || run.length === 1) return run
  // An empty message adds nothing; as a part it would be a blank text, which every provider rejects.
  const parts = run.flatMap((message) => (message.content === '' ? [] : partsOf(message)))
  if (first.role !== 'assistant') return [{ role: first.role, content: resultsFirst(parts) }]
  return [{ role: first.role, content: thinking === 'first' ? thinkingFirst(parts) : parts }]
}

function resultsFirst(parts: readonly Part[]): readonly Part[] {
  const results = parts.filter(({ type }) => type === 'tool_result')
  return results.length === 0 ? parts : [...results, ...parts.filter(({ type }) => type !== 'tool_result')]
}

function thinkingFirst(parts: readonly Part[]): readonly Part[] {
  const at = parts.findIndex(({ type }) => type === 'thinking' || type === 'redacted_thinking')
  if (at <= 0) return parts
  // A provider's own summary comes even before thinking.
  const ahead = parts.slice(0, at)
  const summaries = ahead.filter(({ type }) => type === 'compaction')
  const others = ahead.filter(({ type }) => type !== 'compaction')
  return [...summaries, ...parts.slice(at, at + 1), ...others, ...parts.slice(at + 1)]
}
