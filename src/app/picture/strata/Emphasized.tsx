import type { Emphasis } from './emphasis.ts'
import type { Scale } from '../plot/scale.ts'
import { SvgPainter } from '../plot/SvgPainter.tsx'

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
