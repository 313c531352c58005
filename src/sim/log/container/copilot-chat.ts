import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** A chat that Visual Studio Code exported: what was asked, and the rounds of calls of each answer. */
export const copilotChat: Container = {
  name: 'a chat of Visual Studio Code',
  keys: ['requests'],
  open: ofEach((value) => {
    const requests = listAt(value, 'requests').filter((one) => typeof at(one, 'message', 'text') === 'string')
    if (requests.length === 0) return []
    return [{ id: at(value, 'sessionId') ?? null, messages: requests.flatMap(messagesOf) }]
  }),
}

function messagesOf(request: Json): readonly Json[] {
  const timestamp = at(request, 'timestamp')
  const asked = chatMessage('user', { content: asText(at(request, 'message', 'text')), timestamp })
  const results = at(request, 'result', 'metadata', 'toolCallResults')
  const model = at(request, 'result', 'metadata', 'resolvedModel') ?? at(request, 'modelId')
  const rounds = listAt(request, 'result', 'metadata', 'toolCallRounds').flatMap((round) => {
    const calls = listAt(round, 'toolCalls')
    const content = asText(at(round, 'response'))
    if (content === '' && calls.length === 0) return []
    const thought = textOf(at(round, 'thinking', 'text'))
    return [
      chatMessage('assistant', {
        content,
        thoughts: thought === undefined ? [] : [thought],
        calls: calls.map((call) => callOf(at(call, 'id'), at(call, 'name'), at(call, 'arguments'))),
        model,
      }),
      ...calls.flatMap((call): readonly Json[] => {
        const id = textOf(at(call, 'id'))
        const result = id === undefined ? undefined : at(results, id)
        return result === undefined ? [] : [resultOf(id, listAt(result, 'content').map(shownText).join('\n'))]
      }),
    ]
  })
  if (rounds.length > 0) return [asked, ...rounds]
  // an answer without rounds is only what was shown
  const shown = listAt(request, 'response').flatMap(
    (part) => textOf(at(part, 'value')) ?? textOf(at(part, 'value', 'value')) ?? [],
  )
  return shown.length === 0 ? [asked] : [asked, chatMessage('assistant', { content: shown.join(''), model })]
}

/** The text of a result, which may be the tree that its prompt was laid out from. */
function shownText(part: Json): string {
  const value = at(part, 'value')
  if (typeof value === 'string') return value
  const texts: string[] = []
  const visit = (node: Json): void => {
    const text = at(node, 'text')
    if (typeof text === 'string') texts.push(text)
    const inner = isRecord(node) ? (at(node, 'node') ?? at(node, 'children')) : node
    for (const child of isList(inner) ? inner : inner === undefined || inner === node ? [] : [inner])
      visit(child)
  }
  if (value !== undefined) visit(value)
  return texts.join('')
}
