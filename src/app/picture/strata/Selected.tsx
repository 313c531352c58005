import { Fragment } from 'react'
import type { BlockType } from '../../../engine/index.ts'
import type { Scale } from '../plot/scale.ts'
import type { SelectionMark } from '../../store/run/selection-marks.ts'
import type { Shape } from '../plot/shape.ts'
import { SvgPainter } from '../plot/SvgPainter.tsx'

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
