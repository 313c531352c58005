import { inPrompt, ORIGINAL } from '../../engine/index.ts'
import type { BlockId, ContentId, Entry } from '../../engine/index.ts'

/** What a window offers to needs. It follows the window's changes, so that no turn reads the whole of it. */
export interface Prompt {
  /** Blocks that stand with the content they came with. */
  readonly original: Members<BlockId>
  /** Evidence found in clipped blocks, which keep part of their own content, and in what a person wrote for one. */
  readonly clipped: Members<string>
  /** Evidence found in texts that edits made. */
  readonly derived: Members<string>
  /** Blocks that left a placeholder. */
  readonly placeholders: Members<BlockId>
}

interface Members<Of> {
  has(one: Of): boolean
}

export interface FollowingPrompt extends Prompt {
  /** Takes in what a change of the window ended and began. */
  follow(change: { readonly closed: readonly Entry[]; readonly opened: readonly Entry[] }): void
}

/**
 * The prompt of a window that is empty still.
 *
 * @param found evidence strings in a text of the content store
 */
export function emptyPrompt(found: (content: ContentId) => readonly string[]): FollowingPrompt {
  const original = new Set<BlockId>()
  const placeholders = new Set<BlockId>()
  const clipped = new Tally()
  const derived = new Tally()

  function count(entry: Entry, by: 1 | -1): void {
    const tally = entry.state === 'clipped' || entry.state === 'rewritten' ? clipped : derived
    for (const text of found(entry.content)) tally.count(text, by)
  }

  return {
    original,
    clipped,
    derived,
    placeholders,
    follow({ closed, opened }) {
      for (const entry of closed) {
        if (!inPrompt(entry)) continue
        if (entry.content === ORIGINAL) original.delete(entry.block)
        else count(entry, -1)
        if (leadsBack(entry)) placeholders.delete(entry.block)
      }
      for (const entry of opened) {
        if (!inPrompt(entry)) continue
        if (entry.content === ORIGINAL) original.add(entry.block)
        else {
          count(entry, 1)
          if (leadsBack(entry)) placeholders.add(entry.block)
        }
      }
    },
  }
}

/** Whether what stands there names a way back to what it stands for. */
function leadsBack({ state }: Entry): boolean {
  return state === 'placeholder' || state === 'server_cleared'
}

/** In how many texts a string stands. */
class Tally implements Members<string> {
  readonly #counts = new Map<string, number>()

  has(text: string): boolean {
    return this.#counts.has(text)
  }

  count(text: string, by: 1 | -1): void {
    const count = (this.#counts.get(text) ?? 0) + by
    if (count === 0) this.#counts.delete(text)
    else this.#counts.set(text, count)
  }
}
