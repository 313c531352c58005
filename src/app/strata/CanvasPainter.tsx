import { useEffect, useRef } from 'react'
import { useTheme } from '../state/theme.ts'
import type { Scale } from './scale.ts'
import type { Shape } from './shapes.ts'

/** The same shapes on a canvas, for pictures of more bands than SVG draws quickly. */
export function CanvasPainter({
  shapes,
  scale,
  faint = 0.55,
}: {
  readonly shapes: readonly Shape[]
  readonly scale: Scale
  /** Opacity of what stands there only in part. */
  readonly faint?: number
}) {
  const ref = useRef<HTMLCanvasElement>(null)
  const theme = useTheme((state) => state.chosen)
  useEffect(() => {
    const canvas = ref.current
    if (canvas === null) return
    const draw = (): void => {
      paint(canvas, shapes, scale, faint)
    }
    draw()
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    return () => {
      dark.removeEventListener('change', draw)
    }
  }, [shapes, scale, faint, theme])
  return <canvas ref={ref} className="strata-canvas" style={{ width: scale.width, height: scale.height }} />
}

function paint(
  canvas: HTMLCanvasElement,
  shapes: readonly Shape[],
  { width, height }: Scale,
  faint: number,
): void {
  const ratio = window.devicePixelRatio
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const context = canvas.getContext('2d')
  if (context === null) return
  const styles = getComputedStyle(canvas)
  const colour = (name: string): string => styles.getPropertyValue(name)
  context.scale(ratio, ratio)
  const hatch = hatchOf(context, colour('--hatch'))
  for (const { fill, path } of shapes) {
    const shape = shapeOf(path)
    context.globalAlpha = fill.reduced ? faint : 1
    context.fillStyle = colour(`--fill-${fill.type}`)
    context.fill(shape)
    context.globalAlpha = 1
    if ((fill.hatched || fill.reduced) && hatch !== null) {
      context.fillStyle = hatch
      context.fill(shape)
    }
  }
}

function shapeOf(path: string): Path2D {
  return new Path2D(path)
}

function hatchOf(context: CanvasRenderingContext2D, colour: string): CanvasPattern | null {
  const tile = document.createElement('canvas')
  tile.width = 6
  tile.height = 6
  const pen = tile.getContext('2d')
  if (pen === null) return null
  pen.strokeStyle = colour
  for (const from of [-6, 0, 6]) {
    pen.moveTo(from, 6)
    pen.lineTo(from + 6, 0)
  }
  pen.stroke()
  return context.createPattern(tile, 'repeat')
}
