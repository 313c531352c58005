import { useHeld } from './held.ts'
import type { Scale } from './track.ts'

/** Positions of a logarithmic scale, finer than its pixels. */
const PLACES = 400
const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
}

/** A native slider over a linear or logarithmic scale. */
export function Slider({
  label,
  scale,
  value,
  valueText,
  disabled,
  onMove,
}: {
  readonly label: string
  readonly scale: Scale
  readonly value: number
  readonly valueText: (value: number) => string
  readonly disabled: boolean
  readonly onMove: (value: number) => void
}) {
  const { least, most, step, log } = scale
  const held = useHeld(onMove)
  const shown = held.value ?? value
  const ends = log ? { min: 0, max: PLACES, step: 1 } : { min: least, max: most, step }
  return (
    <input
      className="slider"
      type="range"
      aria-label={label}
      aria-valuetext={valueText(shown)}
      disabled={disabled}
      {...ends}
      value={log ? Math.round(scale.placeOf(shown) * PLACES) : Math.max(least, Math.min(most, shown))}
      style={{ '--filled': `${scale.placeOf(shown) * 100}%` } as React.CSSProperties}
      onPointerDown={(event) => {
        if (event.button === 0) held.press()
      }}
      onPointerUp={held.lift}
      onPointerCancel={held.lift}
      onBlur={held.lift}
      onChange={(event) => {
        const place = Number(event.currentTarget.value)
        held.move(log ? scale.valueAt(place / PLACES) : place)
        // Home and End have no pointer that is released.
        if (!event.currentTarget.matches(':active')) held.lift()
      }}
      onKeyDown={(event) => {
        const steps = STEPS[event.key]
        if (steps === undefined || event.altKey || event.ctrlKey || event.metaKey) return
        // Positions of a logarithmic scale are not round values, and small values share some.
        event.preventDefault()
        onMove(scale.next(value, event.shiftKey ? steps * 5 : steps))
      }}
    />
  )
}
