import type { Shape } from './shapes.ts'

/** One path for each fill, and a hatch above where the fill asks for one. */
export function SvgPainter({ shapes }: { readonly shapes: readonly Shape[] }) {
  return (
    <>
      {shapes.map(({ key, fill, path }) => (
        <path key={key} className={`band type-${fill.type}${fill.reduced ? ' is-reduced' : ''}`} d={path} />
      ))}
      {shapes
        .filter(({ fill }) => fill.hatched || fill.reduced)
        .map(({ key, fill, path }) => (
          <path key={`${key} hatch`} className={fill.reduced ? 'hatch dense' : 'hatch'} d={path} />
        ))}
    </>
  )
}

/** Patterns that all pictures share; mounted once. */
export function HatchPatterns() {
  return (
    <svg className="patterns" width="0" height="0" aria-hidden="true">
      <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.4" height="5" />
        </pattern>
        <pattern
          id="hatch-dense"
          width="3"
          height="3"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-45)"
        >
          <rect width="1" height="3" />
        </pattern>
        <pattern
          id="hatch-reserve"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect className="reserve-stroke" width="1" height="6" />
        </pattern>
      </defs>
    </svg>
  )
}
