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
  guard(view, _input, mark) {
    if (!view.arrived.some((id) => view.block(id).type === 'tool_result')) return
    const last = view.blocks.findLastIndex((block) => block.role === 'assistant')
    const message = view.blocks[last]?.message
    for (let position = last; position >= 0 && view.blocks[position]?.message === message; position--) {
      if (view.blocks[position]?.type === 'thinking') mark(position)
    }
  },
}
