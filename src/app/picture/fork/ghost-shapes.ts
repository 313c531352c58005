import type { GhostBand, GhostStretch, Lifelines } from '../../../view/index.ts'
import type { Rows } from '../lifelines/bars.ts'
import { around, cutter } from '../strata/cut.ts'
import { sightOf } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import { round } from '../plot/shape.ts'
import type { Line, Paint, Shape } from '../plot/shape.ts'

/** What only the fork or only its lane contains, as outlines. */
export interface GhostLines {
  readonly onlyFork: readonly Line[]
  readonly onlyBase: readonly Line[]
}

/** The layers of each side from below to above: fill, hatch, and edge. */
const PAINTS: Readonly<Record<keyof GhostLines, readonly [Paint, Paint, Paint]>> = Object.freeze({
  onlyBase: [
    { kind: 'fill', name: 'ghost-base', colour: '--paper', opacity: 0.62 },
    { kind: 'hatch', name: 'ghost-base', hatch: 'base' },
    { kind: 'stroke', name: 'ghost-base edge', colour: '--ink-soft', width: 1, opacity: 0.8 },
  ],
  onlyFork: [
    { kind: 'fill', name: 'ghost-fork', colour: '--accent-soft', opacity: 0.74 },
    { kind: 'hatch', name: 'ghost-fork', hatch: 'fork' },
    { kind: 'stroke', name: 'ghost-fork edge', colour: '--accent', width: 1.25, opacity: 1 },
  ],
})

/** Minimum height in pixels of an outline with an edge: thousands of lower ones would be nothing but edges. */
const EDGED = 3
/**
 * Up to this many outlines of the fork, each has an edge, however low, so that one small remaining block is visible.
 */
const FEW = 12

/** The two sides as shapes for either painter. Those of the fork are on top. */
export function ghostShapes(lines: GhostLines): readonly Shape[] {
  return (['onlyBase', 'onlyFork'] as const).flatMap((side) => {
    const outlines = lines[side]
    const few = side === 'onlyFork' && outlines.length <= FEW
    const edges = outlines.filter((line) => few || tall(line)).map(closed)
    const [ground, hatch, edge] = PAINTS[side]
    const shapes: Shape[] = [
      { key: `${side} ground`, paint: ground, lines: outlines },
      { key: `${side} hatch`, paint: hatch, lines: outlines },
      { key: `${side} edge`, paint: edge, lines: edges },
    ]
    return shapes.filter((shape) => shape.lines.length > 0)
  })
}

/** The outlines of visible bands. */
export function outlinesOfGhost(bands: readonly GhostBand[], scale: Scale): Line[] {
  const cut = cutter(scale)
  return bands.flatMap((band) => {
    const part = cut(band)
    return part === null ? [] : [around(part)]
  })
}

/** The same ranges as bars over the rows of a lane's lifelines; blocks made by the fork have no row there. */
export function barsOfGhost(
  { rows }: Pick<Lifelines, 'rows'>,
  stretches: readonly GhostStretch[],
  scale: Scale,
  { pitch, bar }: Rows,
): Line[] {
  const rowOf = new Map(rows.map(({ block }, row) => [block, row]))
  const sight = sightOf(scale)
  return stretches.flatMap(({ block, from, to }): Line[] => {
    const row = rowOf.get(block)
    if (row === undefined || to < sight.from || from > sight.to) return []
    const [x0, x1] = [round(scale.x(Math.max(from, sight.from))), round(scale.x(Math.min(to, sight.to)))]
    const [high, low] = [round(row * pitch), round(row * pitch + Math.max(1, bar))]
    return [[x0, high, x1, high, x1, low, x0, low]]
  })
}

/** Blocks of ranges without a row in a lane's lifelines. */
export function withoutRow({ rows }: Pick<Lifelines, 'rows'>, stretches: readonly GhostStretch[]): number {
  const known = new Set(rows.map(({ block }) => block))
  return new Set(stretches.flatMap(({ block }) => (known.has(block) ? [] : [block]))).size
}

/** The visible part of a line of tokens over the axis. */
export function lineOfTotal(
  { x, tokens }: { readonly x: readonly number[]; readonly tokens: readonly number[] },
  scale: Scale,
): Line {
  const sight = sightOf(scale)
  const line: number[] = []
  for (const [index, at] of x.entries()) {
    const [before, after] = [x[index - 1] ?? at, x[index + 1] ?? at]
    if (after < sight.from || before > sight.to) continue
    line.push(round(scale.x(at)), round(scale.y(tokens[index] ?? 0)))
  }
  return line
}

/** Whether an outline is tall anywhere: its points go along one edge and back along the other. */
function tall(line: Line): boolean {
  const points = line.length / 2
  for (let point = 0; point * 2 < points; point++) {
    const [low, high] = [line[point * 2 + 1] ?? 0, line[(points - point) * 2 - 1] ?? 0]
    if (Math.abs(low - high) >= EDGED) return true
  }
  return false
}

function closed(line: Line): Line {
  return [...line, line[0] ?? 0, line[1] ?? 0]
}
