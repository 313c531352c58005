import { memo } from 'react'
import { LANE_TEXT } from '../words/lane.ts'
import type { LineLabel } from './line-labels.ts'
import type { Scale } from './scale.ts'

/** The keys that set the lines of a picture, at their left end, over everything else. */
export const LineLabels = memo(function LineLabels({
  labels,
  scale,
}: {
  readonly labels: readonly LineLabel[]
  readonly scale: Scale
}) {
  return (
    <>
      <svg className="line-labels" width={scale.width} height={scale.height} aria-hidden="true">
        {labels.map(({ key, title, text, x, y, strong }) => (
          <text key={key} className={strong ? 'strong' : undefined} x={x} y={y}>
            {title !== text && <title>{title}</title>}
            {text}
          </text>
        ))}
      </svg>
      <figcaption className="unseen">{LANE_TEXT.lines(labels.map(({ title }) => title))}</figcaption>
    </>
  )
})
