import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { asText, callOf, chatMessage, resultOf, summaryOf } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** A conversation of Cursor, from its database: each thing that was said or done by itself, and in its first versions a tab. */
export const cursor: Container = {
  name: 'a conversation of Cursor',
  keys: ['composerId', 'bubbles'],
  open: ofEach((value) => {
    const inline = at(value, 'conversation')
    const said = isList(inline) ? inline : listAt(value, 'bubbles')
    if (!said.some((bubble) => USER.has(at(bubble, 'type')))) return []
    const model = at(value, 'modelConfig', 'modelName')
    const messages: Json[] = []
    /** How many messages there were before each bubble. */
    const before = new Map<string, number>()
    const last = at(value, 'latestConversationSummary')
    for (const bubble of said) {
      const id = textOf(at(bubble, 'bubbleId')) ?? ''
      before.set(id, messages.length)
      messages.push(...messagesOf(bubble, model))
      const told =
        at(bubble, 'conversationSummary') ??
        (id !== '' && at(last, 'lastBubbleId') === id ? at(last, 'summary') : undefined)
      const summary = typeof told === 'string' ? valueOf(told) : told
      const text = textOf(at(summary, 'summary'))
      if (text === undefined) continue
      const kept = before.get(textOf(at(summary, 'clientShouldStartSendingFromInclusiveBubbleId')) ?? '')
      messages.push(summaryOf(text, undefined, kept === undefined ? 0 : messages.length - kept))
    }
    return [{ id: at(value, 'name') ?? at(value, 'composerId') ?? at(value, 'tabId') ?? null, messages }]
  }),
}

/** Types of what the user says; what the model says has 2, in the first versions `ai`. */
const USER: ReadonlySet<unknown> = new Set([1, 'user'])

function messagesOf(bubble: Json, model: Json | undefined): readonly Json[] {
  const content = textOf(at(bubble, 'text')) ?? textOf(at(bubble, 'rawText')) ?? ''
  const timestamp = at(bubble, 'createdAt')
  if (USER.has(at(bubble, 'type'))) return content === '' ? [] : [chatMessage('user', { content, timestamp })]
  const thoughts = [textOf(at(bubble, 'thinking', 'text')) ?? textOf(at(bubble, 'thinking')) ?? []].flat()
  const tool = at(bubble, 'toolFormerData')
  const name = textOf(at(tool, 'name'))
  if (content === '' && thoughts.length === 0 && name === undefined) return []
  const id = textOf(at(tool, 'toolCallId')) ?? textOf(at(bubble, 'bubbleId'))
  const given = at(tool, 'rawArgs') ?? at(tool, 'params')
  const calls = name === undefined ? [] : [callOf(id, name, given)]
  const reply = chatMessage('assistant', {
    content,
    thoughts,
    calls,
    timestamp,
    model: at(bubble, 'modelInfo', 'modelName') ?? model,
  })
  const result = at(tool, 'result') ?? at(tool, 'error')
  return name === undefined || result === undefined ? [reply] : [reply, resultOf(id, asText(result))]
}
