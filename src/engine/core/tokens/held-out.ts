import { calibrate } from './calibration.ts'
import type { CalibrationStart, MeasuredCall } from './calibration.ts'
import type { Ratio } from '../units.ts'

/** How far counts are from what was recorded, where nothing was fitted to it and nothing stands for what no text explains. */
export interface HeldOutError {
  /** Calls whose prompt was compared. */
  readonly calls: number
  /** Of |counted − recorded| / recorded over these calls. */
  readonly median: Ratio
  readonly p95: Ratio
  /** (counted − recorded) / recorded of the largest prompts of either. */
  readonly peak: Ratio
}

/** The calls of one window, and how many of them the first half of the log holds. */
export interface SplitWindow {
  readonly calls: readonly MeasuredCall[]
  readonly fitted: number
  readonly start: CalibrationStart
}

/**
 * The error of counts that were fitted on the first half of a log and are measured on its second (TOK-5): one ratio, from
 * the plain steps of the first half; from the last prompt of that half on, each prompt is the one before it and the new
 * texts on that ratio. A window that opens later begins with its first prompt, whose system prompt and tools nobody can
 * foresee. After an edit of the client's that a replay undoes, the recorded prompt is taken as it is.
 *
 * @returns null where the first half tells no ratio, or the second has nothing to compare
 */
export function heldOutError(windows: readonly SplitWindow[]): HeldOutError | null {
  let recorded = 0
  let counted = 0
  for (const { calls, fitted, start } of windows) {
    const { plain } = calibrate(calls.slice(0, fitted), start)
    recorded += plain.recorded
    counted += plain.counted
  }
  if (counted === 0) return null
  const ratio = recorded / counted
  const errors: Ratio[] = []
  let [most, mostRecorded] = [0, 0]
  for (const { calls, fitted } of windows) {
    let prompt: number | null = null
    let pending = 0
    for (const [index, { counted: blocks, input, edited }] of calls.entries()) {
      for (const tokens of blocks) pending += tokens
      if (input === null) continue
      if (index < fitted || prompt === null || edited === true) prompt = input
      else {
        prompt += ratio * pending
        errors.push(Math.abs(prompt - input) / Math.max(1, input))
        most = Math.max(most, prompt)
        mostRecorded = Math.max(mostRecorded, input)
      }
      pending = 0
    }
  }
  if (errors.length === 0) return null
  errors.sort((a, b) => a - b)
  return {
    calls: errors.length,
    median: quantile(errors, 0.5),
    p95: quantile(errors, 0.95),
    peak: (most - mostRecorded) / Math.max(1, mostRecorded),
  }
}

/** The smallest of sorted figures that at least this share of them does not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}
