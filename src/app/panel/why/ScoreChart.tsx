import { Lock } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Turn } from '../../../engine/index.ts'
import { counted, decimal, turnName, whole } from '../../../view/index.ts'
import type { ScoreDot } from '../../../view/index.ts'
import { hideTip, showTip } from '../../ui/listen.ts'
import { onTurn } from '../../store/look/playhead.ts'
import { useWidth } from '../../ui/use-in-sight.ts'
import { WHY_TEXT } from './words.ts'

/** Turns and scores to pixels. */
export interface Place {
  readonly x: (turn: number) => number
  readonly y: (score: number) => number
}

/** Ends of the scale: a policy by age has all its scores near 0, where a line along the bottom would show nothing. */
const ENDS = [0.02, 0.05, 0.1, 0.2, 0.5]

/** The smallest end of the scale that includes every score and cutoff. */
export function topOfScores(dots: readonly ScoreDot[]): number {
  let most = 0
  for (const { score, lastGone, firstStayed } of dots)
    most = Math.max(most, score ?? 0, lastGone ?? 0, firstStayed ?? 0)
  return ENDS.find((end) => end >= most) ?? 1
}

/**
 * Half of the minimum height and length of the band, in pixels: a cutoff without height is a line, a single one a dash.
 */
const LEAST = 0.75
const LONE = 4

/**
 * The band between the last evicted and the first survivor, through the decisions. The two choices have separate
 * rankings, so no band connects their cutoffs.
 */
export function cutBand(dots: readonly ScoreDot[], place: Place): string {
  const runs: ScoreDot[][] = []
  for (const dot of dots) {
    if (dot.lastGone === null && dot.firstStayed === null) continue
    const run = runs.at(-1)
    if (run?.[0]?.choice === dot.choice) run.push(dot)
    else runs.push([dot])
  }
  return runs.map((run) => stretchOf(run, place)).join('')
}

function stretchOf(run: readonly ScoreDot[], { x, y }: Place): string {
  const low: string[] = []
  const high: string[] = []
  for (const { x: at, lastGone, firstStayed } of run) {
    const [gone, stayed] = [lastGone ?? firstStayed ?? 0, firstStayed ?? lastGone ?? 0]
    for (const side of run.length === 1 ? [-LONE, LONE] : [0]) {
      low.push(`${x(at) + side} ${y(gone) + LEAST}`)
      high.push(`${x(at) + side} ${y(stayed) - LEAST}`)
    }
  }
  return `M${low.join('L')}L${high.reverse().join('L')}Z`
}

const HEIGHT = 96
/** Room for the padlocks above, the axis below, the scale at the left. */
const TOP = 16
const BOTTOM = 14
const LEFT = 28
const RIGHT = 8

interface Properties {
  readonly dots: readonly ScoreDot[]
  /** Turns in which it arrived and left for good; null if it is there at the end. */
  readonly life: { readonly turn: Turn; readonly left: Turn | null }
  /** Turns of the whole conversation. */
  readonly turns: number
  /** Turn of the decision in the panel. */
  readonly asked: number | null
  readonly onAsk: (turn: number) => void
}

/** A block's score at every decision that ranked it, with each cutoff; every dot links to its decision. */
export function ScoreChart({ dots, life, turns, asked, onAsk }: Properties) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const top = topOfScores(dots)
  const x = (at: number): number => LEFT + (at / Math.max(1, turns)) * Math.max(0, width - LEFT - RIGHT)
  const y = (score: number): number => TOP + (1 - score / top) * (HEIGHT - TOP - BOTTOM)
  const place: Place = { x, y }
  const ranked = dots.filter((dot) => dot.score !== null)
  const held = dots.filter((dot) => dot.score === null && dot.gates.length > 0)
  const line = ranked.map((dot) => `${x(dot.x)} ${y(dot.score ?? 0)}`).join('L')
  const decisions = (count: number): string => counted(count, 'decision')
  return (
    <div className="score-chart" ref={ref} style={{ height: HEIGHT }}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={WHY_TEXT.historyLabel(decisions(ranked.length), decisions(held.length))}
      >
        <path className="stroke hairline" d={`M${LEFT} ${y(0) + 0.5}H${width - RIGHT}`} />
        <path className="stroke hairline" d={`M${LEFT} ${y(top) + 0.5}H${width - RIGHT}`} />
        <text textAnchor="end" x={LEFT - 5} y={y(top) + 0.5}>
          {decimal(top, top < 0.1 ? 2 : 1)}
        </text>
        <text textAnchor="end" x={LEFT - 5} y={y(0) - 0.5}>
          0
        </text>
        <text x={LEFT} y={HEIGHT - 4.5}>
          {turnName(0)}
        </text>
        <text textAnchor="end" x={width - RIGHT} y={HEIGHT - 4.5}>
          {whole(Math.max(0, turns - 1))}
        </text>
        <path className="solid hairline" d={cutBand(dots, place)} />
        <path
          className="stroke thick accent"
          strokeOpacity={0.45}
          d={`M${x(life.turn)} ${y(0) + 0.5}H${x(life.left === null ? turns : life.left + 0.5)}`}
        />
        {line !== '' && <path className="stroke accent history" d={`M${line}`} />}
        <Marks dots={dots} place={place} asked={asked} />
        <PlayheadLine x={x} />
      </svg>
      <Dots dots={dots} place={place} asked={asked} onAsk={onAsk} />
    </div>
  )
}

type MarkKind = 'went' | 'ranked' | 'held' | 'absent'

function kindOf({ score, taken, gates }: ScoreDot): MarkKind {
  if (score !== null) return taken ? 'went' : 'ranked'
  return gates.length > 0 ? 'held' : 'absent'
}

/** A guarded block is above the scale, one that was not ranked below it. */
function heightOf({ score }: ScoreDot, kind: MarkKind, { y }: Place): number {
  if (score !== null) return y(score)
  return kind === 'held' ? TOP / 2 : HEIGHT - BOTTOM
}

function askedIn(dots: readonly ScoreDot[], asked: number | null): number {
  return dots.findLastIndex((dot) => dot.turn === asked)
}

/** What the dots look like: a part of the picture, so that it is saved with it. */
function Marks({ dots, place, asked }: Pick<Properties, 'dots' | 'asked'> & { readonly place: Place }) {
  const askedAt = askedIn(dots, asked)
  return dots.map((dot, index) => {
    const kind = kindOf(dot)
    const [x, y] = [place.x(dot.x), heightOf(dot, kind, place)]
    // A turn may hold two decisions.
    const key = `${index} ${dot.turn}`
    return (
      <g key={key} className={kind}>
        {kind === 'ranked' && <circle className="solid accent" cx={x} cy={y} r={3} />}
        {kind === 'went' && <path className="solid" d={`M${x - 1.5} ${y - 6.5}h3v13h-3z`} />}
        {kind === 'absent' && <path className="solid faint" d={`M${x - 0.5} ${y - 3}h1v6h-1z`} />}
        {kind === 'held' && <Lock className="soft" x={x - 4} y={y - 4} size={8} strokeWidth={2.8} />}
        {index === askedAt && <circle className="stroke" cx={x} cy={y} r={6.25} />}
      </g>
    )
  })
}

/** Buttons over the picture: one tab stop, arrow keys from dot to dot. */
function Dots({
  dots,
  place,
  asked,
  onAsk,
}: Pick<Properties, 'dots' | 'asked' | 'onAsk'> & { readonly place: Place }) {
  const list = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState<number | null>(null)
  const askedAt = askedIn(dots, asked)
  const current = stop !== null && stop < dots.length ? stop : Math.max(0, askedAt)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    const next = Math.max(0, Math.min(dots.length - 1, current + step))
    if (step === 0) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows are those of the buttons inside
    <div ref={list} onKeyDown={onKeyDown}>
      {dots.map((dot, index) => {
        // A turn may hold two decisions.
        const key = `${index} ${dot.turn}`
        return (
          <Dot
            key={key}
            dot={dot}
            place={place}
            asked={index === askedAt}
            reached={index === current}
            onAsk={onAsk}
            onReach={() => {
              setStop(index)
            }}
          />
        )
      })}
    </div>
  )
}

interface DotProperties {
  readonly dot: ScoreDot
  readonly place: Place
  readonly asked: boolean
  /** Whether it is the tab stop. */
  readonly reached: boolean
  readonly onAsk: (turn: number) => void
  readonly onReach: () => void
}

function Dot({ dot, place, asked, reached, onAsk, onReach }: DotProperties) {
  const { sentence, turn } = dot
  const kind = kindOf(dot)
  const tell = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    const { right, bottom } = currentTarget.getBoundingClientRect()
    showTip(right - 12, bottom - 10, [sentence])
  }
  return (
    <button
      type="button"
      className={`dot ${kind}`}
      style={{ left: place.x(dot.x), top: heightOf(dot, kind, place) }}
      aria-label={sentence}
      aria-current={asked ? 'true' : undefined}
      data-turn={turn}
      tabIndex={reached ? 0 : -1}
      onPointerEnter={tell}
      onFocus={(event) => {
        onReach()
        tell(event)
      }}
      onPointerLeave={hideTip}
      onBlur={hideTip}
      onClick={() => {
        hideTip()
        onAsk(turn)
      }}
    />
  )
}

/** The turn under the pointer anywhere on the page; written directly, because it moves with the pointer. */
function PlayheadLine({ x }: { readonly x: (at: number) => number }) {
  const line = useRef<SVGLineElement>(null)
  const draw = useCallback(
    (turn: number) => {
      const at = String(x(turn + 0.5))
      line.current?.setAttribute('x1', at)
      line.current?.setAttribute('x2', at)
    },
    [x],
  )
  useEffect(() => onTurn(draw), [draw])
  return <line ref={line} className="stroke faint" y1={TOP} y2={HEIGHT - BOTTOM} />
}
