/** The scale of a slider: linear, or logarithmic for a wide range. */
export interface Scale {
  readonly least: number
  readonly most: number
  readonly step: number
  /** From 0 at `least` to 1 at `most`, clamped. */
  readonly placeOf: (value: number) => number
  /** The value at a position, rounded to a usual number. */
  readonly valueAt: (place: number) => number
  /** The value some steps further, with a step size that fits the value. */
  readonly next: (value: number, steps: number) => number
  readonly log: boolean
}

/** Wider ranges are logarithmic: on a linear scale all small values would share the first pixel. */
const WIDE = 100

/**
 * @param least if 0, the scale begins with one `step`
 * @param step between two values of a linear scale; on a logarithmic one, values have two digits
 */
export function scaleOf(least: number, most: number, step: number): Scale {
  const unit = least > 0 ? least : step
  const log = most / unit > WIDE && least >= 0
  const clamp = (value: number): number => Math.max(least, Math.min(most, value))
  if (!log) {
    const span = most - least
    return {
      least,
      most,
      step,
      log,
      placeOf: (value) => (span <= 0 ? 0 : (clamp(value) - least) / span),
      valueAt: (place) => rounded(clamp(least + Math.round((place * span) / step) * step)),
      next: (value, steps) => rounded(clamp(value + steps * step)),
    }
  }
  // log(1 + v) from 0, so that 0 has a position of its own.
  const shift = least > 0 ? 0 : unit
  const [low, high] = [Math.log(least + shift), Math.log(most + shift)]
  return {
    least,
    most,
    step,
    log,
    placeOf: (value) => (Math.log(clamp(value) + shift) - low) / (high - low),
    valueAt: (place) => {
      if (place <= 0) return least
      if (place >= 1) return most
      return clamp(twoDigits(Math.exp(low + place * (high - low)) - shift, step))
    },
    next: (value, steps) => rounded(clamp(value + steps * gridAt(value, step))),
  }
}

function twoDigits(value: number, step: number): number {
  const grid = gridAt(value, step)
  return rounded(Math.round(value / grid) * grid)
}

/** The size of the second digit of a value; no less than a step, where that is below 1. */
function gridAt(value: number, step: number): number {
  return Math.max(10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1), Math.min(step, 1))
}

function rounded(value: number): number {
  return Number(value.toFixed(6))
}
