import type { Gate } from './gate.ts'

/**
 * The reply that a running tool loop began with, where it began with thinking: the provider demands it, first and
 * unchanged, as long as the loop runs (VALID-1). Its results are not guarded: they may give way to placeholders. Further
 * replies of the loop leave whole, which their groups see to. A model that binds thinking to what stands before it takes
 * no edit in front of thinking: there the loop stays as it is up to its last thinking.
 */
export const runningThinking: Gate = {
  name: 'running_thinking',
  label: 'thinking in the current tool loop',
  meaning: 'Inside the current tool loop the provider rejects requests that lost the thinking it began with.',
  always: true,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  guard(view, { loop }, mark) {
    if (loop === null) return
    if (loop.begins) for (const position of loop.replies[0] ?? []) mark(position)
    // Of a loop that began without thinking, that of the last reply is looked at.
    else
      for (const position of loop.replies.at(-1) ?? [])
        if (view.blocks[position]?.type === 'thinking') mark(position)
    if (view.bindsThinking !== true) return
    const from = loop.replies[0]?.[0] ?? loop.lastThinking
    for (let position = from; position <= loop.lastThinking; position++) mark(position)
  },
}
