import type { Json } from '../../../engine/index.ts'
import { at, countOf, isList, isRecord, textOf } from '../json/guard.ts'
import {
  asText,
  callOf,
  chatMessage,
  mediaBlock,
  pictureBlock,
  resultOf,
  summaryOf,
  textBlock,
  textsOf,
  truncationOf,
  usageBeside,
  usageWithin,
} from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** An evaluation log of Inspect as JSON: each of its samples is a conversation. */
export const inspectAi: Container = {
  name: 'an evaluation log of Inspect',
  keys: ['eval', 'epoch'],
  open: ofEach((value) => {
    const samples = at(value, 'eval') === undefined ? [value] : listAt(value, 'samples')
    const isSample = (sample: Json): boolean =>
      isList(at(sample, 'messages')) && at(sample, 'epoch') !== undefined && at(sample, 'input') !== undefined
    const read = samples.filter(isSample).map((sample) => conversationOf(sample, at(value, 'eval', 'model')))
    const said = read.filter((one) => listAt(one, 'messages').length > 0)
    return said.length > 0 ? said : read
  }),
}

function conversationOf(sample: Json, evaluated: Json | undefined): Json {
  const calls = listAt(sample, 'events').filter((event) => at(event, 'event') === 'model')
  const messages = messagesIn(sample, calls.at(-1))
  const callOfMessage = answeredIn(messages, calls)
  const attached = at(sample, 'attachments')
  // long texts are kept once, and named where they stand
  const whole = (text: string): string =>
    text.startsWith(ATTACHMENT) ? (textOf(at(attached, text.slice(ATTACHMENT.length))) ?? text) : text
  const tools = listAt(calls[0], 'tools').map((tool): Json => ({
    type: 'function',
    function: withWhole(tool, whole),
  }))
  const model = at(calls[0], 'model') ?? evaluated
  const summaries = listAt(sample, 'events')
    .filter((event) => at(event, 'event') === 'compaction' && at(event, 'type') === 'summary')
    .map((event) => at(event, 'tokens_before'))
  return {
    id: `sample ${asText(at(sample, 'id'))}, epoch ${asText(at(sample, 'epoch'))}`,
    ...(model !== undefined && { model }),
    ...(tools.length > 0 && { tools }),
    messages: messages.flatMap((message): readonly Json[] => {
      if (at(message, 'metadata', 'summary') === true)
        return [summaryOf(textsIn(message, whole), summaries.shift())]
      const call = callOfMessage.get(message)
      const trims = trimmedBefore(call, listAt(sample, 'events'))
      return [...trims, messageOf(message, call, whole)]
    }),
  }
}

/** What was taken out of the window since the call before this one, whose messages stay in the history. */
function trimmedBefore(call: Json | undefined, events: readonly Json[]): readonly Json[] {
  const place = call === undefined ? -1 : events.indexOf(call)
  const before = events.slice(0, Math.max(0, place))
  const since = before.slice(before.findLastIndex((event) => at(event, 'event') === 'model') + 1)
  return since
    .filter((event) => at(event, 'event') === 'compaction' && at(event, 'type') !== 'summary')
    .map((event) => {
      const [full, left] = [countOf(at(event, 'tokens_before')), countOf(at(event, 'tokens_after'))]
      return truncationOf(full ?? undefined, full === null || left === null ? undefined : full - left)
    })
}

function textsIn(message: Json, whole: (text: string) => string): string {
  const content = at(message, 'content')
  return isList(content)
    ? content.map((block) => whole(asText(at(block, 'text')))).join('\n\n')
    : whole(asText(content))
}

/** The messages of a sample; one that was broken off may have only those of its calls. */
function messagesIn(sample: Json, last: Json | undefined): readonly Json[] {
  const messages = listAt(sample, 'messages')
  if (messages.length > 0) return messages
  const pool = listAt(sample, 'events_data', 'messages')
  const asked = listAt(last, 'input_refs').flatMap((range) => {
    const [from, to] = isList(range) ? range : []
    return pool.slice(countOf(from) ?? 0, countOf(to) ?? 0)
  })
  const answer = at(listAt(last, 'output', 'choices')[0], 'message')
  return [...listAt(last, 'input'), ...asked, ...(answer === undefined ? [] : [answer])]
}

/** The call that each reply is from: by its id, in older logs by its words, in the order of the calls. */
function answeredIn(messages: readonly Json[], calls: readonly Json[]): ReadonlyMap<Json, Json> {
  const answers = calls.map((call) => at(listAt(call, 'output', 'choices')[0], 'message'))
  const found = new Map<Json, Json>()
  let next = 0
  for (const message of messages) {
    if (at(message, 'role') !== 'assistant') continue
    const id = at(message, 'id')
    const words = wordsOf(message)
    const index = answers.findIndex((answer, place) =>
      id !== undefined && at(answer, 'id') !== undefined
        ? at(answer, 'id') === id
        : place >= next && answer !== undefined && wordsOf(answer) === words,
    )
    const call = calls[index]
    if (call === undefined) continue
    found.set(message, call)
    next = index + 1
  }
  return found
}

function wordsOf(message: Json): string {
  return asText([at(message, 'content') ?? null, at(message, 'tool_calls') ?? null])
}

/** A value with the texts that were kept apart. */
function withWhole(value: Json, whole: (text: string) => string): Json {
  if (typeof value === 'string') return whole(value)
  if (isList(value)) return value.map((one) => withWhole(one, whole))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withWhole(one, whole)]))
}

const ATTACHMENT = 'attachment://'

function messageOf(message: Json, call: Json | undefined, whole: (text: string) => string): Json {
  const role = textOf(at(message, 'role')) ?? ''
  const listed = at(message, 'content')
  const blocks = isList(listed) ? listed : []
  const content = isList(listed) ? blocks.flatMap((block) => blockOf(block, whole)) : whole(asText(listed))
  if (role === 'tool') {
    const error = textOf(at(message, 'error', 'message'))
    const shown = error !== undefined && content === '' ? error : content
    return resultOf(at(message, 'tool_call_id'), shown, { name: at(message, 'function') })
  }
  const usage = at(call, 'output', 'usage')
  return chatMessage(role, {
    content,
    thoughts: textsOf(blocks, 'reasoning', 'reasoning').map(whole),
    calls: listAt(message, 'tool_calls').map((asked) => {
      const name = at(asked, 'function')
      // the form of OpenAI's chats, in logs of older versions
      if (isRecord(name)) return asked
      return callOf(at(asked, 'id'), name, at(asked, 'arguments'))
    }),
    model: at(message, 'model') ?? at(call, 'output', 'model'),
    timestamp: at(call, 'completed') ?? at(call, 'timestamp'),
    usage: usageIn(usage),
  })
}

/** Until March 2026 the prompt of some providers had the cached tokens within: then the total is less than the sum. */
function usageIn(usage: Json | undefined): Json | undefined {
  const [input, read, written, output, total] = [
    'input_tokens',
    'input_tokens_cache_read',
    'input_tokens_cache_write',
    'output_tokens',
    'total_tokens',
  ].map((key) => at(usage, key))
  const sum = [input, read, written, output].reduce<number>((all, one) => all + (countOf(one) ?? 0), 0)
  const isWithin = typeof total === 'number' && total > 0 && total < sum
  return isWithin ? usageWithin(usage) : usageBeside(usage)
}

function blockOf(block: Json, whole: (text: string) => string): readonly Json[] {
  const text = typeof block === 'string' ? block : at(block, 'text')
  if (typeof text === 'string') return [textBlock(whole(text))]
  const image = textOf(at(block, 'image'))
  if (image !== undefined) return [pictureBlock(whole(image))]
  const [sound, file] = [textOf(at(block, 'audio')), textOf(at(block, 'document'))]
  if (sound !== undefined) return [mediaBlock(whole(sound), `audio/${asText(at(block, 'format'))}`)]
  if (file !== undefined) return [mediaBlock(whole(file))]
  return at(block, 'type') === 'reasoning' ? [] : [textBlock(asText(block))]
}
