import type { Block } from '../message/block.ts'
import type { BlockId, MessageIndex, Tokens, WindowId } from '../units.ts'

/** States of an entry. A block that left has no entry, so `gone` is not a state of an entry. */
export const BLOCK_STATES = Object.freeze([
  'live',
  'clipped',
  'placeholder',
  'summarized',
  'folded',
  'server_cleared',
  'gone',
  'rewritten',
] as const)
export type BlockState = (typeof BLOCK_STATES)[number]

/** Number of a text in the content store, or `ORIGINAL` for the content the block came with. */
export type ContentId = number
export const ORIGINAL: ContentId = -1

/** The current state of a block in a window. */
export interface Entry {
  readonly block: BlockId
  /** The message that it is part of, −1 for none; it may have to carry that message's overhead. */
  readonly message: MessageIndex
  /** 0 on arrival, incremented with each change of state, content or tokens. */
  readonly version: number
  readonly state: Exclude<BlockState, 'gone'>
  /** Current tokens, including `overhead`. */
  readonly tokens: Tokens
  /** Overhead of its message, carried by the message's first remaining block (TOK-3); 0 for the others. */
  readonly overhead: Tokens
  readonly content: ContentId
  /** Sort key in the prompt, ascending. Originals use their block id. */
  readonly order: number
}

/**
 * The ordered blocks of one model context. An immutable value: changes return a new window that shares the unchanged
 * entries.
 */
export interface Window {
  readonly id: WindowId
  /** Entries in the prompt, and those that may return to it. */
  readonly entries: readonly Entry[]
  /**
   * Entries that are kept but never return to the prompt, so that no edit walks them again; missing if there are none.
   */
  readonly behind?: Behind
  /** Σ tokens of the entries, plus the adjustment from recorded usage (LED-1). */
  readonly used: Tokens
}

/**
 * Entries that left the prompt for good but not the window, in the batches in which they left, newest first: folded
 * entries, and entries before a compaction by the provider that have nothing left. Their tokens are 0.
 */
export interface Behind {
  /** In the order of the prompt. */
  readonly moved: readonly Entry[]
  readonly earlier: Behind | undefined
  /** Whether the client still sends any entry of this batch or an earlier one (LED-4). */
  readonly sent: boolean
}

/** Whether a block is whole: as it arrived or was made, or as a person rewrote it. */
export function isWhole({ state }: { readonly state: BlockState }): boolean {
  return state === 'live' || state === 'rewritten'
}

/** Looks a block up by id; every id in a window is known. */
export type BlockTable = (id: BlockId) => Block

/**
 * Whether the prompt contains anything of an entry: folded entries, and those that the provider cleared completely, are
 * kept but not in the prompt.
 */
export function inPrompt({ state, tokens }: Pick<Entry, 'state' | 'tokens'>): boolean {
  return state !== 'folded' && (state !== 'server_cleared' || tokens > 0)
}

export function emptyWindow(id: WindowId): Window {
  return { id, entries: [], used: 0 }
}

/** A list that only grows, shared by windows that grew from one another: each uses its first `length` entries. */
interface SharedList {
  readonly list: Entry[]
  readonly length: number
}

const sharedLists = new WeakMap<Window, SharedList>()

/**
 * A window with further entries appended. Takes O(entries added): its own list of entries is made only when first
 * needed, because an unedited window is appended to twice per turn.
 */
export function grown(window: Window, added: readonly Entry[], used: Tokens): Window {
  const known = sharedLists.get(window)
  // If the list is already longer, another run that forked from this window extended it.
  const list = known !== undefined && known.list.length === known.length ? known.list : window.entries.slice()
  for (const entry of added) list.push(entry)
  const { length } = list
  let entries: readonly Entry[] | null = null
  const next: Window = {
    id: window.id,
    get entries() {
      entries ??= list.slice(0, length)
      return entries
    },
    ...(window.behind === undefined ? {} : { behind: window.behind }),
    used,
  }
  sharedLists.set(next, { list, length })
  return next
}

/** The last entry of a window, or the one `back` positions before it, without making the list. */
export function entryFromEnd(window: Window, back = 0): Entry | undefined {
  const known = sharedLists.get(window)
  return known === undefined
    ? window.entries[window.entries.length - 1 - back]
    : known.list[known.length - 1 - back]
}

/** All entries of a window in order, including those behind it. O(entries) if there are any behind. */
export function everyEntry({ entries, behind }: Pick<Window, 'entries' | 'behind'>): readonly Entry[] {
  if (behind === undefined) return entries
  const all = entries.slice()
  for (let batch: Behind | undefined = behind; batch !== undefined; batch = batch.earlier) {
    for (const entry of batch.moved) all.push(entry)
  }
  return all.sort((a, b) => a.order - b.order || a.block - b.block)
}

/**
 * A window of these entries. Entries that left the prompt for good go behind it: folded ones, and those before the
 * provider's newest summary that have nothing left.
 *
 * @param entries in order
 * @param behind entries that were already behind it
 */
export function windowOf(
  id: WindowId,
  entries: readonly Entry[],
  used: Tokens,
  table: BlockTable,
  behind?: Behind,
): Window {
  const compacted = entries.findLastIndex((entry) => inPrompt(entry) && isProviderSummary(table(entry.block)))
  const standing: Entry[] = []
  const moved: Entry[] = []
  entries.forEach((entry, at) => {
    const leaves = !inPrompt(entry) && (entry.state === 'folded' || at < compacted)
    if (leaves) moved.push(entry)
    else standing.push(entry)
  })
  const sent = (behind?.sent ?? false) || moved.some(({ state }) => state === 'server_cleared')
  const next = moved.length === 0 ? behind : { moved, earlier: behind, sent }
  return { id, entries: standing, ...(next === undefined ? {} : { behind: next }), used }
}

/**
 * Whether a block is a summary that the provider put at the front of a reply. A client's summary has the user's role.
 */
export function isProviderSummary({ type, role }: Block): boolean {
  return type === 'summary' && role === 'assistant'
}

/** Whether a block belongs to a message of the conversation (system prompt and tools are sent separately). */
export function inConversation(block: Block): boolean {
  return block.type !== 'system_prompt' && block.type !== 'tool_definition'
}
