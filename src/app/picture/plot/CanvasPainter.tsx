import { useEffect, useRef } from 'react'
import { useTheme } from '../../store/look/theme.ts'
import type { Scale } from './scale.ts'
import { inTurn } from './in-turn.ts'
import { HATCHES } from './shape.ts'
import type { HatchName, Shape, Hatch, Paint } from './shape.ts'

/** The part of a canvas context that painting needs. */
export type Surface = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'fill'
  | 'stroke'
  | 'fillStyle'
  | 'strokeStyle'
  | 'globalAlpha'
  | 'lineWidth'
>

/** The source of colours and hatches. */
interface Inks {
  /** The value of a custom property. */
  readonly colour: (name: string) => string
  readonly hatch: (name: HatchName) => CanvasPattern | null
}

/** Paints shapes one above the other, as the SVG of the same shapes shows them. */
export function paintShapes(surface: Surface, shapes: readonly Shape[], inks: Inks): void {
  for (const { paint, lines } of shapes) {
    if (!dip(surface, paint, inks)) continue
    surface.beginPath()
    for (const line of lines) {
      surface.moveTo(line[0] ?? 0, line[1] ?? 0)
      for (let index = 2; index + 1 < line.length; index += 2)
        surface.lineTo(line[index] ?? 0, line[index + 1] ?? 0)
    }
    // Filling closes each line by itself; closing them explicitly takes longer than all the rest.
    if (paint.kind === 'stroke') surface.stroke()
    else surface.fill()
  }
  surface.globalAlpha = 1
}

/** Sets the surface to this paint; false if it cannot. */
function dip(surface: Surface, paint: Paint, inks: Inks): boolean {
  surface.globalAlpha = paint.kind === 'hatch' ? 1 : paint.opacity
  switch (paint.kind) {
    case 'fill':
      surface.fillStyle = inks.colour(paint.colour)
      return true
    case 'stroke':
      surface.strokeStyle = inks.colour(paint.colour)
      surface.lineWidth = paint.width
      return true
    case 'hatch': {
      const pattern = inks.hatch(paint.hatch)
      if (pattern === null) return false
      surface.fillStyle = pattern
      return true
    }
  }
}

/** A hatch as a canvas pattern, in screen pixels, rotated like the SVG pattern. */
function patternOf(
  context: CanvasRenderingContext2D,
  { size, line, angle }: Hatch,
  colour: string,
  ratio: number,
): CanvasPattern | null {
  const tile = document.createElement('canvas')
  // Drawn larger, so that a stroke of 1.4 pixels keeps its width.
  const pixels = Math.ceil(size * ratio * 4)
  tile.width = pixels
  tile.height = pixels
  const pen = tile.getContext('2d')
  if (pen === null) return null
  pen.fillStyle = colour
  pen.fillRect(0, 0, (line / size) * pixels, pixels)
  const pattern = context.createPattern(tile, 'repeat')
  pattern?.setTransform(new DOMMatrix().rotate(angle).scale(size / pixels))
  return pattern
}

/**
 * The same shapes on a canvas, for pictures with more bands than SVG draws quickly. It keeps its pixels until they
 * change.
 */
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
    const leave = inTurn(draw, pointsOf(shapes))
    const changes = [
      matchMedia('(prefers-color-scheme: dark)'),
      // A window moved to another screen, or a zoomed page.
      matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`),
    ]
    for (const change of changes) change.addEventListener('change', draw)
    return () => {
      leave()
      for (const change of changes) change.removeEventListener('change', draw)
    }
  }, [shapes, scale, theme])
  const { left, right, width, height } = scale
  return <canvas ref={ref} className="strata-canvas" style={{ left, width: width - left - right, height }} />
}

function pointsOf(shapes: readonly Shape[]): number {
  return shapes.reduce(
    (sum, { lines }) => sum + lines.reduce((points, line) => points + line.length / 2, 0),
    0,
  )
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
