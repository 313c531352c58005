import { memo, useMemo } from 'react'
import type { Ref } from 'react'
import type { BlockId } from '../../../engine/index.ts'
import { xAt } from '../../../view/index.ts'
import type { Lifelines } from '../../../view/index.ts'
import { CanvasPainter } from '../plot/CanvasPainter.tsx'
import { FoundBands, TypeLetters, Selected, Pointed, TaskEnd } from '../strata/StrataMarks.tsx'
import { clippedTo } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import type { SelectionMark } from '../../store/run/selection-marks.ts'
import { pathOf } from '../plot/shape.ts'
import { SvgPainter } from '../plot/SvgPainter.tsx'
import { isNearRight } from '../strata/caps.ts'
import { endOfRow, lettersOfBars, outlinesOfRow, paintingOfBars, upperEdgeOfRow } from './bars.ts'
import type { Rows } from './bars.ts'

/** Maximum bars drawn as SVG; above it on a canvas. */
const MOST_SVG_BARS = 2000

interface Properties {
  readonly picture: Lifelines
  readonly scale: Scale
  readonly rows: Rows
  /** The block whose row is highlighted; the others fade. */
  readonly selected: BlockId | null
  /** Blocks that a search found; null without one. */
  readonly found: ReadonlySet<BlockId> | null
  /** Marks of the selected block, turn by turn. */
  readonly marks: readonly SelectionMark[]
  /** The first user message, whose end is labelled. */
  readonly task: BlockId | null
  readonly label: string
  /** The outline of the row under the pointer, written directly. */
  readonly pointed?: Ref<SVGPathElement>
}

/** A row for each block in order of arrival, from birth to end: its shape is characteristic of the policy. */
export const LifelinesPicture = memo(function LifelinesPicture(props: Properties) {
  const { picture, scale, rows, selected, found, marks, task, label, pointed } = props
  const { shapes, outlines } = useMemo(() => paintingOfBars(picture, scale, rows), [picture, scale, rows])
  const letters = useMemo(() => lettersOfBars(picture, scale, rows), [picture, scale, rows])
  const outline = useMemo(
    () => pathOf(outlinesOfRow(picture, selected, scale, rows), true),
    [picture, selected, scale, rows],
  )
  const own = useMemo(
    () => (selected === null ? [] : paintingOfBars(picture, scale, rows, new Set([selected])).shapes),
    [picture, selected, scale, rows],
  )
  const foundShapes = useMemo(
    () => (found === null ? null : paintingOfBars(picture, scale, rows, found).shapes),
    [picture, scale, rows, found],
  )
  const taskEnd = useMemo(() => endOfRow(picture, task, scale, rows), [picture, task, scale, rows])
  const ticks = useMemo(() => {
    if (selected === null) return []
    return marks.flatMap(({ turn, kind }) => {
      const place = upperEdgeOfRow(picture, selected, xAt(turn, 'sent'), scale, rows)
      return place === null ? [] : [{ ...place, key: `${turn} ${kind}`, kind }]
    })
  }, [picture, selected, marks, scale, rows])
  const { height } = scale
  const onCanvas = outlines > MOST_SVG_BARS
  return (
    <figure
      className="strata lifelines"
      style={{ height }}
      aria-label={label}
      data-rows={picture.rows.length}
      data-outlines={outlines}
    >
      {onCanvas && <CanvasPainter shapes={shapes} scale={scale} />}
      <svg className="strata-over" {...clippedTo(scale, height)} aria-hidden="true">
        {!onCanvas && <SvgPainter shapes={shapes} />}
        <TypeLetters letters={letters.types} />
        {letters.ends.map(({ key, x, y, text }) => (
          <text key={key} className="end-letter" x={x} y={y}>
            {text}
          </text>
        ))}
        {foundShapes !== null && <FoundBands shapes={foundShapes} scale={scale} />}
        {outline !== '' && <Selected outline={outline} shapes={own} scale={scale} ticks={ticks} />}
        {taskEnd !== null && <TaskEnd {...taskEnd} below before={isNearRight(taskEnd, scale)} />}
      </svg>
      <Pointed path={pointed} scale={scale} />
    </figure>
  )
})
