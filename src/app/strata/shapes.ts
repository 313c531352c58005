import type { BlockId, BlockState, BlockType } from '../../engine/index.ts'
import { outlineOf, TYPE_LETTERS } from '../../view/index.ts'
import type { Band, Cap, Strata } from '../../view/index.ts'
import type { Scale } from './scale.ts'

/** How a painter fills a shape. */
export interface Fill {
  /** `mixed`: a band of small neighbours of several types. */
  readonly type: BlockType | 'mixed'
  /** True for types that share their hue with another. */
  readonly hatched: boolean
  /** Less than the whole block stands there: clipped, a placeholder, a summary's remains. */
  readonly reduced: boolean
}

/** All bands of one fill as one path: a picture has some twenty paths, however many blocks there are. */
export interface Shape {
  readonly key: string
  readonly fill: Fill
  readonly path: string
}

/** A type's letter, where its band is tall and wide enough to hold it. */
export interface Letter {
  readonly key: string
  readonly type: BlockType
  readonly x: number
  readonly y: number
  readonly text: string
}

/** Types drawn with a hatch, because they share the hue of another. */
const HATCHED: ReadonlySet<BlockType> = new Set(['tool_definition', 'tool_call'])
const LETTER_HEIGHT = 9
const LETTER_WIDTH = 14
/** Bands lower than this touch their neighbours without an edge, which would cover them. */
const EDGED = 3
const MOST_LETTERS = 160

export function shapesOf(picture: Strata, scale: Scale): Shape[] {
  const paths = new Map<string, { fill: Fill; parts: string[] }>()
  for (const band of picture.bands) {
    for (const segment of band.segments) {
      const fill = fillOf(band.type, segment.state)
      const key = `${fill.type} ${fill.reduced ? 'reduced' : 'whole'}`
      const path = pathOf(outlineOf(band, segment.from, segment.to), scale)
      const group = paths.get(key)
      if (group === undefined) paths.set(key, { fill, parts: [path] })
      else group.parts.push(path)
    }
  }
  return [...paths].map(([key, { fill, parts }]) => ({ key, fill, path: parts.join('') }))
}

export function fillOf(type: BlockType | null, state: BlockState): Fill {
  return { type: type ?? 'mixed', hatched: type !== null && HATCHED.has(type), reduced: state !== 'live' }
}

/** The middle of a band as a line, as far as it stands in full: visible where the band is thinner than a pixel. */
export function spineOf({ x, low, high, segments }: Band, scale: Scale): string {
  let path = ''
  for (const { state, from, to } of segments) {
    if (state !== 'live') continue
    for (let vertex = from; vertex <= to; vertex++) {
      const y = (scale.y(low[vertex] ?? 0) + scale.y(high[vertex] ?? 0)) / 2
      path += `${vertex === from ? 'M' : 'L'}${round(scale.x(x[vertex] ?? 0))} ${round(y)}`
    }
  }
  return path
}

/** Where a block stopped standing in full, in pixels; null where it stands to the end of the picture. */
export function endOf(picture: Strata, block: BlockId, scale: Scale): { x: number; y: number } | null {
  const cap = picture.caps.find((one) => one.block === block && one.reason !== 'moved')
  return cap === undefined ? null : { x: round(scale.x(cap.x)), y: round(scale.y((cap.low + cap.high) / 2)) }
}

export function pathOfBand(band: Band, scale: Scale): string {
  return pathOf(outlineOf(band), scale)
}

/** The upper edges of all bands that are tall enough to have one, as one path. */
export function edgesOf(picture: Strata, scale: Scale): string {
  let path = ''
  for (const { x, low, high } of picture.bands) {
    for (let vertex = 0; vertex + 1 < x.length; vertex++) {
      const height = (index: number): number => scale.y(low[index] ?? 0) - scale.y(high[index] ?? 0)
      if (height(vertex) < EDGED || height(vertex + 1) < EDGED) continue
      const from = `${round(scale.x(x[vertex] ?? 0))} ${round(scale.y(high[vertex] ?? 0))}`
      path += `M${from}L${round(scale.x(x[vertex + 1] ?? 0))} ${round(scale.y(high[vertex + 1] ?? 0))}`
    }
  }
  return path
}

function pathOf(outline: readonly number[], scale: Scale): string {
  let path = ''
  for (let index = 0; index < outline.length; index += 2) {
    const x = round(scale.x(outline[index] ?? 0))
    const y = round(scale.y(outline[index + 1] ?? 0))
    path += `${index === 0 ? 'M' : 'L'}${x} ${y}`
  }
  return `${path}Z`
}

/** Where blocks ended, as two paths: `lost` for what left for good by eviction, `reduced` for the rest. */
export function capsOf(
  caps: readonly Cap[],
  scale: Scale,
): { readonly lost: string; readonly reduced: string } {
  let lost = ''
  let reduced = ''
  for (const cap of caps) {
    const x = round(scale.x(cap.x))
    const line = `M${x} ${round(scale.y(cap.low))}V${round(scale.y(cap.high))}`
    if (cap.final && cap.reason === 'evicted') lost += line
    else reduced += line
  }
  return { lost, reduced }
}

/** A tenth of a pixel: finer than any screen, and half the text. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** The letter of each band at the first place that holds it, the tallest bands first. */
export function lettersOf(picture: Strata, scale: Scale): Letter[] {
  const letters: (Letter & { readonly height: number })[] = []
  for (const band of picture.bands) {
    const { type } = band
    const place = type === null ? null : placeOf(band, scale)
    if (type === null || place === null) continue
    letters.push({ key: String(band.index), type, text: TYPE_LETTERS[type], ...place })
  }
  return letters.sort((a, b) => b.height - a.height || Number(a.key) - Number(b.key)).slice(0, MOST_LETTERS)
}

function placeOf(band: Band, scale: Scale): { x: number; y: number; height: number } | null {
  for (let vertex = 0; vertex + 1 < band.x.length; vertex++) {
    const [x0, x1] = [scale.x(band.x[vertex] ?? 0), scale.x(band.x[vertex + 1] ?? 0)]
    if (x1 - x0 < LETTER_WIDTH) continue
    const low = Math.min(scale.y(band.low[vertex] ?? 0), scale.y(band.low[vertex + 1] ?? 0))
    const high = Math.max(scale.y(band.high[vertex] ?? 0), scale.y(band.high[vertex + 1] ?? 0))
    if (low - high >= LETTER_HEIGHT) return { x: x0 + 8, y: (low + high) / 2, height: low - high }
  }
  return null
}
