import type { BlockId, BlockType } from '../../engine/index.ts'
import { END_WORDS, TYPE_LETTERS } from '../../view/index.ts'
import type { Lifeline, Lifelines } from '../../view/index.ts'
import type { Scale } from '../strata/scale.ts'
import { fillOf, round } from '../strata/shapes.ts'
import type { Letter, Shape } from '../strata/shapes.ts'

/** Rows of a picture to pixels. */
export interface Rows {
  /** Pixels from one row to the next; below 1 where a long conversation shares them. */
  readonly pitch: number
  /** Pixels of a bar; rows that are tall enough leave a gap. */
  readonly bar: number
}

const TALLEST = 16
const GAPPED = 4
/** Smallest height of what must be found: the outline of the selected row, an end. */
const SEEN = 3
const LETTER_HEIGHT = 9
const LETTER_WIDTH = 14

/** `most` rows over a height; few rows do not grow taller than a line of text. */
export function rowsOver(height: number, most: number): Rows {
  const pitch = Math.min(TALLEST, height / Math.max(1, most))
  return { pitch, bar: pitch < GAPPED ? pitch : pitch - 1 }
}

/** All bars of one fill as one path, as the painters of the strata take them. */
export function shapesOfBars(picture: Lifelines, scale: Scale, rows: Rows): Shape[] {
  const paths = new Map<string, { fill: Shape['fill']; parts: string[] }>()
  picture.rows.forEach(({ type, segments }, row) => {
    for (const { state, from, to } of segments) {
      const fill = fillOf(type, state)
      const key = `${fill.type} ${fill.reduced ? 'reduced' : 'whole'}`
      const path = box(scale.x(from), row * rows.pitch, scale.x(to), rows.bar)
      const group = paths.get(key)
      if (group === undefined) paths.set(key, { fill, parts: [path] })
      else group.parts.push(path)
    }
  })
  return [...paths].map(([key, { fill, parts }]) => ({ key, fill, path: parts.join('') }))
}

/** Where bars end, as two paths: `lost` for what left for good by eviction, `reduced` for the rest. */
export function endsOfBars(
  picture: Lifelines,
  scale: Scale,
  rows: Rows,
): { readonly lost: string; readonly reduced: string } {
  let lost = ''
  let reduced = ''
  picture.rows.forEach(({ ends }, row) => {
    for (const end of ends) {
      const height = Math.max(1, rows.bar)
      const line = `M${round(scale.x(end.x))} ${fine(row * rows.pitch)}v${fine(height)}`
      if (end.final && end.reason === 'evicted') lost += line
      else reduced += line
    }
  })
  return { lost, reduced }
}

/** A bar's type at its start and the reason at its end, where rows are as tall as letters. */
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
    const [first] = line.segments
    if (first !== undefined && scale.x(first.to) - scale.x(first.from) >= LETTER_WIDTH) {
      const type: BlockType = line.type
      types.push({ key: String(line.block), type, x: scale.x(first.from) + 8, y, text: TYPE_LETTERS[type] })
    }
    const last = line.ends.at(-1)
    if (last?.final === true)
      ends.push({
        key: `${line.block} end`,
        x: scale.x(last.x) + 8,
        y,
        text: END_WORDS[last.reason].letter,
      })
  })
  return { types, ends }
}

/** The row of a block from its first to its last bar, at least as tall as an eye finds; '' where it has none. */
export function outlineOfRow(picture: Lifelines, block: BlockId | null, scale: Scale, rows: Rows): string {
  const row = picture.rows.findIndex((line) => line.block === block)
  const line = picture.rows[row]
  if (line === undefined) return ''
  const height = Math.max(SEEN, rows.bar)
  const top = row * rows.pitch + (rows.bar - height) / 2
  return line.segments.map(({ from, to }) => box(scale.x(from), top, scale.x(to), height)).join('')
}

/** The first end after which a block no longer stood in full, in pixels; null where there is none. */
export function endOfRow(
  picture: Lifelines,
  block: BlockId | null,
  scale: Scale,
  rows: Rows,
): { readonly x: number; readonly y: number } | null {
  const row = picture.rows.findIndex((line) => line.block === block)
  const end: Lifeline['ends'][number] | undefined = picture.rows[row]?.ends[0]
  return end === undefined ? null : { x: round(scale.x(end.x)), y: fine(row * rows.pitch + rows.bar / 2) }
}

function box(x0: number, top: number, x1: number, height: number): string {
  return `M${round(x0)} ${fine(top)}H${round(x1)}v${fine(height)}H${round(x0)}Z`
}

/** Rows of thousands of blocks are a tenth of a pixel apart. */
function fine(value: number): number {
  return Math.round(value * 100) / 100
}
