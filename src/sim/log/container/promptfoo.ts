import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { asText, chatMessage, usageWithin } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** Results of promptfoo: each is a prompt, which may be messages as JSON in a text, and its answer. */
export const promptfoo: Container = {
  name: 'results of promptfoo',
  keys: ['results'],
  open: ofWhole((value) => {
    const results = at(value, 'results')
    const list = isList(results) ? results : listAt(results, 'results')
    return list.flatMap(talkOf)
  }),
}

function talkOf(result: Json): readonly Json[] {
  const raw = textOf(at(result, 'prompt', 'raw'))
  if (raw === undefined || at(result, 'vars') === undefined) return []
  const parsed = valueOf(raw)
  const messages = isList(parsed) ? parsed : listAt(parsed, 'messages')
  const isChat = messages.length > 0 && messages.every((message) => typeof at(message, 'role') === 'string')
  const asked = isChat ? messages : [chatMessage('user', { content: raw })]
  const answer = at(result, 'response')
  const output = at(answer, 'output')
  if (output === undefined || output === null) return [{ messages: asked }]
  const calls = isList(output) && output.every((one) => isRecord(at(one, 'function'))) ? output : []
  const used = at(answer, 'tokenUsage')
  const provider = textOf(at(result, 'provider', 'id')) ?? textOf(at(result, 'provider'))
  const reply = chatMessage('assistant', {
    content: calls.length > 0 ? '' : asText(output),
    calls,
    model: provider?.split(':').at(-1),
    usage: usageWithin(used),
  })
  return [{ messages: [...asked, reply] }]
}
