import type { LineLabel } from './line-labels.ts'
import type { Scale } from '../plot/scale.ts'

/** Where a line can be grabbed: at the axis, and at its label. Pixels of the plot. */
export interface Grip {
  readonly label: LineLabel
  /** Along the whole line: a thin strip, so that what is above and below can be pointed at. */
  readonly reach: Box
  /** On the axis: a strip around the line, up to the middle to the next line. */
  readonly strip: Box
  /** Null if the label is shown on request only. */
  readonly text: Box | null
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Pixels left and right of the axis. */
const LEFT = 12
const RIGHT = 8
/** Pixels above and below a line in which it can be grabbed, unless another is nearer: 24 in all. */
const REACH = 12
/** Less around a label, so that what is below it can be pointed at. A finger needs as much as on the axis. */
const TEXT_REACH = 8
/** Along the line. */
const LINE_REACH = 3
const AIR = 3

/**
 * Where each line can be grabbed. Where lines are dense, the nearest one wins; of lines at one place the one whose name
 * is shown, and the others only at the axis.
 */
export function gripsOf(
  labels: readonly LineLabel[],
  scale: Pick<Scale, 'left' | 'right' | 'width'>,
  coarse: boolean,
): Grip[] {
  const onAxis = labels.toSorted((a, b) => a.line - b.line)
  const isBehind = (label: LineLabel): boolean =>
    label.asked && labels.some((one) => !one.asked && Math.abs(one.line - label.line) < LINE_REACH)
  const inFront = onAxis.filter((label) => !isBehind(label))
  return labels.map((label) => {
    const at = onAxis.indexOf(label)
    const neighbours = [onAxis[at - 1]?.line, onAxis[at + 1]?.line] as const
    const strip = between(label.line, ...neighbours, REACH)
    const place = inFront.indexOf(label)
    const along =
      place < 0
        ? { top: label.line, height: 0 }
        : between(label.line, inFront[place - 1]?.line, inFront[place + 1]?.line, LINE_REACH)
    const beside = labels.filter(
      (one) => one !== label && !one.asked && one.x < label.end + AIR && label.x < one.end + AIR,
    )
    const text = between(
      label.y,
      nearest(
        beside.map(({ y }) => y).filter((y) => y < label.y),
        Math.max,
      ),
      nearest(
        beside.map(({ y }) => y).filter((y) => y > label.y),
        Math.min,
      ),
      coarse ? REACH : TEXT_REACH,
    )
    return {
      label,
      reach: {
        left: scale.left + RIGHT,
        width: Math.max(0, scale.width - scale.right - scale.left - RIGHT),
        ...along,
      },
      strip: { left: scale.left - LEFT, width: LEFT + RIGHT, ...strip },
      text: label.asked ? null : { left: label.x - AIR, width: label.end - label.x + 2 * AIR, ...text },
    }
  })
}

function nearest(places: readonly number[], choose: (...all: number[]) => number): number | undefined {
  return places.length === 0 ? undefined : choose(...places)
}

/** The range that is nearer to a place than to its neighbours, within the reach. */
function between(
  at: number,
  before: number | undefined,
  after: number | undefined,
  reach: number,
): Pick<Box, 'top' | 'height'> {
  const top = Math.max(at - reach, before === undefined ? -Infinity : (before + at) / 2)
  const bottom = Math.min(at + reach, after === undefined ? Infinity : (after + at) / 2)
  return { top, height: Math.max(0, bottom - top) }
}
