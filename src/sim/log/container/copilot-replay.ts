import type { Json } from '../../../engine/index.ts'
import { at, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, pictureBlock, resultOf, textBlock } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** What the debug view of Copilot exports (`.chatreplay.json`): each request with its answer, and each call. */
export const copilotReplay: Container = {
  name: 'requests that Copilot exported',
  keys: ['prompts'],
  open: ofEach((value) => {
    const logs = listAt(value, 'prompts').flatMap((prompt) => listAt(prompt, 'logs'))
    return logs.flatMap((log, index) => {
      const messages = listAt(log, 'requestMessages', 'messages').map(messageOf)
      if (messages.length === 0) return []
      const later = logs.slice(index + 1)
      const until = later.findIndex((one) => at(one, 'kind') === 'request')
      const calls = later
        .slice(0, until < 0 ? later.length : until)
        .filter((one) => at(one, 'kind') === 'toolCall')
        .map((one) =>
          callOf(asText(at(one, 'id')).replace(/__vscode-.*/, ''), at(one, 'tool'), at(one, 'args')),
        )
      const content = listAt(log, 'response', 'message').map(asText).join('')
      const data = at(log, 'metadata')
      const model = at(data, 'model') ?? null
      return [
        {
          request: { model, tools: at(data, 'tools') ?? [], messages },
          response: {
            model,
            created: at(data, 'endTime') ?? null,
            choices: [{ message: chatMessage('assistant', { content, calls }) }],
            usage: at(data, 'usage') ?? null,
          },
        },
      ]
    })
  }),
}

/** A message whose role and blocks have numbers for names. */
function messageOf(message: Json): Json {
  const content = listAt(message, 'content').flatMap((block): readonly Json[] => {
    const kind = at(block, 'type')
    const text = asText(at(block, 'text'))
    if (kind === 1) return text === '' ? [] : [textBlock(text)]
    // other blocks of the kind are marks for the server, without a picture
    const url = kind === 2 ? textOf(at(block, 'imageUrl', 'url')) : undefined
    return url === undefined ? [] : [pictureBlock(url)]
  })
  switch (at(message, 'role')) {
    case 0:
      return chatMessage('system', { content })
    case 2:
      return chatMessage('assistant', { content, calls: listAt(message, 'toolCalls') })
    case 3:
      return resultOf(at(message, 'toolCallId'), content)
    default:
      return chatMessage('user', { content })
  }
}
