import { memo } from 'react'
import { LANE_TEXT } from '../words.ts'
import { LEADER } from './line-labels.ts'
import type { LineLabel } from './line-labels.ts'
import type { Scale } from '../plot/scale.ts'

/** The keys that set the lines of a picture, at their left end, over everything else. */
export const LineLabels = memo(function LineLabels({
  labels,
  scale,
  strong,
}: {
  readonly labels: readonly LineLabel[]
  readonly scale: Scale
  /** Ids of the lines that a focused setting puts there. */
  readonly strong: ReadonlySet<string>
}) {
  return (
    <>
      <svg className="line-labels" width={scale.width} height={scale.height} aria-hidden="true">
        {labels.map(({ id, y, end, leader, line }) =>
          leader === null ? null : (
            <path key={id} className="leader" d={`M${end + 2} ${y}H${leader}l${LEADER} ${line - y}`} />
          ),
        )}
        {labels.map(({ id, kind, text, x, y, asked }) =>
          asked && !strong.has(id) ? null : (
            <text key={id} className={strong.has(id) ? `${kind} is-focused` : kind} x={x} y={y}>
              {text}
            </text>
          ),
        )}
      </svg>
      <figcaption className="unseen">{LANE_TEXT.lines(labels.map(({ title }) => title))}</figcaption>
    </>
  )
})
