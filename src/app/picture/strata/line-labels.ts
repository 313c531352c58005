import { decimal, isScaledLine, whole } from '../../../view/index.ts'
import type { LimitLine, Strata } from '../../../view/index.ts'
import { LANE_TEXT } from '../words.ts'
import type { Scale } from '../plot/scale.ts'

/** The name of a horizontal line: the key of its setting. */
export interface LineLabel {
  /** Id of the line. */
  readonly id: string
  readonly key: string
  readonly kind: LimitLine['kind']
  /** The turn at which a person set it during the run; missing for initial settings. */
  readonly from?: number
  /** The full key and its value. */
  readonly title: string
  readonly text: string
  readonly x: number
  /** Middle of the text, in pixels from the top. */
  readonly y: number
  /** The line itself, in pixels from the top. */
  readonly line: number
  /** Where the text ends, in pixels. */
  readonly end: number
  /**
   * Where the leader turns towards the line, in pixels, if the label has no room at its line; null for a label at its
   * line.
   */
  readonly leader: number | null
  /** Shown only while its line is pointed at or focused: there is no room for all. */
  readonly asked: boolean
}

type Entry = Omit<LineLabel, 'x' | 'y' | 'end' | 'leader' | 'asked'> & { readonly wanted: number }

/** Pixels between the middles of two labels, and from the top to the middle of the first. */
const APART = 11
const FIRST = 7
/** Rounding errors of pixels are smaller than this. */
const TINY = 0.01
/** Pixels over which a leader reaches its line. */
export const LEADER = 8
/** Width of a letter in the font of the labels. */
const LETTER = 6
/** Pixels from the axis to a label: room for the grip. */
const BESIDE = 8
const BETWEEN = 14
/** Pixels by which a label may be off its line and still clearly belong to it. */
const SLIDES = 6
/** Pixels from the end of a label to where its leader turns. */
const TO_LEADER = 5
/** Below this width or height of a plot, keys are cut to their last part: in full they would cover half of it. */
const NARROW = 560
const LOW = 120

/**
 * Labels at the left end of the visible lines, in the order of the lines. If the main ones have no room at their lines,
 * leaders connect them. Lines of which a lane has several get a label where there is room, else on request.
 *
 * @param brief cut keys to their last part at any width; default: only where there is no room for more
 */
export function lineLabels({ lines }: Pick<Strata, 'lines'>, scale: Scale, brief = false): LineLabel[] {
  const narrow = brief || scale.width - scale.left - scale.right < NARROW || scale.height < LOW
  const entries = lines.flatMap((line): Entry[] => {
    const { id, key, kind, tokens, place } = line
    if (kind === 'reserve' && place.from <= tokens) return []
    if (!isInTurns(line, scale)) return []
    const name = nameOf(line)
    const figure = stretchOf(line)
    const at = scale.y(tokens)
    if (!isInSight(at)) return []
    // On its line; the limit is at the top of most pictures, and there its label hangs below it.
    const middle = kind === 'reserve' ? scale.y((tokens + place.from) / 2) : at
    return [
      {
        id,
        key,
        kind,
        ...(line.from === undefined ? {} : { from: line.from }),
        title: titleOf(line),
        text: narrow ? `${shortened(name)} ${short(figure)}` : `${name} ${figure}`,
        line: at,
        wanted: Math.max(FIRST, middle),
      },
    ]
  })
  const ordered = entries.toSorted((a, b) => a.wanted - b.wanted || a.line - b.line)
  const atAxis = ordered.filter(({ from }) => from === undefined)
  const reserved = atAxis.find(({ kind }) => kind === 'reserve')
  const limit = atAxis.find(({ kind }) => kind === 'limit')
  const column = {
    left: scale.left + BESIDE,
    right: scale.width - scale.right - BESIDE,
    height: scale.height,
  }
  // The edge of the reserve belongs to the limit, so its label is beside the limit's.
  const isBeside =
    reserved !== undefined &&
    limit !== undefined &&
    reserved.wanted - limit.wanted < APART &&
    column.left + widthOf(limit) + BETWEEN + widthOf(reserved) <= column.right
  const main = atAxis.filter(({ kind }) => kind !== 'finer' && !(isBeside && kind === 'reserve'))
  // Over the half of a low picture they would lie on each other's leaders: then the limit and where something acts.
  const isLow = main.length * APART > scale.height / 2
  const isAsked = ({ kind, key }: Entry): boolean =>
    kind === 'finer' || (isLow && (kind === 'reserve' || (kind === 'zone' && !key.endsWith('.orange'))))
  const placed = inColumn(
    main.filter((entry) => !isAsked(entry)),
    column,
  )
  const first = placed.find(({ kind }) => kind === 'limit')
  if (isBeside && first !== undefined) placed.push(labelAt(reserved, first.end + BETWEEN, first.y))
  for (const entry of atAxis.filter((one) => isAsked(one) && !(isBeside && one.kind === 'reserve')))
    placed.push(inRoom(entry, placed, column) ?? onAsking(entry, placed, column))
  for (const entry of ordered) {
    if (entry.from === undefined) continue
    placed.push(inMidRun(entry, placed, Math.max(scale.left, scale.x(entry.from)) + BESIDE, column))
  }
  return placed.toSorted((a, b) => a.y - b.y || a.x - b.x || a.line - b.line)
}

/** Where labels can be, in pixels: from the axis to the end of the plot. */
interface Column {
  readonly left: number
  readonly right: number
  readonly height: number
}

/** Labels one below the other, as near to their lines as their order allows; equal distances where they are dense. */
function inColumn(entries: readonly Entry[], { left, height }: Column): LineLabel[] {
  const groups: { readonly entries: readonly Entry[]; readonly top: number }[] = []
  for (const entry of entries) {
    let group = { entries: [entry], top: entry.wanted }
    for (
      let above = groups.at(-1);
      above !== undefined && above.top + above.entries.length * APART > group.top;
      above = groups.at(-1)
    ) {
      groups.pop()
      const all = [...above.entries, ...group.entries]
      const sum = all.reduce((total, { wanted }, place) => total + wanted - place * APART, 0)
      group = { entries: all, top: Math.max(FIRST, sum / all.length) }
    }
    groups.push(group)
  }
  // A label that hangs over the lower edge pushes the labels above it up.
  let floor = height - FIRST + APART
  const tops = groups.toReversed().map(({ entries: own, top }) => {
    floor = Math.min(top, floor - own.length * APART)
    return floor
  })
  const below = Math.max(0, FIRST - floor)
  return groups.flatMap(({ entries: own }, index) => {
    const top = (tops[groups.length - 1 - index] ?? 0) + below
    const leader = left + Math.max(...own.map(widthOf)) + TO_LEADER
    return own.map(({ wanted, ...entry }, place): LineLabel => {
      const y = top + place * APART
      const isOff = Math.abs(y - wanted) > SLIDES
      const end = left + widthOf(entry)
      return { ...entry, x: left, y, end, leader: isOff ? leader : null, asked: false }
    })
  })
}

/** A label at its line if there is room between the placed ones; else null. */
function inRoom(entry: Entry, placed: readonly LineLabel[], { left, height }: Column): LineLabel | null {
  const shown = placed.filter(({ asked }) => !asked)
  const above = Math.max(...shown.filter(({ line }) => line <= entry.line).map(({ y }) => y + APART), FIRST)
  const { wanted } = entry
  const y = Math.max(wanted, above)
  const below = shown.filter(({ line }) => line > entry.line).map((one) => one.y - APART)
  if (y - wanted > SLIDES || y > Math.min(height - FIRST, ...below) + TINY) return null
  const isCrossed = shown.some(
    (one) =>
      one.leader !== null &&
      y > Math.min(one.y, one.line) - APART / 2 &&
      y < Math.max(one.y, one.line) + APART / 2,
  )
  return isCrossed ? null : labelAt(entry, left, y)
}

/** A label on request: at its line, beside the labels there, or over them. */
function onAsking(entry: Entry, placed: readonly LineLabel[], column: Column): LineLabel {
  const { wanted } = entry
  const near = placed.filter(({ y }) => Math.abs(y - wanted) < APART)
  const behind = (labels: readonly LineLabel[]): number =>
    Math.max(column.left, ...labels.map(({ end }) => end + BETWEEN))
  // Several may be requested at once, such as all cascade steps.
  const x =
    [behind(near), behind(near.filter(({ asked }) => !asked))].find(
      (start) => start + widthOf(entry) <= column.right,
    ) ?? column.left
  return { ...labelAt(entry, x, wanted), asked: true }
}

/**
 * A label beside the beginning of its line in the middle of the run, as far as there is room before the end of the
 * plot; if it would cover another label, it moves beside or below it.
 */
function inMidRun(entry: Entry, placed: readonly LineLabel[], start: number, column: Column): LineLabel {
  const width = widthOf(entry)
  const { wanted } = entry
  const shown = placed.filter(({ asked }) => !asked)
  let [x, y] = [Math.min(start, Math.max(column.left, column.right - BESIDE - width)), wanted]
  for (;;) {
    // A line that begins at the axis has room before and after it.
    const hit = shown.filter(
      (one) =>
        APART - Math.abs(one.y - y) > TINY && one.x < x + width + BETWEEN && x < one.end + BETWEEN - TINY,
    )
    if (hit.length === 0) return labelAt(entry, x, y)
    const below = Math.max(...hit.map((one) => one.y)) + APART
    const after = Math.max(...hit.map(({ end }) => end)) + BETWEEN
    if (below - wanted > SLIDES && after + width <= column.right) x = after
    else y = below
  }
}

function labelAt({ wanted: _, ...entry }: Entry, x: number, y: number): LineLabel {
  return { ...entry, x, y, end: x + widthOf(entry), leader: null, asked: false }
}

function widthOf({ text }: Pick<Entry, 'text'>): number {
  return text.length * LETTER
}

/** The key of a line; for a cascade step, with the operations that begin there. */
export function nameOf({ key, steps }: Pick<LimitLine, 'key' | 'steps'>): string {
  return steps === undefined ? key : `${key}: ${steps.join(', ')}`
}

/**
 * The value of a line: `75 % · 30,000`, or `75 % → 68 % · 21,171` if the effective share differs from the written one.
 */
export function figureOf(line: LimitLine): string {
  const { kind, written, share, tokens, unit, place } = line
  if (kind === 'limit') return whole(tokens)
  if (kind === 'reserve') return whole(place.from - tokens)
  if (unit === 'tokens') return whole(tokens)
  const scaled = place.each > 0 && isScaledLine(line)
  return `${scaled ? `${percent(written)} → ` : ''}${percent(share)} · ${whole(tokens)}`
}

/** Its value, with the turn if it was set during the run: `79 % from turn 21`. */
function stretchOf(line: LimitLine): string {
  const { from, written, unit } = line
  if (from === undefined) return figureOf(line)
  return LANE_TEXT.fromTurn(unit === 'share' ? percent(written) : whole(written), from)
}

function titleOf(line: LimitLine): string {
  const title = `${nameOf(line)} ${stretchOf(line)}`
  if (line.from !== undefined) return `${title}, ${figureOf(line)}: ${LANE_TEXT.setInMidRun}`
  if (line.to !== undefined) return `${title}: ${LANE_TEXT.upTo(line.to - 1)}`
  return line.kind === 'reserve' ? `${title}: ${LANE_TEXT.reserveMeaning}` : title
}

/** Whether any turn of the line is visible. */
function isInTurns({ from, to }: LimitLine, scale: Pick<Scale, 'from' | 'to'>): boolean {
  return (from === undefined || from < scale.to) && (to === undefined || to > scale.from)
}

/** Only the share at which the line is, of a text with two shares and an amount: `90 % → 79 % · 31,600` → `79 %`. */
function short(figure: string): string {
  return /→ (?<share>[^·]+) ·/.exec(figure)?.groups?.['share'] ?? figure
}

/** A share as text, with a decimal only if it has one. */
export function percent(share: number): string {
  const tenths = Math.round(share * 1000)
  return `${decimal(tenths / 10, tenths % 10 === 0 ? 0 : 1)} %`
}

/** Whether a line at this distance from the top is drawn: the topmost may be slightly above it by rounding. */
export function isInSight(y: number): boolean {
  return y > -0.5
}

/** Pixels around a label in which a letter would touch it. */
const TOUCHES = 8

/** Whether a letter, or a name around this place, would be below a label. */
export function isUnderLabel(
  labels: readonly LineLabel[],
  { x, y, text = '' }: { readonly x: number; readonly y: number; readonly text?: string },
): boolean {
  const reach = TOUCHES + (Math.max(0, text.length - 1) * LETTER) / 2
  return labels.some(
    (one) => !one.asked && x > one.x - reach && x < one.end + reach && Math.abs(y - one.y) < TOUCHES + 2,
  )
}

/** `pressure.thresholds.red` → `red`, `compression.cascade: progressive` → `progressive`. */
function shortened(name: string): string {
  const cut = Math.max(name.lastIndexOf('.'), name.lastIndexOf(': ') + 1)
  return cut <= 0 ? name : name.slice(cut + 1).trim()
}
