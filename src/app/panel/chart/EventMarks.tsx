import type { Scale } from '../../picture/plot/scale.ts'
import { MARK } from './event-marks.ts'
import type { EventMark } from './event-marks.ts'

/** Letters on a line. A mark is titled with its readings; the tip over its turn tells them too. */
export function EventMarks({
  marks,
  scale,
}: {
  readonly marks: readonly EventMark[]
  readonly scale: Pick<Scale, 'width' | 'height'>
}) {
  return (
    <svg className="chart-over" width={scale.width} height={scale.height}>
      {marks.map(({ x, y, letter, loss, labels }) => (
        <g
          key={`${x} ${y}`}
          className={loss ? 'event-mark is-loss' : 'event-mark'}
          transform={`translate(${x} ${y})`}
        >
          <title>{labels.join('\n')}</title>
          <circle r={MARK} />
          <text y={0.5}>{letter}</text>
        </g>
      ))}
    </svg>
  )
}

/** A mark as it stands in a legend. */
export function MarkSign({ letter, loss = false }: { readonly letter: string; readonly loss?: boolean }) {
  return (
    <svg width="14" height="14" aria-hidden="true">
      <g className={loss ? 'event-mark is-loss' : 'event-mark'} transform="translate(7 7)">
        <circle r={MARK} />
        <text y={0.5}>{letter}</text>
      </g>
    </svg>
  )
}
