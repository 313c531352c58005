import type { BlockId } from '../engine/index.ts'
import type { Timeline } from '../sim/index.ts'
import { blockName } from '../view/index.ts'

/** Characters that are read before others get their turn. */
const STRIDE = 400_000

/**
 * The blocks from `from` on that contain words in their name, tool or text, whatever the case. A result is found by the
 * input of its call, too, because the file that it holds is named there.
 */
export function* findBlocks(
  timeline: Timeline,
  words: string,
  from: BlockId,
): Generator<null, readonly BlockId[]> {
  const wanted = words.toLowerCase()
  /** Calls that were found, whose results are found with them. */
  const calls = new Set<BlockId>()
  const found: BlockId[] = []
  let read = 0
  for (const block of timeline.blocks) {
    const { id, type, call } = block
    const text = timeline.textOf(id)
    const has =
      blockName(block).toLowerCase().includes(wanted) ||
      (call?.name ?? '').toLowerCase().includes(wanted) ||
      text.toLowerCase().includes(wanted)
    if (has && type === 'tool_call') calls.add(id)
    const before = call?.before ?? null
    const isResult = type === 'tool_result' && before !== null && calls.has(before)
    if (id >= from && (has || isResult)) found.push(id)
    read += text.length + 100
    if (read < STRIDE) continue
    read = 0
    yield null
  }
  return found
}
