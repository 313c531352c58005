import type { Block } from '../message/block.ts'
import type { BlockId, Tokens } from '../units.ts'
import { entryFromEnd, everyEntry, grown, inPrompt, isProviderSummary, ORIGINAL, windowOf } from './window.ts'
import type { Behind, BlockState, BlockTable, ContentId, Entry, Window } from './window.ts'

/** What an edit does to a block. A guard names the verbs it forbids. */
export const VERBS = Object.freeze([
  'drop',
  'replace',
  'clip',
  'summarize',
  'clear',
  'fold',
  'absorb',
  'insert',
  'move',
  'rewrite',
  'correct',
] as const)
export type Verb = (typeof VERBS)[number]

/** What an edit changes about one block. */
export type Change =
  | { readonly verb: 'drop'; readonly block: BlockId }
  | {
      /**
       * Content is replaced by a text: a placeholder, a clipped result, a summary of the block itself, or text that a
       * person wrote.
       */
      readonly verb: 'replace' | 'clip' | 'summarize' | 'rewrite'
      readonly block: BlockId
      readonly content: ContentId
      /** Tokens of the new text, without message overhead. */
      readonly tokens: Tokens
      /** The block that received its content, if the text is only a pointer. */
      readonly into?: BlockId
    }
  | {
      /**
       * The provider leaves content out of the prompt, or replaces it by a text, while the client still sends it
       * (LED-4). With 0 tokens nothing of it is left in the prompt.
       */
      readonly verb: 'clear'
      readonly block: BlockId
      readonly content: ContentId
      readonly tokens: Tokens
    }
  | {
      /** A provider edit was not as simulated, or is over: an entry gets its former state or another text. */
      readonly verb: 'correct'
      readonly block: BlockId
      readonly state: Entry['state']
      readonly content: ContentId
      readonly tokens: Tokens
    }
  | {
      /** A block is folded behind a summary: it stays in the window but is not sent. */
      readonly verb: 'fold'
      readonly block: BlockId
      readonly into: BlockId
    }
  | {
      /** A block leaves; its content went into a summary that the same edit inserts. */
      readonly verb: 'absorb'
      readonly block: BlockId
      readonly into: BlockId
    }
  | {
      /** A block that did not arrive but was made, such as a made-up result. */
      readonly verb: 'insert'
      readonly block: BlockId
      readonly content: ContentId
      readonly tokens: Tokens
      /** Inserted right after this block, or first in the conversation if null. */
      readonly after: BlockId | null
    }
  | {
      /** A block changes its position: a result that arrived too late moves to its call. */
      readonly verb: 'move'
      readonly block: BlockId
      readonly after: BlockId | null
    }

/** A change that gives a block a position. */
type Placed = Extract<Change, { verb: 'insert' | 'move' }>

/** The effect of a change on a window, in whole entries: those that ended and those that began. */
export interface Applied {
  readonly window: Window
  readonly before: Tokens
  /** Tokens of the entries that ended and of those that began: before − freed + added = after (LED-1). */
  readonly freed: Tokens
  readonly added: Tokens
  readonly after: Tokens
  readonly closed: readonly Entry[]
  readonly opened: readonly Entry[]
}

/**
 * Appends blocks that arrived, in order. Message overhead goes to each message's first block. Takes O(blocks), whatever
 * the size of the window.
 *
 * @param adjustment tokens that recorded usage adds to the sum of the entries, possibly negative (LED-1)
 * @param before the block that arrives next, if the ids of these are higher than its id
 */
export function append(
  window: Window,
  blocks: readonly Block[],
  overhead: Tokens,
  adjustment: Tokens = 0,
  before?: BlockId,
): Applied {
  const last = entryFromEnd(window)
  let message = last?.message ?? -1
  const from = last?.order ?? -1
  const opened = blocks.map((block, at): Entry => {
    const first = block.message >= 0 && block.message !== message
    message = block.message
    const own = first ? overhead : 0
    return {
      block: block.id,
      message: block.message,
      version: 0,
      state: 'live',
      tokens: block.tokens + own,
      overhead: own,
      content: ORIGINAL,
      order: before === undefined ? block.id : from + ((before - from) * (at + 1)) / (blocks.length + 1),
    }
  })
  const added = sum(opened) + Math.max(0, adjustment)
  const freed = Math.max(0, -adjustment)
  const next = grown(window, opened, window.used - freed + added)
  return { window: next, before: window.used, freed, added, after: next.used, closed: [], opened }
}

const STATE_OF = Object.freeze({
  replace: 'placeholder',
  clip: 'clipped',
  summarize: 'summarized',
  clear: 'server_cleared',
  fold: 'folded',
  rewrite: 'rewritten',
} as const satisfies Readonly<Partial<Record<Verb, BlockState>>>)

/** Whether an entry is in the prompt after a change: only then can it carry its message's overhead. */
function bears(entry: Entry, change: Change | undefined): boolean {
  if (change?.verb === 'fold') return false
  if (change?.verb === 'clear') return change.tokens > 0
  if (change?.verb === 'correct') return inPrompt(change)
  return change === undefined || change.verb === 'move' ? inPrompt(entry) : true
}

/**
 * Applies the changes of one edit and decides which entries carry each message's overhead. Throws a RangeError for a
 * block that is named twice or is not in the window: an error of the stage.
 */
export function applyChanges(
  window: Window,
  changes: readonly Change[],
  overhead: Tokens,
  table: BlockTable,
): Applied {
  const applied = walked(window, window.entries, changes, overhead)
  return applied === null
    ? inAnyOrder(window, changes, overhead, table)
    : settled(applied, window.behind, table)
}

/**
 * Removes entries that left the prompt for good from the list that the next edit walks. Searches the list only after an
 * edit that folds or compacts, and each entry is removed once.
 */
function settled(applied: Applied, behind: Behind | undefined, table: BlockTable): Applied {
  const { window } = applied
  const leaves = applied.opened.some(
    (entry) =>
      entry.state === 'folded' ||
      (!inPrompt(entry) && behind?.sent === true) ||
      (entry.message < 0 && isProviderSummary(table(entry.block))),
  )
  if (leaves) return { ...applied, window: windowOf(window.id, window.entries, window.used, table, behind) }
  return behind === undefined ? applied : { ...applied, window: { ...window, behind } }
}

/**
 * The changes of an edit, plus those that follow from them: if a provider's summary leaves, the entries behind the
 * window that it summarizes leave too. Otherwise the client would still send them although no summary covers them.
 */
export function withStoodFor(
  window: Window,
  changes: readonly Change[],
  table: BlockTable,
): readonly Change[] {
  if (window.behind?.sent !== true) return changes
  // A `correct` restores the summarized entries itself.
  if (changes.some(({ verb }) => verb === 'correct')) return changes
  const leaving = changes.find(
    (change) =>
      (change.verb === 'drop' || change.verb === 'absorb') && isProviderSummary(table(change.block)),
  )
  if (leaving === undefined) return changes
  const named = new Set(changes.map(({ block }) => block))
  const more = everyEntry({ entries: [], behind: window.behind }).flatMap(({ block, state }): Change[] =>
    state !== 'server_cleared' || named.has(block) ? [] : [{ ...leaving, block }],
  )
  return changes.concat(more)
}

/** The same for changes in any order, and for those that give a block a position. */
function inAnyOrder(
  window: Window,
  changes: readonly Change[],
  overhead: Tokens,
  table: BlockTable,
): Applied {
  const placed: Placed[] = []
  const leaving = new Set<BlockId>()
  for (const change of changes) {
    if (change.verb === 'insert' || change.verb === 'move') placed.push(change)
    else if (change.verb === 'drop' || change.verb === 'absorb') leaving.add(change.block)
  }
  const reaches = reachesBehind(window, changes)
  const list = reaches ? everyEntry(window) : window.entries
  const behind = reaches ? undefined : window.behind
  const source = placed.length === 0 ? list : withPlaced(list, placed, leaving, table, behind)
  const applied = walked(window, source, inOrder(changes, source), overhead)
  if (applied === null) throw new RangeError(`changes do not fit the window: ${changes.length}`)
  if (!reaches) return settled(applied, window.behind, table)
  const { id, entries, used } = applied.window
  return { ...applied, window: windowOf(id, entries, used, table) }
}

/** Whether changes name an entry that is not among the current entries. */
function reachesBehind({ entries, behind }: Window, changes: readonly Change[]): boolean {
  if (behind === undefined) return false
  const standing = new Set(entries.map(({ block }) => block))
  for (const { verb, block } of changes) if (verb === 'insert') standing.add(block)
  return changes.some(
    (change) =>
      !standing.has(change.block) ||
      ('after' in change && change.after !== null && !standing.has(change.after)),
  )
}

/**
 * Walks entries and their changes together; both have the same order. Most stages list their changes so, which saves
 * building a map of thousands. Null if a change is left over or needs a position.
 */
function walked(
  window: Window,
  source: readonly Entry[],
  changes: readonly Change[],
  overhead: Tokens,
): Applied | null {
  const rearranged = source !== window.entries
  const entries: Entry[] = []
  const closed: Entry[] = []
  const opened: Entry[] = []
  let borneBy = -1
  let freed = 0
  let added = 0
  let next = 0
  let upcoming = changes[0]
  for (let at = 0; at < source.length; at++) {
    const entry = source[at] as Entry
    let change: Change | undefined
    if (upcoming !== undefined && upcoming.block === entry.block) {
      change = upcoming
      upcoming = changes[++next]
      if (change.verb === 'drop' || change.verb === 'absorb') {
        closed.push(entry)
        freed += entry.tokens
        continue
      }
      if (!rearranged && (change.verb === 'move' || change.verb === 'insert')) return null
    }
    const { message } = entry
    const bearing = message >= 0 && bears(entry, change)
    const own = bearing && message !== borneBy ? overhead : 0
    if (bearing) borneBy = message
    if (change === undefined && own === entry.overhead) {
      // From a message on that did not change, the overhead does not change either.
      if (upcoming === undefined && !rearranged && bearing) {
        return finished(entries.concat(source.slice(at)))
      }
      entries.push(entry)
      continue
    }
    const successor = changed(entry, change, own)
    if (change?.verb !== 'insert') {
      closed.push(entry)
      freed += entry.tokens
    }
    opened.push(successor)
    added += successor.tokens
    entries.push(successor)
  }
  return upcoming === undefined ? finished(entries) : null

  function finished(list: readonly Entry[]): Applied {
    const used = window.used - freed + added
    return {
      window: { id: window.id, entries: list, used },
      before: window.used,
      freed,
      added,
      after: used,
      closed,
      opened,
    }
  }
}

/** Changes in the order of the entries they are about. */
function inOrder(changes: readonly Change[], entries: readonly Entry[]): readonly Change[] {
  const byBlock = new Map<BlockId, Change>()
  for (const change of changes) {
    if (byBlock.has(change.block)) throw new RangeError(`block changed twice in one edit: ${change.block}`)
    byBlock.set(change.block, change)
  }
  const ordered: Change[] = []
  for (const { block } of entries) {
    const change = byBlock.get(block)
    if (change !== undefined) ordered.push(change)
  }
  if (ordered.length < byBlock.size) {
    const present = new Set(entries.map((entry) => entry.block))
    for (const id of byBlock.keys())
      if (!present.has(id)) throw new RangeError(`block not in the window: ${id}`)
  }
  return ordered
}

function changed(entry: Entry, change: Change | undefined, overhead: Tokens): Entry {
  if (change?.verb === 'insert') return { ...entry, tokens: change.tokens + overhead, overhead }
  if (change?.verb === 'fold') {
    return { ...entry, version: entry.version + 1, state: STATE_OF.fold, tokens: 0, overhead: 0 }
  }
  if (change !== undefined && 'tokens' in change) {
    return {
      block: entry.block,
      message: entry.message,
      version: entry.version + 1,
      state: change.verb === 'correct' ? change.state : STATE_OF[change.verb],
      tokens: change.tokens + overhead,
      overhead,
      content: change.content,
      order: entry.order,
    }
  }
  return {
    ...entry,
    version: entry.version + 1,
    tokens: entry.tokens - entry.overhead + overhead,
    overhead,
  }
}

/**
 * Entries with the inserted and moved ones in their positions; each gets an order number between the neighbours that
 * stay. Between neighbours that leave, the same gap would be halved each time one bootstrap replaces another, and after
 * about fifty times no number is left.
 *
 * @param behind entries that are not among `entries`; none of their order numbers is used again
 */
function withPlaced(
  entries: readonly Entry[],
  placed: readonly Placed[],
  leaving: ReadonlySet<BlockId>,
  table: BlockTable,
  behind: Behind | undefined,
): readonly Entry[] {
  const result = entries.slice()
  const orderFrom = (start: number, step: 1 | -1): number | undefined => {
    let at = start
    for (let entry = result[at]; entry !== undefined && leaving.has(entry.block); entry = result[at])
      at += step
    return result[at]?.order
  }
  for (const change of placed) {
    const from = change.verb === 'move' ? result.findIndex((entry) => entry.block === change.block) : -1
    const moved = from < 0 ? undefined : result.splice(from, 1)[0]
    if (change.verb === 'move' && moved === undefined) continue
    const at =
      change.after === null
        ? result.findIndex((entry) => entry.message >= 0)
        : result.findIndex((entry) => entry.block === change.after) + 1
    if (change.after !== null && at === 0) throw new RangeError(`block not in the window: ${change.after}`)
    const index = at < 0 ? result.length : at
    const low = orderFrom(index - 1, -1) ?? -1
    const high = orderFrom(index, 1) ?? low + 1
    let order = (low + high) / 2
    while (hasOrder(behind, order)) order = (low + order) / 2
    result.splice(index, 0, { ...(moved ?? fresh(change, table)), order })
  }
  return result
}

function hasOrder(behind: Behind | undefined, order: number): boolean {
  if (behind === undefined) return false
  return behind.moved.some((entry) => entry.order === order) || hasOrder(behind.earlier, order)
}

function fresh(change: Placed, table: BlockTable): Entry {
  const insert = change.verb === 'insert' ? change : null
  return {
    block: change.block,
    message: table(change.block).message,
    version: 0,
    state: 'live',
    tokens: insert?.tokens ?? 0,
    overhead: 0,
    content: insert?.content ?? ORIGINAL,
    order: 0,
  }
}

function sum(entries: readonly Entry[]): Tokens {
  let total = 0
  for (const entry of entries) total += entry.tokens
  return total
}
