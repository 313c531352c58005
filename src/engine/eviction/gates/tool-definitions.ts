import type { Gate } from '../gate.ts'

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
  *guards(view) {
    for (const entry of view.window.entries) {
      if (view.block(entry.block).type === 'tool_definition') yield entry.block
    }
  },
}
