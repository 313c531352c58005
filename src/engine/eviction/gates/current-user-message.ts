import type { Gate } from '../gate.ts'

/** The newest plain user message: what the agent is being asked to do right now. */
export const currentUserMessage: Gate = {
  name: 'current_user_message',
  label: 'current request',
  meaning: 'The newest user message is what the agent works on now.',
  always: false,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  *guards(view) {
    let message = -1
    for (let index = view.window.entries.length - 1; index >= 0; index--) {
      const entry = view.window.entries[index]
      if (entry === undefined) continue
      const block = view.block(entry.block)
      if (block.type !== 'user_message') continue
      if (message === -1) message = block.message
      if (block.message !== message) return
      yield entry.block
    }
  },
}
