import type { Gate } from './gate.ts'

/** The first user message of the window. */
export const task: Gate = {
  name: 'task',
  label: 'the task',
  meaning: 'The first user message states the task; without it the agent no longer knows its goal.',
  always: false,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  guard(view, _input, mark) {
    // A provider's compaction took the task in: what the user said first since then is not the task.
    if (view.window.behind?.sent === true) return
    const first = view.blocks.findIndex((block) => block.type === 'user_message')
    const message = view.blocks[first]?.message
    for (let position = first; position >= 0 && view.blocks[position]?.message === message; position++) {
      if (view.blocks[position]?.type === 'user_message') mark(position)
    }
  },
}
