import { useCallback, useMemo, useState } from 'react'
import type { Choices } from '../state/choices.ts'
import type { Frame } from '../strata/scale.ts'

interface LaneSize {
  readonly columns: 1 | 2
  readonly frame: Frame
  readonly heights: { readonly utilization: number; readonly strata: number }
}

/** Pixels between two columns, and the width from which two fit. */
const GAP = 24
const TWO_COLUMNS = 800
/** Below this width labels lose room to the charts. */
const NARROW = 480
/** What stands above and between the lanes of the first screen. */
const ABOVE = 300
const LANE_CHROME = 146

/** Measures the room for the lanes; it changes with the window and the side panel, not with the pointer. */
export function useLaneSize(layout: Choices['layout'], turns: number) {
  const [room, setRoom] = useState({ width: 0, height: 800 })
  const ref = useCallback((element: HTMLDivElement | null) => {
    if (element === null) return
    const measure = (): void => {
      const next = { width: Math.floor(element.clientWidth), height: window.innerHeight }
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
  const size = useMemo(() => sizeOf(room, layout, turns), [room, layout, turns])
  return { ref, size }
}

function sizeOf(
  { width, height }: { width: number; height: number },
  layout: Choices['layout'],
  turns: number,
): LaneSize {
  const columns = layout === 'grid' && width >= TWO_COLUMNS ? 2 : 1
  const lane = Math.floor((width - GAP * (columns - 1)) / columns)
  const narrow = lane < NARROW
  const free = columns === 2 ? (height - ABOVE) / 2 - LANE_CHROME : (height - ABOVE) / 2
  return {
    columns,
    frame: { width: lane, left: narrow ? 32 : 38, right: narrow ? 66 : 74, turns },
    heights: {
      utilization: columns === 2 ? 56 : 64,
      strata: Math.round(Math.max(120, Math.min(columns === 2 ? 360 : 200, free))),
    },
  }
}
