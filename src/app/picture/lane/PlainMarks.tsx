import { useEffect, useMemo, useRef } from 'react'
import type { WindowId } from '../../../engine/index.ts'
import type { TimelineData } from '../../../sim/index.ts'
import { actsFrom, share, taskFate, taskOf, tokens, whole, xAt } from '../../../view/index.ts'
import { useFutureHidden } from '../../store/look/future.ts'
import { playhead } from '../../store/look/playhead.ts'
import { usePresenting } from '../../store/look/presenting.ts'
import { clippedTo } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import { PLAIN_TEXT } from '../words.ts'

/**
 * Pixels that the names of the parts need beside the playhead, those of the words about the line, and those between two
 * of them.
 */
const USUAL = { room: 168, words: 210, apart: 15 }
/** The same in the large text of a presentation. */
const LARGE = { room: 252, words: 315, apart: 22 }

/**
 * A picture in plain words: the limit, the line from which on something is removed, and beside the playhead what the
 * window holds there. The settings behind the lines are in their tips.
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
  // Where nothing is removed, the run ends as soon as the reply has no room.
  const unmanaged = data.spec.config.strategy === 'unmanaged'
  const begins = useMemo(() => actsFrom(data), [data])
  const acts = unmanaged ? data.limit - data.reserve : (begins?.tokens ?? null)
  const roomy = width - left - right >= words
  const full = Math.round(scale.y(data.limit)) + 0.5
  const spikes = useMemo(() => {
    const from = scale.turnOf(width - right - words)
    return data.turns
      .slice(Math.max(0, Math.floor(from)))
      .reduce((most, { used, points }) => Math.max(most, used, points.offered.used), 0)
  }, [data, scale, width, right, words])
  // On spikes its words could not be read; where there is no room above them, they keep to their line.
  const line = acts === null ? null : Math.round(scale.y(acts)) + 0.5
  const above = Math.min(line ?? 0, Math.round(scale.y(spikes)))
  const lift = (apart + 5) / 2
  const over = line !== null && above - lift < full + 2 * apart - 3 ? line : above
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
        <text className="haloed" x={width - right - 6} y={full + apart - 3} textAnchor="end">
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
            {over < line && (
              <path className="stroke soft dotted limit-line" d={`M${width - right - 2} ${over}V${line}`} />
            )}
            <text
              className="haloed"
              x={width - right - 6}
              y={Math.max(over - lift, full + 2 * apart - 3)}
              textAnchor="end"
            >
              {PLAIN_TEXT[unmanaged ? 'ends' : 'acts'][roomy ? 'full' : 'short']}
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
  const { room, apart } = usePresenting() ? LARGE : USUAL
  const task = useMemo(() => {
    const block = taskOf(data, window)
    const fate = taskFate(data, window)
    const missed = data.needs.flatMap(({ turn, source, resolution }) =>
      source === block?.id && resolution === 'lost' ? [turn] : [],
    )
    return block === undefined || fate === null ? null : { block, lost: fate.lost, missed }
  }, [data, window])
  useEffect(() => {
    const write = ({ turn, turns }: { readonly turn: number; readonly turns: number }): void => {
      const svg = ref.current
      if (svg === null) return
      const x = scale.x(xAt(turn, 'sent'))
      const record = data.turns[turn]
      // Where there is no room after the playhead, they stand before it, over what was sent.
      const after = x + room < scale.width - scale.right
      const fits = record?.window === window && turn < turns - 1 && (after || x - room > scale.left)
      svg.style.display = fits ? '' : 'none'
      if (!fits) return
      svg.setAttribute('text-anchor', after ? 'start' : 'end')
      const { system_prompt: system, tool_definition: tools } = record.byType
      const base = system + tools
      const isLost = task !== null && task.lost !== null && turn >= task.lost
      const own = task === null || isLost ? 0 : task.block.tokens
      const rest = record.used - base - own
      let floor = Number.POSITIVE_INFINITY
      const parts: readonly (readonly [string, number])[] = [
        ['base', base / 2],
        ['task', base + own / 2],
        ['rest', base + own + rest / 2],
      ]
      for (const [name, at] of parts) {
        const text = svg.querySelector(`[data-part="${name}"]`)
        if (text === null) continue
        const y = Math.min(scale.y(at), floor - apart, scale.height - apart / 2)
        floor = y
        text.setAttribute('transform', `translate(${x + (after ? 8 : -8)} ${y})`)
        if (name === 'task') {
          text.textContent = task?.missed.includes(turn)
            ? PLAIN_TEXT[after ? 'taskMissed' : 'taskMissedShort']
            : isLost
              ? PLAIN_TEXT.taskGone
              : PLAIN_TEXT.task
          text.classList.toggle('loss', isLost)
        }
        if (name === 'rest') text.setAttribute('opacity', rest > own ? '1' : '0')
      }
    }
    write(playhead.getState())
    return playhead.subscribe(write)
  }, [data, window, scale, task, room, apart])
  return (
    <svg ref={ref} className="strata-over plain-marks" {...clippedTo(scale, scale.height)} aria-hidden="true">
      <text className="haloed" data-part="base">
        {PLAIN_TEXT.base}
      </text>
      {task !== null && (
        <text className="haloed" data-part="task">
          {PLAIN_TEXT.task}
        </text>
      )}
      <text className="haloed" data-part="rest">
        {PLAIN_TEXT.rest}
      </text>
    </svg>
  )
}
