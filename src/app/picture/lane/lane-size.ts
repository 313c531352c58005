import { useCallback, useMemo, useState } from 'react'
import { usePresenting } from '../../store/look/presenting.ts'
import { useViewportOf } from '../../store/look/viewport.ts'
import { fitPictures, MANY_TURNS } from '../plot/fit.ts'
import type { Frame, Scale } from '../plot/scale.ts'
import type { Tokens } from '../../../engine/index.ts'
import { tokensShort } from '../../../view/index.ts'
import { LANE_TEXT } from '../words.ts'
import type { GutterLabel } from './Gutters.tsx'

interface LaneSize {
  readonly columns: number
  readonly frame: Frame
  /** Pixels of the picture of the blocks. */
  readonly height: number
}

/** Pixels between two columns and two rows of lanes. */
const GAP = 24
const ROW_GAP = 8
/** Pixels left of a plot, for numbers, and right of it. */
const LEFT = 44
const RIGHT = 8
/** Minimum widths for two and three columns of lanes, and for three if they hold all lanes. */
const TWO_COLUMNS = 800
const THREE_COLUMNS = 1500
const THREE_LANES = 840
/** Below this width a lane's figures take a line of their own, and below the other its sentence does. */
const FIGURES_BESIDE = 760
/** From this width on, a lane beside others has its two main figures beside its name, and each of its sentences in a line. */
const SHORT_BESIDE = 500
const SENTENCE_BESIDE = 1000
/** Below this width the readout and the sentence of a lane alone in its row take two lines each; see `lane.css`. */
const TWO_LINES = 440
/** Pixels of a lane besides its picture: head, line, zones, cache, axis; and what all but the first have more. */
const CHROME = 116
/** The same in the fewest words: head and axis. */
const PLAIN_CHROME = 52
const PLAIN_TALLEST = 520
/** Pixels that large text adds to the head and the axis of a lane, and to the legend. */
const PRESENTED = 28
/** Below this width the rule of a presented lane takes two lines. */
const ONE_LINE = 360
const LARGE_LINE = 24
const COMPARED = 24
const LINE = 18
/** The legend under the lanes and some space. */
const UNDER = 36
const LOWEST = 132
/** The lowest in rows of several lanes, which are compared with each other: on a laptop, the second is still visible. */
const LOWEST_IN_ROWS = 92
const TALLEST = 420

/** Measures the space for the lanes; it changes with the window and the side panel, not with the pointer. */
export function useLaneSize(count: number, plain: boolean, turns: number) {
  const presented = usePresenting()
  const { from, to } = useViewportOf(turns)
  const many = turns >= MANY_TURNS
  const [room, setRoom] = useState({ width: 0, height: 0 })
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      if (element === null) return
      const measure = (): void => {
        const pushed = plain ? 0 : openedAbove(element)
        const above = element.getBoundingClientRect().top + window.scrollY - pushed
        const next = {
          width: Math.floor(element.clientWidth),
          height: window.innerHeight - Math.round(above),
        }
        fitPictures(many, () => {
          setRoom((before) => (before.width === next.width && before.height === next.height ? before : next))
        })
      }
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      // A lesson, and notes about a log, come late, above the pictures, which have to fit below them.
      observer.observe(document.body)
      window.addEventListener('resize', measure)
      return () => {
        observer.disconnect()
        window.removeEventListener('resize', measure)
      }
    },
    [plain, many],
  )
  const { columns, lane, height } = useMemo(
    () => layoutOf(room.width, room.height, count, plain, presented),
    [room, count, plain, presented],
  )
  const frame = useMemo(() => ({ width: lane, left: LEFT, right: RIGHT, from, to }), [lane, from, to])
  return { ref, size: { columns, frame, height } satisfies LaneSize }
}

/** Pixels of what a person opened above the pictures: it pushes them down, and does not make them smaller. */
function openedAbove(element: HTMLElement): number {
  const opened = [...document.querySelectorAll<HTMLDetailsElement>('main details[open]')]
  return opened
    .filter((one) => (one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
    .reduce((sum, one) => sum + one.offsetHeight - (one.querySelector('summary')?.offsetHeight ?? 0), 0)
}

/** Columns of the lanes, the width of one, and the height at which as many as possible are visible at once. */
export function layoutOf(
  width: number,
  height: number,
  count: number,
  plain = false,
  presented = false,
): { readonly columns: number; readonly lane: number; readonly height: number } {
  const columns = plain ? plainColumns(width, count) : columnsOf(width, count)
  const lane = Math.floor((width - GAP * (columns - 1)) / columns)
  const rows = Math.ceil(count / columns)
  if (plain) {
    const more = presented ? PRESENTED + (columns > 1 && lane < ONE_LINE ? LARGE_LINE : 0) : 0
    const free = Math.floor(
      (height - UNDER - more - rows * (PLAIN_CHROME + more) - (rows - 1) * ROW_GAP) / rows,
    )
    // To a room, nothing is shown below the pictures.
    return { columns, lane, height: Math.max(LOWEST, presented ? free : Math.min(PLAIN_TALLEST, free)) }
  }
  const isNarrow = lane < (columns === 1 ? TWO_LINES : SHORT_BESIDE)
  const lines = (lane < SENTENCE_BESIDE ? 1 : 0) + (isNarrow ? (columns === 1 ? 2 : 3) : 0)
  const compared = count < 2 ? 0 : COMPARED + lines * LINE
  // The first lane is not compared; beside others it has their height.
  const bare = columns === 1 ? 1 : 0
  const figuresBelow = lane < (columns === 1 ? FIGURES_BESIDE : SHORT_BESIDE)
  // Narrow, the names of the figures stand below them.
  const own = CHROME + (isNarrow ? 30 : figuresBelow ? LINE + 4 : 0)
  const chrome = rows * own + (rows - bare) * compared + (rows - 1) * ROW_GAP
  const free = Math.floor((height - UNDER - chrome) / rows)
  const lowest = columns > 1 && rows > 1 ? LOWEST_IN_ROWS : LOWEST
  return { columns, lane, height: Math.max(lowest, Math.min(TALLEST, free)) }
}

/** In the fewest words, two pictures are beside each other, as one reads. */
function plainColumns(width: number, count: number): number {
  // Four in two rows of two: the fourth would be alone.
  return width < TWO_COLUMNS ? 1 : count === 4 ? 2 : Math.min(count, 3)
}

function columnsOf(width: number, count: number): number {
  if (count < 3 || width < TWO_COLUMNS) return 1
  // In two columns the third of three would be alone, below the fold of most screens.
  if (count === 3) return width < THREE_LANES ? 1 : 3
  return count > 4 && width >= THREE_COLUMNS ? 3 : 2
}

/** Maximum height of the lifelines in pixels; beyond it rows share pixels. */
const MOST_ROWS = 240

/** The same height with room for a row of at least a pixel per block. */
export function withRows(height: number, rows: number): number {
  return Math.max(height, Math.min(MOST_ROWS, rows))
}

/** Steps between two ticks are one of these times a power of ten. */
const STEPS = [1, 2, 5] as const
/** Ticks above the zero, about, and the least pixels between two. */
const TICKS = 3
const APART = 16

/**
 * Figures on the token axis: up to the limit, or in round steps if it is zoomed, with the limit named if it is then not
 * visible.
 */
export function tokenTicks(limit: Tokens, scale: Pick<Scale, 'top' | 'y'>): GutterLabel[] {
  const { top, y } = scale
  if (limit <= top) {
    return [0, limit / 2, limit].map((tokens) => ({
      key: String(tokens),
      text: tokensShort(tokens),
      y: y(tokens),
    }))
  }
  const step = roundStep(top / TICKS)
  const ticks: GutterLabel[] = []
  for (let tokens = 0; tokens <= top; tokens += step)
    ticks.push({ key: String(tokens), text: tokensShort(tokens), y: y(tokens) })
  const above = [
    { key: 'limit', text: LANE_TEXT.limit, y: 5, strong: true },
    { key: 'limit tokens', text: `${tokensShort(limit)} ↑`, y: 16, strong: true },
  ]
  return [...ticks.filter((tick) => tick.y >= 16 + APART), ...above]
}

/** The smallest round number of at least `least`. */
function roundStep(least: number): number {
  let power = 1
  while (power * 10 <= least) power *= 10
  return (STEPS.find((step) => step * power >= least) ?? 10) * power
}
