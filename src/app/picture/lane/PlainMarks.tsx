import { useEffect, useMemo, useRef } from 'react'
import type { WindowId } from '../../../engine/index.ts'
import type { TimelineData } from '../../../sim/index.ts'
import { share, tokens, whole, xAt } from '../../../view/index.ts'
import { useFutureHidden } from '../../store/look/future.ts'
import { playhead } from '../../store/look/playhead.ts'
import { usePresenting } from '../../store/look/presenting.ts'
import { clippedTo } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import { PLAIN_TEXT } from '../words.ts'
import { plainLines, plainParts } from './plain-parts.ts'
import type { PlainPart } from './plain-parts.ts'

/**
 * Pixels that the names of the parts need beside the playhead, those of the words about the line, and those between two
 * of them.
 */
const USUAL = { room: 168, words: 210, apart: 15 }
/** The same in the large text of a presentation. */
const LARGE = { room: 252, words: 315, apart: 22 }

/**
 * A picture in plain words: the limit, the line from which on something is removed, and beside the playhead what the
 * window holds there. The words of the lines stand at the left, where a window is not full yet. The settings behind the
 * lines are in their tips.
 */
export function PlainMarks({
  data,
  window,
  scale,
}: {
  readonly data: TimelineData
  readonly window: WindowId
  readonly scale: Scale
}) {
  const { left, right, width, height } = scale
  const { words, apart } = usePresenting() ? LARGE : USUAL
  // Over what comes later, their names would be hard to read.
  const hidden = useFutureHidden()
  const { begins, acts, ends } = useMemo(() => plainLines(data), [data])
  const roomy = width - left - right >= words
  const full = Math.round(scale.y(data.limit)) + 0.5
  const line = acts === null ? null : Math.round(scale.y(acts)) + 0.5
  return (
    <>
      <svg className="strata-over plain-marks" {...clippedTo(scale, height)} aria-hidden="true">
        <line
          className="stroke soft dotted limit-line limit"
          x1={left}
          x2={width - right}
          y1={full}
          y2={full}
        />
        <text className="haloed" x={left + 6} y={full + apart - 3}>
          {roomy ? PLAIN_TEXT.limit(whole(data.limit)) : PLAIN_TEXT.limitShort(whole(data.limit))}
          <title>{PLAIN_TEXT.limitTitle}</title>
        </text>
        {line !== null && (
          <>
            <line
              className="stroke soft dotted limit-line orange"
              x1={left}
              x2={width - right}
              y1={line}
              y2={line}
            />
            <text className="haloed" x={left + 6} y={Math.max(line - (apart + 5) / 2, full + 2 * apart - 3)}>
              {PLAIN_TEXT[ends ? 'ends' : 'acts'][roomy ? 'full' : 'short']}
              <title>
                {begins === null
                  ? PLAIN_TEXT.endsTitle(whole(data.reserve))
                  : PLAIN_TEXT.actsTitle(begins.key, tokens(begins.tokens, data), share(begins.share, data))}
              </title>
            </text>
          </>
        )}
      </svg>
      {hidden && <Parts data={data} window={window} scale={scale} />}
    </>
  )
}

const PARTS: readonly PlainPart['name'][] = ['base', 'task', 'rest']

/** The names of the parts of the prompt, beside the playhead. Moved without React. */
function Parts({
  data,
  window,
  scale,
}: {
  readonly data: TimelineData
  readonly window: WindowId
  readonly scale: Scale
}) {
  const ref = useRef<SVGSVGElement>(null)
  const room = usePresenting() ? LARGE : USUAL
  const partsAt = useMemo(() => plainParts(data, window), [data, window])
  useEffect(() => {
    const write = ({ turn, turns }: { readonly turn: number; readonly turns: number }): void => {
      const svg = ref.current
      if (svg === null) return
      const x = scale.x(xAt(turn, 'sent'))
      const found = partsAt({ turn, turns, x }, scale, room)
      svg.style.display = found === null ? 'none' : ''
      if (found === null) return
      svg.setAttribute('text-anchor', found.anchor)
      for (const name of PARTS) {
        const text = svg.querySelector(`[data-part="${name}"]`)
        const part = found.parts.find((one) => one.name === name)
        if (text === null) continue
        text.textContent = part?.text ?? ''
        if (part === undefined) continue
        text.setAttribute('transform', `translate(${x + (found.anchor === 'start' ? 8 : -8)} ${part.y})`)
        text.setAttribute('opacity', part.shown ? '1' : '0')
        text.classList.toggle('loss', part.lost)
      }
    }
    write(playhead.getState())
    return playhead.subscribe(write)
  }, [partsAt, scale, room])
  return (
    <svg ref={ref} className="strata-over plain-marks" {...clippedTo(scale, scale.height)} aria-hidden="true">
      {PARTS.map((name) => (
        <text key={name} className="haloed" data-part={name} />
      ))}
    </svg>
  )
}
