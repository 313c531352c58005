import { firstFor } from '../../../engine/internal.ts'
import type { Tokens } from '../../../engine/index.ts'

/** What recorded usage added in front when the blocks up to a length were first sent; ascending lengths. */
export type Shifts = { readonly to: number; readonly shift: Tokens }[]

/** Forgets what was sent behind a length. */
export function shorten(shifts: Shifts, length: number): void {
  while ((shifts.at(-1)?.to ?? 0) > length) {
    const last = shifts.pop()!
    if (length > (shifts.at(-1)?.to ?? 0)) shifts.push({ to: length, shift: last.shift })
  }
}

/** Takes from the newest what is more than `most`. */
export function lower(shifts: Shifts, most: Tokens): void {
  const to = shifts.at(-1)?.to
  while ((shifts.at(-1)?.shift ?? most) > most) shifts.pop()
  if (to !== undefined && shifts.at(-1)?.to !== to) shifts.push({ to, shift: most })
}

/** With what the blocks up to a length were sent; null if they were not. */
export function shiftOf(shifts: Shifts, length: number): Tokens | null {
  return shifts[firstFor(0, shifts.length, (at) => (shifts[at]?.to ?? 0) >= length)]?.shift ?? null
}
