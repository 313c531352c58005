import { limitSetting } from '../../engine/internal.ts'
import type { Tokens } from '../../engine/index.ts'

/**
 * Why the content of a log suggests a window: by the formula, or because no smaller one can be set.
 *
 * @param figures the overhead and the largest prompt in words, to be named in the formula
 */
export function contentWindow(
  tokens: Tokens,
  figures: { readonly overhead: string; readonly peak: string } | null = null,
): string {
  const [overhead, peak] = figures === null ? ['', ''] : [` (${figures.overhead})`, ` (${figures.peak})`]
  const formula = `the fixed overhead${overhead} plus half of the rest of the largest prompt${peak}`
  return tokens > limitSetting.min ? formula : `the minimum: ${formula} would not be more`
}
