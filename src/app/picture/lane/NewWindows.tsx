import type { WindowOpening } from '../../../view/index.ts'
import { clippedTo } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import { LANE_TEXT } from '../words.ts'
import { openingLabels } from '../plot/flags.ts'

/** The keys of the lines stand at the left, the topmost two in the reserve: a name there goes below them. */
const KEYS_WIDTH = 250

/** A line across the picture where the conversation went on in a new window: under the keys of the lines, its name over them. */
export function NewWindows({
  openings,
  scale,
}: {
  readonly openings: readonly WindowOpening[]
  readonly scale: Scale
}) {
  if (openings.length === 0) return null
  const { height } = scale
  const places = openingLabels(openings, scale)
  const clipped = clippedTo(scale, height)
  return (
    <>
      <svg className="strata-over new-windows" {...clipped} aria-hidden="true">
        {places.map(({ opening: { serial, edit }, x }) => (
          <line key={edit} data-window={serial} x1={x} x2={x} y2={height} />
        ))}
      </svg>
      <svg className="strata-over new-windows names" {...clipped} aria-hidden="true">
        {places.map(
          ({ opening: { serial, edit }, x, label }) =>
            label !== 'none' && (
              <text key={edit} x={x + 4} y={x < KEYS_WIDTH ? 33 : 8}>
                {label === 'name' ? LANE_TEXT.newWindow(serial) : serial}
              </text>
            ),
        )}
      </svg>
    </>
  )
}
