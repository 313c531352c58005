import type { Tokens } from '../../engine/index.ts'
import { cell } from '../../sim/internal.ts'
import type { TimelineData, TurnRecord } from '../../sim/index.ts'

/**
 * Tokens of a turn's prompt that recorded usage shows and the log has no text for, beyond the setup of its requests. They
 * stand where the system prompt does, since no strategy can remove them, and are among its tokens everywhere else.
 */
export function unexplainedIn({
  blocks,
  spans,
}: Pick<TimelineData, 'blocks' | 'spans'>): (turn: Pick<TurnRecord, 'window' | 'points'>) => Tokens {
  const rows: number[] = []
  if (blocks.some(({ unexplained }) => unexplained === true))
    for (let row = 0; row < spans.length; row++)
      if (blocks[cell(spans.block, row)]?.unexplained === true) rows.push(row)
  return ({ window, points: { sent } }) =>
    rows.reduce(
      (sum, row) =>
        cell(spans.window, row) === window &&
        cell(spans.fromTick, row) <= sent.tick &&
        sent.tick < cell(spans.toTick, row)
          ? sum + cell(spans.tokens, row)
          : sum,
      0,
    )
}
