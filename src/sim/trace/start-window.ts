import { completeConfig } from '../../config/index.ts'
import { limitSetting, reserveOf, scaledThresholds } from '../../engine/internal.ts'
import type { Tokens } from '../../engine/index.ts'
import type { Intake } from './intake.ts'
import { modelOf } from './model-of.ts'
import { unmanagedPeak } from './peak.ts'
import { limitFrom } from './suggested-window.ts'
import type { StartWindows } from './suggested-window.ts'
import type { Trace } from './trace.ts'

/**
 * The window that a log starts with. It is the window of the log's model if the log, without eviction, reaches orange
 * of it; otherwise the fixed overhead plus half of the rest of the largest prompt, so that something is evicted with
 * any system prompt. Every way to open a log asks this function.
 */
export function startWindows(intake: Intake): StartWindows {
  const peak = unmanagedPeak(intake)
  const overhead = fixedOverhead(intake)
  const half = overhead + Math.round((peak - overhead) / 2)
  const tokens = Math.min(limitSetting.max, Math.max(limitSetting.min, half))
  const model = windowOfModel(intake.trace)
  return {
    start: model !== null && peak >= model.threshold ? 'model' : 'content',
    model,
    content: { tokens, overhead, peak },
  }
}

/**
 * The limit that a log starts with, in tokens, within the limits of a config. It is its model's window if its largest
 * prompt comes near it, else the system prompt and tools plus half of the rest of that prompt.
 */
export function startWindow(intake: Intake): Tokens {
  const windows = startWindows(intake)
  return limitFrom(windows, windows.start)
}

/** Tokens of the main window that are in every request: system prompt and tools, recorded or inferred. */
function fixedOverhead({ trace, blocks }: Intake): Tokens {
  const first = trace.turns.find(({ window }) => window === 0)?.turn ?? 0
  return blocks.reduce((sum, { window, type, turn, unexplained, tokens }) => {
    const isFixed = type === 'system_prompt' || type === 'tool_definition'
    // Unexplained growth is not part of the beginning of every request.
    return window === 0 && isFixed && (unexplained !== true || turn === first) ? sum + tokens : sum
  }, 0)
}

function windowOfModel(trace: Trace): StartWindows['model'] {
  const { name, window, windowFrom } = modelOf(trace)
  if (window === null || windowFrom === null || window < largestSent(trace)) return null
  const { pressure, budget } = completeConfig({ max_context_tokens: window })
  const reserve = reserveOf(window, budget.allocations.output_reserved)
  const { orange } = scaledThresholds(pressure.thresholds, window, reserve)
  return { tokens: window, name, told: windowFrom, threshold: Math.ceil(orange * window) }
}

/** Tokens of the largest sent prompt of the main window according to the log; 0 without usage. */
function largestSent({ turns }: Trace): Tokens {
  return turns.reduce(
    (most, { window, usage }) => (window === 0 ? Math.max(most, usage?.input ?? 0) : most),
    0,
  )
}
