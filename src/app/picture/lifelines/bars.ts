import type { BlockId, BlockType } from '../../../engine/index.ts'
import { END_WORDS, TYPE_LETTERS } from '../../../view/index.ts'
import type { EndReason, Lifeline, Lifelines } from '../../../view/index.ts'
import { sightOf } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import { FAINT, Fills, round, STROKES } from '../plot/shape.ts'
import type { Line, Shape } from '../plot/shape.ts'
import type { Letter, Painting } from '../strata/shapes.ts'

/** Rows of a picture to pixels. */
export interface Rows {
  /** Pixels from one row to the next; below 1 if a long conversation shares them. */
  readonly pitch: number
  /** Pixels of a bar; tall rows leave a gap. */
  readonly bar: number
}

const TALLEST = 16
const GAPPED = 4
/** Minimum height of things that must be visible: the outline of the selected row, an end. */
const SEEN = 3
const LETTER_HEIGHT = 9
const LETTER_WIDTH = 14

/** Lays `most` rows over a height; few rows do not become taller than a line of text. */
export function rowsOver(height: number, most: number): Rows {
  const pitch = Math.min(TALLEST, height / Math.max(1, most))
  return { pitch, bar: pitch < GAPPED ? pitch : pitch - 1 }
}

/**
 * The visible bars and their ends, from below to above.
 *
 * @param only the blocks whose rows are painted; default: all
 */
export function paintingOfBars(
  picture: Lifelines,
  scale: Scale,
  rows: Rows,
  only?: ReadonlySet<BlockId>,
): Painting {
  const sight = sightOf(scale)
  const fills = new Fills(FAINT.lifelines)
  const lost: Line[] = []
  const reduced: Line[] = []
  picture.rows.forEach(({ block, type, segments, ends }, row) => {
    if (only !== undefined && !only.has(block)) return
    const top = row * rows.pitch
    for (const { state, unsent, from, to } of segments) {
      if (to < sight.from || from > sight.to) continue
      const [x0, x1] = [scale.x(Math.max(from, sight.from)), scale.x(Math.min(to, sight.to))]
      fills.add(type, state, box(x0, top, x1, rows.bar), unsent)
    }
    for (const end of ends) {
      if (end.x < scale.from || end.x > scale.to) continue
      const x = round(scale.x(end.x))
      const line = [x, fine(top), x, fine(top + Math.max(1, rows.bar))]
      if (end.final && end.reason === 'evicted') lost.push(line)
      else reduced.push(line)
    }
  })
  const shapes: Shape[] = [
    ...fills.shapes(),
    { key: 'reduced ends', paint: STROKES.reduced, lines: reduced },
    { key: 'lost ends', paint: STROKES.lost, lines: lost },
  ]
  return { shapes: shapes.filter(({ lines }) => lines.length > 0), outlines: fills.count }
}

/** A bar's type at its visible start and the reason at its end, if rows are as tall as letters. */
export function lettersOfBars(
  picture: Lifelines,
  scale: Scale,
  rows: Rows,
): { readonly types: readonly Letter[]; readonly ends: readonly Omit<Letter, 'type'>[] } {
  if (rows.bar < LETTER_HEIGHT) return { types: [], ends: [] }
  const types: Letter[] = []
  const ends: Omit<Letter, 'type'>[] = []
  picture.rows.forEach((line, row) => {
    const y = row * rows.pitch + rows.bar / 2
    const first = line.segments.find(({ to }) => to > scale.from)
    if (first !== undefined) {
      const x0 = Math.max(scale.left, scale.x(first.from))
      const type: BlockType = line.type
      if (scale.x(first.to) - x0 >= LETTER_WIDTH)
        types.push({ key: String(line.block), type, x: x0 + 8, y, text: TYPE_LETTERS[type] })
    }
    const last = line.ends.at(-1)
    if (last?.final === true && last.x >= scale.from && last.x <= scale.to)
      ends.push({
        key: `${line.block} end`,
        x: scale.x(last.x) + 8,
        y,
        text: END_WORDS[last.reason].letter,
      })
  })
  return { types, ends }
}

/** The row of a block from its first to its last bar, at least as tall as visible; none if it has no row. */
export function outlinesOfRow(picture: Lifelines, block: BlockId | null, scale: Scale, rows: Rows): Line[] {
  const row = picture.rows.findIndex((line) => line.block === block)
  const line = picture.rows[row]
  if (line === undefined) return []
  const sight = sightOf(scale)
  const height = Math.max(SEEN, rows.bar)
  const top = row * rows.pitch + (rows.bar - height) / 2
  return line.segments.flatMap(({ from, to }) => {
    if (to < sight.from || from > sight.to) return []
    return [box(scale.x(Math.max(from, sight.from)), top, scale.x(Math.min(to, sight.to)), height)]
  })
}

/** The first end after which a block was no longer whole, in pixels; null if it is not visible or never comes. */
export function endOfRow(
  picture: Lifelines,
  block: BlockId | null,
  scale: Scale,
  rows: Rows,
): { readonly x: number; readonly y: number; readonly reason: EndReason } | null {
  const row = picture.rows.findIndex((line) => line.block === block)
  const end: Lifeline['ends'][number] | undefined = picture.rows[row]?.ends[0]
  if (end === undefined || end.x < scale.from || end.x > scale.to) return null
  return { x: round(scale.x(end.x)), y: fine(row * rows.pitch + rows.bar / 2), reason: end.reason }
}

/** The upper edge of a block's row in a turn, in pixels; null if it has no bar then. */
export function upperEdgeOfRow(
  picture: Lifelines,
  block: BlockId,
  x: number,
  scale: Scale,
  rows: Rows,
): { readonly x: number; readonly y: number } | null {
  const row = picture.rows.findIndex((line) => line.block === block)
  if (row < 0 || x < scale.from || x > scale.to) return null
  return { x: round(scale.x(x)), y: fine(row * rows.pitch) }
}

function box(x0: number, top: number, x1: number, height: number): number[] {
  const [left, right] = [round(x0), round(x1)]
  const [low, high] = [fine(top + height), fine(top)]
  return [left, high, right, high, right, low, left, low]
}

/** Rows of thousands of blocks are a tenth of a pixel apart. */
function fine(value: number): number {
  return Math.round(value * 100) / 100
}
