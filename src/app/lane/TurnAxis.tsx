import { memo } from 'react'
import { xAt } from '../../view/index.ts'
import type { Scale } from '../strata/scale.ts'

const APART = 44

/** Turn numbers under a lane, and a diamond where it first differs from the first lane. */
export const TurnAxis = memo(function TurnAxis({
  scale,
  parts,
  title,
}: {
  readonly scale: Scale
  readonly parts: number | null
  readonly title: string
}) {
  return (
    <svg className="turn-axis" width={scale.width} height={16} aria-hidden="true">
      {ticksOf(scale).map((turn) => (
        <g key={turn} transform={`translate(${scale.x(turn)} 0)`}>
          <line y2={3} />
          <text y={13}>{turn}</text>
        </g>
      ))}
      {parts !== null && (
        <path
          className="diamond"
          d="M0 -4L4 0L0 4L-4 0Z"
          transform={`translate(${scale.x(xAt(parts, 'sent'))} 5)`}
        >
          <title>{title}</title>
        </path>
      )}
      <text className="axis-name" x={scale.width - scale.right + 6} y={13}>
        turn
      </text>
    </svg>
  )
})

/** Round numbers, no closer than a label is wide. */
function ticksOf({ from, to, x }: Scale): number[] {
  const perTurn = x(1) - x(0)
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000].find(
    (one) => one * perTurn >= APART,
  )
  if (step === undefined) return [Math.ceil(from)]
  const ticks: number[] = []
  for (let turn = Math.ceil(from / step) * step; turn < to; turn += step) ticks.push(turn)
  return ticks
}
