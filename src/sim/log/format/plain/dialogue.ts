import { createListener, ownNames } from './speaker.ts'
import type { OwnNames, Speaker } from './speaker.ts'

/** Where in a text its chat stands. */
export interface Dialogue {
  /** First line, and the one after the last. */
  readonly from: number
  readonly to: number
  /** Lines in which speakers are only quoted: code blocks of a chat whose own speakers stand outside them. */
  readonly quoted: readonly Block[]
  readonly own: OwnNames | null
  /** True if a program logged it: each message begins behind a time or a level, as do lines that are none. */
  readonly isLogged: boolean
}

/** One line of a chat. */
export interface Line {
  readonly text: string
  /** Null for a line that continues a message. */
  readonly speaker: Speaker | null
  /** When it was said, as the log has it. */
  readonly time: string | null
  /** True for a line of the program, which belongs to no message. */
  readonly isOther: boolean
}

/** Lines between the fences of a code block, without the fences: the first, and the one after the last. */
interface Block {
  readonly from: number
  readonly to: number
}

/**
 * The chat in these lines, null if there is none. A chat stands outside code blocks or, as an example in a manual, in
 * one of them and ends with it. Names that only the text tells are tried before a chat in which one side says nothing.
 */
export function dialogueIn(lines: readonly string[]): Dialogue | null {
  if (isSettings(lines)) return null
  const blocks = blocksIn(lines).filter((block) => isOfOneMessage(lines, block))
  const whole = { from: 0, to: lines.length, quoted: blocks, own: null, isLogged: false }
  const heard = sidesOf(lines, whole)
  if (heard === 'both') return whole
  const own = ownNames(lines)
  if (own !== null) return { ...whole, own }
  if (heard === 'one') return whole
  const logged = { ...whole, quoted: [], isLogged: true }
  if (isLog(lines) && sidesOf(lines, logged) === 'both') return logged
  for (const block of blocks) {
    const inside = { ...block, quoted: [], own: null, isLogged: false }
    if (sidesOf(lines, inside) !== 'none') return inside
  }
  return null
}

/** Keys with a word each, of which some are no speakers: `user: root`, `system: linux`, `port: 22`. */
function isSettings(lines: readonly string[]): boolean {
  const listen = createListener()
  let others = 0
  for (const line of lines) {
    if (/^\s*(?:#.*)?$/.test(line)) continue
    if (!/^[ \t-]*[a-z\d_.-]+:(?:[ \t]+\S+)?[ \t]*$/.test(line)) return false
    if (listen(line) === null) others += 1
  }
  return others > 0
}

/** The lines of a chat, each with what it begins. */
export function* spoken(
  lines: readonly string[],
  { from, to, quoted, own, isLogged }: Dialogue,
): Generator<Line> {
  const listen = createListener(own)
  let next = 0
  let isOther = isLogged
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? ''
    while ((quoted[next]?.to ?? Infinity) <= at) next += 1
    const isQuoted = (quoted[next]?.from ?? Infinity) <= at
    const stamp = isLogged ? STAMP.exec(line) : null
    const text = stamp === null ? line : line.slice(stamp[0].length)
    const speaker = isQuoted || (isLogged && stamp === null) ? null : listen(text)
    if (stamp !== null) isOther = speaker === null
    yield { text, speaker, time: stamp?.groups?.['time'] ?? null, isOther }
  }
}

const LEVEL = '(?:TRACE|DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL|trace|debug|info|warning|warn|error)'

/**
 * What a program's log has before its words: `2026-01-01 10:00:00,123 - chat - INFO - `, `[10:00:00] `, `INFO:root:`,
 * `2026-01-01T10:00:00Z [info] chat: `.
 */
const STAMP = new RegExp(
  String.raw`^(?:\[?(?<time>(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)\]?[ \t]*[-|:–—]?[ \t]*` +
    String.raw`(?:\[?[\w./]+(?::\w+)*\]?[ \t]+[-|][ \t]+)*(?:\[?${LEVEL}\]?[ \t]*[-|:]?[ \t]*(?:\[?[a-z_][\w.]*\]?[ \t]*[-|:][ \t]*)?)?|${LEVEL}:[\w.]+:[ \t]*)`,
)

/** Whether most lines that have a word are those of a program's log. */
function isLog(lines: readonly string[]): boolean {
  let written = 0
  let stamped = 0
  for (const line of lines) {
    if (line.trim() === '') continue
    written += 1
    if (STAMP.test(line)) stamped += 1
  }
  return stamped > 0.3 * written
}

/**
 * Who speaks in a chat. One side is enough at the very beginning; further down there must be two, or any prose with
 * "System: …" would be a chat.
 */
function sidesOf(lines: readonly string[], dialogue: Dialogue): 'both' | 'one' | 'none' {
  let written = 0
  let first: Speaker | null = null
  let isAtBeginning = false
  const roles = new Set<string>()
  for (const { text, speaker } of spoken(lines, dialogue)) {
    if (text.trim() !== '') written += 1
    if (!speaker) continue
    first ??= speaker
    roles.add(speaker.role)
    if (first === speaker) isAtBeginning = written === 1 && !speaker.isCommon
    if (roles.has('user') && roles.has('assistant')) return 'both'
  }
  return isAtBeginning && (roles.has('user') || roles.has('assistant')) ? 'one' : 'none'
}

const FENCE = /^ {0,3}(?<marks>`{3,}|~{3,})(?<info>.*)$/

/** The code blocks of a text in Markdown; none if the last one has no end, since then nobody knows which has none. */
function blocksIn(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = []
  let open: { readonly from: number; readonly marks: string } | null = null
  for (const [at, line] of lines.entries()) {
    const { marks = '', info = '' } = FENCE.exec(line)?.groups ?? {}
    if (marks === '') continue
    if (open === null) open = { from: at + 1, marks }
    else if (marks.startsWith(open.marks) && info.trim() === '') {
      blocks.push({ from: open.from, to: at })
      open = null
    }
  }
  return open === null ? blocks : []
}

/**
 * Whether a code block is one: it begins and ends with a line of text and holds no other fence. Of a block in a block
 * the fences pair up wrongly, and what they then enclose are messages.
 */
function isOfOneMessage(lines: readonly string[], { from, to }: Block): boolean {
  if ((lines[from] ?? '').trim() === '' || (lines[to - 1] ?? '').trim() === '') return false
  for (let at = from; at < to; at++) if (FENCE.test(lines[at] ?? '')) return false
  return true
}
