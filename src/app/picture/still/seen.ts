import { box, label } from './markup.ts'
import type { LegendEntry, Still } from './still.ts'

/** What a drawing needs to look the same elsewhere. */
const LOOK = ['fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'] as const // oxfmt-ignore

/** A picture of what a panel shows, taken from the screen in the light theme: an SVG, or a table of coloured cells. */
export function seenStill(
  within: Element | null,
  about: Omit<Still, 'draw' | 'legend'> & { readonly legend?: readonly LegendEntry[] },
): Still | null {
  const seen = within?.querySelector<HTMLElement | SVGSVGElement>('svg, table') ?? null
  if (seen === null) return null
  // Colours follow the theme of the whole page, and nothing is painted before it is given back.
  const { dataset } = document.documentElement
  const before = dataset['theme']
  dataset['theme'] = 'light'
  const { width: wide, height: high } = seen.getBoundingClientRect()
  const drawing = seen instanceof SVGSVGElement ? svgInside(seen) : cellsOf(seen)
  if (before === undefined) delete dataset['theme']
  else dataset['theme'] = before
  return {
    legend: [],
    ...about,
    draw: ({ width, height }) =>
      `<svg width="${width}" height="${height}" viewBox="0 0 ${wide} ${high}" preserveAspectRatio="xMinYMin">${drawing}</svg>`,
  }
}

function svgInside(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [from, to] = [[...svg.querySelectorAll('*')], [...copy.querySelectorAll('*')]]
  for (const [at, element] of from.entries()) {
    const [style, twin] = [getComputedStyle(element), to[at]]
    twin?.removeAttribute('class')
    twin?.removeAttribute('style')
    for (const name of LOOK) twin?.setAttribute(name, plain(style.getPropertyValue(name)))
  }
  return new XMLSerializer()
    .serializeToString(copy)
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '')
}

function cellsOf(table: Element): string {
  const { left, top } = table.getBoundingClientRect()
  return [...table.querySelectorAll<HTMLElement>('th, td, caption')]
    .map((cell) => {
      const inner = cell.querySelector<HTMLElement>('button') ?? cell
      const { x, y, width, height } = inner.getBoundingClientRect()
      const { color, backgroundColor, borderTopColor, borderTopWidth, fontSize, fontWeight } =
        getComputedStyle(inner)
      const framed =
        inner === cell ? '' : `stroke="${plain(borderTopColor)}" stroke-width="${borderTopWidth}"`
      const text = label(x - left + 6, y - top + height / 2, inner.innerText.trim(), {
        size: Number.parseFloat(fontSize),
        bold: Number(fontWeight) >= 600,
      })
      return (
        box(x - left, y - top, width, height, `fill="${plain(backgroundColor)}" ${framed}`) +
        text.replace(/fill="[^"]*"/, `fill="${plain(color)}"`)
      )
    })
    .join('')
}

/** A colour as any program that draws SVG knows it; any other value as it is. */
function plain(value: string): string {
  const [, space, ...parts] = /^(rgba?|color)\((?:srgb )?([\d.]+)[, ]+([\d.]+)[, ]+([\d.]+)(?:[, /]+([\d.]+))?\)$/.exec(value) ?? [] // oxfmt-ignore
  if (space === undefined) return value
  const [red = 0, green = 0, blue = 0, opacity = 1] = parts.map((part) =>
    part === undefined ? 1 : Number(part),
  )
  if (opacity === 0) return 'none'
  const byte = (part: number): string =>
    Math.round(space === 'color' ? part * 255 : part)
      .toString(16)
      .padStart(2, '0')
  return `#${[red, green, blue, ...(opacity < 1 ? [opacity * (space === 'color' ? 1 : 255)] : [])].map(byte).join('')}`
}
