import type { Json } from '../../../engine/index.ts'
import { at, isRecord, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { branchTo } from './branch.ts'
import { asText, callOf, chatMessage, pictureBlock, resultOf, textBlock } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** An export of Open WebUI: each chat has its messages as a list, or as a tree of which the branch seen last is read. */
export const openWebUi: Container = {
  name: 'an export of Open WebUI',
  keys: ['chat'],
  open: ofEach((value) => {
    const listed = listAt(value, 'chat', 'messages')
    const messages = (listed.length > 0 ? listed : branchOf(at(value, 'chat', 'history'))).filter(
      (one) => typeof at(one, 'role') === 'string',
    )
    return messages.length === 0
      ? []
      : [{ id: at(value, 'title') ?? null, messages: messages.flatMap(messagesOf) }]
  }),
}

function branchOf(history: Json | undefined): readonly Json[] {
  const called = (id: Json | undefined): Json | undefined => at(history, 'messages', asText(id))
  return branchTo(called(at(history, 'currentId')), (message) => called(at(message, 'parentId')))
}

function messagesOf(message: Json): readonly Json[] {
  const content = textOf(at(message, 'content')) ?? ''
  if (!isRecord(message)) return []
  if (at(message, 'role') === 'assistant' && content.includes(DETAILS)) return stepsOf(message, content)
  const pictures = listAt(message, 'files').flatMap((file) =>
    at(file, 'type') === 'image' ? (textOf(at(file, 'url')) ?? []) : [],
  )
  if (pictures.length === 0) return [message]
  const words = content === '' ? [] : [textBlock(content)]
  return [{ ...message, content: [...words, ...pictures.map((url) => pictureBlock(url))] }]
}

const DETAILS = '<details type="'

/** Thoughts and calls stand in the text of a reply, in the order in which they were made; results with their calls. */
function stepsOf(message: Json, content: string): readonly Json[] {
  const around = { model: at(message, 'model'), timestamp: at(message, 'timestamp') }
  const made: Json[] = []
  let said: { thoughts: string[]; words: string[]; calls: Json[] } = { thoughts: [], words: [], calls: [] }
  let results: Json[] = []
  const finish = (usage?: Json): void => {
    const { thoughts, words, calls } = said
    if (thoughts.length + words.length + calls.length === 0) return
    made.push(
      chatMessage('assistant', { content: words.join('\n\n'), thoughts, calls, usage, ...around }),
      ...results,
    )
    said = { thoughts: [], words: [], calls: [] }
    results = []
  }
  for (const { type, attributes, text } of piecesOf(content)) {
    if (said.calls.length > 0 && type !== 'tool_calls') finish()
    if (type === 'tool_calls') {
      const id = attributes('id') ?? null
      said.calls.push(callOf(id, attributes('name') ?? 'tool', valueIn(attributes('arguments') ?? '{}')))
      const result = attributes('result') ?? text
      if (result !== '') results.push(resultOf(id, asText(valueIn(result)), { name: attributes('name') }))
    } else if (type === 'reasoning') said.thoughts.push(text.replace(/^> ?/gm, ''))
    else said.words.push(text)
  }
  finish(at(message, 'usage'))
  return made
}

interface Piece {
  /** Empty for words. */
  readonly type: string
  readonly attributes: (name: string) => string | undefined
  readonly text: string
}

function piecesOf(content: string): readonly Piece[] {
  const pieces: Piece[] = []
  const add = (type: string, tag: string, inner: string): void => {
    const text = inner.replace(/^\s*<summary>[^<]*<\/summary>/, '').trim()
    const attributes = (name: string): string | undefined => {
      const [, value] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? []
      return value === undefined ? undefined : unescaped(value)
    }
    if (type !== '' || text !== '') pieces.push({ type, attributes, text })
  }
  let place = 0
  for (;;) {
    const start = content.indexOf(DETAILS, place)
    const head = start < 0 ? -1 : content.indexOf('>', start)
    const end = head < 0 ? -1 : content.indexOf('</details>', head)
    if (end < 0) break
    const tag = content.slice(start, head)
    const [, type = ''] = /^<details type="([a-z_]+)"/.exec(tag) ?? []
    add('', '', content.slice(place, start))
    add(type, tag, content.slice(head + 1, end))
    place = end + '</details>'.length
  }
  add('', '', content.slice(place))
  return pieces
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
  amp: '&',
}

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|quot|#x27|#39|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

/** JSON, once more in a text where a client wrote it twice. */
function valueIn(text: string): Json {
  const value = valueOf(text)
  return typeof value === 'string' ? (valueOf(value) ?? value) : (value ?? text)
}
