import type { ContentSource } from '../../engine/index.ts'
import type { Trace } from './trace.ts'

/**
 * The provider's own summaries as they came, by the block that stands for one in a run: of its turn and window a provider
 * tells no more than one that counts, the last. What a run only expected of that call has other words.
 */
export function providerSummaries({ recordedEdits }: Trace): NonNullable<ContentSource['compaction']> {
  return ({ turn, window }) =>
    recordedEdits.findLast((edit) => edit.part !== undefined && edit.turn === turn && edit.window === window)
      ?.part
}
