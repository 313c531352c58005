import { Curve } from 'recharts'
import type { CurveProps } from 'recharts'

/**
 * The curve of a line without animation. At each render, Recharts measures the length of a curve whose path it can
 * access, which forces a layout of the whole page; so this one does not expose its path.
 */
export function StillCurve({ pathRef: _, ...curve }: CurveProps) {
  return <Curve {...curve} />
}
