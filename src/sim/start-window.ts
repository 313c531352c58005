import { completeConfig } from '../config/index.ts'
import { limitSetting, reserveOf, scaledThresholds } from '../engine/index.ts'
import type { Tokens } from '../engine/index.ts'
import type { Intake } from './intake.ts'
import { modelOf } from './model-of.ts'
import { unmanagedPeak } from './peak.ts'
import type { Trace } from './trace.ts'

/** What a window of a conversation can be taken from: the model that made it, or what it holds. */
export type WindowFrom = 'model' | 'content'

/** The windows that a conversation suggests, each with the figures that it comes from. */
export interface StartWindows {
  /** The one to start with. */
  readonly start: WindowFrom
  /** Null where neither the log nor what is known of models tells the window. */
  readonly model: {
    readonly tokens: Tokens
    /** The model's name, as the log writes it; null where the log tells its window alone. */
    readonly name: string | null
    /** Whether the log itself tells the window, or the table of models. */
    readonly told: 'log' | 'table'
    /** Tokens of a prompt at which managing begins: orange of that window. */
    readonly threshold: Tokens
  } | null
  /** The fixed overhead and half of what the largest prompt holds besides. */
  readonly content: { readonly tokens: Tokens; readonly overhead: Tokens; readonly peak: Tokens }
}

/**
 * The window that a log starts with: that of the model that made it where the log, with nothing removed, reaches orange of
 * that window, so that there is something to manage; else its fixed overhead and half of what its largest prompt holds
 * besides, so that something happens whatever the system prompt weighs. Every way to open a log asks this function.
 */
export function startWindows(intake: Intake): StartWindows {
  const peak = unmanagedPeak(intake)
  const overhead = fixedOverhead(intake)
  const tokens = Math.max(limitSetting.min, overhead + Math.round((peak - overhead) / 2))
  const model = windowOfModel(intake.trace)
  return {
    start: model !== null && peak >= model.threshold ? 'model' : 'content',
    model,
    content: { tokens, overhead, peak },
  }
}

/** The limit that a log starts with, in tokens. */
export function startWindow(intake: Intake): Tokens {
  const windows = startWindows(intake)
  return limitFrom(windows, windows.start)
}

/** One of the suggested windows; that of the content where the model's is not known. */
export function limitFrom({ model, content }: StartWindows, from: WindowFrom): Tokens {
  return from === 'model' && model !== null ? model.tokens : content.tokens
}

/** Tokens of the main window that stand in every request: system prompt and tools, also where they were inferred. */
function fixedOverhead({ trace, blocks }: Intake): Tokens {
  const first = trace.turns.find(({ window }) => window === 0)?.turn ?? 0
  return blocks.reduce((sum, { window, type, turn, unexplained, tokens }) => {
    const isFixed = type === 'system_prompt' || type === 'tool_definition'
    // Growth that nothing explains is no part of what every request began with.
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

/** Tokens of the largest prompt of the main window that the log says was sent; 0 without usage. */
function largestSent({ turns }: Trace): Tokens {
  return turns.reduce(
    (most, { window, usage }) => (window === 0 ? Math.max(most, usage?.input ?? 0) : most),
    0,
  )
}
