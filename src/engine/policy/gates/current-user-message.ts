import type { Gate } from './gate.ts'

/** The newest plain user message: what the agent is being asked to do right now. */
export const currentUserMessage: Gate = {
  name: 'current_user_message',
  label: 'current request',
  meaning: 'The newest user message is what the agent works on now.',
  always: false,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  guard(view, _input, mark) {
    const last = view.blocks.findLastIndex((block) => block.type === 'user_message')
    const message = view.blocks[last]?.message
    for (let position = last; position >= 0 && view.blocks[position]?.message === message; position--) {
      if (view.blocks[position]?.type === 'user_message') mark(position)
    }
  },
}
