import type { Gate } from '../gate.ts'

/** Calls whose result has not arrived (PAIR-2). */
export const openCalls: Gate = {
  name: 'open_calls',
  label: 'open call',
  meaning: 'A call whose result has not arrived stays, or its result would answer nothing.',
  always: true,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  *guards(view) {
    const answered = new Set<string>()
    for (const entry of view.window.entries) {
      const block = view.block(entry.block)
      if (block.type === 'tool_result' && block.call !== null) answered.add(block.call.id)
    }
    for (const entry of view.window.entries) {
      const block = view.block(entry.block)
      if (block.type === 'tool_call' && !(block.call !== null && answered.has(block.call.id))) yield entry.block
    }
  },
}
