import type { Role } from '../../../../engine/index.ts'
import { ROLE_OF_NAME, SAID, PERSON_SAID, SAID_WITHOUT_SPACE } from './names.ts'

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
  /** True for a name that stands in prose as well: alone it makes no chat, and in its chat everybody has one name. */
  readonly isCommon: boolean
  /** `AI` is written the same way in two styles. */
  readonly style: Style | 'any'
  /** The rest of the line after the speaker. */
  readonly text: string
}

/** Speakers whose names only this text tells. */
export type OwnNames = ReadonlyMap<string, Role>

/** Returns the speaker that a line begins with, null if the line is only text. */
export type Listener = (line: string) => Speaker | null

/**
 * A listener for the lines of one chat, in their order. Speakers are written one way throughout (`User` or `user` or
 * `USER`), so the first one decides: a line such as `user: root` in an answer does not split a chat whose speakers are
 * capitalised. In a chat with ChatGPT, what somebody else says is only quoted.
 *
 * @param own speakers with names of their own; default: none
 */
export function createListener(own: OwnNames | null = null): Listener {
  let style: Style | null = null
  /** Who spoke first in each role. */
  const first = new Map<Role, Speaker>()
  const pattern = own === null ? null : patternOf(alternatives(own.keys()))
  return (line) => {
    const speaker =
      speakerOf(SPEAKER.exec(line), line, null) ?? (pattern && speakerOf(pattern.exec(line), line, own))
    if (!speaker) return null
    const known = first.get(speaker.role)
    const [begun] = first.values()
    const isForm =
      known === undefined
        ? begun === undefined ||
          speaker.isTold ||
          begun.form === speaker.form ||
          (begun.isMarked && speaker.isMarked && !/[:：]/.test(begun.form + speaker.form))
        : known.form === speaker.form
    const isStrict = [speaker, ...first.values()].some(({ isCommon }) => isCommon)
    if (isStrict && ((known !== undefined && known.name !== speaker.name) || !isForm)) return null
    if (known === undefined) first.set(speaker.role, speaker)
    if (style === null) {
      if (speaker.style !== 'any') style = speaker.style
      return speaker
    }
    return speaker.style === style || (speaker.style === 'any' && style !== 'lower') ? speaker : null
  }
}

/** Writes a line so that it is read as text, whatever its beginning. */
export function escaped(line: string): string {
  return isSpeaker(line) ? `\\${line}` : line
}

/** The inverse of `escaped`. */
export function unescaped(line: string): string {
  return line.startsWith('\\') && isSpeaker(line) ? line.slice(1) : line
}

function isSpeaker(line: string): boolean {
  return isEnough(SPEAKER.exec(line)?.groups)
}

const ROLES: Readonly<Record<string, Role>> = Object.freeze({
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  system: 'system',
})

const ROLE_NAMES = 'User|Human|Assistant|AI|System|USER|HUMAN|ASSISTANT|SYSTEM|user|human|assistant|ai|system'

/** When it was said, or what kind of words it is, behind the name: `(14:12)`, `[14:12]`, `· 9:26 AM`, `— final answer`. */
const WHEN =
  String.raw`[ \t]{0,3}(?:[–—-][ \t]{0,3}(?:commentary|analysis|final|(?:final )?(?:response|answer)|reply|message|prompt|request|question)$|` +
  String.raw`\((?=[^()]*\d:\d\d|[^()]*\d{4})[^()]{1,60}\)|\[(?=[^[\]]*\d:\d\d)[^[\]]{1,60}\]|` +
  String.raw`[·|–—-][ \t]{0,3}(?=.{0,30}\d:\d\d).{1,40}$)`

const COLON = String.raw`[ \u00a0\u202f]?[:：]`

/** Names with a colon of any kind, longest first: the name of one may begin that of another. */
const alternatives = (names: Iterable<string>): string =>
  [...names]
    .toSorted((one, other) => other.length - one.length)
    .map(literal)
    .join('|')

/**
 * A speaker at the beginning of a line: `User:`, `**User:**`, `**User**:`, `### User`, `__User:__`, `## MODEL ✨`,
 * `## 👤 User`, `## 2. User`, `### User (2026-02-22 14:12)`, `You said`, `ChatGPT a dit :`. A backslash before it says
 * that the line is only text.
 */
const SPEAKER = patternOf(
  `${ROLE_NAMES}|(?<told>${alternatives(PERSON_SAID)})|(?:O |Програма )?(?<page>${alternatives(ROLE_OF_NAME.keys())})` +
    `(?<verb>[ \\t](?:${SAID})|${SAID_WITHOUT_SPACE})?`,
)

/** Any name where a speaker may stand. */
const ANYBODY = patternOf(String.raw`[^\s#*_:：|()[\]-][^\n#*_:：|()[\]]{0,39}?`)

function patternOf(name: string): RegExp {
  return new RegExp(
    String.raw`^(?<escape>\\*)(?:Copilot finished thinking )?(?<heading>#{1,6}[ \t]+)?(?<bold>\*\*|__)?` +
      String.raw`(?<lead>[\p{Extended_Pictographic}\u200d\ufe0f]{1,8}[ \t]*|\d{1,4}\.[ \t]+|Turn \d{1,4} [—–-] )?` +
      String.raw`(?<name>${name})(?<when>${WHEN})?` +
      String.raw`(?<end>${COLON}\k<bold>|\k<bold>${COLON}|\k<bold>(?=[ \t]*(?:[^\w\s\p{L}]{1,8}[ \t]*)?$|${WHEN}[ \t]*$))[ \t\u00a0]*`,
    'u',
  )
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`).replaceAll(String.raw`\-`, '-')
}

type Groups = Readonly<Record<string, string | undefined>>

/**
 * Without a colon, only a heading or bold type distinguishes a speaker from a word on a line of its own, and so it does
 * with more than the name; `You said` and the like need neither.
 */
function isEnough(groups: Groups | undefined): groups is Groups {
  if (!groups) return false
  const isMarked = groups['heading'] !== undefined || groups['bold'] !== undefined
  const isMore = groups['lead'] !== undefined || groups['when'] !== undefined
  return isMore ? isMarked : isMarked || hasColon(groups) || isTold(groups)
}

function isTold(groups: Groups): boolean {
  return groups['verb'] !== undefined || groups['told'] !== undefined
}

function hasColon(groups: Groups): boolean {
  return /[:：]/.test(groups['end'] ?? '')
}

function speakerOf(found: RegExpExecArray | null, line: string, own: OwnNames | null): Speaker | null {
  const groups = found?.groups
  if (!found || !isEnough(groups) || groups['escape'] !== '') return null
  const { name = '', page, told } = groups
  const role = own?.get(name) ?? roleOf(name, page, told)
  if (!role) return null
  const isCommon = own !== null || page !== undefined || told !== undefined
  return {
    role,
    name,
    form: formOf(groups),
    isMarked: groups['heading'] !== undefined || groups['bold'] !== undefined,
    isTold: isTold(groups),
    isCommon,
    style: isCommon ? 'any' : styleOf(name),
    // what stands behind a name without a colon is an ornament
    text: hasColon(groups) ? line.slice(found[0].length) : '',
  }
}

function roleOf(name: string, page: string | undefined, told: string | undefined): Role | undefined {
  if (told !== undefined) return 'user'
  return page === undefined ? ROLES[name.toLowerCase()] : ROLE_OF_NAME.get(page)
}

function formOf({ heading = '', bold = '', end = '' }: Groups): string {
  return `${heading}${bold}${end}`.trim()
}

function styleOf(name: string): Speaker['style'] {
  if (name === 'AI') return 'any'
  if (name === name.toLowerCase()) return 'lower'
  return name === name.toUpperCase() ? 'UPPER' : 'Title'
}

/** A product's name among at most three other words, as pages write in languages that `names.ts` does not list. */
const TOLD_OF_MODEL = /^(?:\S+ ){0,3}(?:ChatGPT|Claude|Gemini|Copilot|Grok|DeepSeek|Perplexity)(?: \S+){0,3}$/

/**
 * The names of two speakers of which only one is known: the other is the only one that takes turns with it, in the same
 * marks (`## Anna`, `## Claude`, `## Anna`). Null if nobody does, or several, such as the headings of each answer.
 */
export function ownNames(lines: readonly string[]): OwnNames | null {
  /** By the marks around a name: where each name stands. */
  const forms = new Map<string, Map<string, number[]>>()
  for (const [at, line] of lines.entries()) {
    const found = line.length < 200 ? ANYBODY.exec(line) : null
    const groups = found?.groups
    if (!found || !isEnough(groups) || groups['escape'] !== '' || found[0].length < line.trimEnd().length)
      continue
    const form = formOf(groups)
    const names = forms.get(form) ?? new Map<string, number[]>()
    forms.set(form, names)
    const name = groups['name'] ?? ''
    const places = names.get(name) ?? []
    names.set(name, places)
    places.push(at)
  }
  for (const [form, names] of forms)
    for (const [known, places] of names) {
      const role = roleIn(known)
      // a line such as `user:` alone stands in settings and code as well
      if (role === null || role === 'system' || (COLON_ALONE.test(form) && isRole(known))) continue
      const others = [...names].filter(
        ([name, theirs]) => roleIn(name) === null && takeTurns(places, theirs, lines.length / 4),
      )
      const asked = others.length > 1 ? others.filter(([, [begun = 0]]) => begun < (places[0] ?? 0)) : others
      const [other] = asked
      if (asked.length !== 1 || other === undefined) continue
      return new Map<string, Role>([
        [known, role],
        [other[0], role === 'user' ? 'assistant' : 'user'],
      ])
    }
  return null
}

const COLON_ALONE = /^[:：]$/

function isRole(name: string): boolean {
  return Object.hasOwn(ROLES, name.toLowerCase())
}

function roleIn(name: string): Role | null {
  if (isRole(name)) return ROLES[name.toLowerCase()] ?? null
  return ROLE_OF_NAME.get(name) ?? (TOLD_OF_MODEL.test(name) ? 'assistant' : null)
}

/** Whether lines of two names follow one another by turns, four or more in all, over at least so many lines. */
function takeTurns(one: readonly number[], other: readonly number[], least: number): boolean {
  if (one.length + other.length < 4 || Math.abs(one.length - other.length) > 1) return false
  const both = [...one.map((at) => [at, 0] as const), ...other.map((at) => [at, 1] as const)]
  const order = both.toSorted(([a], [b]) => a - b)
  const span = (order.at(-1)?.[0] ?? 0) - (order[0]?.[0] ?? 0)
  return span >= least && order.every(([, who], index) => index === 0 || who !== order[index - 1]?.[1])
}
