import { decimal } from '../../../view/index.ts'
import type { Why } from '../../../view/index.ts'

/** Digits of a score in the panel, and the most it takes to tell two of them apart. */
const USUAL = 3
const MOST = 6

/** As many digits as it takes to tell the block, the last to go and the first to stay apart, where they differ. */
export function digitsOf({ row, victims, survivors }: Why): number {
  const scores = [row?.score, victims.at(-1)?.score, survivors[0]?.score].filter((one) => one !== undefined)
  const different = new Set(scores).size
  let digits = USUAL
  while (digits < MOST && new Set(scores.map((score) => decimal(score, digits))).size < different) digits++
  return digits
}
