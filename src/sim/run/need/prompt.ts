import { inPrompt, ORIGINAL } from '../../../engine/internal.ts'
import type { BlockId, ContentId, Entry } from '../../../engine/index.ts'

/**
 * The content of a window for checking needs. It follows the window's changes, so that no turn reads the whole window.
 */
export interface Prompt {
  /** Blocks with their original content, there or in a copy that was fetched again. */
  readonly original: Members<BlockId>
  /** Evidence in unchanged blocks, in the remaining content of clipped ones, and in text that a person wrote. */
  readonly verbatim: Members<string>
  /** Evidence found in texts that edits made. */
  readonly derived: Members<string>
  /** Blocks that left a placeholder. */
  readonly placeholders: Members<BlockId>
  /** Blocks whose text a person replaced. */
  readonly rewritten: Members<BlockId>
  /** Blocks that were clipped. */
  readonly clipped: Members<BlockId>
  /** Evidence in the remaining content of a clipped block; empty for any other. */
  keptOf(block: BlockId): readonly string[]
}

interface Members<Of> {
  has(one: Of): boolean
}

export interface FollowingPrompt extends Prompt {
  /** Applies a change of the window: the entries that ended and began. */
  follow(change: { readonly closed: readonly Entry[]; readonly opened: readonly Entry[] }): void
}

/**
 * The prompt of an empty window.
 *
 * @param found evidence strings in a text of the content store
 * @param held evidence strings in a block's original text
 * @param originalOf the block of which a block is a copy, itself for most
 */
export function emptyPrompt(
  found: (content: ContentId) => readonly string[],
  held: (block: BlockId) => readonly string[],
  originalOf: (block: BlockId) => BlockId = (block) => block,
): FollowingPrompt {
  const original = new Tally<BlockId>()
  const placeholders = new Tally<BlockId>()
  const rewritten = new Set<BlockId>()
  const clipped = new Map<BlockId, ContentId>()
  const verbatim = new Tally<string>()
  const derived = new Tally<string>()

  function count(entry: Entry, by: 1 | -1): void {
    if (entry.content === ORIGINAL) {
      const block = originalOf(entry.block)
      original.count(block, by)
      for (const text of held(block)) verbatim.count(text, by)
      return
    }
    if (leadsBack(entry)) placeholders.count(originalOf(entry.block), by)
    const tally = entry.state === 'clipped' || entry.state === 'rewritten' ? verbatim : derived
    for (const text of found(entry.content)) tally.count(text, by)
  }

  return {
    original,
    verbatim,
    derived,
    placeholders,
    rewritten,
    clipped,
    keptOf(block) {
      const content = clipped.get(block)
      return content === undefined ? [] : found(content)
    },
    follow({ closed, opened }) {
      for (const entry of closed) {
        if (!inPrompt(entry)) continue
        count(entry, -1)
        if (entry.state === 'rewritten') rewritten.delete(entry.block)
        if (entry.state === 'clipped') clipped.delete(entry.block)
      }
      for (const entry of opened) {
        if (!inPrompt(entry)) continue
        count(entry, 1)
        if (entry.state === 'rewritten') rewritten.add(entry.block)
        if (entry.state === 'clipped') clipped.set(entry.block, entry.content)
      }
    },
  }
}

/** Whether the text of an entry says how to get the original back. */
function leadsBack({ state }: Entry): boolean {
  return state === 'placeholder' || state === 'server_cleared'
}

/** How many entries contain something. */
class Tally<Of> implements Members<Of> {
  readonly #counts = new Map<Of, number>()

  has(one: Of): boolean {
    return this.#counts.has(one)
  }

  count(one: Of, by: 1 | -1): void {
    const count = (this.#counts.get(one) ?? 0) + by
    if (count === 0) this.#counts.delete(one)
    else this.#counts.set(one, count)
  }
}
