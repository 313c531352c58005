/**
 * The first whole number from `low` on for which `is` holds, or `high` if it holds for none below. It must hold for every
 * number after the first: the time is logarithmic.
 */
export function firstFor(low: number, high: number, is: (at: number) => boolean): number {
  let from = low
  let to = high
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (is(middle)) to = middle
    else from = middle + 1
  }
  return from
}
