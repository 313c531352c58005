import { HATCHES, pathOf, round } from '../plot/shape.ts'
import type { HatchName, Shape } from '../plot/shape.ts'
import { whole, xAt } from '../../../view/index.ts'
import { ticksOf } from '../plot/TurnAxis.tsx'
import type { Scale } from '../plot/scale.ts'
import { LANE_TEXT } from '../words.ts'
import { light } from './light.ts'

/** Fonts that are there without the page: its own if installed, else the system's. */
export const SANS =
  "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif"
export const MONO = "'JetBrains Mono', ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

/** Width of a letter as a part of its height, about: of the widest font among these, so that a text never runs out. */
const LETTER = { plain: 0.57, bold: 0.66 }

/** A text as markup shows it. What XML has no sign for is left out: logs may hold anything. */
export function escaped(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- exactly these are no characters of XML
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}

export function widthOf(text: string, size: number, bold = false): number {
  return text.length * size * (bold ? LETTER.bold : LETTER.plain)
}

/** `fill` of a colour of the page, by its custom property. */
export function fill(name: string, opacity = 1): string {
  const ink = light(name)
  return `fill="${ink.colour}"${faint('fill', ink.opacity * opacity)}`
}

/** `stroke` without a fill. */
export function stroke(name: string, width = 1, { dash = '', opacity = 1 } = {}): string {
  const ink = light(name)
  const dashes = dash === '' ? '' : ` stroke-dasharray="${dash}"`
  return `fill="none" stroke="${ink.colour}" stroke-width="${width}"${dashes}${faint('stroke', ink.opacity * opacity)}`
}

function faint(what: 'fill' | 'stroke', opacity: number): string {
  return opacity === 1 ? '' : ` ${what}-opacity="${Number(opacity.toFixed(3))}"`
}

/** A text whose middle is at `y`. */
export function label(
  x: number,
  y: number,
  text: string,
  {
    size = 9,
    colour = '--ink-soft',
    anchor = 'start',
    bold = false,
    mono = false,
    halo = false,
  }: {
    readonly size?: number
    readonly colour?: string
    readonly anchor?: 'start' | 'middle' | 'end'
    readonly bold?: boolean
    readonly mono?: boolean
    /** Draws the ground around its letters, for a text over lines and bands. */
    readonly halo?: boolean
  } = {},
): string {
  // Not every program knows dominant-baseline: a third of the height below the middle is where letters stand.
  const at = `x="${round(x)}" y="${round(y + size * 0.35)}"`
  const how = `${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}${bold ? ' font-weight="600"' : ''}`
  const face = mono ? ` font-family="${MONO}"` : ''
  const start = `<text ${at} font-size="${size}"${how}${face}`
  const words = `>${escaped(text)}</text>`
  const ground = halo ? `${start} stroke-linejoin="round" ${stroke('--paper', 3)}${words}` : ''
  return `${ground}${start} ${fill(colour)}${words}`
}

export function line(points: readonly (readonly [number, number])[], look: string): string {
  if (points.length === 0) return ''
  return `<path d="${pathOf([points.flatMap(([x, y]) => [round(x), round(y)])], false)}" stroke-linejoin="round" ${look}/>`
}

export function box(x: number, y: number, width: number, height: number, look: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" ${look}/>`
}

/** The same shapes as the painters of the page lay down, in the same order. */
export function painted(shapes: readonly Shape[]): string {
  return shapes
    .map(({ paint, lines }) => {
      const path = `d="${pathOf(lines, paint.kind !== 'stroke')}"`
      switch (paint.kind) {
        case 'fill':
          return `<path ${fill(paint.colour, paint.opacity)} ${path}/>`
        case 'hatch':
          return `<path fill="url(#${HATCHES[paint.hatch].id})" ${path}/>`
        case 'stroke':
          return `<path ${stroke(paint.colour, paint.width, { opacity: paint.opacity })} ${path}/>`
      }
    })
    .join('')
}

/** The hatches that a drawing uses. */
export function hatchesIn(drawing: string): string {
  return (Object.keys(HATCHES) as HatchName[])
    .map((name) => HATCHES[name])
    .filter(({ id }) => drawing.includes(`url(#${id})`))
    .map(
      ({ id, size, line: width, angle, colour }) =>
        `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})">` +
        `<rect width="${width}" height="${size}" ${fill(colour)}/></pattern>`,
    )
    .join('')
}

/** What is cut off at the borders of the plot. */
export function clipped(scale: Scale, height: number, drawing: string): string {
  const { left, right, width } = scale
  const id = `plot-${height}`
  return (
    `<clipPath id="${id}"><rect x="${left}" y="0" width="${Math.max(0, width - left - right)}" height="${height}"/></clipPath>` +
    `<g clip-path="url(#${id})">${drawing}</g>`
  )
}

/** Turn numbers below a plot of this height, and figures left of it. */
export function axes(
  scale: Scale,
  figures: readonly { readonly y: number; readonly text: string; readonly strong?: boolean }[],
  below = scale.height,
  steps = false,
): string {
  const { left, right, width, height } = scale
  const first = steps ? 1 : 0
  const turns = ticksOf(scale).map((turn) => {
    const x = scale.x(xAt(turn, 'sent'))
    return (
      line(
        [
          [x, below],
          [x, below + 3],
        ],
        stroke('--hairline-strong'),
      ) + label(x, below + 10, whole(turn + first), { anchor: 'middle' })
    )
  })
  return [
    line([[left, below], [width - right, below]], stroke('--hairline')),
    ...turns,
    label(left - 10, below + 10, steps ? 'step' : LANE_TEXT.axis, { anchor: 'end' }),
    ...figures.map(({ y, text, strong = false }) =>
      label(left - 6, Math.max(4, Math.min(height - 4, y)), text, {
        anchor: 'end',
        ...(strong && { bold: true, colour: '--ink' }),
      }),
    ),
  ].join('') // oxfmt-ignore
}
