import { isStoring, storedUnder } from '../../../engine/internal.ts'
import type { BlockId, Tick } from '../../../engine/index.ts'
import { REWRITTEN } from './recorder.ts'
import type { TimelineData } from './timeline.ts'

/** A result that a run stored. */
export interface StoredResult {
  readonly block: BlockId
  /** Since when it has the text that was stored: a person wrote it; null for the text it came with. */
  readonly since: Tick | null
}

/**
 * What a run stored under the path that a preview of it gives; null for any other path, and for the name of a result that
 * the run did not store.
 */
export function storedResult(
  { blocks, edits, spans }: Pick<TimelineData, 'blocks' | 'edits' | 'spans'>,
  path: string,
): StoredResult | null {
  const found = storedUnder(
    path,
    (id) => blocks[id],
    (id) =>
      edits.some(({ stage, blocks: edited }) =>
        edited.some(({ block, verb }) => block === id && isStoring(stage, verb)),
      ),
  )
  if (found === null) return null
  let since: Tick | null = null
  for (let row = 0; row < spans.length; row += 1)
    if (spans.block[row] === found.id && spans.state[row] === REWRITTEN) since = spans.fromTick[row] ?? null
  return { block: found.id, since }
}
