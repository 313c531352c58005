import { memo, useEffect, useMemo, useRef } from 'react'
import { isScaledLine, lineBounds, whole } from '../../../view/index.ts'
import type { LimitLine } from '../../../view/index.ts'
import type { LaneChoice } from '../../store/choice/choices.ts'
import { valueIn } from '../../store/choice/by-hand.ts'
import { useSession } from '../../store/run/session.ts'
import { LANE_TEXT } from '../words.ts'
import { gripsOf } from './grips.ts'
import type { Box } from './grips.ts'
import { holdLine, useHeldLine } from './held-line.ts'
import { useReaches } from '../../store/look/depth.ts'
import { figureOf, lineLabels, nameOf, percent } from './line-labels.ts'
import { useLineDrag } from './line-drag.ts'
import type { Handled } from './line-drag.ts'
import { stepOf, valueOf } from './line-value.ts'
import type { Scale } from '../plot/scale.ts'

/** Height of a label in pixels. */
const TEXT = 14

interface Properties {
  readonly lines: readonly LimitLine[]
  readonly scale: Scale
  readonly choice: LaneChoice
  /** Place of the lane among those chosen. */
  readonly index: number
  readonly limit: number
  /** For people. */
  readonly lane: string
  /** Whether the Tab key reaches the window, which all lanes share, in this lane. */
  readonly first: boolean
}

/** The handles of the lines of a picture: grips at the axis and the labels themselves, each a slider. */
export const LineHandles = memo(function LineHandles(props: Properties) {
  const { lines, scale, choice, index, limit, lane, first } = props
  const layer = useRef<HTMLDivElement>(null)
  const hand = useRef<HTMLDivElement>(null)
  // Whole keys are for those who set them.
  const brief = !useReaches('expert')
  const labels = useMemo(() => lineLabels({ lines }, scale, brief), [lines, scale, brief])
  const grips = useMemo(
    () =>
      gripsOf(
        labels.filter(({ from }) => from === undefined),
        scale,
        isCoarse(),
      ),
    [labels, scale],
  )
  const handled = useMemo(
    (): Handled => ({
      index,
      limit,
      picture: { lines },
      scale,
      draw(line, refused = null) {
        const element = hand.current
        if (element === null) return
        element.hidden = line === null
        if (line === null) return
        const text = refused ?? `${nameOf(line)} ${figureOf(line)}`
        element.style.transform = `translateY(${Math.round(Math.max(0, scale.y(line.tokens)))}px)`
        const [figure] = element.children
        if (figure !== undefined) figure.textContent = text
      },
    }),
    [index, limit, lines, scale],
  )
  useLineDrag(layer, handled)
  useSettled(index, handled)
  const heldId = useHeldLine((held) => (held?.index === index ? held.id : null))
  return (
    <div className="line-handles" ref={layer}>
      <div className="held-line" ref={hand} hidden style={{ left: scale.left, right: scale.right }}>
        <span />
      </div>
      {labels.map(({ id, from, title, x, y, end }) =>
        // No text of settings contains it, so it cannot be dragged; its title says so.
        from === undefined ? null : (
          <i
            key={id}
            className="line-text is-set"
            style={pixels({ left: x, top: y - TEXT / 2, width: end - x, height: TEXT })}
            title={title}
          />
        ),
      )}
      {grips.map(({ label, strip, text, reach }) => {
        const line = lines.find(({ id }) => id === label.id)
        if (line === undefined) return null
        const { min, max } = lineBounds(line, lines, stepOf(line, limit, false))
        return (
          <div
            key={label.id}
            className={`line-handle ${line.kind}${heldId === label.id ? ' is-held' : ''}`}
            data-line={label.id}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native slider has a track of its own
            role="slider"
            tabIndex={line.kind === 'limit' && !first ? -1 : 0}
            aria-orientation="vertical"
            aria-label={LANE_TEXT.lineOf(nameOf(line), lane)}
            aria-valuemin={min}
            aria-valuemax={max}
            aria-valuenow={chosenValue(line, choice)}
            aria-valuetext={spoken(line)}
          >
            <i className="line-reach" style={pixels(reach)} title={`${label.title}\n${LANE_TEXT.drag}`} />
            <i className="line-strip" style={pixels(strip)}>
              <i className="line-grip" style={{ top: label.line - strip.top }} />
            </i>
            {text === null ? (
              <i className="line-asked" style={{ left: label.x, top: label.y }}>
                {label.text}
              </i>
            ) : (
              <i className="line-text" style={pixels(text)} title={`${label.title}\n${LANE_TEXT.drag}`} />
            )}
          </div>
        )
      })}
    </div>
  )
})

function pixels({ left, top, width, height }: Box): React.CSSProperties {
  return { left, top, width, height }
}

/** The user's value may be newer than the picture. */
function chosenValue(line: LimitLine, { byHand }: LaneChoice): number {
  const ahead = line.steps === undefined ? valueIn(byHand, line.path) : undefined
  return typeof ahead === 'number' && ahead > 0 ? ahead : valueOf(line)
}

/** `85 %, 17,850 tokens`; `90 %, acts at 71.1 %, 5,684 tokens`. */
function spoken(line: LimitLine): string {
  const tokens = LANE_TEXT.tokens(
    whole(Math.round(line.kind === 'reserve' ? line.place.from - line.tokens : line.tokens)),
  )
  if (line.unit === 'tokens') return `${line.key} ${tokens}`
  const acts = line.place.each > 0 && isScaledLine(line) ? `, ${LANE_TEXT.actsAt(percent(line.share))}` : ''
  return `${line.key} ${percent(valueOf(line))}${acts}, ${tokens}`
}

/** Whether the main pointer is a finger; this does not change during a visit. */
function isCoarse(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}

/** Releases a line once the run that it asked for is shown, so that it does not jump back before. */
function useSettled(index: number, handled: Handled): void {
  const released = useHeldLine((held) => held?.index === index && held.released)
  const held = useHeldLine((line) => line?.index === index)
  const running = useSession(({ progress }) => progress !== null)
  useEffect(() => {
    if (released && !running) holdLine(null)
  }, [released, running])
  useEffect(() => {
    if (!held) handled.draw(null)
  }, [held, handled])
}
