import { guardedWindow } from '../../policy/guards/guarded.ts'
import type { GuardSettings } from '../../policy/guards/guarded.ts'
import { promisedBy, shorten } from '../compression/in-place.ts'
import type { Shortening } from '../compression/in-place.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import { done, rungHeldBack, rungTrigger, skipped } from '../contract/trigger.ts'
import type { RungSettings } from '../contract/trigger.ts'
import type { Answer, Ask } from '../../core/llm/ask.ts'
import type { Tokens } from '../../core/units.ts'
import { isWhole } from '../../core/window/window.ts'
import { startAsking } from '../contract/asking.ts'
import { above, byAmount } from '../../policy/edit-trigger.ts'
import type { PlannedTrigger } from '../../policy/edit-trigger.ts'
import type { Stage, StageContext, StageResult } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { leftUndone } from '../contract/worth.ts'
import { floorShare } from '../../core/number/share.ts'
import type { StageEntry } from './entry.ts'
import { GATES, LADDER, BREAKER } from './obeyed.ts'
import { rungOf, rung } from './rung.ts'

/**
 * Tool-result summarization under pressure (COMP-1): a summary replaces each result above the threshold, the oldest
 * first, until the target is reached.
 */
export function summarizeResultsStage(
  compression: CompressionSettings,
  settings: GuardSettings,
  rung: RungSettings,
): Stage<null> {
  return {
    name: 'summarize_results',
    phase: 'call',
    initial: null,
    *act(view, state, context) {
      const trigger = rungTrigger(view, rung, false)
      if (trigger === null) return skipped(state, 'below_trigger')
      const goal = trigger.toFree
      const list = longResults(view, compression, settings, context)
      const held =
        list.length === 0 ? null : rungHeldBack(view, rung, trigger, promisedBy(view, { list, goal }))
      if (held !== null) return leftUndone(state, held)
      return yield* summarize(view, state, context, compression, {
        stage: 'summarize_results',
        list,
        goal,
        trigger,
      })
    },
  }
}

/**
 * The same as results arrive, before the model has read them: `tool_results: on_arrival`. The guard on results of this
 * turn protects what the model still has to read; here the model is meant to read the summary.
 */
export function summarizeArrivalsStage(
  compression: CompressionSettings,
  settings: GuardSettings,
): Stage<null> {
  return {
    name: 'summarize_arrivals',
    phase: 'result',
    initial: null,
    *act(view, state, context) {
      const arrived = new Set(view.arrived)
      const open = { ...settings, gates: { ...settings.gates, running_results: false } }
      const list = longResults(view, compression, open, context).filter(({ position }) =>
        arrived.has(view.window.entries[position]?.block ?? -1),
      )
      if (list.length === 0) return skipped(state, 'below_trigger')
      const longest = Math.max(...list.map(({ position }) => contentAt(view, position)))
      const { summarizationThresholdTokens } = compression
      return yield* summarize(view, state, context, compression, {
        stage: 'summarize_arrivals',
        list,
        goal: Infinity,
        trigger: above(
          'result_tokens',
          longest,
          summarizationThresholdTokens,
          byAmount('compression.summarization_threshold_tokens', summarizationThresholdTokens),
        ),
      })
    },
  }
}

function* summarize(
  view: WindowView,
  state: null,
  context: StageContext,
  compression: CompressionSettings,
  {
    stage,
    list,
    goal,
    trigger,
  }: {
    readonly stage: string
    readonly list: readonly Shortening[]
    readonly goal: Tokens
    readonly trigger: PlannedTrigger
  },
): Generator<Ask, StageResult<null>, Answer> {
  if (list.length === 0) return skipped(state, 'nothing_to_compress')
  const asking = startAsking(context.breaker, compression.breakerAfter)
  if (!asking.allowed()) return skipped(state, 'breaker_open')
  const made = yield* shorten(view, context, asking, {
    stage,
    kind: 'summarize_result',
    step: 'tool_result_summarization',
    list,
    goal,
    from: 'current',
  })
  const { verdicts } = asking
  if (made.changes.length === 0) return skipped(state, 'summary_discarded', 0, verdicts)
  return done(state, [{ changes: made.changes, compression: made.compression, trigger }], { verdicts })
}

function contentAt({ window }: WindowView, position: number): Tokens {
  const entry = window.entries[position]
  return entry === undefined ? 0 : entry.tokens - entry.overhead
}

/** Whole results above the threshold that no guard protects from summarizing; oldest first. */
export function longResults(
  view: WindowView,
  compression: CompressionSettings,
  settings: GuardSettings,
  { pinned, text }: StageContext,
): Shortening[] {
  const { gates } = guardedWindow(view, settings, { pinned })
  const list: Shortening[] = []
  for (const [position, entry] of view.window.entries.entries()) {
    const content = entry.tokens - entry.overhead
    if (!isWhole(entry) || content <= compression.summarizationThresholdTokens) continue
    if (view.block(entry.block).type !== 'tool_result' || !gates.free(position, 'summarize')) continue
    // A result with only pictures has no text to summarize.
    if (text(entry.block).trim() === '') continue
    list.push({ position, aim: floorShare(compression.resultShare, content) })
  }
  return list
}

export const summarizeArrivalsEntry = {
  name: 'summarize_arrivals',
  label: 'Summarize arrivals',
  meaning: 'Long tool results are summarized as they arrive; the model reads the summary.',
  phase: 'result',
  settings: ['compression.summarization_threshold_tokens', 'compression.result_share', BREAKER, ...GATES],
  asks: true,
  begins: ['compression.tool_results'],
  build: ({ compression, eviction }) => summarizeArrivalsStage(compression, eviction),
} as const satisfies StageEntry

export const summarizeResultsEntry = {
  name: 'summarize_results',
  label: 'Summarize results',
  meaning: 'Long tool results are replaced by summaries, the oldest first, until the target is reached.',
  phase: 'call',
  settings: ['compression.summarization_threshold_tokens', 'compression.result_share', BREAKER, ...LADDER],
  asks: true,
  begins: ['compression.cascade', 'compression.tool_results'],
  makesRoom: true,
  at: rungOf('tool_result_summarization', 0.75),
  build: (settings, at) =>
    summarizeResultsStage(
      settings.compression,
      settings.eviction,
      rung(settings, at, 'tool_result_summarization', 0.75),
    ),
} as const satisfies StageEntry
