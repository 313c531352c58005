import { isStoring, storedUnder } from '../../../engine/internal.ts'
import type { BlockId, Tick } from '../../../engine/index.ts'
import { REWRITTEN } from './recorder.ts'
import type { TimelineData } from './timeline.ts'

/** A result that a run stored. */
export interface StoredResult {
  readonly block: BlockId
  /** Tick at which a person wrote the stored text; null for the original text. */
  readonly since: Tick | null
}

/**
 * What a run stored under a path from a preview; null for any other path, and for the name of a result that the run did
 * not store.
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
