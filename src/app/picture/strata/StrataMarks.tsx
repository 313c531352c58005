import type { Emphasis } from './emphasis.ts'
import type { Scale } from '../plot/scale.ts'
import { SvgPainter } from '../plot/SvgPainter.tsx'
import { isToldEnd } from './caps.ts'
import type { CapLetter } from './caps.ts'
import type { Letter } from './shapes.ts'
import { Fragment } from 'react'
import type { Ref } from 'react'
import type { BlockType } from '../../../engine/index.ts'
import type { SelectionMark } from '../../store/run/selection-marks.ts'
import { pathOf } from '../plot/shape.ts'
import type { Shape } from '../plot/shape.ts'
import type { EndReason } from '../../../view/index.ts'
import { TONES } from '../block/Legend.tsx'
import { LANE_TEXT } from '../words.ts'

/** What a setting controls, painted over the faded rest of the picture. */
export function Emphasized({
  emphasis: { shapes, ends },
  scale: { left, right, width, height },
}: {
  readonly emphasis: Emphasis
  readonly scale: Pick<Scale, 'left' | 'right' | 'width' | 'height'>
}) {
  return (
    <g className="emphasized">
      <rect className="others" x={left} width={Math.max(0, width - left - right)} height={height} />
      <SvgPainter shapes={shapes} />
      <path className="stroke ends halo" d={ends} />
      <path className="stroke ends" d={ends} />
    </g>
  )
}

/** What a search found, painted and outlined over the faded rest of the picture. */
export function FoundBands({
  shapes,
  scale: { left, right, width, height },
}: {
  readonly shapes: readonly Shape[]
  readonly scale: Pick<Scale, 'left' | 'right' | 'width' | 'height'>
}) {
  const outline = shapes
    .filter(({ paint }) => paint.kind === 'fill')
    .map(({ lines }) => pathOf(lines, true))
    .join('')
  return (
    <>
      <rect className="others of-found" x={left} width={Math.max(0, width - left - right)} height={height} />
      <SvgPainter shapes={shapes} />
      <path className="found-bands" fill="none" stroke="var(--accent)" d={outline} />
    </>
  )
}

/** The letter of a block's type, in its band. */
export function TypeLetters({ letters }: { readonly letters: readonly Letter[] }) {
  return letters.map(({ key, type, x, y, text }) => (
    <text key={key} className={`letter on-${type}`} x={x} y={y}>
      {text}
    </text>
  ))
}

/** The reasons why blocks ended, beside their caps. */
export function CapLetters({ letters }: { readonly letters: readonly CapLetter[] }) {
  return letters.map(({ key, x, y, text, lost }) => (
    <text key={key} className={lost ? 'haloed loss cap-letter' : 'haloed cap-letter'} x={x} y={y}>
      {text}
    </text>
  ))
}

/** The outline of the pointed target, on a separate layer, so that a move does not repaint what is below. */
export function Pointed({
  path,
  scale: { width, height },
}: {
  readonly path: Ref<SVGPathElement> | undefined
  readonly scale: Pick<Scale, 'width' | 'height'>
}) {
  return (
    <svg className="strata-over pointed" width={width} height={height} aria-hidden="true">
      <path ref={path} className="stroke pointed-band" />
    </svg>
  )
}

interface Tick {
  readonly key: string
  readonly x: number
  readonly y: number
  readonly kind: SelectionMark['kind']
}

/** Height of a tick in pixels, above the edge on which it stands. */
const TALL = 6

/**
 * The selected block over the other, faded blocks, and ticks at the turns that concern it. Its outline is around it,
 * not on it: many blocks are no taller than a stroke.
 */
export function Selected({
  outline,
  shapes,
  scale,
  ticks,
  spine = null,
}: {
  readonly outline: string
  readonly shapes: readonly Shape[]
  readonly scale: Scale
  readonly ticks: readonly Tick[]
  /** The middle line of the block while it is complete, so that the beginning and end of a small block are visible. */
  readonly spine?: { readonly path: string; readonly type: BlockType } | null
}) {
  const { left, right, width, height } = scale
  return (
    <>
      <rect className="others" x={left} width={Math.max(0, width - left - right)} height={height} />
      <path className="stroke selected-band" d={outline} />
      <path className="selected-ground" d={outline} />
      {spine !== null && (
        <>
          <path className="stroke selected-spine edge" d={spine.path} />
          <path
            className="stroke selected-spine"
            d={spine.path}
            style={{ stroke: `var(--fill-${spine.type})` }}
          />
        </>
      )}
      <SvgPainter shapes={shapes} />
      <g>
        {ticks.map(({ key, x, y, kind }) => (
          <Fragment key={key}>
            <path className="stroke halo" d={`M${x} ${Math.max(TALL, y)}v${-TALL}`} />
            <path className={`stroke ${TONES[kind]}`} d={`M${x} ${Math.max(TALL, y)}v${-TALL}`} />
          </Fragment>
        ))}
      </g>
    </>
  )
}

/** The cross where the task was last complete, with an explanation. */
export function TaskEnd({
  x,
  y,
  reason,
  below = false,
  before = false,
}: {
  readonly x: number
  readonly y: number
  /** How it ended: a task in a summary is not lost. */
  readonly reason: EndReason
  /** Puts the words below the cross, if it is near the top of a picture. */
  readonly below?: boolean
  /** Puts them left of it, if it is near the right edge. */
  readonly before?: boolean
}) {
  return (
    <g className={isToldEnd(reason) ? 'task-end is-told' : 'task-end'} transform={`translate(${x} ${y})`}>
      <path className={isToldEnd(reason) ? 'stroke' : 'stroke loss'} d="M-3 -3L3 3M-3 3L3 -3" />
      <text
        className={isToldEnd(reason) ? 'haloed strong' : 'haloed strong loss'}
        x={before ? -7 : 7}
        y={below ? 12 : -6}
        textAnchor={before ? 'end' : 'start'}
      >
        {isToldEnd(reason) ? LANE_TEXT.taskTold : LANE_TEXT.taskLost}
      </text>
    </g>
  )
}
