import type { Json, Message, Part, ResultContentPart, Role, ToolResultPart } from '../engine/index.ts'

/**
 * A conversation written as text, one message per line:
 *
 *     system: be brief
 *     user: fix the bug
 *     assistant: looking + call a read_file {"path":"x.ts"} + call b list_files
 *     result a: 300 chars
 *     result b: error no such folder
 *     assistant: done
 *
 * Parts are joined by ` + `. A part is a text, or one of
 *
 *     call ID NAME {arguments}     think TEXT     redacted DATA     image 800x600     document 3 pages
 *     text TEXT  (a text as a part of a list; a message of one bare text is a string)
 *     json {…}   (any other part)
 *
 * A text is bare, or a JSON string if it begins with one of these words, contains a quote, a line break or ` + `, or is
 * empty. `300 chars` is 300 characters of filler. `think[SIGNATURE]` has a signature. Consecutive result lines are one
 * user message; an empty line between them starts another. A line that starts with `& ` adds its parts (or its result)
 * to the previous message. `user:` alone is an empty list. Ids and names are words without colon, or JSON strings.
 *
 * @throws SyntaxError with the number of the line that it cannot read
 */
export function conversation(text: string): Message[] {
  const messages: { role: Role; content: string | Part[] }[] = []
  let inResults = false
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    const added = line.startsWith('& ')
    const result = RESULT_LINE.exec(added ? line.slice(2) : line)
    const last = messages.at(-1)
    if (line === '') {
      inResults = false
    } else if (added) {
      if (last === undefined) throw new SyntaxError(`line ${index + 1} has no message before it: ${line}`)
      const parts = result === null ? partsFrom(line.slice(2), index) : [resultFrom(result, index)]
      last.content = [...listFrom(last.content), ...parts]
      inResults = false
    } else if (result !== null) {
      if (!inResults || last === undefined)
        messages.push({ role: 'user', content: [resultFrom(result, index)] })
      else last.content = [...listFrom(last.content), resultFrom(result, index)]
      inResults = true
    } else {
      const found = /^([a-z]+):(.*)$/.exec(line)
      if (found === null) throw new SyntaxError(`line ${index + 1} is no message: ${line}`)
      messages.push({ role: found[1] as Role, content: contentFrom((found[2] ?? '').trim(), index) })
      inResults = false
    }
  }
  return messages
}

/** The text that `conversation` reads back as these messages. */
export function conversationText(messages: readonly Message[]): string {
  const lines: string[] = []
  let inResults = false
  for (const { role, content } of messages) {
    if (typeof content === 'string') {
      lines.push(`${role}: ${textText(content)}`)
      inResults = false
      continue
    }
    const runs = runsOf(content)
    let plain = role === 'user' && runs[0]?.result === true
    if (plain && inResults) lines.push('')
    if (!plain)
      lines.push(`${role}: ${runs[0]?.result === false ? (runs.shift()?.text ?? '') : ''}`.trimEnd())
    for (const { result, text } of runs) {
      plain &&= result
      lines.push(plain ? text : `& ${text}`)
    }
    inResults = plain
  }
  return lines.join('\n')
}

/** Readable filler of `length` characters that does not end with white space. */
export function filler(length: number): string {
  const text = FILLER.repeat(Math.ceil(length / FILLER.length)).slice(0, length)
  return text.endsWith(' ') ? `${text.slice(0, -1)}.` : text
}

const FILLER = 'lorem ipsum dolor sit amet consectetur adipiscing elit '
const RESULT_LINE = /^result ("(?:[^"\\]|\\.)*"|[^\s:]+):(.*)$/
const KEYWORD = /^(?:call|think|redacted|image|document|text|json|error|result|&)(?![a-z])/

function listFrom(content: string | readonly Part[]): Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : [...content]
}

function contentFrom(source: string, line: number): string | Part[] {
  const items = split(source)
  const [only] = items
  if (items.length === 1 && only !== undefined && !KEYWORD.test(only)) return textFrom(only)
  return partsFrom(source, line)
}

function partsFrom(source: string, line: number): Part[] {
  return split(source).map((item) => partFrom(item, line))
}

/** Splits at ` + ` outside of quotes. */
function split(source: string): string[] {
  if (source === '') return []
  const items: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < source.length; at += 1) {
    if (source[at] === '\\' && quoted) at += 1
    else if (source[at] === '"') quoted = !quoted
    else if (!quoted && source.startsWith(' + ', at)) {
      items.push(source.slice(start, at).trim())
      start = at + 3
    }
  }
  items.push(source.slice(start).trim())
  return items
}

function partFrom(item: string, line: number): Part {
  const call = /^call ("(?:[^"\\]|\\.)*"|[^\s:]+) ("(?:[^"\\]|\\.)*"|[^\s:]+)(?: (.+))?$/.exec(item)
  if (call !== null) {
    const input = call[3] === undefined ? {} : (JSON.parse(call[3]) as Json)
    return { type: 'tool_use', id: wordFrom(call[1] ?? ''), name: wordFrom(call[2] ?? ''), input }
  }
  const think = /^think(?:\[([^\]]*)\])? (.*)$/.exec(item)
  if (think !== null) {
    const thinking = textFrom(think[2] ?? '')
    return think[1] === undefined
      ? { type: 'thinking', thinking }
      : { type: 'thinking', thinking, signature: think[1] }
  }
  const image = /^image (\d+)x(\d+)$/.exec(item)
  if (image !== null) return { type: 'image', source: PNG, width: Number(image[1]), height: Number(image[2]) }
  const document = /^document (\d+) pages$/.exec(item)
  if (document !== null) return { type: 'document', source: PDF, pages: Number(document[1]) }
  if (item.startsWith('redacted ')) return { type: 'redacted_thinking', data: textFrom(item.slice(9)) }
  if (item.startsWith('text ')) return { type: 'text', text: textFrom(item.slice(5)) }
  if (item.startsWith('json ')) return JSON.parse(item.slice(5)) as Part
  if (KEYWORD.test(item)) throw new SyntaxError(`line ${line + 1} has a part that is none: ${item}`)
  return { type: 'text', text: textFrom(item) }
}

const PNG = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } as const
const PDF = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjc=' } as const

function resultFrom(found: RegExpExecArray, line: number): ToolResultPart {
  const tool_use_id = wordFrom(found[1] ?? '')
  const source = (found[2] ?? '').trim()
  const failed = /^error(?: |$)/.test(source)
  const content = contentFrom(failed ? source.slice(5).trim() : source, line)
  const kept =
    typeof content !== 'string' && content.length === 0 ? '' : (content as string | ResultContentPart[])
  const result: ToolResultPart = { type: 'tool_result', tool_use_id, content: kept }
  return failed ? { ...result, is_error: true } : result
}

function textFrom(source: string): string {
  if (source.startsWith('"')) return JSON.parse(source) as string
  const chars = /^(\d+) chars$/.exec(source)
  return chars === null ? source : filler(Number(chars[1]))
}

function wordFrom(source: string): string {
  return source.startsWith('"') ? (JSON.parse(source) as string) : source
}

interface Run {
  readonly result: boolean
  readonly text: string
}

/** The lines that a list of parts needs: a result has its own line, neighbouring other parts share one. */
function runsOf(parts: readonly Part[]): Run[] {
  const runs: Run[] = []
  let items: Part[] = []
  const close = (): void => {
    if (items.length > 0) runs.push({ result: false, text: listText(items) })
    items = []
  }
  for (const part of parts) {
    const text = part.type === 'tool_result' ? resultText(part) : null
    if (text === null) {
      items.push(part)
      continue
    }
    close()
    runs.push({ result: true, text })
  }
  close()
  return runs
}

/** Parts in one line. A single text is written as `text TEXT`, because a bare one would become a string. */
function listText(parts: readonly Part[]): string {
  return parts.map((part) => partText(part, parts.length > 1)).join(' + ')
}

/** A result line; null if the result has something that a line cannot express, such as a cache marker. */
function resultText(part: ToolResultPart): string | null {
  const { content } = part
  const list = typeof content === 'string' ? textText(content) : listText(content)
  const text = `result ${wordText(part.tool_use_id)}: ${part.is_error === true ? 'error ' : ''}${list}`
  const found = RESULT_LINE.exec(text)
  return found !== null && same(resultFrom(found, 0), part) ? text : null
}

function partText(part: Part, bare: boolean): string {
  const short = bare && part.type === 'text' ? textText(part.text) : shortText(part)
  return short !== null && same(partFrom(short, 0), part) ? short : `json ${JSON.stringify(part)}`
}

function shortText(part: Part): string | null {
  switch (part.type) {
    case 'text':
      return `text ${textText(part.text)}`
    case 'thinking':
      return `think${part.signature === undefined ? '' : `[${part.signature}]`} ${textText(part.thinking)}`
    case 'redacted_thinking':
      return `redacted ${textText(part.data)}`
    case 'tool_use': {
      const input = JSON.stringify(part.input)
      return `call ${wordText(part.id)} ${wordText(part.name)}${input === '{}' ? '' : ` ${input}`}`
    }
    case 'image':
      return `image ${part.width ?? 0}x${part.height ?? 0}`
    case 'document':
      return `document ${part.pages ?? 0} pages`
    default:
      return null
  }
}

function textText(text: string): string {
  if (text.length >= 8 && text === filler(text.length)) return `${text.length} chars`
  const bare =
    text !== '' &&
    text === text.trim() &&
    !/["\n\r]| \+ |^\+|\+$|^\d+ chars$/.test(text) &&
    !KEYWORD.test(text)
  return bare ? text : JSON.stringify(text)
}

function wordText(word: string): string {
  return /^[^\s:"]+$/.test(word) ? word : JSON.stringify(word)
}

function same(left: Part, right: Part): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right))
}

function sorted(value: object): [string, unknown][] {
  return Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
}
