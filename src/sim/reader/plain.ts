import type { Role } from '../../engine/index.ts'
import { MAIN_WINDOW, assemble } from './assemble.ts'
import type { Arrival } from './assemble.ts'
import type { Reader } from './reader.ts'
import { SLICE } from './reader.ts'
import { Report } from './report.ts'

/**
 * A speaker at the beginning of a line: `User:`, `**User:**`, `**User**:`, `### User`, `__User:__`.
 * A backslash before it says that the line is only text.
 */
const SPEAKER =
  /^(\\*)(#{1,6}[ \t]+)?(\*\*|__)?(User|Human|Assistant|AI|System|USER|HUMAN|ASSISTANT|SYSTEM|user|human|assistant|ai|system)(:\3|\3:|\3(?=[ \t]*$))[ \t]*/

const ROLES: Readonly<Record<string, Role>> = Object.freeze({
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  system: 'system',
})

/**
 * Chats copied as text: every line that begins with a speaker begins a message, which goes on until
 * the next one. Speakers are written one way throughout (`User` or `user` or `USER`), so that a line
 * such as `user: root` in an answer does not cut a chat whose speakers are capitalised.
 */
export const plain: Reader = Object.freeze({
  name: 'plain',
  title: 'plain Role: text chat',
  recognises(log) {
    if (log.shape === 'json') return false
    let style: Style | null = null
    let line = 0
    let first = -1
    const roles = new Set<Role>()
    for (const text of linesOf(log.text)) {
      if (text.trim() !== '') line += 1
      const speaker = speakerOf(text)
      if (!speaker || !sameStyle(speaker.style, style)) continue
      style ??= speaker.style === 'any' ? null : speaker.style
      if (first < 0) first = line
      roles.add(speaker.role)
      // one speaker is enough at the very beginning; further down it takes two, or any prose with "System: …" would be a chat
      const begins = first === 1 && (roles.has('user') || roles.has('assistant'))
      if (begins || (roles.has('user') && roles.has('assistant'))) return true
    }
    return false
  },
  *read(log, options) {
    const report = new Report(log)
    const messages: { role: Role; lines: string[] }[] = []
    const preamble: string[] = []
    let style: Style | null = null
    let done = 0
    let count = 0
    for (const line of linesOf(log.text)) {
      const speaker = speakerOf(line)
      if (speaker && sameStyle(speaker.style, style)) {
        style ??= speaker.style === 'any' ? null : speaker.style
        messages.push({ role: speaker.role, lines: [speaker.text] })
      } else (messages.at(-1)?.lines ?? preamble).push(unescaped(line))
      done += line.length + 1
      count += 1
      if (count % SLICE === 0) yield Math.min(1, done / log.text.length)
    }
    if (preamble.some((line) => line.trim() !== '')) report.ignore('text before the first speaker')

    const system: string[] = []
    const arrivals: Arrival[] = []
    for (const { role, lines } of messages) {
      const content = trimmed(lines)
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
  },
} satisfies Reader)

/** Writes a line so that it is read as text, whatever it begins with. */
export function escaped(line: string): string {
  return matchOf(line) ? `\\${line}` : line
}

function unescaped(line: string): string {
  return line.startsWith('\\') && matchOf(line) ? line.slice(1) : line
}

type Style = 'Title' | 'UPPER' | 'lower'

interface Speaker {
  readonly role: Role
  /** `AI` is written so in two styles. */
  readonly style: Style | 'any'
  /** What the line says after the speaker. */
  readonly text: string
}

/** Without a colon it takes a heading or bold type to tell a speaker from a word on a line of its own. */
function matchOf(line: string): RegExpExecArray | null {
  const match = SPEAKER.exec(line)
  const marked = match?.[5]?.includes(':') === true || match?.[2] !== undefined || match?.[3] !== undefined
  return match && marked ? match : null
}

function speakerOf(line: string): Speaker | null {
  const match = matchOf(line)
  const name = match?.[4]
  if (!match || name === undefined || match[1] !== '') return null
  const role = ROLES[name.toLowerCase()]
  if (!role) return null
  return { role, style: styleOf(name), text: line.slice(match[0].length) }
}

function styleOf(name: string): Speaker['style'] {
  if (name === 'AI') return 'any'
  if (name === name.toLowerCase()) return 'lower'
  return name === name.toUpperCase() ? 'UPPER' : 'Title'
}

function sameStyle(style: Speaker['style'], chosen: Style | null): boolean {
  return chosen === null || style === chosen || (style === 'any' && chosen !== 'lower')
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

/** The lines of a message without the blank ones at its beginning and end. */
function trimmed(lines: readonly string[]): string {
  const from = lines.findIndex((line) => line.trim() !== '')
  if (from < 0) return ''
  const to = lines.findLastIndex((line) => line.trim() !== '')
  return lines.slice(from, to + 1).join('\n')
}
