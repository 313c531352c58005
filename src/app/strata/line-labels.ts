import { decimal, whole } from '../../view/index.ts'
import type { Strata } from '../../view/index.ts'
import { LANE_TEXT } from '../words/lane.ts'
import type { Scale } from './scale.ts'

/** The name of a horizontal line, which is the key of the setting that puts it there. */
export interface LineLabel {
  readonly key: string
  /** The key and its value in full. */
  readonly title: string
  readonly text: string
  readonly x: number
  /** Middle of the text, in pixels from the top. */
  readonly y: number
  readonly strong: boolean
  /** Where the text ends, in pixels. */
  readonly end: number
}

/** Pixels between the middles of two labels, and from the top to the middle of the first. */
const APART = 11
const FIRST = 7
/** Rounding errors of pixels are smaller. */
const TINY = 0.01
/** Width of a letter of the labels' type. */
const LETTER = 5.45
const BESIDE = 5
const BETWEEN = 14
/** Pixels by which a label may slide off its line before it rather moves beside another. */
const SLIDES = 6
/** Width of a plot below which keys are cut to their last part. */
const NARROW = 560

/** Labels at the left end of the lines in sight. What would cover another moves beside it, or below where there is no room. */
export function lineLabels(picture: Pick<Strata, 'lines' | 'reserve'>, scale: Scale): LineLabel[] {
  const inner = scale.width - scale.left - scale.right
  const narrow = inner < NARROW
  const { low, high } = picture.reserve
  const entries = picture.lines.map(({ key, zone, share, tokens }) => {
    const figure = zone === null ? whole(tokens) : `${decimal(share * 100, 0)} % · ${whole(tokens)}`
    const y = scale.y(tokens)
    return {
      key,
      title: `${key} ${figure}`,
      text: `${narrow ? shortened(key) : key} ${figure}`,
      line: y,
      // On its line; the limit is the top of most pictures, and there its label hangs under it.
      y: Math.max(FIRST, y),
      strong: zone === null,
    }
  })
  if (high > low) {
    const figure = whole(high - low)
    entries.push({
      key: LANE_TEXT.reserveKey,
      title: `${LANE_TEXT.reserveKey} ${figure}: ${LANE_TEXT.reserveMeaning}`,
      text: `${narrow ? shortened(LANE_TEXT.reserveKey) : LANE_TEXT.reserveKey} ${figure}`,
      line: scale.y(low),
      y: Math.max(FIRST, scale.y((low + high) / 2)),
      strong: false,
    })
  }
  const placed: LineLabel[] = []
  const inSight = entries.filter(({ line }) => isInSight(line)).sort((a, b) => a.y - b.y || a.line - b.line)
  for (const { key, title, text, y: wanted, strong } of inSight) {
    const width = text.length * LETTER
    let [x, y] = [scale.left + BESIDE, wanted]
    for (;;) {
      const hit = placed.filter((one) => APART - Math.abs(one.y - y) > TINY)
      if (hit.length === 0) break
      const below = Math.max(...hit.map((one) => one.y)) + APART
      if (below - wanted <= SLIDES) {
        y = below
        continue
      }
      const after = Math.max(...hit.map(({ end }) => end)) + BETWEEN
      if (after + width <= scale.width - scale.right - BESIDE) {
        x = after
        y = hit[0]?.y ?? y
        break
      }
      y = below
    }
    placed.push({ key, title, text, x, y, strong, end: x + width })
  }
  return placed
}

/** Whether a line so many pixels from the top is drawn: the topmost may be a rounding error above it. */
export function isInSight(y: number): boolean {
  return y > -0.5
}

/** Pixels around a label in which a letter would touch it. */
const TOUCHES = 8

/** Whether a letter there would lie under a label. */
export function isUnderLabel(labels: readonly LineLabel[], { x, y }: { x: number; y: number }): boolean {
  return labels.some(
    (one) => x > one.x - TOUCHES && x < one.end + TOUCHES && Math.abs(y - one.y) < TOUCHES + 2,
  )
}

/** `pressure.thresholds.red` → `…red`. */
function shortened(key: string): string {
  const dot = key.lastIndexOf('.')
  return dot < 0 ? key : `…${key.slice(dot + 1)}`
}
