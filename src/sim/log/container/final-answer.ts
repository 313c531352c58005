import type { Json } from '../../../engine/index.ts'
import { at, isRecord, textOf } from '../json/guard.ts'
import { chatMessage } from './chat-message.ts'
import { ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** What Claude Code or Gemini CLI prints for programs if it is to print only its last words (`--output-format json`). */
export const finalAnswer: Container = {
  name: 'the last answer of an agent, without its work',
  keys: ['result', 'stats'],
  open: ofWhole((value) => {
    const isClaude = at(value, 'type') === 'result' && at(value, 'session_id') !== undefined
    const said = isClaude ? at(value, 'result') : isRecord(at(value, 'stats')) ? at(value, 'response') : null
    const content = textOf(said)
    if (content === undefined) return []
    // of several calls only the sum is told
    const usage: Json | undefined = at(value, 'num_turns') === 1 ? at(value, 'usage') : undefined
    return [{ messages: [chatMessage('assistant', { content, usage })] }]
  }),
}
