import strata from '../strata/strata.css?raw'
import tokens from '../../style/tokens.css?raw'

/** A colour as any program that draws SVG knows it. */
export interface Ink {
  /** `#rrggbb` */
  readonly colour: string
  readonly opacity: number
}

/** The custom properties of the page, as written. */
const written = new Map(
  [...`${tokens}${strata}`.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)

/** The colour of a custom property in the light theme, which a picture outside the page always has. */
export function light(name: string): Ink {
  const value = written.get(name)
  if (value === undefined) throw new Error(`no colour ${name}`)
  return inkOf(value.trim())
}

/** Of the ways to write a colour, those that the style sheets use. */
function inkOf(value: string): Ink {
  const [, theme] = /^light-dark\(((?:[^(),]|\([^)]*\))+),/.exec(value) ?? []
  if (theme !== undefined) return inkOf(theme.trim())
  const [, other] = /^var\((--[\w-]+)\)$/.exec(value) ?? []
  if (other !== undefined) return light(other)
  const [, mixed, part] = /^color-mix\(in srgb, var\((--[\w-]+)\) (\d+)%, transparent\)$/.exec(value) ?? []
  if (mixed !== undefined) return { ...light(mixed), opacity: Number(part) / 100 }
  const [, red, green, blue, share] = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(value) ?? []
  if (share !== undefined)
    return { colour: `#${[red, green, blue].map(hex).join('')}`, opacity: Number(share) / 100 }
  if (!/^#[\da-f]{6}$/i.test(value)) throw new Error(`cannot read the colour ${value}`)
  return { colour: value, opacity: 1 }
}

function hex(part: string | undefined): string {
  return Number(part).toString(16).padStart(2, '0')
}
