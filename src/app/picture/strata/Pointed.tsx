import type { Ref } from 'react'
import type { Scale } from '../plot/scale.ts'

/** The outline of what is pointed at, on a layer of its own: what lies under it is not painted again with each move. */
export function Pointed({
  path,
  scale: { width, height },
}: {
  readonly path: Ref<SVGPathElement> | undefined
  readonly scale: Pick<Scale, 'width' | 'height'>
}) {
  return (
    <svg className="strata-over pointed" width={width} height={height} aria-hidden="true">
      <path ref={path} className="pointed-band" />
    </svg>
  )
}
