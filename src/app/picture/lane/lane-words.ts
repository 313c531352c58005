import type { TimelineData } from '../../../sim/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { hasGuards } from '../../store/choice/lanes.ts'
import { laneRule } from '../../store/choice/lineup-words.ts'
import {
  blockName,
  counted,
  delta,
  END_WORDS,
  share,
  STATE_LABELS,
  tokens,
  turnName,
  ZONE_LABELS,
} from '../../../view/index.ts'
import type {
  Hit,
  Invalidation,
  Lifeline,
  OverlapPoint,
  Strata,
  TurnRow,
  WindowEntry,
} from '../../../view/index.ts'
import { LANE_TEXT, PLAIN_TEXT } from '../words.ts'

/** The line above a lane's picture: a turn in figures, its losses, and its edits, which may be cut off. */
export function readoutOf(
  row: TurnRow | undefined,
  turn: number,
  stale: Invalidation | undefined,
  { exact }: Pick<TimelineData, 'exact'>,
): { readonly figures: string; readonly loss: string; readonly edits: string } {
  if (row === undefined) return { figures: `${turnName(turn)} · ${LANE_TEXT.elsewhere}`, loss: '', edits: '' }
  const figures = [
    turnName(turn),
    `${tokens(row.sent, { exact })} tokens (${share(row.share, { exact })})`,
    ...(row.adjustment === 0 ? [] : [LANE_TEXT.blocksSum(tokens(row.sent - row.adjustment, { exact }))]),
    // Before the edits of the turn, if it has any.
    `${row.edits > 0 ? 'was ' : ''}${ZONE_LABELS[row.zone]}`,
  ]
  const freed = `${exact ? '' : '≈ '}${delta(-row.freed)}`
  const edits = [
    ...(row.edited > 0 || row.freed !== 0
      ? [
          row.edited === 0
            ? `${counted(row.edits, 'edit')} (${freed})`
            : `${counted(row.edited, 'block')} ${row.grew ? 'changed' : 'evicted or shortened'} (${freed})`,
        ]
      : []),
    ...(stale === undefined ? [] : [LANE_TEXT.cacheMiss(tokens(stale.tokens, { exact }))]),
    ...(row.spike ? [LANE_TEXT.spike] : []),
  ]
  return {
    figures: figures.join(' · '),
    loss: row.lost === 0 ? '' : `${row.lost} of ${counted(row.needs, 'need')} missing`,
    edits: edits.join(' · '),
  }
}

/** The tip over a band: what it is, when it arrived, its size, and what happens to it. */
export function tipOf(
  hit: Hit,
  picture: Pick<Strata, 'caps'>,
  stale: Invalidation | null,
  data: Pick<TimelineData, 'blocks' | 'edits' | 'exact'>,
): readonly string[] {
  const { band, turn, low, high } = hit
  const { exact } = data
  const first = data.blocks[band.blocks[0] ?? -1]
  const size = tokens(Math.round(high - low), { exact })
  if (first === undefined) return []
  const cache = stale === null ? [] : [LANE_TEXT.cacheMiss(tokens(stale.tokens, { exact }))]
  if (band.blocks.length > 1) {
    return [
      counted(band.blocks.length, 'small block'),
      `${size} tokens together in ${turnName(turn)}`,
      ...cache,
      LANE_TEXT.selectsLargest,
    ]
  }
  const state = band.segments.find(
    ({ from, to }) => (band.x[from] ?? 0) <= turn + 0.5 && turn + 0.5 <= (band.x[to] ?? 0),
  )?.state
  const standing = state === undefined || state === 'live' ? '' : `, ${STATE_LABELS[state]}`
  const next = picture.caps.find((cap) => cap.band === band.index && cap.x >= turn)
  const fate =
    next === undefined
      ? LANE_TEXT.stays
      : LANE_TEXT.ends(END_WORDS[next.reason].label, turnName(data.edits[next.edit]?.turn ?? 0))
  return [
    blockName(first),
    `came in ${turnName(first.turn)}`,
    `${size} tokens in ${turnName(turn)}${standing}`,
    fate,
    ...cache,
  ]
}

/** The block that a click on a band selects: the largest of several small ones. */
export function largestOf(blocks: readonly number[], data: Pick<TimelineData, 'blocks'>): number | undefined {
  const size = (id: number): number => data.blocks[id]?.tokens ?? 0
  return blocks.reduce<number | undefined>(
    (most, id) => (most === undefined || size(id) > size(most) ? id : most),
    undefined,
  )
}

/** The tip of a block that the keyboard points at: as it is in a turn, null where it is not in the window. */
export function tipOfBlock(
  data: Pick<TimelineData, 'blocks' | 'exact'>,
  block: number,
  turn: number,
  entry: Pick<WindowEntry, 'tokens' | 'state'> | null,
): readonly string[] {
  const found = data.blocks[block]
  if (found === undefined) return []
  const standing = entry === null || entry.state === 'live' ? '' : `, ${STATE_LABELS[entry.state]}`
  return [
    blockName(found),
    `came in ${turnName(found.turn)}`,
    entry === null
      ? `${LANE_TEXT.notIn} ${turnName(turn)}`
      : `${tokens(entry.tokens, { exact: data.exact })} tokens in ${turnName(turn)}${standing}`,
    LANE_TEXT.enterSelects,
  ]
}

/** The tip over a lifeline: what it is, when it arrived, and how it ended. */
export function tipOfLife({ block, ends }: Lifeline, data: TimelineData): readonly string[] {
  const found = data.blocks[block]
  if (found === undefined) return []
  return [
    blockName(found),
    `came in ${turnName(found.turn)}, ${tokens(found.tokens, { exact: data.exact })} tokens`,
    ...(ends.length === 0 ? [LANE_TEXT.stays] : []),
    ...ends.map(({ edit, reason }) =>
      LANE_TEXT.ends(END_WORDS[reason].label, turnName(data.edits[edit]?.turn ?? 0)),
    ),
  ]
}

/** The tip over the ribbon of differences: the prompts of a turn in figures. */
export function tipOfOverlap(
  { turn, both, onlyFirst, onlySecond }: OverlapPoint,
  first: string,
  exact: boolean,
): readonly string[] {
  return [
    LANE_TEXT.sentIn(turnName(turn)),
    LANE_TEXT.inBoth(tokens(both, { exact })),
    LANE_TEXT.onlyHereFigure(tokens(onlySecond, { exact })),
    LANE_TEXT.onlyInFigure(first, tokens(onlyFirst, { exact })),
  ]
}

/** What a lane does, and whether its settings protect the task, in the words of a lesson. */
export function ruleInWords({ name, data }: Pick<LaneResult, 'name' | 'data'>, policy = ''): string {
  const guards = data.spec.config.eviction.gates
  const how = guards['task'] === true ? PLAIN_TEXT.protected : PLAIN_TEXT.unprotected
  return hasGuards(policy) ? `${laneRule(name)} · ${how}` : laneRule(name)
}
