import type { Block } from '../message/block.ts'
import type { BlockId, Tokens } from '../units.ts'
import { ORIGINAL } from './window.ts'
import type { BlockState, BlockTable, ContentId, Entry, Window } from './window.ts'

/** What an edit does to a block. A gate names the verbs it forbids. */
export const VERBS = Object.freeze(['drop', 'replace', 'clip', 'summarize', 'insert', 'move'] as const)
export type Verb = (typeof VERBS)[number]

/** One block's part in an edit. */
export type Change =
  | { readonly verb: 'drop'; readonly block: BlockId }
  | {
      /** Content gives way to a shorter text: a placeholder or a clipped result. */
      readonly verb: 'replace' | 'clip'
      readonly block: BlockId
      readonly content: ContentId
      /** Tokens of the new text, without message overhead. */
      readonly tokens: Tokens
    }
  | {
      /** A block that did not arrive but was made, such as a stub result. */
      readonly verb: 'insert'
      readonly block: BlockId
      readonly content: ContentId
      readonly tokens: Tokens
      /** Stands right after this block, or first of the conversation when null. */
      readonly after: BlockId | null
    }
  | {
      /** A block takes another place: a result that came too late goes to its call. */
      readonly verb: 'move'
      readonly block: BlockId
      readonly after: BlockId | null
    }

/** What a change of a window did, in whole entries: those that ended and those that began. */
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

/** Appends blocks that arrived, in order. Message overhead goes to each message's first block. */
export function append(window: Window, blocks: readonly Block[], overhead: Tokens): Applied {
  let message = window.entries.at(-1)?.message ?? -1
  const opened = blocks.map((block): Entry => {
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
      order: block.id,
    }
  })
  const added = sum(opened)
  const next = { id: window.id, entries: window.entries.concat(opened), used: window.used + added }
  return { window: next, before: window.used, freed: 0, added, after: next.used, closed: [], opened }
}

const STATE_OF: Readonly<Record<'replace' | 'clip', Exclude<BlockState, 'gone'>>> = {
  replace: 'placeholder',
  clip: 'clipped',
}

/**
 * Applies the changes of one edit and settles who bears each message's overhead. A block named twice,
 * or one that is not in the window, is an error of the stage that asked: it throws a RangeError.
 */
export function applyChanges(
  window: Window,
  changes: readonly Change[],
  overhead: Tokens,
  table: BlockTable,
): Applied {
  const placed: Extract<Change, { verb: 'insert' | 'move' }>[] = []
  for (const change of changes) if (change.verb === 'insert' || change.verb === 'move') placed.push(change)
  const source = placed.length === 0 ? window.entries : withPlaced(window.entries, placed, table)
  const wanted = wishes(changes, source)
  const entries: Entry[] = []
  const closed: Entry[] = []
  const opened: Entry[] = []
  let borneBy = -1
  let used = 0
  for (const entry of source) {
    const change = wanted.take(entry.block)
    if (change?.verb === 'drop') {
      closed.push(entry)
      continue
    }
    const { message } = entry
    const own = message >= 0 && message !== borneBy ? overhead : 0
    if (message >= 0) borneBy = message
    const next = changed(entry, change, own)
    if (next !== entry) {
      if (change?.verb !== 'insert') closed.push(entry)
      opened.push(next)
    }
    used += next.tokens
    entries.push(next)
  }
  return {
    window: { id: window.id, entries, used },
    before: window.used,
    freed: sum(closed),
    added: sum(opened),
    after: used,
    closed,
    opened,
  }
}

/**
 * Hands out the change of each entry as the window is walked. Stages mostly list their changes in the
 * order of the window; then the two lists are walked together, and no map of thousands is built.
 */
function wishes(
  changes: readonly Change[],
  entries: readonly Entry[],
): { take(block: BlockId): Change | undefined } {
  let next = 0
  for (const entry of entries) if (changes[next]?.block === entry.block) next += 1
  if (next === changes.length) {
    next = 0
    return { take: (block) => (changes[next]?.block === block ? changes[next++] : undefined) }
  }
  const byBlock = new Map<BlockId, Change>()
  for (const change of changes) {
    if (byBlock.has(change.block)) throw new RangeError(`block changed twice in one edit: ${change.block}`)
    byBlock.set(change.block, change)
  }
  const present = new Set(entries.map((entry) => entry.block))
  for (const id of byBlock.keys())
    if (!present.has(id)) throw new RangeError(`block not in the window: ${id}`)
  return { take: (block) => byBlock.get(block) }
}

function changed(entry: Entry, change: Change | undefined, overhead: Tokens): Entry {
  if (change?.verb === 'insert') return { ...entry, tokens: change.tokens + overhead, overhead }
  if (change?.verb === 'replace' || change?.verb === 'clip') {
    return {
      block: entry.block,
      message: entry.message,
      version: entry.version + 1,
      state: STATE_OF[change.verb],
      tokens: change.tokens + overhead,
      overhead,
      content: change.content,
      order: entry.order,
    }
  }
  if (entry.overhead === overhead && change?.verb !== 'move') return entry
  return {
    ...entry,
    version: entry.version + 1,
    tokens: entry.tokens - entry.overhead + overhead,
    overhead,
  }
}

/** Entries with the inserted and moved ones in their places; each gets an order between its neighbours. */
function withPlaced(
  entries: readonly Entry[],
  placed: readonly Extract<Change, { verb: 'insert' | 'move' }>[],
  table: BlockTable,
): readonly Entry[] {
  const result = entries.slice()
  for (const change of placed) {
    const from = change.verb === 'move' ? result.findIndex((entry) => entry.block === change.block) : -1
    const moved = from < 0 ? undefined : result.splice(from, 1)[0]
    if (change.verb === 'move' && moved === undefined) continue
    const at =
      change.after === null
        ? result.findIndex((entry) => entry.message >= 0)
        : result.findIndex((entry) => entry.block === change.after) + 1
    if (change.after !== null && at === 0)
      throw new RangeError(`block to stand after is gone: ${change.after}`)
    const index = at < 0 ? result.length : at
    const low = result[index - 1]?.order ?? -1
    const high = result[index]?.order ?? low + 1
    result.splice(index, 0, { ...(moved ?? fresh(change, table)), order: (low + high) / 2 })
  }
  return result
}

function fresh(change: Extract<Change, { verb: 'insert' | 'move' }>, table: BlockTable): Entry {
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
