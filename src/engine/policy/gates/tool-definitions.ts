import type { Gate } from './gate.ts'

/**
 * Tool definitions are candidates only when unneeded and unused in the window (EVI-4). Whether a tool
 * will be needed is not known at the time, so they stay; a request that lost one is rejected as soon
 * as the model has called it.
 */
export const toolDefinitions: Gate = {
  name: 'tool_definitions',
  label: 'tool definition',
  meaning: 'Tool definitions stay: the model may call any of them next.',
  always: true,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  guard(view, _input, mark) {
    // They stand at the head of the window, behind the system prompt.
    for (const [position, block] of view.blocks.entries()) {
      if (block.type === 'tool_definition') mark(position)
      else if (block.type !== 'system_prompt') return
    }
  },
}
