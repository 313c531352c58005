import type { Role } from '../../../../engine/index.ts'

type Style = 'Title' | 'UPPER' | 'lower'

/** The speaker of the following lines. */
export interface Speaker {
  readonly role: Role
  readonly name: string
  /** The marks around the name. */
  readonly form: string
  /** `AI` is written the same way in two styles. */
  readonly style: Style | 'any'
  /** The rest of the line after the speaker. */
  readonly text: string
}

/**
 * Returns the speaker that a line begins with, null if the line is only text. Speakers are written one way throughout a
 * chat (`User` or `user` or `USER`), so the first one decides: a line such as `user: root` in an answer does not split
 * a chat whose speakers are capitalised.
 */
export function createListener(): (line: string) => Speaker | null {
  let style: Style | null = null
  /** Who spoke first in each role: in a chat with ChatGPT, what somebody else says is only quoted. */
  const names = new Map<Role, string>()
  let form: string | null = null
  return (line) => {
    const speaker = speakerOf(line)
    if (!speaker) return null
    const first = names.get(speaker.role) ?? speaker.name
    const isStrict = [speaker.name, ...names.values()].some(isOfPage)
    if (isStrict && (first !== speaker.name || (form ?? speaker.form) !== speaker.form)) return null
    names.set(speaker.role, first)
    form ??= speaker.form
    if (style === null) {
      if (speaker.style !== 'any') style = speaker.style
      return speaker
    }
    return speaker.style === style || (speaker.style === 'any' && style !== 'lower') ? speaker : null
  }
}

/** Writes a line so that it is read as text, whatever its beginning. */
export function escaped(line: string): string {
  return matchOf(line) ? `\\${line}` : line
}

/** The inverse of `escaped`. */
export function unescaped(line: string): string {
  return line.startsWith('\\') && matchOf(line) ? line.slice(1) : line
}

/**
 * A speaker at the beginning of a line: `User:`, `**User:**`, `**User**:`, `### User`, `__User:__`, `## MODEL ✨`.
 * A backslash before it says that the line is only text.
 */
const SPEAKER =
  /^(\\*)(#{1,6}[ \t]+)?(\*\*|__)?(User|Human|Assistant|AI|System|USER|HUMAN|ASSISTANT|SYSTEM|MODEL|user|human|assistant|ai|system|You said|You|ChatGPT said|ChatGPT|Claude|Cursor|Gemini|GitHub Copilot|Copilot|Grok|DeepSeek|Perplexity|Agent|AGENT|Bot)(:\3|\3:|\3(?=[ \t]*(?:[^\w\s]{1,8}[ \t]*)?$))[ \t]*/

const ROLES: Readonly<Record<string, Role>> = Object.freeze({
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  system: 'system',
})

/** Names that are copied with a chat from its page or exported with it. */
const PAGES: Readonly<Record<string, Role>> = Object.freeze({
  'You said': 'user',
  You: 'user',
  'ChatGPT said': 'assistant',
  ChatGPT: 'assistant',
  Claude: 'assistant',
  Cursor: 'assistant',
  Gemini: 'assistant',
  'GitHub Copilot': 'assistant',
  Copilot: 'assistant',
  Grok: 'assistant',
  DeepSeek: 'assistant',
  Perplexity: 'assistant',
  Agent: 'assistant',
  AGENT: 'assistant',
  Bot: 'assistant',
  MODEL: 'assistant',
})

/** True for a name that stands in prose as well: alone it makes no chat. */
export function isOfPage(name: string): boolean {
  return Object.hasOwn(PAGES, name)
}

/** Without a colon, only a heading or bold type distinguishes a speaker from a word on a line of its own. */
function matchOf(line: string): RegExpExecArray | null {
  const match = SPEAKER.exec(line)
  const marked = match?.[5]?.includes(':') === true || match?.[2] !== undefined || match?.[3] !== undefined
  return match && marked ? match : null
}

function speakerOf(line: string): Speaker | null {
  const match = matchOf(line)
  const name = match?.[4]
  if (!match || name === undefined || match[1] !== '') return null
  const role = PAGES[name] ?? ROLES[name.toLowerCase()]
  if (!role) return null
  const rest = line.slice(match[0].length)
  // what stands behind a name without a colon is an ornament
  const text = match[5]?.includes(':') === true ? rest : ''
  const form = line.slice(0, match[0].length).replace(name, '').trim()
  return { role, name, form, style: isOfPage(name) ? 'any' : styleOf(name), text }
}

function styleOf(name: string): Speaker['style'] {
  if (name === 'AI') return 'any'
  if (name === name.toLowerCase()) return 'lower'
  return name === name.toUpperCase() ? 'UPPER' : 'Title'
}
