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
  const blocks = blocksIn(lines).filter((block) => isOfOneMessage(lines, block))
  const whole = { from: 0, to: lines.length, quoted: blocks, own: null }
  const heard = sidesOf(lines, whole)
  if (heard === 'both') return whole
  const own = ownNames(lines)
  if (own !== null) return { ...whole, own }
  if (heard === 'one') return whole
  for (const block of blocks) {
    const inside = { ...block, quoted: [], own: null }
    if (sidesOf(lines, inside) !== 'none') return inside
  }
  return null
}

/** Each line of a chat with its speaker, null for one that only continues. */
export function* spoken(
  lines: readonly string[],
  { from, to, quoted, own }: Dialogue,
): Generator<{ readonly line: string; readonly speaker: Speaker | null }> {
  const listen = createListener(own)
  let next = 0
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? ''
    while ((quoted[next]?.to ?? Infinity) <= at) next += 1
    const isQuoted = (quoted[next]?.from ?? Infinity) <= at
    yield { line, speaker: isQuoted ? null : listen(line) }
  }
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
  for (const { line, speaker } of spoken(lines, dialogue)) {
    if (line.trim() !== '') written += 1
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
