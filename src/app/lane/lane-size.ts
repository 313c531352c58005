import { useCallback, useMemo, useState } from 'react'
import { useViewport } from '../state/viewport.ts'
import type { Frame } from '../strata/scale.ts'

interface LaneSize {
  readonly columns: 1 | 2
  readonly frame: Frame
  readonly heights: { readonly utilization: number; readonly picture: number }
}

/** Pixels between two columns, and the width from which two fit. */
const GAP = 24
const TWO_COLUMNS = 800
/** Below this width labels lose room to the charts. */
const NARROW = 480
/** Pixels of a lane besides its two charts, and of what stands between and under two rows of lanes. */
const LANE_CHROME = 84
const BETWEEN = 60
const UTILIZATION = 50

/** Measures the room for the lanes; it changes with the window and the side panel, not with the pointer. */
export function useLaneSize(count: number) {
  const { from, to } = useViewport()
  const [room, setRoom] = useState({ width: 0, height: 0 })
  const ref = useCallback((element: HTMLDivElement | null) => {
    if (element === null) return
    const measure = (): void => {
      const above = element.getBoundingClientRect().top + window.scrollY
      const next = { width: Math.floor(element.clientWidth), height: window.innerHeight - Math.round(above) }
      setRoom((before) => (before.width === next.width && before.height === next.height ? before : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [])
  const size = useMemo(() => sizeOf(room, count, from, to), [room, count, from, to])
  return { ref, size }
}

function sizeOf(
  { width, height }: { width: number; height: number },
  count: number,
  from: number,
  to: number,
): LaneSize {
  const columns = count > 2 && width >= TWO_COLUMNS ? 2 : 1
  const lane = Math.floor((width - GAP * (columns - 1)) / columns)
  const narrow = lane < NARROW
  const free = (height - BETWEEN) / 2 - LANE_CHROME - UTILIZATION
  return {
    columns,
    frame: { width: lane, left: narrow ? 36 : 38, right: narrow ? 70 : 72, from, to },
    heights: {
      utilization: UTILIZATION,
      picture: Math.round(Math.max(132, Math.min(360, free))),
    },
  }
}

/** Pixels of the picture from which on rows share pixels rather than the page growing. */
const TALLEST = 480

/** The same heights with room for a row of at least a pixel for each block. */
export function withRows(heights: LaneSize['heights'], rows: number): LaneSize['heights'] {
  return { ...heights, picture: Math.max(heights.picture, Math.min(TALLEST, rows)) }
}
