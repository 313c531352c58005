import type { Role } from '../../../../engine/index.ts'

type Style = 'Title' | 'UPPER' | 'lower'

/** The speaker of the following lines. */
export interface Speaker {
  readonly role: Role
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
  return (line) => {
    const speaker = speakerOf(line)
    if (!speaker) return null
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
  const role = ROLES[name.toLowerCase()]
  if (!role) return null
  return { role, style: styleOf(name), text: line.slice(match[0].length) }
}

function styleOf(name: string): Speaker['style'] {
  if (name === 'AI') return 'any'
  if (name === name.toLowerCase()) return 'lower'
  return name === name.toUpperCase() ? 'UPPER' : 'Title'
}
