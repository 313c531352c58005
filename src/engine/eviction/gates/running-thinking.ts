import type { Gate } from '../gate.ts'

/**
 * Thinking of the reply whose results arrived in this turn. Inside a running tool loop the provider
 * demands it, first and unchanged (VALID-1).
 */
export const runningThinking: Gate = {
  name: 'running_thinking',
  label: 'thinking of the running loop',
  meaning: 'Inside a running tool loop the provider rejects a reply that lost its thinking.',
  always: true,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  *guards(view) {
    if (!view.arrived.some((id) => view.block(id).type === 'tool_result')) return
    let message = -1
    for (let index = view.window.entries.length - 1; index >= 0; index--) {
      const entry = view.window.entries[index]
      if (entry === undefined) continue
      const block = view.block(entry.block)
      if (block.role !== 'assistant') continue
      if (message === -1) message = block.message
      if (block.message !== message) return
      if (block.type === 'thinking') yield entry.block
    }
  },
}
