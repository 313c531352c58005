import type { Json, Message, Part, ResultContentPart } from '../../../engine/index.ts'
import { at, isList } from '../json/guard.ts'
import type { Report } from '../read/report.ts'
import type { Translated, Translator } from './conversation.ts'
import type { Envelope } from './envelope.ts'

/** How a client of this kind begins the message with a result: `[read_file for 'src/a.ts'] Result:`. */
const HEADER = /^\[([a-z][\w-]*)(?: [^\n]*)?\] Result:[^\S\n]*\n*/
/** What it adds to each message by itself. */
const NOTE = '<environment_details>'
/** The beginning of an argument on the first level of a call. */
const ARGUMENT = /\s*<([a-z][\w-]*)>\n?/y

/**
 * Clients without tool calls (Cline, Roo Code) let the model write its call as XML, named after the tool, and answer with
 * a message whose beginning names it again. A reply and its answer become a call and a result; the client's notes stay a
 * text beside the result. Chats without such an answer are left to the translator alone.
 */
export function withXmlCalls(translator: Translator, { messages }: Envelope): Translator {
  if (!messages.some((message) => answeredTool(message) !== null)) return translator
  let place = -1
  let waiting: string | null = null
  let made = 0

  const message = (value: Json, path: string, report: Report): Translated | null => {
    place += 1
    const id = waiting
    waiting = null
    const read = translator.message(value, path, report)
    if (read === null) return null
    if (id !== null && read.message.role === 'user')
      return { ...read, message: { role: 'user', content: resultOf(id, read.message) } }
    const tool = read.message.role === 'assistant' ? answeredTool(messages[place + 1]) : null
    const content = tool === null ? null : replyOf(read.message, tool, `xml_call_${made + 1}`)
    if (content === null) return read
    made += 1
    waiting = `xml_call_${made}`
    return { ...read, message: { role: 'assistant', content } }
  }

  return {
    ...translator,
    message,
    finish: (report) => {
      translator.finish?.(report)
      if (made > 0) report.infer(`Calls taken from the text of the replies: ${made}.`)
    },
  }
}

/** The tool whose result a message holds; null if it holds none. */
function answeredTool(message: Json | undefined): string | null {
  if (at(message, 'role') !== 'user') return null
  const content = at(message, 'content')
  const text = isList(content) ? at(content[0], 'text') : content
  return typeof text === 'string' ? (HEADER.exec(text.slice(0, LONGEST_HEADER))?.[1] ?? null) : null
}

/** A header names a path, or a command. */
const LONGEST_HEADER = 4000

/** A reply with its call; null if it does not call that tool, or calls it as a real tool. */
function replyOf({ content }: Message, tool: string, id: string): readonly Part[] | null {
  const parts: readonly Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  if (parts.some((part) => part.type === 'tool_use')) return null
  const [opening, closing] = [`<${tool}>`, `</${tool}>`]
  for (const [index, part] of parts.entries()) {
    if (part.type !== 'text') continue
    const start = part.text.indexOf(opening)
    const end = part.text.lastIndexOf(closing)
    if (start < 0 || end < start) continue
    const [before, after] = [
      part.text.slice(0, start).trimEnd(),
      part.text.slice(end + closing.length).trim(),
    ]
    const text = (words: string): readonly Part[] => (words === '' ? [] : [{ type: 'text', text: words }])
    const input = inputOf(part.text.slice(start + opening.length, end))
    return [
      ...parts.slice(0, index),
      ...text(before),
      { type: 'tool_use', id, name: tool, input },
      ...text(after),
      ...parts.slice(index + 1),
    ]
  }
  return null
}

/** The arguments by name; the whole body as one text where there is anything else, or a name twice. */
function inputOf(body: string): Json {
  const whole = body.trim()
  const found = new Map<string, string>()
  for (let at = 0; at < whole.length;) {
    ARGUMENT.lastIndex = at
    const [opening, name = ''] = ARGUMENT.exec(whole) ?? []
    const start = at + (opening?.length ?? 0)
    const end = opening === undefined ? -1 : whole.indexOf(`</${name}>`, start)
    if (end < 0 || found.has(name)) return whole
    found.set(name, whole.slice(start, end).replace(/\n$/, ''))
    at = end + name.length + 3
  }
  return Object.fromEntries(found)
}

/** Everything up to the client's notes is the result. */
function resultOf(id: string, { content }: Message): readonly Part[] {
  const parts: readonly Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const until = parts.findIndex((part) => part.type === 'text' && part.text.startsWith(NOTE))
  const [own, notes] = until < 0 ? [parts, []] : [parts.slice(0, until), parts.slice(until)]
  const said = own.flatMap((part, index): readonly ResultContentPart[] => {
    if (part.type === 'image' || part.type === 'document') return [part]
    if (part.type !== 'text') return []
    const text = index === 0 ? part.text.replace(HEADER, '') : part.text
    return text === '' ? [] : [{ type: 'text', text }]
  })
  const [only] = said
  const result = said.length === 1 && only?.type === 'text' ? only.text : said.length === 0 ? '' : said
  return [{ type: 'tool_result', tool_use_id: id, content: result }, ...notes]
}
