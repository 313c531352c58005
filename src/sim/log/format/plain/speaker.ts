import type { Role } from '../../../../engine/index.ts'

type Style = 'Title' | 'UPPER' | 'lower'

/** The speaker of the following lines. */
export interface Speaker {
  readonly role: Role
  readonly name: string
  /** The marks around the name. */
  readonly form: string
  /** True for a heading or bold type. */
  readonly isMarked: boolean
  /** True for a name with `said` or the like: the rest of its line may be a title, whose words follow again. */
  readonly isTold: boolean
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
  const forms = new Map<Role, Speaker>()
  return (line) => {
    const speaker = speakerOf(line)
    if (!speaker) return null
    const first = names.get(speaker.role) ?? speaker.name
    const isStrict = [speaker.name, ...names.values()].some(isOfPage)
    const [begun] = forms.values()
    const isForm =
      forms.get(speaker.role)?.form === speaker.form ||
      (!forms.has(speaker.role) &&
        (begun === undefined ||
          speaker.isTold ||
          begun.form === speaker.form ||
          (begun.isMarked && speaker.isMarked && !/:/.test(begun.form + speaker.form))))
    if (isStrict && (first !== speaker.name || !isForm)) return null
    names.set(speaker.role, first)
    if (!forms.has(speaker.role)) forms.set(speaker.role, speaker)
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

/** Names that are copied with a chat from its page or exported with it. */
const PAGES: Readonly<Record<string, Role>> = Object.freeze({
  You: 'user',
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

const ROLES: Readonly<Record<string, Role>> = Object.freeze({
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  system: 'system',
})

const ROLE_NAMES = 'User|Human|Assistant|AI|System|USER|HUMAN|ASSISTANT|SYSTEM|user|human|assistant|ai|system'

/** What pages write for programs that read them aloud: `You said`, `Claude responded`; exports write `You Asked`. */
const VERB = '(?:[Ss]aid|[Aa]sked|[Rr]esponded|[Rr]eplied)'

/** When it was said, behind the name. */
const WHEN = String.raw`[ \t]{0,3}(?:\((?=[^()]*\d:\d\d|[^()]*\d{4})[^()]{1,60}\)|[·|][ \t]{0,3}(?=.{0,30}\d:\d\d).{1,40}$)`

/**
 * A speaker at the beginning of a line: `User:`, `**User:**`, `**User**:`, `### User`, `__User:__`, `## MODEL ✨`,
 * `## 👤 User`, `## 2. User`, `### User (2026-02-22 14:12)`, `You said`. A backslash before it says that the line is
 * only text.
 */
const SPEAKER = new RegExp(
  String.raw`^(?<escape>\\*)(?:Copilot finished thinking )?(?<heading>#{1,6}[ \t]+)?(?<bold>\*\*|__)?` +
    String.raw`(?<lead>[\p{Extended_Pictographic}\u200d\ufe0f]{1,8}[ \t]*|\d{1,4}\.[ \t]+|Turn \d{1,4} [—–-] )?` +
    String.raw`(?<name>${ROLE_NAMES}|(?<page>${Object.keys(PAGES).join('|')})(?<verb>[ \t]${VERB})?)(?<when>${WHEN})?` +
    String.raw`(?<end>:\k<bold>|\k<bold>:|\k<bold>(?=[ \t]*(?:[^\w\s]{1,8}[ \t]*)?$|${WHEN}[ \t]*$))[ \t]*`,
  'u',
)

/** True for a name that stands in prose as well: alone it makes no chat. */
export function isOfPage(name: string): boolean {
  return Object.hasOwn(PAGES, name.replace(new RegExp(` ${VERB}$`), ''))
}

/**
 * Without a colon, only a heading or bold type distinguishes a speaker from a word on a line of its own, and so it does
 * with more than the name; `You said` and the like need neither.
 */
function matchOf(line: string): Readonly<Record<string, string | undefined>> | null {
  const found = SPEAKER.exec(line)
  const groups = found?.groups
  if (!found || !groups) return null
  const isMarked = groups['heading'] !== undefined || groups['bold'] !== undefined
  const isMore = groups['lead'] !== undefined || groups['when'] !== undefined
  const isEnough = isMore ? isMarked : isMarked || hasColon(groups) || groups['verb'] !== undefined
  return isEnough ? { ...groups, whole: found[0] } : null
}

function hasColon(groups: Readonly<Record<string, string | undefined>>): boolean {
  return groups['end']?.includes(':') === true
}

function speakerOf(line: string): Speaker | null {
  const groups = matchOf(line)
  const { name, page, verb, heading = '', bold = '', end = '', whole = '' } = groups ?? {}
  if (groups === null || name === undefined || groups['escape'] !== '') return null
  const role = page === undefined ? ROLES[name.toLowerCase()] : PAGES[page]
  if (!role) return null
  return {
    role,
    name,
    form: `${heading}${bold}${end}`.trim(),
    isMarked: heading !== '' || bold !== '',
    isTold: verb !== undefined,
    style: page === undefined ? styleOf(name) : 'any',
    // what stands behind a name without a colon is an ornament
    text: hasColon(groups) ? line.slice(whole.length) : '',
  }
}

function styleOf(name: string): Speaker['style'] {
  if (name === 'AI') return 'any'
  if (name === name.toLowerCase()) return 'lower'
  return name === name.toUpperCase() ? 'UPPER' : 'Title'
}
