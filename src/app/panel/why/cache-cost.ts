import type { TimelineData } from '../../../sim/index.ts'
import { tokens, turnName } from '../../../view/index.ts'
import type { Invalidation, Why } from '../../../view/index.ts'
import { WHY_TEXT } from './words.ts'

/**
 * What the edit that is told of made of a prompt cache, together with the other edits of its turn; null where
 * none is told of.
 *
 * @param list the invalidations of the edit's window
 */
export function cacheCost(
  { turn, outcome }: Pick<Why, 'turn' | 'outcome'>,
  { turns, exact }: Pick<TimelineData, 'turns' | 'exact'>,
  list: readonly Invalidation[],
): string | null {
  if (turn === null || outcome !== 'changed') return null
  const edits = turns[turn]?.edits.length ?? 1
  const found = list.find((one) => one.turn === turn)
  return found === undefined
    ? WHY_TEXT.nothingInvalidated(edits)
    : WHY_TEXT.invalidated(tokens(found.tokens, { exact }), turnName(turn), edits)
}
