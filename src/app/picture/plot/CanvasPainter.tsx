import { useEffect, useRef } from 'react'
import { useTheme } from '../../store/look/theme.ts'
import { paintShapes, patternOf } from './paint.ts'
import type { Inks } from './paint.ts'
import type { Scale } from './scale.ts'
import { HATCHES } from './shape.ts'
import type { HatchName, Shape } from './shape.ts'

/** The same shapes on a canvas, for pictures of more bands than SVG draws quickly. It keeps its pixels until they change. */
export function CanvasPainter({
  shapes,
  scale,
}: {
  readonly shapes: readonly Shape[]
  readonly scale: Scale
}) {
  const ref = useRef<HTMLCanvasElement>(null)
  const theme = useTheme((state) => state.chosen)
  useEffect(() => {
    const canvas = ref.current
    if (canvas === null) return
    const draw = (): void => {
      paint(canvas, shapes, scale)
    }
    draw()
    const changes = [
      matchMedia('(prefers-color-scheme: dark)'),
      // A window that moves to another screen, or a page that is zoomed.
      matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`),
    ]
    for (const change of changes) change.addEventListener('change', draw)
    return () => {
      for (const change of changes) change.removeEventListener('change', draw)
    }
  }, [shapes, scale, theme])
  const { left, right, width, height } = scale
  return <canvas ref={ref} className="strata-canvas" style={{ left, width: width - left - right, height }} />
}

function paint(canvas: HTMLCanvasElement, shapes: readonly Shape[], scale: Scale): void {
  const { width, height, left, right } = scale
  const ratio = window.devicePixelRatio
  canvas.width = Math.round((width - left - right) * ratio)
  canvas.height = Math.round(height * ratio)
  const context = canvas.getContext('2d')
  if (context === null) return
  context.scale(ratio, ratio)
  context.translate(-left, 0)
  paintShapes(context, shapes, inksOf(canvas, context, ratio))
}

function inksOf(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, ratio: number): Inks {
  const styles = getComputedStyle(canvas)
  const colour = (name: string): string => styles.getPropertyValue(name)
  const patterns = new Map<HatchName, CanvasPattern | null>()
  return {
    colour,
    hatch: (name) => {
      const made = patterns.get(name)
      if (made !== undefined) return made
      const pattern = patternOf(context, HATCHES[name], colour(HATCHES[name].colour), ratio)
      patterns.set(name, pattern)
      return pattern
    },
  }
}
