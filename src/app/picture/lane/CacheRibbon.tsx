import { memo, useMemo } from 'react'
import type { Turn, WindowId } from '../../../engine/index.ts'
import type { CacheColumns, TurnRecord } from '../../../sim/index.ts'
import { CAUSE_WORDS, money, pricesSentence, share, tokens, turnName } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { clippedTo } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import { round } from '../plot/shape.ts'
import { LANE_TEXT } from '../words.ts'
import { useFutureHidden } from '../../store/look/future.ts'

/** A run and the cache reads of its prompts. */
interface Cached {
  readonly data: { readonly turns: readonly Pick<TurnRecord, 'turn' | 'window'>[]; readonly exact: boolean }
  readonly cache: CacheColumns
}

/** Pixels of the text, and of the bars below it. */
const WORDS = 12
const BARS = 18
/** With the margin above. */
export const CACHE_HEIGHT = WORDS + BARS + 2

/** Parts of a prompt from below, the cheapest first. */
export const CACHE_PARTS = ['read', 'again', 'fresh'] as const

/** The prompts of a lane turn by turn: what was read from the cache, what was paid for again, and what was new. */
export const CacheRibbon = memo(function CacheRibbon({
  lane,
  window,
  most,
  scale,
}: {
  readonly lane: LaneResult
  readonly window: WindowId
  /** Tokens of the longest prompt, the same in every lane. */
  readonly most: number
  readonly scale: Scale
}) {
  const paths = useMemo(() => cachePaths(lane, window, scale, most, BARS), [lane, window, scale, most])
  // The sums are those of the whole run.
  const hidden = useFutureHidden()
  return (
    <div
      className="cache-ribbon"
      style={{ height: CACHE_HEIGHT - 2 }}
      title={`${LANE_TEXT.cacheMeaning}. ${pricesSentence(lane.cache.prices)}`}
    >
      <svg
        className="strata-over"
        {...clippedTo(scale, WORDS + BARS)}
        role="img"
        aria-label={LANE_TEXT.cachePicture(lane.label)}
      >
        <g transform={`translate(0 ${WORDS})`}>
          {CACHE_PARTS.map((part) => (
            <path key={part} className={part} d={paths[part]} />
          ))}
        </g>
      </svg>
      {/* Above the playhead, which passes behind words. */}
      <svg className="strata-over ribbon-words" {...clippedTo(scale, WORDS)} aria-hidden="true">
        <text className="haloed" x={scale.left} y={WORDS / 2}>
          {hidden ? LANE_TEXT.cacheName : LANE_TEXT.cacheShare(...cacheFigures(lane, window))}
        </text>
      </svg>
    </div>
  )
})

/** The cache reads of a turn's prompt, for its tip; empty if the window sent nothing in it. */
export function tipOfCache({ data, cache }: Cached, window: WindowId, turn: Turn): readonly string[] {
  if (data.turns[turn]?.window !== window) return []
  const [read = 0, again = 0, fresh = 0] = CACHE_PARTS.map((part) => cache[part][turn])
  const figure = (value: number): string => tokens(value, data)
  const cause = cache.cause[turn] ?? null
  return [
    LANE_TEXT.sentIn(turnName(turn)),
    LANE_TEXT.cacheRead(figure(read)),
    LANE_TEXT.cacheAgain(figure(again), cause === null ? '' : CAUSE_WORDS[cause].label),
    LANE_TEXT.cacheFresh(figure(fresh)),
  ]
}

/** The share read by a window, the cost of its run, and the words that keep them apart if it is not the only one. */
export function cacheFigures(
  lane: Cached,
  window: WindowId,
): readonly [read: string, usd: string, of: string] {
  const isOnly = lane.data.turns.every((turn) => turn.window === window)
  return [share(readShare(lane, window)), money(lane.cache.usd), isOnly ? '' : LANE_TEXT.inContext]
}

/** The part of a window’s prompt tokens that was read from the cache. */
function readShare({ data, cache }: Cached, window: WindowId): number {
  let all = 0
  let kept = 0
  for (const { turn, window: own } of data.turns) {
    if (own !== window) continue
    kept += cache.read[turn] ?? 0
    for (const part of CACHE_PARTS) all += cache[part][turn] ?? 0
  }
  return all === 0 ? 0 : kept / all
}

/** A step of the ribbon: a turn, or all turns of one pixel. */
interface Step {
  readonly from: number
  to: number
  turns: number
  readonly sums: Record<(typeof CACHE_PARTS)[number], number>
}

/**
 * One bar per visible turn, or per pixel if turns are narrower: the mean of its turns.
 *
 * @param most tokens with the full height of the ribbon
 * @param height pixels of the ribbon
 */
export function cachePaths(
  { data, cache }: Cached,
  window: WindowId,
  { x, from, to }: Pick<Scale, 'x' | 'from' | 'to'>,
  most: number,
  height: number,
): Readonly<Record<(typeof CACHE_PARTS)[number], string>> {
  const steps: Step[] = []
  for (const { turn, window: own } of data.turns) {
    if (own !== window || turn + 1 <= from || turn >= to) continue
    let step = steps.at(-1)
    if (step === undefined || x(turn + 1) - step.from >= 1) {
      step = { from: x(turn), to: 0, turns: 0, sums: { read: 0, again: 0, fresh: 0 } }
      steps.push(step)
    }
    step.to = x(turn + 1)
    step.turns += 1
    for (const part of CACHE_PARTS) step.sums[part] += cache[part][turn] ?? 0
  }
  const paths = { read: '', again: '', fresh: '' }
  for (const { from: left, to: right, turns, sums } of steps) {
    let low = height
    for (const part of CACHE_PARTS) {
      const high = low - (sums[part] / turns / Math.max(1, most)) * height
      if (sums[part] > 0)
        paths[part] += `M${round(left)} ${round(low)}V${round(high)}H${round(right)}V${round(low)}Z`
      low = high
    }
  }
  return paths
}
