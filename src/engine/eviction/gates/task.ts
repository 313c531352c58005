import type { Gate } from '../gate.ts'

/** The first user message of the window. */
export const task: Gate = {
  name: 'task',
  label: 'the task',
  meaning: 'The first user message states the task; without it the agent no longer knows its goal.',
  always: false,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  *guards(view) {
    let message = -1
    for (const entry of view.window.entries) {
      const block = view.block(entry.block)
      if (block.type !== 'user_message') continue
      if (message === -1) message = block.message
      if (block.message !== message) return
      yield entry.block
    }
  },
}
