import { halvesOf } from '../stage/tiered/cache-marks.ts'
import type { BlockType } from '../core/message/block.ts'
import type { CacheMarking } from '../stage/contract/stage.ts'
import type { Milliseconds, Tokens } from '../core/units.ts'
import type { ContentSource } from '../core/window/assemble.ts'
import { inPrompt, isProviderSummary, ORIGINAL } from '../core/window/window.ts'
import type { BlockTable, Entry, Window } from '../core/window/window.ts'
import type { KeptPrompt } from './cache-break.ts'

/**
 * Positions of a prompt at which the provider looks for what it kept, from a mark backwards. Its documentation of prompt
 * caching says that it checks twenty at most for each mark, of which the mark's own is the first, so that a mark at part
 * 35 finds what was kept behind part 16 and misses what was kept behind part 15; and that calls that follow each other
 * are one position, and so are results that follow each other.
 */
const POSITIONS = 20
/** With a turn of at least two parts each, no more can lie in front of two marks. */
const MOST_KEPT = 20

/** Tokens that are kept in front of the conversation. */
export interface SetupSize {
  readonly tools: Tokens
  /** Of the static half of the system prompt. */
  readonly system: Tokens
}

/**
 * The same of a window.
 *
 * @param count of a text on the scale of the window; asked only where a system prompt has two halves
 */
export function setupSize(
  { entries }: Window,
  { staticUntil }: CacheMarking,
  content: Pick<ContentSource, 'system' | 'text'>,
  table: BlockTable,
  count: (text: string) => Tokens,
): SetupSize {
  let tools = 0
  let system = 0
  for (const entry of entries) {
    const { type, message, inferred } = table(entry.block)
    if (type === 'tool_definition') tools += entry.tokens
    if (type !== 'system_prompt' || message >= 0) continue
    const text = entry.content === ORIGINAL ? content.system : content.text(entry.content)
    const { fixed, changing } = halvesOf(text, staticUntil)
    // Of one that the log lacks nobody knows the halves.
    system = inferred || changing === '' ? entry.tokens : Math.min(entry.tokens, count(fixed))
  }
  return { tools, system }
}

/** What of a prompt is as the call before sent it. */
export interface Unchanged {
  /** Place of the lowest entry of the conversation that is not; Infinity where all are. */
  readonly order: number
  /** What in front of the conversation is not. */
  readonly setup: 'tools' | 'system' | null
}

/** A call whose request marks what is to be kept, as `withCacheMarks` does. */
export interface MarkedCall {
  readonly window: Window
  readonly idle: Milliseconds | null
  readonly life: Milliseconds
  readonly setup: () => SetupSize
}

/**
 * What a marked request finds of the prompts before it, and what is kept behind it. The provider keeps prompts up to
 * their marks alone: after an edit it reads up to the newest mark in front of it that it still finds, and where that
 * lies too far back, tools and the static half of the system prompt.
 *
 * @param whole tokens that are read where nothing changed: all that the call before sent
 */
export function readByMarks(
  before: readonly KeptPrompt[],
  { window, idle, life, setup }: MarkedCall,
  { order, setup: other }: Unchanged,
  whole: Tokens,
  table: BlockTable,
): { readonly read: Tokens; readonly kept: readonly KeptPrompt[] } {
  const passed = idle ?? 0
  const kept = before
    .filter((one) => other === null && one.order < order && one.idle + passed <= life)
    .map((one): KeptPrompt => ({ ...one, idle: one.idle + passed }))
  const last = kept.at(-1)
  if (order === Infinity && last !== undefined) {
    // The call before ended where this request has its last mark but one.
    const newest = newestIn(window)
    return { read: whole, kept: keeping(kept, [last.order, ...(newest === null ? [] : [newest.order])]) }
  }
  const sent = window.entries.filter(inPrompt)
  const marks = marksIn(sent, table)
  const found = foundFrom(marks, sent, new Set(kept.map((one) => one.order)), table)
  const marked = marks.flatMap((at) => sent[at]?.order ?? [])
  if (found === null) {
    const { tools, system } = setup()
    const read = other === 'tools' ? 0 : other === 'system' ? tools : tools + system
    return { read, kept: keeping(kept, marked) }
  }
  const read = sent.slice(0, found + 1).reduce((sum, { tokens }) => sum + tokens, 0)
  return { read, kept: keeping(kept, [...marked, sent[found]?.order ?? 0]) }
}

/** What is kept behind the first call of a window. */
export function keptByFirst(window: Window, table: BlockTable): readonly KeptPrompt[] {
  const sent = window.entries.filter(inPrompt)
  return keeping(
    [],
    marksIn(sent, table).flatMap((at) => sent[at]?.order ?? []),
  )
}

/** Positions of the marks in the conversation, newest first: the ends of the newest two messages of the user. */
function marksIn(sent: readonly Entry[], table: BlockTable): readonly number[] {
  const isUsers = ({ block: id }: Entry): boolean => {
    const block = table(id)
    if (block.type === 'tool_definition' || (block.type === 'system_prompt' && block.message < 0))
      return false
    return block.role !== 'assistant' || isProviderSummary(block)
  }
  const first = sent.findLastIndex(isUsers)
  const reply = sent.findLastIndex((entry, at) => at < first && table(entry.block).role === 'assistant')
  const second = sent.findLastIndex((entry, at) => at < reply && isUsers(entry))
  return [first, second].filter((at) => at >= 0)
}

/** Where in the conversation the newest mark that finds anything reads up to; null where none does. */
function foundFrom(
  marks: readonly number[],
  sent: readonly Entry[],
  kept: ReadonlySet<number>,
  table: BlockTable,
): number | null {
  const typeAt = (at: number): BlockType | null => {
    const entry = sent[at]
    return entry === undefined ? null : table(entry.block).type
  }
  for (const mark of marks) {
    let looked = 1
    for (let at = mark; at >= 0; at--) {
      if (at < mark && !isOneRun(typeAt(at), typeAt(at + 1))) looked += 1
      if (looked > POSITIONS) break
      if (kept.has(sent[at]?.order ?? NaN)) return at
    }
  }
  return null
}

function isOneRun(type: BlockType | null, next: BlockType | null): boolean {
  return type === next && (type === 'tool_call' || type === 'tool_result')
}

/** Everything that is kept once what stands at these places was marked or read, oldest first. */
function keeping(kept: readonly KeptPrompt[], touched: readonly number[]): readonly KeptPrompt[] {
  const idle = new Map(kept.map((one) => [one.order, one.idle]))
  for (const order of touched) idle.set(order, 0)
  return [...idle]
    .map(([order, since]): KeptPrompt => ({ order, idle: since }))
    .toSorted((a, b) => a.order - b.order)
    .slice(-MOST_KEPT)
}

function newestIn({ entries }: Window): Entry | null {
  return entries.findLast(inPrompt) ?? null
}
