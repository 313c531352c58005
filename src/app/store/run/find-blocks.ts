import type { BlockId } from '../../../engine/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import type { Found, FoundBlock } from '../look/find.ts'
import { blocksWith } from './questions.ts'

/** Searches the blocks that all lanes share once, and then those that each lane made. */
export async function findBlocks(
  { lanes, trace }: Comparison,
  words: string,
  ask: (lane: string, from: BlockId) => Promise<readonly BlockId[]>,
): Promise<Found> {
  const [first] = lanes
  const shared: readonly BlockId[] =
    first === undefined ? [] : (await ask(first.name, 0)).filter((block) => block < trace.blocks)
  const all: FoundBlock[] = shared.map((block) => ({ lane: first?.name ?? '', block }))
  const of = new Map<string, ReadonlySet<BlockId>>()
  for (const { name, data } of lanes) {
    // One after the other: a new question cancels the one before it.
    const made = data.blocks.length > trace.blocks ? await ask(name, trace.blocks) : []
    all.push(...made.map((block) => ({ lane: name, block })))
    of.set(name, new Set([...shared, ...made]))
  }
  return { words, all, of }
}

/** The same with the worker's answers. */
export async function findInWorker(
  comparison: Comparison,
  words: string,
  signal: AbortSignal,
): Promise<Found> {
  return findBlocks(comparison, words, async (lane, from) =>
    blocksWith(comparison, lane, words, from, signal),
  )
}
