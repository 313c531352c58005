import { Curve } from 'recharts'
import type { CurveProps } from 'recharts'

/**
 * The curve of a line that is never animated. Recharts measures the length of a curve whose path it can reach at each
 * render, which lays out the whole page; so this one keeps its path to itself.
 */
export function StillCurve({ pathRef: _, ...curve }: CurveProps) {
  return <Curve {...curve} />
}
