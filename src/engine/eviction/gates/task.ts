import type { Gate } from '../gate.ts'

/** The first user message of the window. */
export const task: Gate = {
  name: 'task',
  label: 'the task',
  meaning: 'The first user message states the task; without it the agent no longer knows its goal.',
  always: false,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  guard(view, _input, mark) {
    const first = view.blocks.findIndex((block) => block.type === 'user_message')
    const message = view.blocks[first]?.message
    for (let position = first; position >= 0 && view.blocks[position]?.message === message; position++) {
      if (view.blocks[position]?.type === 'user_message') mark(position)
    }
  },
}
