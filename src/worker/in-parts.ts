import type { EditRecord, TimelineData } from '../sim/index.ts'
import { COLUMNS } from './protocol.ts'
import type { Column, Comparison, DataPart } from './protocol.ts'

/** What the page takes in at once, in about a hundredth of a second: turns, or as many other records or characters. */
const AT_ONCE: Readonly<Record<Column, number>> = {
  blocks: 8000,
  turns: 1000,
  edits: 6000,
  needs: 3000,
  contents: 4_000_000,
}

/** A comparison whose runs lack their long columns, and these in parts: `joined` of `client.ts` puts them together. */
export function comparisonInParts(comparison: Comparison): {
  readonly comparison: Comparison
  readonly parts: readonly DataPart[]
} {
  const parts: DataPart[] = []
  const lanes = comparison.lanes.map((lane, run) => {
    const split = inParts(lane.data, run)
    parts.push(...split.parts)
    return { ...lane, data: split.data }
  })
  return { comparison: { ...comparison, lanes }, parts }
}

/**
 * The long columns of a run in parts that the page takes in one by one, since it does nothing else meanwhile.
 *
 * @returns the run without the columns that are in the parts
 */
function inParts(
  data: TimelineData,
  run: number,
): { readonly data: TimelineData; readonly parts: readonly DataPart[] } {
  const parts: DataPart[] = []
  const left: { -readonly [Name in Column]?: readonly never[] } = {}
  for (const column of COLUMNS) {
    const pieces = split<TimelineData[Column][number]>(data[column], AT_ONCE[column])
    if (pieces.length < 2) continue
    for (const items of pieces) parts.push({ run, column, items })
    left[column] = []
  }
  return { data: { ...data, ...left }, parts }
}

function split<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  const pieces: (readonly Item[])[] = []
  let [from, size] = [0, 0]
  for (const [index, item] of items.entries()) {
    const own = weight(item)
    if (size > 0 && size + own > most) {
      pieces.push(items.slice(from, index))
      ;[from, size] = [index, 0]
    }
    size += own
  }
  return [...pieces, items.slice(from)]
}

/** The length of a text; of a record the blocks that it lists, and those that it ranks, each with its terms. */
function weight(item: unknown): number {
  if (typeof item === 'string') return item.length
  const { blocks, decision } = item as Partial<Pick<EditRecord, 'blocks' | 'decision'>>
  return 1 + (blocks?.length ?? 0) + 2 * (decision?.victims.length ?? 0)
}
