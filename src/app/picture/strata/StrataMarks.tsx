import type { Emphasis } from './emphasis.ts'
import type { Scale } from '../plot/scale.ts'
import { SvgPainter } from '../plot/SvgPainter.tsx'
import type { CapLetter } from './caps.ts'
import type { Letter } from './shapes.ts'
import { Fragment } from 'react'
import type { Ref } from 'react'
import type { BlockType } from '../../../engine/index.ts'
import type { SelectionMark } from '../../store/run/selection-marks.ts'
import type { Shape } from '../plot/shape.ts'
import type { EndReason } from '../../../view/index.ts'
import { LANE_TEXT } from '../words.ts'

/** What a setting controls, over the rest of the picture, which fades. */
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
      <path className="ends halo" d={ends} />
      <path className="ends" d={ends} />
    </g>
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

/** Why blocks ended, beside their caps. */
export function CapLetters({ letters }: { readonly letters: readonly CapLetter[] }) {
  return letters.map(({ key, x, y, text, lost }) => (
    <text key={key} className={lost ? 'cap-letter lost' : 'cap-letter'} x={x} y={y}>
      {text}
    </text>
  ))
}

/** The outline of what is pointed at, on a layer of its own: what lies under it is not painted again with each move. */
export function Pointed({
  path,
  scale: { width, height },
}: {
  readonly path: Ref<SVGPathElement> | undefined
  readonly scale: Pick<Scale, 'width' | 'height'>
}) {
  return (
    <svg className="strata-over pointed" width={width} height={height} aria-hidden="true">
      <path ref={path} className="pointed-band" />
    </svg>
  )
}

interface Tick {
  readonly key: string
  readonly x: number
  readonly y: number
  readonly kind: SelectionMark['kind']
}

/** Pixels of a tick, above the edge it stands on. */
const TALL = 6

/**
 * The selected block over the others, which fade, and ticks at the turns that are told of it. Its outline
 * lies around it, not on it: many blocks are no taller than a stroke.
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
  /** The middle of the block as far as it stands in full, so that one of a few tokens is seen to stand and to end. */
  readonly spine?: { readonly path: string; readonly type: BlockType } | null
}) {
  const { left, right, width, height } = scale
  return (
    <>
      <rect className="others" x={left} width={Math.max(0, width - left - right)} height={height} />
      <path className="selected-band" d={outline} />
      <path className="selected-ground" d={outline} />
      {spine !== null && (
        <>
          <path className="selected-spine edge" d={spine.path} />
          <path className="selected-spine" d={spine.path} style={{ stroke: `var(--fill-${spine.type})` }} />
        </>
      )}
      <SvgPainter shapes={shapes} />
      <g className="marks-of-selection">
        {ticks.map(({ key, x, y, kind }) => (
          <Fragment key={key}>
            <path className="halo" d={`M${x} ${Math.max(TALL, y)}v${-TALL}`} />
            <path className={kind} d={`M${x} ${Math.max(TALL, y)}v${-TALL}`} />
          </Fragment>
        ))}
      </g>
    </>
  )
}

/** The cross where the task stopped standing in full, and what that means. */
export function TaskEnd({
  x,
  y,
  reason,
  below = false,
  before = false,
}: {
  readonly x: number
  readonly y: number
  /** How it ended: what went into a summary is not lost. */
  readonly reason: EndReason
  /** Puts the words under the cross, for one near the top of a picture. */
  readonly below?: boolean
  /** Puts them left of it, for one near the right edge. */
  readonly before?: boolean
}) {
  return (
    <g className={isTold(reason) ? 'task-end is-told' : 'task-end'} transform={`translate(${x} ${y})`}>
      <path d="M-3 -3L3 3M-3 3L3 -3" />
      <text x={before ? -7 : 7} y={below ? 12 : -6} textAnchor={before ? 'end' : 'start'}>
        {isTold(reason) ? LANE_TEXT.taskTold : LANE_TEXT.taskLost}
      </text>
    </g>
  )
}

function isTold(reason: EndReason): boolean {
  return reason === 'absorbed' || reason === 'folded'
}
