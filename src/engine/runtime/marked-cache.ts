import { halvesOf } from '../stage/tiered/cache-marks.ts'
import type { BlockType } from '../core/message/block.ts'
import type { CacheMarking } from '../stage/contract/stage.ts'
import type { Milliseconds, Tokens } from '../core/units.ts'
import type { ContentSource } from '../core/window/assemble.ts'
import { inPrompt, isProviderSummary, ORIGINAL } from '../core/window/window.ts'
import type { BlockTable, Entry, Window } from '../core/window/window.ts'
import type { KeptPrompt } from './cache-break.ts'

/**
 * Positions of a prompt at which the provider looks for cached content, backwards from a mark. Its documentation of
 * prompt caching says that it checks at most twenty for each mark, starting with the mark's own: a mark at part 35
 * finds content cached up to part 16 and misses content cached up to part 15. Consecutive calls count as one position,
 * and so do consecutive results.
 */
const POSITIONS = 20
/** With at least two parts per turn, no more can lie before two marks. */
const MOST_KEPT = 20

/** Tokens cached before the conversation. */
export interface SetupSize {
  readonly tools: Tokens
  /** Tokens of the static half of the system prompt. */
  readonly system: Tokens
}

/**
 * The same for a window.
 *
 * @param count tokens of a text on the scale of the window; called only if a system prompt has two halves
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
    // If the log lacks the system prompt, its halves are unknown.
    system = inferred || changing === '' ? entry.tokens : Math.min(entry.tokens, count(fixed))
  }
  return { tools, system }
}

/** The part of a prompt that the previous call sent unchanged. */
export interface Unchanged {
  /** Order of the first changed entry in the conversation; Infinity if none changed. */
  readonly order: number
  /** What changed before the conversation. */
  readonly setup: 'tools' | 'system' | null
}

/** A call whose request marks what to cache, as `withCacheMarks` does. */
export interface MarkedCall {
  readonly window: Window
  readonly idle: Milliseconds | null
  readonly life: Milliseconds
  readonly setup: () => SetupSize
}

/**
 * What a marked request reads from the cache, and what is cached after it. The provider caches prompts only up to their
 * marks: after an edit it reads up to the newest mark before the edit that it still finds, or, if that is too far back,
 * only tools and the static half of the system prompt.
 *
 * @param whole tokens that are read if nothing changed: everything that the previous call sent
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
    // The previous call ended at the last mark but one of this request.
    const newest = window.entries.findLast(inPrompt) ?? null
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

/** What is cached after the first call of a window. */
export function keptByFirst(window: Window, table: BlockTable): readonly KeptPrompt[] {
  const sent = window.entries.filter(inPrompt)
  return keeping(
    [],
    marksIn(sent, table).flatMap((at) => sent[at]?.order ?? []),
  )
}

/** Positions of the marks in the conversation, newest first: the ends of the newest two user messages. */
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

/** Up to where in the conversation the newest mark with a hit reads; null if no mark has one. */
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

/** Whether a provider with marks counts a block and the next one as one position, see `POSITIONS`. */
export function isOneRun(type: BlockType | null, next: BlockType | null): boolean {
  return type === next && (type === 'tool_call' || type === 'tool_result')
}

/** Everything that is cached after these positions were marked or read, oldest first. */
function keeping(kept: readonly KeptPrompt[], touched: readonly number[]): readonly KeptPrompt[] {
  const idle = new Map(kept.map((one) => [one.order, one.idle]))
  for (const order of touched) idle.set(order, 0)
  return [...idle]
    .map(([order, since]): KeptPrompt => ({ order, idle: since }))
    .toSorted((a, b) => a.order - b.order)
    .slice(-MOST_KEPT)
}
