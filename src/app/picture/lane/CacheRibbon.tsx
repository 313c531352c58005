import { memo, useCallback, useMemo, useState } from 'react'
import type { WindowId } from '../../../engine/index.ts'
import { money, share, tokens, turnName } from '../../../view/index.ts'
import { cacheOfLane } from '../../store/run/questions.ts'
import { useAnswer } from '../../ui/later.ts'
import type { Comparison, Questions } from '../../../worker/protocol.ts'
import { clippedTo } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import { round } from '../plot/shape.ts'
import { LANE_TEXT } from '../words.ts'

/** What the prompts of a lane read from the cache, and what the lane cost. */
export type LaneCache = Questions['cache']['answer']

/** Pixels of the words, and of the bars under them. */
const WORDS = 12
const BARS = 18
/** With the margin to what stands above. */
export const CACHE_HEIGHT = WORDS + BARS + 2

/** Parts of a prompt from below: what is cheap first. */
const PARTS = ['read', 'again', 'fresh'] as const

/** The cache of a lane; while that of another run is worked out, what was known of the lane before. */
export function useLaneCache(comparison: Comparison, lane: string, window: WindowId): LaneCache | null {
  const ask = useCallback(async () => cacheOfLane(comparison, lane, window), [comparison, lane, window])
  const { answer } = useAnswer(ask)
  const [last, setLast] = useState({ lane, window, answer })
  if (answer !== null && answer !== last.answer) setLast({ lane, window, answer })
  return answer ?? (last.lane === lane && last.window === window ? last.answer : null)
}

/** The prompts of a lane turn by turn: what was read from the cache, what was paid for again, and what was new. */
export const CacheRibbon = memo(function CacheRibbon({
  cache,
  most,
  scale,
  lane,
}: {
  readonly cache: LaneCache | null
  /** Tokens of the longest prompt, the same in every lane. */
  readonly most: number
  readonly scale: Scale
  readonly lane: string
}) {
  const paths = useMemo(
    () => (cache === null ? null : cachePaths(cache, scale, most, BARS)),
    [cache, scale, most],
  )
  return (
    <div className="cache-ribbon" style={{ height: CACHE_HEIGHT - 2 }} title={LANE_TEXT.cacheMeaning}>
      <svg
        className="strata-over"
        {...clippedTo(scale, WORDS + BARS)}
        role="img"
        aria-label={LANE_TEXT.cachePicture(lane)}
      >
        {cache !== null && (
          <text x={scale.left} y={WORDS / 2}>
            {LANE_TEXT.cacheShare(share(readShare(cache)), money(cache.usd))}
          </text>
        )}
        {paths !== null && (
          <g transform={`translate(0 ${WORDS})`}>
            {PARTS.map((part) => (
              <path key={part} className={part} d={paths[part]} />
            ))}
          </g>
        )}
      </svg>
    </div>
  )
})

/** What a turn's prompt read, for its tip; none where the window sent nothing in it. */
export function tipOfCache(cache: LaneCache, turn: number, exact: boolean): readonly string[] {
  const at = cache.turn.indexOf(turn)
  if (at === -1) return []
  const [read = 0, again = 0, fresh = 0] = PARTS.map((part) => cache[part][at])
  const figure = (value: number): string => tokens(value, { exact })
  return [
    LANE_TEXT.sentIn(turnName(turn)),
    LANE_TEXT.cacheRead(figure(read)),
    LANE_TEXT.cacheAgain(figure(again)),
    LANE_TEXT.cacheFresh(figure(fresh)),
  ]
}

function readShare({ read, again, fresh }: LaneCache): number {
  let all = 0
  let kept = 0
  for (let at = 0; at < read.length; at++) {
    kept += read[at] ?? 0
    all += (read[at] ?? 0) + (again[at] ?? 0) + (fresh[at] ?? 0)
  }
  return all === 0 ? 0 : kept / all
}

/** A step of the ribbon: a turn, or the turns of a pixel together. */
interface Step {
  readonly from: number
  to: number
  turns: number
  readonly sums: Record<(typeof PARTS)[number], number>
}

/**
 * One bar for each turn in sight, or for each pixel where turns are narrower: then it is their mean.
 *
 * @param most tokens that are as tall as the ribbon
 * @param height its pixels
 */
export function cachePaths(
  cache: LaneCache,
  { x, from, to }: Pick<Scale, 'x' | 'from' | 'to'>,
  most: number,
  height: number,
): Readonly<Record<(typeof PARTS)[number], string>> {
  const steps: Step[] = []
  for (let at = 0; at < cache.turn.length; at++) {
    const turn = cache.turn[at] ?? 0
    if (turn + 1 <= from || turn >= to) continue
    let step = steps.at(-1)
    if (step === undefined || x(turn + 1) - step.from >= 1) {
      step = { from: x(turn), to: 0, turns: 0, sums: { read: 0, again: 0, fresh: 0 } }
      steps.push(step)
    }
    step.to = x(turn + 1)
    step.turns += 1
    for (const part of PARTS) step.sums[part] += cache[part][at] ?? 0
  }
  const paths = { read: '', again: '', fresh: '' }
  for (const { from: left, to: right, turns, sums } of steps) {
    let low = height
    for (const part of PARTS) {
      const high = low - (sums[part] / turns / Math.max(1, most)) * height
      if (sums[part] > 0)
        paths[part] += `M${round(left)} ${round(low)}V${round(high)}H${round(right)}V${round(low)}Z`
      low = high
    }
  }
  return paths
}
