import { isWhole } from '../../../engine/internal.ts'
import type { BlockId, BlockType } from '../../../engine/index.ts'
import { bandsOf, edgesAt, TYPE_LETTERS, xAt } from '../../../view/index.ts'
import type { Band, Connector, EndReason, Invalidation, Strata } from '../../../view/index.ts'
import { capLines } from './caps.ts'
import type { Taken } from './caps.ts'
import { around, cutter } from './cut.ts'
import type { Cut } from './cut.ts'
import { sightOf } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import { FAINT, Fills, round, STALE, STROKES } from '../plot/shape.ts'
import type { Line, Shape } from '../plot/shape.ts'

/** A letter in the picture, centred on its place. */
export interface Letter {
  readonly key: string
  readonly type: BlockType
  readonly x: number
  readonly y: number
  readonly text: string
}

/** The shapes of the visible part of a picture, and its number of block outlines. */
export interface Painting {
  readonly shapes: readonly Shape[]
  readonly outlines: number
}

const LETTER_HEIGHT = 9
export const LETTER_WIDTH = 14
/** Approximate pixels of a character of a tool's name. */
export const CHARACTER = 4.8
/** Bands lower than this have no edge, which would cover them. */
const EDGED = 3
const MOST_LETTERS = 160
/** Number of points of a curve. */
const CURVE = 12

/**
 * The visible bands, the cached parts that their edits made invalid, and the bands' edges, connectors and caps, from
 * bottom to top.
 */
export function paintingOf(picture: Strata, stale: readonly Invalidation[], scale: Scale): Painting {
  const cut = cutter(scale)
  const fills = new Fills(FAINT.strata)
  const edges: Line[] = []
  for (const band of picture.bands) {
    let drawn = false
    for (const { state, from, to } of band.segments) {
      const part = cut(band, from, to)
      if (part === null) continue
      fills.add(band.type, state, around(part))
      drawn = true
    }
    const whole = drawn ? cut(band) : null
    if (whole !== null) edges.push(...upperEdges(whole))
  }
  const { lost, reduced } = capLines(picture.caps, scale)
  const shapes: Shape[] = [
    ...fills.shapes(),
    { key: 'stale', paint: STALE, lines: staleOutlines(stale, scale) },
    { key: 'edges', paint: STROKES.edges, lines: edges },
    { key: 'connectors', paint: STROKES.connectors, lines: curves(picture.connectors, scale) },
    { key: 'reduced caps', paint: STROKES.reduced, lines: reduced },
    { key: 'lost caps', paint: STROKES.lost, lines: lost },
  ]
  return { shapes: shapes.filter(({ lines }) => lines.length > 0), outlines: fills.count }
}

/** The upper edge of a band, where the band is tall enough for one. */
function upperEdges({ x, low, high }: Cut): Line[] {
  const lines: number[][] = []
  let line: number[] | null = null
  const tall = (vertex: number): boolean => (low[vertex] ?? 0) - (high[vertex] ?? 0) >= EDGED
  for (let vertex = 0; vertex < x.length; vertex++) {
    if (!tall(vertex)) {
      line = null
      continue
    }
    if (line === null) lines.push((line = []))
    line.push(x[vertex] ?? 0, high[vertex] ?? 0)
  }
  return lines.filter(({ length }) => length > 2)
}

function staleOutlines(stale: readonly Invalidation[], scale: Scale): Line[] {
  const sight = sightOf(scale)
  return stale.flatMap(({ from, to, low, high }): Line[] => {
    if (to < sight.from || from > sight.to) return []
    const [x0, x1] = [round(scale.x(Math.max(from, sight.from))), round(scale.x(Math.min(to, sight.to)))]
    const [bottom, top] = [round(scale.y(low)), round(scale.y(high))]
    return [[x0, bottom, x1, bottom, x1, top, x0, top]]
  })
}

/** Pixels between two connectors of one edit into one block: a compaction of hundreds is a fan, not a blot. */
const FAN = 5
/** Minimum length of a connector in pixels, however narrow a turn is: its end is then inside its new place. */
const LONG = 14

/** From the end of a block, horizontally, and then up or down into its new place. */
function curves(connectors: readonly Connector[], scale: Scale): Line[] {
  const sight = sightOf(scale)
  const drawn = new Map<string, number>()
  return connectors.flatMap(({ edit, into, from, to }): Line[] => {
    if (Math.max(from.x, to.x) < sight.from || Math.min(from.x, to.x) > sight.to) return []
    const [x0, y0, y1] = [scale.x(from.x), scale.y(from.y), scale.y(to.y)]
    const x1 = Math.max(scale.x(to.x), x0 + LONG)
    const fan = `${edit} ${into}`
    const last = drawn.get(fan)
    if (last !== undefined && Math.abs(last - y0) < FAN) return []
    drawn.set(fan, y0)
    const line: number[] = []
    for (let step = 0; step <= CURVE; step++) {
      const part = step / CURVE
      const eased = part * part * (3 - 2 * part)
      line.push(round(x0 + (x1 - x0) * part), round(y0 + (y1 - y0) * eased))
    }
    return [line]
  })
}

/** Room for the name of a sub-agent. */
const REPORT = { width: 58, height: 12 } as const

/** Where the reports of sub-agents begin, in pixels: one place per edit, without overlap. */
export function reportsOf(
  { connectors }: Pick<Strata, 'connectors'>,
  scale: Scale,
): (Taken & { readonly key: string })[] {
  const seen = new Set<number>()
  const places: (Taken & { readonly key: string })[] = []
  for (const { kind, edit, to } of connectors) {
    if (kind !== 'report' || seen.has(edit) || to.x < scale.from || to.x > scale.to) continue
    seen.add(edit)
    const [x, y] = [round(scale.x(to.x)), round(scale.y(to.y))]
    const covered = places.some(
      (one) => Math.abs(one.x - x) < REPORT.width && Math.abs(one.y - y) < REPORT.height,
    )
    if (!covered) places.push({ key: String(edit), x, y })
  }
  return places
}

/** The visible part of one block, painted separately. */
export function paintingOfBlock(picture: Strata, block: BlockId, scale: Scale): readonly Shape[] {
  return paintingOfBands(picture, bandsOf(picture, block), scale)
}

/** The bands that hold at least one of some blocks. */
export function paintingOfBlocks(
  picture: Strata,
  blocks: ReadonlySet<BlockId>,
  scale: Scale,
): readonly Shape[] {
  const bands = picture.bands.filter((band) => band.blocks.some((block) => blocks.has(block)))
  return paintingOfBands(picture, bands, scale)
}

function paintingOfBands(picture: Strata, bands: readonly Band[], scale: Scale): readonly Shape[] {
  return paintingOf({ ...picture, bands, caps: [], connectors: [] }, [], scale).shapes
}

/** The outlines of the visible part of a block. */
export function outlinesOf(picture: Pick<Strata, 'bands'>, block: BlockId, scale: Scale): Line[] {
  return bandsOf(picture, block).flatMap((band) => outlineOfBand(band, scale))
}

export function outlineOfBand(band: Band, scale: Scale): Line[] {
  const part = cutter(scale)(band)
  return part === null ? [] : [around(part)]
}

/** The middle of a band as a line, while its block is complete: visible where the band is thinner than a pixel. */
export function spinesOf(picture: Pick<Strata, 'bands'>, block: BlockId, scale: Scale): Line[] {
  const cut = cutter(scale)
  return bandsOf(picture, block).flatMap((band) =>
    band.segments.flatMap(({ state, from, to }): Line[] => {
      const part = isWhole({ state }) ? cut(band, from, to) : null
      if (part === null) return []
      return [
        part.x.flatMap((x, vertex) => [x, round(((part.low[vertex] ?? 0) + (part.high[vertex] ?? 0)) / 2)]),
      ]
    }),
  )
}

/** Where a block was last complete, in pixels; null if that is not visible or never happens. */
export function endOf(
  picture: Strata,
  block: BlockId,
  scale: Scale,
): { readonly x: number; readonly y: number; readonly reason: EndReason } | null {
  const cap = picture.caps.find((one) => one.block === block && one.reason !== 'moved')
  if (cap === undefined || cap.x < scale.from || cap.x > scale.to) return null
  return { x: round(scale.x(cap.x)), y: round(scale.y((cap.low + cap.high) / 2)), reason: cap.reason }
}

/** The y of the upper edge of a block in a turn, in pixels; null if it is not in the window then. */
export function upperEdgeAt(
  picture: Pick<Strata, 'bands'>,
  block: BlockId,
  turn: number,
  scale: Scale,
): { readonly x: number; readonly y: number } | null {
  const at = xAt(turn, 'sent')
  if (at < scale.from || at > scale.to) return null
  for (const band of bandsOf(picture, block)) {
    if (at < (band.x[0] ?? 0) || at > (band.x.at(-1) ?? 0)) continue
    return { x: round(scale.x(at)), y: round(scale.y(edgesAt(band, at).high)) }
  }
  return null
}

/**
 * The letter of each band at the first visible place with room for it, the tallest bands first. A tool result with room
 * for it has the name of its tool instead, because most of a window is results.
 */
export function lettersOf(
  picture: Pick<Strata, 'bands'>,
  scale: Scale,
  toolOf: (block: BlockId) => string = () => '',
): Letter[] {
  const cut = cutter(scale)
  const letters: (Letter & { readonly height: number })[] = []
  for (const band of picture.bands) {
    const { type } = band
    const part = type === null ? null : cut(band)
    if (type === null || part === null) continue
    const [only] = band.blocks.length === 1 ? band.blocks : []
    const name = type === 'tool_result' && only !== undefined ? toolOf(only) : ''
    const named = name === '' ? null : placeIn(part, scale, name.length * CHARACTER)
    const place = named ?? placeIn(part, scale)
    if (place === null) continue
    const text = named === null ? TYPE_LETTERS[type] : name
    letters.push({ key: String(band.index), type, text, ...place })
  }
  return letters.sort((a, b) => b.height - a.height || Number(a.key) - Number(b.key)).slice(0, MOST_LETTERS)
}

/** The middle of the first place with room for a letter, or for `width` pixels of text beside its edge. */
function placeIn(
  { x, low, high }: Cut,
  { left }: Scale,
  width = 0,
): { x: number; y: number; height: number } | null {
  for (let vertex = 0; vertex + 1 < x.length; vertex++) {
    const x0 = Math.max(left, x[vertex] ?? 0)
    if ((x[vertex + 1] ?? 0) - x0 < LETTER_WIDTH + width) continue
    const bottom = Math.min(low[vertex] ?? 0, low[vertex + 1] ?? 0)
    const top = Math.max(high[vertex] ?? 0, high[vertex + 1] ?? 0)
    if (bottom - top >= LETTER_HEIGHT)
      return { x: x0 + 8 + width / 2, y: round((bottom + top) / 2), height: bottom - top }
  }
  return null
}
