import type { Role } from '../../../../engine/index.ts'
import type { Trace } from '../../../trace/trace.ts'
import { MAIN_WINDOW, assemble } from '../../read/assemble.ts'
import type { Arrival } from '../../read/assemble.ts'
import { SLICE } from '../../read/reader.ts'
import type { Log, Reader, ReadOptions } from '../../read/reader.ts'
import { Report } from '../../read/report.ts'
import { createListener, isOfPage, unescaped } from './speaker.ts'

/**
 * Chats copied as text: every line that begins with a speaker (`User:`, `**Assistant:**`, `### AI`) begins a message,
 * which lasts until the next one. The format cannot express tools and usage.
 */
export const plain: Reader<'plain'> = {
  name: 'plain',
  title: 'plain Role: text chat',
  kind: 'texts',
  sample: 'plain.txt',
  read: (log, options) => (isChat(log) ? readChat(log, options) : null),
}

/**
 * One speaker is enough at the very beginning; further down there must be two, or any prose with "System: …" would be a
 * chat.
 */
function isChat(log: Log): boolean {
  if (log.shape === 'json') return false
  const listen = createListener()
  let line = 0
  let first = -1
  const roles = new Set<Role>()
  for (const text of linesOf(log.text)) {
    if (text.trim() !== '') line += 1
    const speaker = listen(text)
    if (!speaker) continue
    if (first < 0) first = line
    roles.add(speaker.role)
    const begins = first === 1 && !isOfPage(speaker.name) && (roles.has('user') || roles.has('assistant'))
    if (begins || (roles.has('user') && roles.has('assistant'))) return true
  }
  return false
}

function* readChat(log: Log, options: ReadOptions): Generator<number, readonly Trace[]> {
  const report = new Report(log)
  const messages: { role: Role; lines: string[]; isTold: boolean }[] = []
  const preamble: string[] = []
  const listen = createListener()
  let done = 0
  let read = 0
  for (const line of linesOf(log.text)) {
    const speaker = listen(line)
    if (speaker) messages.push({ role: speaker.role, lines: [speaker.text], isTold: speaker.isTold })
    else (messages.at(-1)?.lines ?? preamble).push(unescaped(line))
    done += line.length + 1
    read += 1
    if (read % SLICE === 0) yield Math.min(1, done / log.text.length)
  }
  if (preamble.some((line) => line.trim() !== '')) report.ignore('text before the first speaker')

  const system: string[] = []
  const arrivals: Arrival[] = []
  const texts = messages.map(({ lines, isTold }) => trimmed(isTold ? withoutTitle(lines) : lines))
  // exports put a line between the messages, or behind those of one side
  const isRuled = (side: (role: Role) => boolean): boolean => {
    const own = texts.filter((_, index) => index < texts.length - 1 && side(messages[index]?.role ?? 'user'))
    return own.length > 0 && own.every((text) => /(?:^|\n)---$/.test(text))
  }
  const areRuled = texts.length > 1 && isRuled(() => true)
  const count = (role: Role): number => messages.filter((message) => message.role === role).length
  const ruled = new Set(
    ROLES.filter((role) => areRuled || (count(role) > 1 && isRuled((one) => one === role))),
  )
  for (const [index, { role }] of messages.entries()) {
    const text = texts[index] ?? ''
    const content = ruled.has(role) && text.endsWith('---') ? text.slice(0, -3).trimEnd() : text
    if (role === 'system' && arrivals.length === 0) system.push(content)
    else
      arrivals.push({
        window: MAIN_WINDOW.id,
        order: arrivals.length,
        response: role === 'assistant',
        message: { role, content },
        time: null,
        usage: null,
        model: null,
        injected: false,
      })
  }
  const conversation = {
    label: null,
    system: system.join('\n\n'),
    tools: [],
    arrivals,
    windows: [MAIN_WINDOW],
    edits: [],
    records: messages.length,
  }
  return [assemble(plain, conversation, report, options)]
}

/** Lines without their ends; \r\n and \r end a line as \n does. */
function* linesOf(text: string): Generator<string> {
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? 0x0a : text.charCodeAt(at)
    if (code !== 0x0a && code !== 0x0d) continue
    yield text.slice(start, at)
    if (code === 0x0d && text.charCodeAt(at + 1) === 0x0a) at += 1
    start = at + 1
  }
}

/** The lines of a message without blank ones at its start and end. */
function trimmed(lines: readonly string[]): string {
  const from = lines.findIndex((line) => line.trim() !== '')
  if (from < 0) return ''
  const to = lines.findLastIndex((line) => line.trim() !== '')
  return lines.slice(from, to + 1).join('\n')
}

/** The line with a speaker, whose rest are the first words of the message if they stand below it again; or its underline. */
function withoutTitle([title = '', ...rest]: readonly string[]): readonly string[] {
  const [below = ''] = rest
  if (title === '') return /^[-=]{3,}$/.test(below) ? rest.slice(1) : rest
  const words = lettersOf(title)
  const isAgain = words !== '' && lettersOf(rest.join('\n')).includes(words)
  return isAgain ? rest : [title, ...rest]
}

/** A text without marks and spaces. */
function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

const ROLES: readonly Role[] = ['user', 'assistant', 'system']
