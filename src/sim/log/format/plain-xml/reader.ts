import type { Json, Message, Part } from '../../../../engine/index.ts'
import type { Translated, Translator } from '../../chat/conversation.ts'
import { envelopesOf } from '../../chat/envelope.ts'
import type { Envelope } from '../../chat/envelope.ts'
import { readChats } from '../../chat/read.ts'
import { at, isList } from '../../json/guard.ts'
import { openAiTranslator } from '../openai/reader.ts'
import { BlankLines, callIn, isResultText } from './call.ts'
import type { XmlCall } from './call.ts'
import type { Reader } from '../../read/reader.ts'
import type { Report } from '../../read/report.ts'

/**
 * Chats without tools whose agent calls them in its text, `<function=name>` with a `<parameter=x>` for each argument,
 * and gets a user message that begins with `OBSERVATION:` in return. One call per reply becomes a call, and the message
 * after it the result; a call without a result stays text, unless it ends the log.
 */
export const plainXml: Reader<'plain-xml'> = {
  name: 'plain-xml',
  title: 'chat with calls as XML',
  kind: 'texts',
  sample: 'plain-xml.json',
  read(log, options) {
    const envelopes = envelopesOf(log)
    if (!envelopes.some(holdsCalls)) return null
    return readChats(plainXml, log, envelopes, options, translator)
  },
}

/** One call with its result is enough; a chat with real calls as well is another format. */
function holdsCalls({ messages }: Envelope): boolean {
  if (messages.some((message) => at(message, 'role') === 'tool' || isList(at(message, 'tool_calls'))))
    return false
  return messages.some((message, index) => isResult(messages[index + 1]) && callOf(message) !== null)
}

function callOf(message: Json | undefined): XmlCall | null {
  const text = at(message, 'role') === 'assistant' ? textOf(at(message, 'content')) : null
  return text === null ? null : callIn(text)
}

function isResult(message: Json | undefined): boolean {
  const text = at(message, 'role') === 'user' ? textOf(at(message, 'content')) : null
  return text !== null && isResultText(text)
}

/** The text of content that consists only of text. */
function textOf(content: Json | undefined): string | null {
  const only =
    isList(content) && content.length === 1 && at(content[0], 'type') === 'text'
      ? at(content[0], 'text')
      : content
  return typeof only === 'string' ? only : null
}

function onlyTextOf(content: Message['content']): string | null {
  if (typeof content === 'string') return content
  const [only] = content
  return content.length === 1 && only?.type === 'text' ? only.text : null
}

function translator({ messages }: Envelope): Translator {
  const openai = openAiTranslator()
  const blank = new BlankLines()
  let place = -1
  let waiting: string | null = null
  let newest: { readonly text: string; readonly message: Message } | null = null
  let made = 0
  let left = 0

  const message = (value: Json, path: string, report: Report): Translated | null => {
    place += 1
    const answers = waiting
    waiting = null
    const read = openai.message(value, path, report)
    if (!read) return null
    if (answers !== null && isResult(value)) return { ...read, message: resultOf(answers, read.message) }
    return withCall(read, messages[place + 1])
  }

  /** A reply recorded beside the list ends it; some recorders add it to the list as well. */
  const reply = (value: Json, path: string, report: Report): Translated | null => {
    const read = openai.reply(value, path, report)
    if (!read) return null
    const again = waiting !== null && newest !== null && newest.text === onlyTextOf(read.message.content)
    return again && newest ? { ...read, message: newest.message } : withCall(read, undefined)
  }

  const withCall = (read: Translated, next: Json | undefined): Translated => {
    const { role, content } = read.message
    const text = role === 'assistant' ? onlyTextOf(content) : null
    const call = text === null ? null : callIn(text)
    if (!call || text === null) return read
    const ends = next === undefined && text.slice(call.end).trim() === ''
    if (!ends && !isResult(next)) {
      left += 1
      return read
    }
    waiting = `xml_call_${(made += 1)}`
    newest = { text, message: replyOf(text, call, waiting, blank) }
    return { ...read, message: newest.message }
  }

  const finish = (report: Report): void => {
    if (made > 0) report.infer(`Calls taken from the text of the replies: ${made}.`)
    if (left > 0) report.infer(`Calls in the text without a result, left as text: ${left}.`)
  }

  return { message, reply, finish }
}

function replyOf(text: string, { name, input, start, end }: XmlCall, id: string, blank: BlankLines): Message {
  const before = text.slice(0, start)
  const after = text.slice(end)
  const parts: Part[] = []
  if (!blank.beforeIsUsual(before)) parts.push({ type: 'text', text: before })
  parts.push({ type: 'tool_use', id, name, input })
  if (!blank.afterIsUsual(after)) parts.push({ type: 'text', text: after })
  return { role: 'assistant', content: parts }
}

function resultOf(id: string, { content }: Message): Message {
  const kept =
    typeof content === 'string'
      ? content
      : content.filter((part) => part.type === 'text' || part.type === 'image' || part.type === 'document')
  return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: kept }] }
}
