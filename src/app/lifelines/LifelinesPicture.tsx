import { memo, useMemo } from 'react'
import type { BlockId } from '../../engine/index.ts'
import type { Lifelines } from '../../view/index.ts'
import { CanvasPainter } from '../strata/CanvasPainter.tsx'
import { SvgPainter } from '../strata/SvgPainter.tsx'
import { TaskEnd, WORDS_WIDTH } from '../strata/TaskEnd.tsx'
import type { Scale } from '../strata/scale.ts'
import { endOfRow, endsOfBars, lettersOfBars, outlineOfRow, shapesOfBars } from './bars.ts'
import type { Rows } from './bars.ts'
import './lifelines.css'

/** Rows above which bars are drawn on a canvas. */
const MOST_SVG_ROWS = 2000
/** Opacity of a bar that stands only in part, as in the style sheet: paler than in the strata, where height tells it too. */
const FAINT = 0.28

interface Properties {
  readonly picture: Lifelines
  readonly scale: Scale
  readonly rows: Rows
  /** The block whose row stands out; the others fade. */
  readonly selected: BlockId | null
  /** The first user message, whose end is named. */
  readonly task: BlockId | null
  readonly label: string
}

/** A row for each block in order of arrival, from birth to end: the shape of it is the policy's signature. */
export const LifelinesPicture = memo(function LifelinesPicture(props: Properties) {
  const { picture, scale, rows, selected, task, label } = props
  const shapes = useMemo(() => shapesOfBars(picture, scale, rows), [picture, scale, rows])
  const ends = useMemo(() => endsOfBars(picture, scale, rows), [picture, scale, rows])
  const letters = useMemo(() => lettersOfBars(picture, scale, rows), [picture, scale, rows])
  const outline = useMemo(
    () => outlineOfRow(picture, selected, scale, rows),
    [picture, selected, scale, rows],
  )
  const taskEnd = useMemo(() => endOfRow(picture, task, scale, rows), [picture, task, scale, rows])
  const { left, right, width, height } = scale
  const onCanvas = picture.rows.length > MOST_SVG_ROWS
  return (
    <figure
      className="strata lifelines"
      style={{ height }}
      aria-label={label}
      data-rows={picture.rows.length}
    >
      {onCanvas && <CanvasPainter shapes={shapes} scale={scale} faint={FAINT} />}
      <svg className="strata-over" width={width} height={height} aria-hidden="true">
        {!onCanvas && <SvgPainter shapes={shapes} />}
        <path className="cap reduced" d={ends.reduced} />
        <path className="cap lost" d={ends.lost} />
        {letters.types.map(({ key, type, x, y, text }) => (
          <text key={key} className={`letter on-${type}`} x={x} y={y}>
            {text}
          </text>
        ))}
        {letters.ends.map(({ key, x, y, text }) => (
          <text key={key} className="end-letter" x={x} y={y}>
            {text}
          </text>
        ))}
        {taskEnd !== null && (
          <TaskEnd x={taskEnd.x} y={taskEnd.y} below before={taskEnd.x > width - right - WORDS_WIDTH} />
        )}
        {outline !== '' && (
          <>
            <path
              className="others"
              fillRule="evenodd"
              d={`M${left} 0H${width - right}V${height}H${left}Z${outline}`}
            />
            <path className="selected-band" d={outline} />
          </>
        )}
      </svg>
    </figure>
  )
})
