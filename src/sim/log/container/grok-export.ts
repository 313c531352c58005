import type { Json } from '../../../engine/index.ts'
import { at, textOf } from '../json/guard.ts'
import { branchIn } from './branch.ts'
import { chatMessage } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** What xAI gives a user of their account: of each conversation, the branch that ends in its newest answer. */
export const grokExport: Container = {
  name: 'an export of Grok',
  keys: ['conversations'],
  open: ofEach((value) =>
    listAt(value, 'conversations').flatMap((conversation) => {
      const answers = listAt(conversation, 'responses').map((one) => at(one, 'response') ?? one)
      const messages = branchIn(answers, '_id', 'parent_response_id').flatMap(messageOf)
      return messages.length === 0 ? [] : [{ messages }]
    }),
  ),
}

function messageOf(answer: Json): readonly Json[] {
  const sender = textOf(at(answer, 'sender'))?.toLowerCase()
  const content = textOf(at(answer, 'message'))
  if (content === undefined || (sender !== 'human' && sender !== 'assistant')) return []
  const created = at(answer, 'create_time')
  const timestamp = textOf(created) ?? Number(at(created, '$date', '$numberLong') ?? Number.NaN)
  return [
    chatMessage(sender === 'human' ? 'user' : 'assistant', {
      content,
      ...((typeof timestamp === 'string' || Number.isFinite(timestamp)) && { timestamp }),
      ...(sender === 'assistant' && { model: at(answer, 'model') }),
    }),
  ]
}
