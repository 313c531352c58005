import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { asText, callOf, chatMessage, resultOf, textsOf, usageWithin } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** A conversation of LM Studio: of each message, the version that was selected; a reply has steps. */
export const lmStudio: Container = {
  name: 'a conversation of LM Studio',
  keys: ['messages'],
  open: ofWhole((value) => {
    const messages = listAt(value, 'messages')
    if (messages.length === 0 || !messages.every((message) => isList(at(message, 'versions')))) return []
    const system = textOf(at(value, 'systemPrompt')) ?? ''
    const said = messages.flatMap((message) => {
      const versions = listAt(message, 'versions')
      return messagesOf(versions[Number(at(message, 'currentlySelected') ?? 0)] ?? null)
    })
    return [{ messages: [...(system === '' ? [] : [chatMessage('system', { content: system })]), ...said] }]
  }),
}

function messagesOf(version: Json): readonly Json[] {
  const role = textOf(at(version, 'role')) ?? 'user'
  if (at(version, 'type') !== 'multiStep')
    return [chatMessage(role, { content: at(version, 'content') ?? '' })]
  const messages: Json[] = []
  let open: Json[] = []
  for (const step of listAt(version, 'steps')) {
    const results = listAt(step, 'content').filter((part) => at(part, 'type') === 'toolCallResult')
    if (results.length === 0) open.push(step)
    else {
      messages.push(...replyOf(open), ...results.map(resultIn))
      open = []
    }
  }
  return [...messages, ...replyOf(open)]
}

/** The steps of one reply: thoughts, words and calls. */
function replyOf(steps: readonly Json[]): readonly Json[] {
  const blocks = steps.filter((step) => at(step, 'type') === 'contentBlock')
  const wordsOf = (isThought: boolean): readonly string[] =>
    blocks
      .filter((block) => (at(block, 'style', 'type') === 'thinking') === isThought)
      .flatMap((block) => textsOf(listAt(block, 'content'), 'text'))
  const calls = blocks.flatMap((block) =>
    listAt(block, 'content').flatMap((part) =>
      at(part, 'type') === 'toolCallRequest'
        ? [callOf(idOf(part), at(part, 'name'), at(part, 'parameters') ?? at(part, 'arguments'))]
        : [],
    ),
  )
  const content = wordsOf(false).join('\n\n')
  const thoughts = wordsOf(true)
  if (content === '' && thoughts.length + calls.length === 0) return []
  const made = blocks.map((block) => at(block, 'genInfo')).findLast((info) => info !== undefined)
  const stats = at(made, 'stats')
  return [
    chatMessage('assistant', {
      content,
      thoughts,
      calls,
      model: at(made, 'identifier') ?? at(made, 'indexedModelIdentifier'),
      usage: usageWithin(stats),
    }),
  ]
}

/** What a tool gave: text, or blocks as JSON in a text. */
function resultIn(part: Json): Json {
  const content = at(part, 'content')
  const parsed = valueOf(textOf(content) ?? '') ?? content
  const texts = isList(parsed) ? textsOf(parsed, 'text') : []
  return resultOf(idOf(part), texts.length > 0 ? texts.join('\n\n') : asText(content), {
    name: at(part, 'name'),
  })
}

function idOf(part: Json): Json | undefined {
  const id = at(part, 'toolCallRequestId') ?? at(part, 'callId')
  return typeof id === 'number' ? String(id) : id
}
