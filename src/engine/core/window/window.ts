import type { Block } from '../message/block.ts'
import type { BlockId, MessageIndex, Tokens, WindowId } from '../units.ts'

/** What a block has become. `gone` is no state of an entry: a block that left has no entry. */
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

/** A block as it stands in a window now. */
export interface Entry {
  readonly block: BlockId
  /** The message it is part of, −1 for none: whose overhead it may have to bear. */
  readonly message: MessageIndex
  /** 0 when it arrived, one more for each change of its state, content or tokens. */
  readonly version: number
  readonly state: Exclude<BlockState, 'gone'>
  /** Tokens it costs as it stands, `overhead` included. */
  readonly tokens: Tokens
  /** Overhead of its message, borne by the message's first surviving block (TOK-3); 0 for the others. */
  readonly overhead: Tokens
  readonly content: ContentId
  /** Place in the prompt: entries stand in ascending order. Originals have their block id. */
  readonly order: number
}

/** The ordered blocks of one model context. A value: changes give a new window and share the entries kept. */
export interface Window {
  readonly id: WindowId
  /** What stands in the prompt, and what may stand in it again. */
  readonly entries: readonly Entry[]
  /** What is kept but stands in no prompt any more, so that no edit walks it again; missing where nothing is. */
  readonly behind?: Behind
  /** Σ tokens of the entries, and what recorded usage adds to them (LED-1). */
  readonly used: Tokens
}

/**
 * Entries that left the prompt for good but not the window, in the batches they left in, the newest first: what is
 * folded, and what is left of nothing in front of a compaction of the provider's. Their tokens are 0.
 */
export interface Behind {
  /** In the order of the prompt. */
  readonly moved: readonly Entry[]
  readonly earlier: Behind | undefined
  /** Whether the client goes on sending any entry of this batch or an earlier one (LED-4). */
  readonly sent: boolean
}

/** Whether a block stands whole: as it came or was made, or as a person rewrote it. */
export function isWhole({ state }: { readonly state: BlockState }): boolean {
  return state === 'live' || state === 'rewritten'
}

/** Looks a block up by id; every id in a window is known. */
export type BlockTable = (id: BlockId) => Block

/** Whether the prompt holds anything of an entry: what is folded, or cleared by the provider without a trace, is kept but not sent. */
export function inPrompt({ state, tokens }: Pick<Entry, 'state' | 'tokens'>): boolean {
  return state !== 'folded' && (state !== 'server_cleared' || tokens > 0)
}

export function emptyWindow(id: WindowId): Window {
  return { id, entries: [], used: 0 }
}

/** A list that only grows, shared by windows that grew from one another: each stands for its first `length` entries. */
interface SharedList {
  readonly list: Entry[]
  readonly length: number
}

const sharedLists = new WeakMap<Window, SharedList>()

/**
 * A window with further entries behind its own. Takes O(entries added): its own list of entries is made
 * when it is first asked for, because a window that nobody edits is appended to twice a turn.
 */
export function grown(window: Window, added: readonly Entry[], used: Tokens): Window {
  const known = sharedLists.get(window)
  // A list that is longer already was grown by another run that forked from this window.
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

/** The last entry of a window, or the one `back` places before it, without making its list. */
export function entryFromEnd(window: Window, back = 0): Entry | undefined {
  const known = sharedLists.get(window)
  return known === undefined
    ? window.entries[window.entries.length - 1 - back]
    : known.list[known.length - 1 - back]
}

/** Everything that a window keeps, in its order: what is behind it, too. O(entries) where there is such. */
export function everyEntry({ entries, behind }: Pick<Window, 'entries' | 'behind'>): readonly Entry[] {
  if (behind === undefined) return entries
  const all = entries.slice()
  for (let batch: Behind | undefined = behind; batch !== undefined; batch = batch.earlier) {
    for (const entry of batch.moved) all.push(entry)
  }
  return all.sort((a, b) => a.order - b.order || a.block - b.block)
}

/**
 * A window of these entries, with what left the prompt for good behind it: what is folded, and what the provider
 * left nothing of in front of the newest summary that it made.
 *
 * @param entries in order
 * @param behind what was behind it before
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

/** Whether a block is a summary that the provider put in front of a reply; what a client makes, the user says. */
export function isProviderSummary({ type, role }: Block): boolean {
  return type === 'summary' && role === 'assistant'
}

/** Whether a block belongs to a message of the conversation (system prompt and tools are sent beside it). */
export function inConversation(block: Block): boolean {
  return block.type !== 'system_prompt' && block.type !== 'tool_definition'
}
