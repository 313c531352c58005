import { memo, useMemo } from 'react'
import type { BlockId } from '../../engine/index.ts'
import { bandsOf } from '../../view/index.ts'
import type { Band, Strata } from '../../view/index.ts'
import { capsOf, edgesOf, endOf, lettersOf, pathOfBand, shapesOf, spineOf } from './shapes.ts'
import type { Scale } from './scale.ts'
import { CanvasPainter } from './CanvasPainter.tsx'
import { SvgPainter } from './SvgPainter.tsx'
import { TaskEnd, WORDS_WIDTH } from './TaskEnd.tsx'
import './strata.css'

/** Bands above which the picture is drawn on a canvas: more paths than that make SVG slow to lay out. */
const MOST_SVG_BANDS = 2000

interface Properties {
  readonly picture: Strata
  readonly scale: Scale
  /** The block whose band stands out; the others fade. */
  readonly selected: BlockId | null
  /** The first user message, traced, so that its end is seen. */
  readonly task: BlockId | null
  readonly label: string
}

/** The prompt over time: a band for each block, in prompt order, drawn from the display list of `view`. */
export const StrataPicture = memo(function StrataPicture(props: Properties) {
  const { picture, scale, selected, task, label } = props
  const shapes = useMemo(() => shapesOf(picture, scale), [picture, scale])
  const letters = useMemo(() => lettersOf(picture, scale), [picture, scale])
  const caps = useMemo(() => capsOf(picture.caps, scale), [picture, scale])
  const edges = useMemo(() => edgesOf(picture, scale), [picture, scale])
  const outline = useMemo(
    () => drawn(picture, selected, (band) => pathOfBand(band, scale)),
    [picture, scale, selected],
  )
  const spine = useMemo(() => drawn(picture, task, (band) => spineOf(band, scale)), [picture, scale, task])
  const taskEnd = task === null ? null : endOf(picture, task, scale)
  const { left, right, width, height } = scale
  const limitAt = scale.y(picture.reserve.high)
  const reserveAt = scale.y(picture.reserve.low)
  return (
    <figure className="strata" style={{ height }} aria-label={label}>
      {picture.bands.length > MOST_SVG_BANDS && <CanvasPainter shapes={shapes} scale={scale} />}
      <svg className="strata-over" width={width} height={height} aria-hidden="true">
        {picture.bands.length <= MOST_SVG_BANDS && <SvgPainter shapes={shapes} />}
        <path className="edges" d={edges} />
        <rect
          className="reserve"
          x={left}
          y={limitAt}
          width={Math.max(0, width - left - right)}
          height={Math.max(0, reserveAt - limitAt)}
        />
        {picture.lines.map((line) => (
          <line
            key={line.key}
            className={`limit-line ${line.zone ?? 'limit'}`}
            x1={left}
            x2={width - right}
            y1={Math.round(scale.y(line.tokens)) + 0.5}
            y2={Math.round(scale.y(line.tokens)) + 0.5}
          />
        ))}
        <path className="cap reduced" d={caps.reduced} />
        <path className="cap lost" d={caps.lost} />
        <path className="task-spine" d={spine} />
        {taskEnd !== null && (
          <TaskEnd x={taskEnd.x} y={taskEnd.y} before={taskEnd.x > width - right - WORDS_WIDTH} />
        )}
        {letters.map((letter) => (
          <text key={letter.key} className={`letter on-${letter.type}`} x={letter.x} y={letter.y}>
            {letter.text}
          </text>
        ))}
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

/** The bands of a block as one path; '' for none. */
function drawn(picture: Strata, block: BlockId | null, path: (band: Band) => string): string {
  return block === null ? '' : bandsOf(picture, block).map(path).join('')
}
