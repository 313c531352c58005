import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import {
  addressOf,
  asText,
  callOf,
  chatMessage,
  pictureBlock,
  resultOf,
  textBlock,
  textsOf,
  usageBeside,
} from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** A thread of Zed, from its database: each message and each part names its kind by its key. */
export const zed: Container = {
  name: 'a thread of Zed',
  keys: ['messages'],
  open: ofWhole((value) => {
    const list = listAt(value, 'messages')
    const whole = textOf(at(value, 'text'))
    if (whole !== undefined && at(value, 'zed') === 'context') return [{ messages: ofText(whole, list) }]
    if (list.some((message) => isList(at(message, 'segments')) && isList(at(message, 'tool_uses'))))
      return [{ messages: list.flatMap(ofSegments) }]
    if (!list.some((message) => isRecord(at(message, 'User')) || isRecord(at(message, 'Agent')))) return []
    const model = at(value, 'model', 'model')
    const used = at(value, 'request_token_usage')
    let asked = ''
    const messages = list.flatMap((message, nth) => {
      // the person pressed a button to go on
      if (message === 'Resume') return [{ role: 'user', content: RESUMED }]
      const user = at(message, 'User')
      if (user !== undefined) {
        asked = textOf(at(user, 'id')) ?? ''
        return [chatMessage('user', { content: listAt(user, 'content').flatMap(blockOf) })]
      }
      // what is told of a request is the size of its last call
      const next = list[nth + 1] === 'Resume' ? list[nth + 2] : list[nth + 1]
      const isLast = at(next, 'Agent') === undefined
      return replyOf(at(message, 'Agent'), isLast ? at(used, asked) : undefined, model)
    })
    return [{ ...(model !== undefined && { model }), messages }]
  }),
}

const RESUMED = 'Continue where you left off'

function blockOf(part: Json): readonly Json[] {
  const image = textOf(at(part, 'Image', 'source'))
  if (image !== undefined) return [pictureBlock(addressOf(image, undefined))]
  const text =
    typeof part === 'string' ? part : (at(part, 'Text') ?? at(part, 'text') ?? at(part, 'Mention', 'content'))
  return textOf(text) === undefined ? [] : [textBlock(asText(text))]
}

function replyOf(reply: Json | undefined, used: Json | undefined, model: Json | undefined): readonly Json[] {
  const parts = listAt(reply, 'content')
  const calls = parts.flatMap((part) => {
    const call = at(part, 'ToolUse')
    return isRecord(call) ? [callOf(at(call, 'id'), at(call, 'name'), at(call, 'input'))] : []
  })
  const found = at(reply, 'tool_results')
  const results = Object.values(isRecord(found) ? found : {}).map((result) => {
    const content = at(result, 'content')
    const blocks = (isList(content) ? content : [content ?? '']).flatMap(blockOf)
    return resultOf(at(result, 'tool_use_id'), blocks, { name: at(result, 'tool_name') })
  })
  const usage = usageBeside(used)
  return [
    chatMessage('assistant', {
      content: parts.flatMap((part) => textOf(at(part, 'Text')) ?? []).join('\n\n'),
      thoughts: parts.flatMap((part) => textOf(at(part, 'Thinking', 'text')) ?? []),
      calls,
      model,
      usage,
    }),
    ...results,
  ]
}

/** A text thread is one text, in which each message begins at a place that is counted in bytes of UTF-8. */
function ofText(whole: string, list: readonly Json[]): readonly Json[] {
  const starts = list.map((message) => Number(at(message, 'start') ?? 0))
  const places: number[] = []
  let [place, bytes] = [0, 0]
  for (const start of starts) {
    while (bytes < start && place < whole.length) {
      const point = whole.codePointAt(place) ?? 0
      bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4
      place += point < 0x1_0000 ? 1 : 2
    }
    places.push(place)
  }
  return list.flatMap((message, index) => {
    const content = whole.slice(places[index], places[index + 1]).trim()
    const role = textOf(at(message, 'metadata', 'role')) ?? textOf(at(message, 'role')) ?? 'user'
    return content === '' ? [] : [chatMessage(role.toLowerCase(), { content })]
  })
}

/** A message of an early version. */
function ofSegments(message: Json): readonly Json[] {
  const segments = listAt(message, 'segments')
  const results = listAt(message, 'tool_results').map((result) =>
    resultOf(at(result, 'tool_use_id'), asText(at(result, 'content'))),
  )
  const calls = listAt(message, 'tool_uses').map((use) =>
    callOf(at(use, 'id'), at(use, 'name'), at(use, 'input')),
  )
  const content = [textOf(at(message, 'context')) ?? [], textsOf(segments, 'text')].flat().join('\n\n')
  const thoughts = textsOf(segments, 'thinking')
  const role = textOf(at(message, 'role')) ?? 'user'
  const isEmpty = content === '' && thoughts.length === 0 && calls.length === 0
  return isEmpty ? results : [...results, chatMessage(role, { content, thoughts, calls })]
}
