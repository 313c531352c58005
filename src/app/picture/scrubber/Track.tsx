import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { velocitySeries } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { Cursors } from '../plot/Cursors.tsx'
import { useChoices } from '../../store/choice/choices.ts'
import { currentViewport, isWhole, onViewport } from '../../store/look/viewport.ts'
import { fitPictures, MANY_TURNS } from '../plot/fit.ts'
import { scaleOf } from '../plot/scale.ts'
import { MiniMap } from './MiniMap.tsx'
import { Sparkline, tickRows, ticksHeight } from './Sparkline.tsx'
import type { StripLane } from './strip-lane.ts'
import { Future } from '../plot/Future.tsx'
import { TurnSlider } from './TurnSlider.tsx'

/** Pixels of the map and of the space above it. */
const MAP = 14
const GAP = 2
/** From this many turns on, the map is shown at once; fewer are readable without it. */
const MANY = 200

/** The whole conversation on one axis: the slider of the playhead, and below it the brush over the visible turns. */
export function Track({
  comparison,
  lanes,
}: {
  readonly comparison: Comparison
  readonly lanes: readonly StripLane[]
}) {
  const window = useChoices((state) => state.window)
  const listed = useChoices((state) => state.listed)
  const { turns } = comparison.trace
  const { ref, width, height: room } = useRoom(turns >= MANY_TURNS)
  const zoomed = useSyncExternalStore(onViewport, () => !isWhole(currentViewport()))
  const mapped = turns >= MANY || zoomed
  const frame = useMemo(() => ({ width, left: 6, right: 14, from: 0, to: turns }), [width, turns])
  const scale = useMemo(() => scaleOf(frame, 1, 1), [frame])
  const rows = useMemo(() => tickRows(lanes, scale.x), [lanes, scale])
  const longest = longestOf(comparison.lanes)
  const arrivals = useMemo(
    () => (longest === undefined ? [] : velocitySeries(longest.data, window)),
    [longest, window],
  )
  const height = room - ticksHeight(rows) - (mapped ? MAP + GAP : 0)
  const profile = lanes.find(({ name }) => name === listed) ?? lanes[0]
  const thresholds = comparison.lanes[0]?.data.thresholds
  return (
    <div className="track" ref={ref}>
      {width > 0 && thresholds !== undefined && (
        <>
          <TurnSlider scale={scale} lanes={lanes} rows={rows}>
            <Sparkline
              lanes={lanes}
              arrivals={arrivals}
              thresholds={thresholds}
              divergence={comparison.firstDivergence?.turn ?? null}
              frame={frame}
              height={height}
              rows={rows}
            />
          </TurnSlider>
          {mapped && profile !== undefined && <MiniMap lane={profile} frame={frame} height={MAP} />}
          <Future scale={scale} />
          <Cursors scale={scale} className="head" />
        </>
      )}
    </div>
  )
}

/** The room that the style reserves: the same with and without the map, so that nothing jumps when it appears. */
function useRoom(many: boolean) {
  const [room, setRoom] = useState({ width: 0, height: 0 })
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      if (element === null) return undefined
      const measure = (): void => {
        const { clientWidth: width, clientHeight: height } = element
        fitPictures(many, () => {
          setRoom((before) =>
            before.width === width && before.height === height ? before : { width, height },
          )
        })
      }
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => {
        observer.disconnect()
      }
    },
    [many],
  )
  return { ref, ...room }
}

/** The lane that got furthest: a run that overflows ends before its conversation. */
function longestOf(lanes: readonly LaneResult[]): LaneResult | undefined {
  return lanes.toSorted((a, b) => b.data.turns.length - a.data.turns.length)[0]
}
