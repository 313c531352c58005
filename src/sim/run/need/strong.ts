import type { BlockId } from '../../../engine/index.ts'
import { remembered, strongTokens } from '../../../engine/internal.ts'
import type { NeedRecord } from '../timeline/timeline.ts'
import { formsOf } from './evidence.ts'

/** A need of a turn on a block (NEED-1), ground truth or inferred. */
export interface Need extends Omit<NeedRecord, 'resolution'> {
  /** Strings that show that what is needed is there: the evidence, but for what only leads to it. */
  readonly proof: readonly string[]
  /** Forms of these that are enough in a summary. */
  readonly told: readonly string[]
  /** What leads back to a result: the ends of the paths that were read, or the call; empty if nothing is known. */
  readonly way: readonly string[]
  /** In texts for what the log does not hold: what may be there. */
  readonly unseen: readonly string[]
  /** The call that asked for it again (REF-2). */
  readonly again?: BlockId
  /** Strings of the proof that are rare enough to show that a text knows of it: two of them are a part (NEED-2). */
  readonly strong: readonly string[]
}

/**
 * Strong tokens without those that are equal when normalised. Lists that two revisions of a conversation share are read
 * once.
 */
export const strongOf = remembered((texts: readonly string[]): readonly string[] => {
  const found = new Map<string, string>()
  for (const text of texts)
    for (const token of strongTokens(text)) {
      const normal = formsOf(token.text).join('\n')
      if (!found.has(normal)) found.set(normal, token.text)
    }
  return [...found.values()]
})
