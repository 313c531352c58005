import { memo } from 'react'
import { whole, xAt } from '../../../view/index.ts'
import type { Scale } from './scale.ts'
import { LANE_TEXT } from '../words.ts'
import type { Flag } from './flags.ts'

const NONE: readonly Flag[] = []
const APART = 44
/** Pixels before the right border in which a number would be cut. */
const NEAR = 16

/** Turn numbers under a lane, a flag at each checkpoint, and a diamond where it first differs from the first lane. */
export const TurnAxis = memo(function TurnAxis({
  scale,
  parts,
  title,
  flags = NONE,
}: {
  readonly scale: Scale
  readonly flags?: readonly Flag[]
  readonly parts: number | null
  readonly title: string
}) {
  const { from, to, left, width } = scale
  const partsAt = parts === null ? null : xAt(parts, 'sent')
  return (
    <svg className="turn-axis" width={width} height={16} aria-hidden="true">
      {ticksOf(scale).map((turn) => (
        <g key={turn} transform={`translate(${scale.x(xAt(turn, 'sent'))} 0)`}>
          <line className="stroke faint" y2={3} />
          <text className="haloed" y={9.5} {...anchored(width - scale.x(xAt(turn, 'sent')))}>
            {whole(turn)}
          </text>
        </g>
      ))}
      {flags.map(({ x }) => (
        <path
          key={x}
          className="solid accent flag"
          d="M0 6V0H4.5L3.2 1.6L4.5 3.2H0"
          transform={`translate(${x} -2)`}
        />
      ))}
      {partsAt !== null && partsAt >= from && partsAt <= to && (
        <path
          className="solid accent diamond"
          d="M0 -4L4 0L0 4L-4 0Z"
          transform={`translate(${scale.x(partsAt)} 5)`}
        >
          <title>{title}</title>
        </path>
      )}
      <text textAnchor="end" x={left - 10} y={9.5}>
        {LANE_TEXT.axis}
      </text>
    </svg>
  )
})

/** Centred; near a border, aligned with it at this distance in pixels. */
function anchored(away: number): { readonly x: number; readonly textAnchor: 'end' | 'middle' } {
  return away < NEAR ? { x: away, textAnchor: 'end' } : { x: 0, textAnchor: 'middle' }
}

/** Round numbers, at least the width of a label apart. */
export function ticksOf({ from, to, x }: Scale): number[] {
  const perTurn = x(1) - x(0)
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000].find(
    (one) => one * perTurn >= APART,
  )
  if (step === undefined) return [Math.ceil(from)]
  const ticks: number[] = []
  for (let turn = Math.ceil(from / step) * step; turn < to; turn += step) ticks.push(turn)
  return ticks
}
