import type { Role } from '../../../../engine/index.ts'
import type { Trace } from '../../../trace/trace.ts'
import { MAIN_WINDOW, assemble } from '../../read/assemble.ts'
import type { Arrival } from '../../read/assemble.ts'
import { instantOf } from '../../read/instant.ts'
import { SLICE } from '../../read/reader.ts'
import type { Log, Reader, ReadOptions } from '../../read/reader.ts'
import { Report } from '../../read/report.ts'
import { dialogueIn, spoken } from './dialogue.ts'
import type { Dialogue } from './dialogue.ts'
import { unescaped } from './speaker.ts'

/**
 * Chats copied as text: every line that begins with a speaker (`User:`, `**Assistant:**`, `### AI`) begins a message,
 * which lasts until the next one. The format cannot express tools and usage.
 */
export const plain: Reader<'plain'> = {
  name: 'plain',
  title: 'plain Role: text chat',
  kind: 'texts',
  sample: 'plain.txt',
  read: (log, options) => {
    if (log.shape === 'json') return null
    const lines = [...linesOf(log.text)]
    const dialogue = dialogueIn(lines)
    return dialogue === null ? null : readChat(log, lines, dialogue, options)
  },
}

function* readChat(
  log: Log,
  lines: readonly string[],
  dialogue: Dialogue,
  options: ReadOptions,
): Generator<number, readonly Trace[]> {
  const report = new Report(log)
  const messages: { role: Role; lines: string[]; isTold: boolean; time: number | null }[] = []
  const before = lines.slice(0, dialogue.from)
  let read = 0
  for (const { text, speaker, time, isOther } of spoken(lines, dialogue)) {
    if (speaker)
      messages.push({
        role: speaker.role,
        lines: [speaker.text],
        isTold: speaker.isTold,
        time: time === null ? null : instantOf(time.replace(',', '.')),
      })
    else if (isOther) report.ignore('line of the program')
    else (messages.at(-1)?.lines ?? before).push(unescaped(text))
    read += 1
    if (read % SLICE === 0) yield Math.min(1, (dialogue.from + read) / lines.length)
  }
  const [first] = messages
  if (first?.role === 'assistant' && first.isTold && isText(before)) {
    // copied from below the name of the person
    messages.unshift({ role: 'user', lines: before, isTold: false, time: null })
    report.infer('the text before the first speaker is what the user said')
  } else if (isText(before)) report.ignore('text before the first speaker')
  if (isText(lines.slice(dialogue.to))) report.ignore('text after the code block with the chat')
  for (const [index, message] of messages.entries())
    if (message.isTold && message.role === 'assistant') {
      const own = linesOfPage(messages[index - 1]?.lines ?? [], message.lines)
      if (own > 0) report.ignore('line of the page', own)
    }

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
  for (const [index, { role, time }] of messages.entries()) {
    const text = texts[index] ?? ''
    const content = ruled.has(role) && text.endsWith('---') ? text.slice(0, -3).trimEnd() : text
    if (role === 'system' && arrivals.length === 0) system.push(content)
    else
      arrivals.push({
        window: MAIN_WINDOW.id,
        order: arrivals.length,
        response: role === 'assistant',
        message: { role, content },
        time,
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

function isText(lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() !== '')
}

/**
 * Takes out what the page itself writes around the name of its model: the name again, and how long it thought.
 *
 * @param before the lines of the message before, changed in place
 * @param lines the lines of the model's message, changed in place
 * @returns how many lines were taken out
 */
function linesOfPage(before: string[], lines: string[]): number {
  const start = lines.length + before.length
  const last = before.findLastIndex((line) => line.trim() !== '')
  if (last > 0 && THOUGHT.test(before[last]?.trim() ?? '')) before.splice(last, 1)
  for (;;) {
    const at = lines.findIndex((line) => line.trim() !== '')
    const line = lines[at]?.trim() ?? ''
    if (at < 0 || !(AGAIN.test(line) || THOUGHT.test(line)) || !isText(lines.slice(at + 1))) break
    lines.splice(at, 1)
  }
  return start - lines.length - before.length
}

const AGAIN = /^(?:ChatGPT|GPT|Gemini|Claude)$/

/** `Thought for 1m 5s`, `3m 10s nachgedacht`, `41s 동안 생각함`. */
const THOUGHT =
  /^(?=.{4,45}$)(?=.*\d|.*few|.*couple)(?:(?:Thought|Reasoned|Worked) for|Réflexion|Pensado|Pensó|Razonado|Pensou|Raciocinou|Ha pensato|Ragionato|Nagedacht|Myślał|Думал|Размышлял|Обдумывал|Думав|Міркував|Đã suy nghĩ|(?:已|已经)?思考).*|^[\d\p{L} ]{1,30}(?:nachgedacht|lang überlegt|생각함|思考|düşündü)$/u

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
