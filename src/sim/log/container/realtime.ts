import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { chatMessage, callOf, resultOf, textBlock, usageWithin } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** Events of a session of the Realtime API, as lines or in a list: items of the conversation, and answers with their usage. */
export const realtime: Container = {
  name: 'events of the Realtime API',
  keys: ['type', 'event'],
  open({ records }) {
    const [first] = records
    const events = records
      .flatMap(({ value }) => (isList(value) ? value : [value]))
      .map((one) => (isRecord(at(one, 'event')) ? (at(one, 'event') ?? null) : one))
    const isOwn = events.some((event) =>
      /^(?:session|conversation\.item)\.(?:created|added)$/.test(typeOf(event)),
    )
    if (first === undefined || !isOwn || !events.some((event) => typeOf(event) === 'response.done')) return []
    const messages: Json[] = []
    const heard = new Map(
      events
        .filter((event) => typeOf(event).endsWith('input_audio_transcription.completed'))
        .map((event) => [at(event, 'item_id'), textOf(at(event, 'transcript'))]),
    )
    let session: Json | undefined
    for (const event of events) {
      const type = typeOf(event)
      if (type.startsWith('session.')) session = { ...record(session), ...record(at(event, 'session')) }
      const item = at(event, 'item')
      // the items of an answer are in it once more
      if (/^conversation\.item\.(?:created|added)$/.test(type) && at(item, 'role') !== 'assistant')
        messages.push(...givenOf(item, heard))
      if (type === 'response.done') messages.push(...repliesOf(at(event, 'response'), at(session, 'model')))
    }
    const system = textOf(at(session, 'instructions'))
    const value = {
      ...(isList(at(session, 'tools')) && { tools: at(session, 'tools') ?? null }),
      messages: [...(system === undefined ? [] : [chatMessage('system', { content: system })]), ...messages],
    }
    return messages.length === 0 ? [] : [{ ...first, value }]
  },
}

function typeOf(event: Json): string {
  return textOf(at(event, 'type')) ?? ''
}

function record(value: Json | undefined): { readonly [key: string]: Json } {
  return isRecord(value) ? value : {}
}

function givenOf(
  item: Json | undefined,
  heard: ReadonlyMap<Json | undefined, string | undefined>,
): readonly Json[] {
  const type = at(item, 'type')
  if (type === 'function_call_output') return [resultOf(at(item, 'call_id'), at(item, 'output'))]
  if (type !== 'message') return []
  const content = listAt(item, 'content').flatMap((part) => wordsIn(part) ?? heard.get(at(item, 'id')) ?? [])
  return content.length === 0
    ? []
    : [chatMessage(textOf(at(item, 'role')) ?? 'user', { content: content.join('\n') })]
}

function wordsIn(part: Json): string | undefined {
  return textOf(at(part, 'text')) ?? textOf(at(part, 'transcript'))
}

/** An answer as one reply: its words and its calls. */
function repliesOf(response: Json | undefined, model: Json | undefined): readonly Json[] {
  const items = listAt(response, 'output')
  const words = items.flatMap((item) => listAt(item, 'content').flatMap((part) => wordsIn(part) ?? []))
  const calls = items.flatMap((item) =>
    at(item, 'type') === 'function_call'
      ? [callOf(at(item, 'call_id'), at(item, 'name'), at(item, 'arguments'))]
      : [],
  )
  if (words.length + calls.length === 0) return []
  const usage = at(response, 'usage')
  return [
    chatMessage('assistant', {
      content: words.map((text) => textBlock(text)),
      calls,
      model,
      usage: usageWithin(usage),
    }),
  ]
}
