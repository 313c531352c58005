import type { Fact } from '../core/extract/fact.ts'
import { factsWithTalk } from '../core/extract/facts-of.ts'
import type { Block } from '../core/message/block.ts'
import type { AskSource } from '../core/llm/ask.ts'
import type { Embedder, Embedding } from '../core/reference/embedder.ts'
import type { BlockId, Turn, WindowId } from '../core/units.ts'

/** Blocks that arrived, by id; null for a block that an edit made, because it says nothing new. */
export interface ArrivedBlocks {
  /** Ids are below this. */
  readonly size: () => number
  readonly block: (id: BlockId) => Block | null
  readonly text: (id: BlockId) => string
}

/** What is known about the blocks of a conversation. Each is read once, when first needed. */
export interface Knowledge {
  readonly embedding: (block: BlockId) => Embedding | null
  readonly statements: (block: BlockId) => readonly Fact[]
  /** Vector of a window's first user message; null before it arrived (EDIT-4). */
  readonly task: (window: WindowId, turn: Turn) => Embedding | null
}

/**
 * Knowledge about a growing set of blocks.
 *
 * @param embedder null: nothing is similar to anything
 * @param statementsOf extracts facts from a text; null: no facts are known
 */
export function createKnowledge(
  blocks: ArrivedBlocks,
  embedder: Embedder | null,
  statementsOf: ((source: AskSource) => readonly Fact[]) | null = factsWithTalk,
): Knowledge {
  const vectors: (Embedding | null)[] = []
  const facts: (readonly Fact[] | undefined)[] = []
  const tasks = new Map<WindowId, Block>()
  let searched = 0

  // In order of arrival: a vector's weights depend on the texts before it.
  function embedding(id: BlockId): Embedding | null {
    if (embedder === null) return null
    while (vectors.length <= id && vectors.length < blocks.size()) {
      const text = blocks.text(vectors.length)
      vectors.push(text === '' ? null : embedder.embed(text))
    }
    return vectors[id] ?? null
  }

  function statements(id: BlockId): readonly Fact[] {
    const block = statementsOf === null ? null : blocks.block(id)
    if (block === null || statementsOf === null || block.resumed) return []
    return (facts[id] ??= statementsOf({
      block: id,
      type: block.type,
      role: block.role,
      turn: block.turn,
      tool: block.call?.name ?? '',
      args: '',
      text: blocks.text(id),
    }))
  }

  function taskOf(window: WindowId): Block | undefined {
    for (; searched < blocks.size(); searched++) {
      const block = blocks.block(searched)
      if (block?.type === 'user_message' && !tasks.has(block.window)) tasks.set(block.window, block)
    }
    return tasks.get(window)
  }

  return {
    embedding,
    statements,
    task(window, turn) {
      const block = taskOf(window)
      return block === undefined || block.turn > turn ? null : embedding(block.id)
    },
  }
}
