import { decimal, isScaledLine, whole } from '../../view/index.ts'
import type { LimitLine, Strata } from '../../view/index.ts'
import { LANE_TEXT } from '../words/lane.ts'
import type { Scale } from './scale.ts'

/** The name of a horizontal line, which is the key of the setting that puts it there. */
export interface LineLabel {
  /** Of the line. */
  readonly id: string
  readonly key: string
  readonly kind: LimitLine['kind']
  /** The key and its value in full. */
  readonly title: string
  readonly text: string
  readonly x: number
  /** Middle of the text, in pixels from the top. */
  readonly y: number
  /** The line itself, in pixels from the top. */
  readonly line: number
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
/** Pixels from the axis to a label: room for the grip. */
const BESIDE = 8
const BETWEEN = 14
/** Pixels by which a label may slide off its line before it rather moves beside another. */
const SLIDES = 6
/** Width of a plot below which keys are cut to their last part. */
const NARROW = 560

/**
 * Labels at the left end of the lines in sight. What would cover another moves beside it, or below where there is no
 * room.
 */
export function lineLabels({ lines, reserve }: Pick<Strata, 'lines' | 'reserve'>, scale: Scale): LineLabel[] {
  const inner = scale.width - scale.left - scale.right
  const narrow = inner < NARROW
  const entries = lines.flatMap((line) => {
    const { id, key, kind, tokens } = line
    if (kind === 'reserve' && reserve.high <= reserve.low) return []
    const name = nameOf(line)
    const figure = figureOf(line)
    const at = scale.y(tokens)
    // On its line; the limit is the top of most pictures, and there its label hangs under it.
    const middle = kind === 'reserve' ? scale.y((reserve.low + reserve.high) / 2) : at
    return {
      id,
      key,
      kind,
      title: kind === 'reserve' ? `${name} ${figure}: ${LANE_TEXT.reserveMeaning}` : `${name} ${figure}`,
      text: narrow ? `${shortened(name)} ${short(figure)}` : `${name} ${figure}`,
      line: at,
      y: Math.max(FIRST, middle),
    }
  })
  const placed: LineLabel[] = []
  const inSight = entries.filter(({ line }) => isInSight(line)).sort((a, b) => a.y - b.y || a.line - b.line)
  for (const { y: wanted, ...entry } of inSight) {
    const width = entry.text.length * LETTER
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
    placed.push({ ...entry, x, y, end: x + width })
  }
  return placed
}

/** The key of a line; a rung of the ladder with what begins there. */
export function nameOf({ key, steps }: Pick<LimitLine, 'key' | 'steps'>): string {
  return steps === undefined ? key : `${key}: ${steps.join(', ')}`
}

/** What a line stands at: `75 % · 30,000`, and `75 % → 68 % · 21,171` where another share is written than it comes to. */
export function figureOf(line: LimitLine): string {
  const { kind, written, share, tokens, unit, place } = line
  if (kind === 'limit') return whole(tokens)
  if (kind === 'reserve') return whole(place.from - tokens)
  if (unit === 'tokens') return whole(tokens)
  const scaled = place.each > 0 && isScaledLine(line)
  return `${scaled ? `${percent(written)} → ` : ''}${percent(share)} · ${whole(tokens)}`
}

/** Of two shares and an amount the shares. */
function short(figure: string): string {
  return figure.includes('→') ? (figure.split(' · ')[0] ?? figure) : figure
}

/** A share as it is written: with a decimal only where there is one. */
function percent(share: number): string {
  const tenths = Math.round(share * 1000)
  return `${decimal(tenths / 10, tenths % 10 === 0 ? 0 : 1)} %`
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

/** `pressure.thresholds.red` → `…red`, `compression.cascade: progressive` → `…progressive`. */
function shortened(name: string): string {
  const cut = Math.max(name.lastIndexOf('.'), name.lastIndexOf(': ') + 1)
  return cut <= 0 ? name : `…${name.slice(cut + 1)}`
}
