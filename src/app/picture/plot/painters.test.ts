import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../../sim/index.ts'
import { cacheColumns } from '../../../sim/internal.ts'
import { invalidations, lifelines, strata } from '../../../view/index.ts'
import { paintingOfBars, rowsOver } from '../lifelines/bars.ts'
import { paintShapes } from './CanvasPainter.tsx'
import type { Surface } from './CanvasPainter.tsx'
import { scaleOf } from './scale.ts'
import type { Shape } from './shape.ts'
import { paintingOf } from '../strata/shapes.ts'
import { SvgPainter } from './SvgPainter.tsx'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const limit = Math.floor(unmanagedPeak(intake) / 2)
const { data } = run(trace, { max_context_tokens: limit, eviction: { policy: 'hybrid' } }, { intake })
const scale = scaleOf({ width: 800, left: 40, right: 8, from: 18, to: 34 }, 160, limit)

/** What a painter drew: the operation, and each point of each line. */
interface Laid {
  readonly paint: string
  readonly points: readonly string[]
}

function onSvg(shapes: readonly Shape[]): Laid[] {
  const markup = renderToStaticMarkup(createElement('svg', null, createElement(SvgPainter, { shapes })))
  return [...markup.matchAll(/<path class="([^"]*)" style="([^"]*)" d="([^"]*)"/g)].map(
    ([, , style = '', d = '']) => ({
      paint:
        /(?:fill|stroke):var\((--[a-z_-]+)\)/.exec(style)?.[1] ?? /(#hatch[a-z-]*)/.exec(style)?.[1] ?? style,
      points: [...d.matchAll(/([ML])([\d.-]+) ([\d.-]+)/g)].map(([, pen, x, y]) => `${pen} ${x} ${y}`),
    }),
  )
}

/** The name of a colour or a hatch. */
function told(style: Surface['fillStyle']): string {
  return typeof style === 'string' ? style : 'a pattern'
}

function onCanvas(shapes: readonly Shape[]): Laid[] {
  const laid: Laid[] = []
  let points: string[] = []
  const surface: Surface = {
    fillStyle: '',
    strokeStyle: '',
    globalAlpha: 1,
    lineWidth: 1,
    beginPath: () => (points = []),
    moveTo: (x, y) => points.push(`M ${x} ${y}`),
    lineTo: (x, y) => points.push(`L ${x} ${y}`),
    fill: () => laid.push({ paint: told(surface.fillStyle), points }),
    stroke: () => laid.push({ paint: told(surface.strokeStyle), points }),
  }
  const ids = {
    plain: '#hatch',
    dense: '#hatch-dense',
    unsent: '#hatch-unsent',
    reserve: '',
    stale: '#hatch-stale',
    ended: '',
    fork: '#hatch-fork',
    base: '#hatch-base',
  }
  paintShapes(surface, shapes, {
    colour: (name) => name,
    // The name replaces the pattern here, because the surface only passes it on.
    hatch: (name) => ids[name] as unknown as CanvasPattern,
  })
  return laid
}

describe('SVG and canvas', () => {
  it.each([
    ['strata', paintingOf(strata(data), invalidations({ data, cache: cacheColumns(data) }), scale)],
    ['lifelines', paintingOfBars(lifelines(data), scale, rowsOver(240, data.blocks.length))],
  ])('lay down the same %s, point by point', (_, { shapes, outlines }) => {
    expect(outlines).toBeGreaterThan(100)
    expect(shapes.length).toBeGreaterThan(6)
    expect(onCanvas(shapes)).toEqual(onSvg(shapes))
  })

  it('paint nothing outside the visible range', () => {
    const { shapes } = paintingOf(strata(data), invalidations({ data, cache: cacheColumns(data) }), scale)
    for (const { lines } of shapes)
      for (const line of lines)
        for (let index = 0; index < line.length; index += 2) {
          expect(line[index]).toBeGreaterThanOrEqual(35.9)
          expect(line[index]).toBeLessThanOrEqual(796.1)
        }
  })
})
