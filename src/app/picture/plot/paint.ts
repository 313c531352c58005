import type { Hatch, HatchName, Paint, Shape } from './shape.ts'

/** What a canvas must have to be painted on. */
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

/** Where colours and hatches come from. */
export interface Inks {
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
    // Filling closes each line by itself; closing them by hand takes longer than all the rest.
    if (paint.kind === 'stroke') surface.stroke()
    else surface.fill()
  }
  surface.globalAlpha = 1
}

/** Makes the surface paint in this way; false where it cannot. */
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

/** A hatch as a pattern of a canvas, in the pixels of the screen, turned as the pattern of the SVG is. */
export function patternOf(
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
