import type { Json } from '../../../engine/index.ts'
import { at, isList, recordOf, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, usageBeside } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** Chats exported from big-AGI: one, or all with their folders. Each message is a list of fragments. */
export const bigAgi: Container = {
  name: 'chats of big-AGI',
  keys: ['conversations', 'messages'],
  open: ofEach((value) =>
    [value, ...listAt(value, 'conversations')].flatMap((chat) => {
      const messages = listAt(chat, 'messages')
      return messages.some((message) => isList(at(message, 'fragments')))
        ? [{ id: at(chat, 'id') ?? null, messages: messages.flatMap(messagesOf) }]
        : []
    }),
  ),
}

/** A message, and the results of the calls in it. */
function messagesOf(message: Json): readonly Json[] {
  const parts = listAt(message, 'fragments').map((fragment) => at(fragment, 'part') ?? null)
  const of = (kind: string): readonly Json[] => parts.filter((part) => at(part, 'pt') === kind)
  const texts = parts.flatMap((part) => {
    const kind = at(part, 'pt')
    // Attached documents are part of what the model reads.
    return (
      textOf(kind === 'text' ? at(part, 'text') : kind === 'doc' ? at(part, 'data', 'text') : undefined) ?? []
    )
  })
  const timestamp = at(message, 'created')
  const generator = at(message, 'generator')
  const { TIn, TCacheRead, TCacheWrite, TOut } = recordOf(at(generator, 'metrics'))
  const said = chatMessage(asText(at(message, 'role')), {
    content: texts.join('\n\n'),
    thoughts: of('ma').flatMap((part) => textOf(at(part, 'aText')) ?? []),
    calls: of('tool_invocation').map((part) =>
      callOf(
        at(part, 'id'),
        at(part, 'invocation', 'name') ?? at(part, 'invocation', 'type'),
        at(part, 'invocation', 'args') ?? { code: at(part, 'invocation', 'code') ?? '' },
      ),
    ),
    timestamp,
    model: at(generator, 'aix', 'mId') ?? at(generator, 'name'),
    usage: usageBeside({
      input_tokens: TIn,
      cache_read_input_tokens: TCacheRead,
      cache_creation_input_tokens: TCacheWrite,
      output_tokens: TOut,
    }),
  })
  const results = of('tool_response').map((part) =>
    resultOf(at(part, 'id'), asText(at(part, 'response', 'result') ?? at(part, 'error')), { timestamp }),
  )
  return [said, ...results]
}
