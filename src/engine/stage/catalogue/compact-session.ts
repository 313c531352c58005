import type { GuardSettings } from '../../policy/guards/guarded.ts'
import { skipped } from '../contract/trigger.ts'
import type { Answer, Ask } from '../../core/llm/ask.ts'
import { anchoredUsed } from '../../pressure/pressure.ts'
import { pastOf, pathsIn, restoredOf, summarizeHistory, summaryIn } from '../tiered/session.ts'
import type { SummaryRequest } from '../tiered/own-summary.ts'
import { remembering, rememberedOf } from '../tiered/per-window.ts'
import type { PerWindow } from '../tiered/per-window.ts'
import { newestBlock } from '../tiered/results.ts'
import { sessionLevel } from '../tiered/effective-window.ts'
import type { TieredFullSettings } from '../tiered/declaration.ts'
import type { BlockId, Tokens } from '../../core/units.ts'
import { inPrompt, isWhole } from '../../core/window/window.ts'
import { isDue } from './manual-summary.ts'
import type { Stage, StageContext, StageResult } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { above, BY_RESERVE, byShare } from '../../policy/edit-trigger.ts'
import type { AllowedBy } from '../../policy/edit-trigger.ts'
import type { StageEntry } from './entry.ts'
import { GATES, BREAKER } from './obeyed.ts'

/** A summary may replace any two messages; it must always be smaller than they are. */
const LEAST_MESSAGES = 2

/**
 * Auto-compact of the large agent (TIER-3): a two-stage summary of nine sections replaces the history, and the files
 * and skills that the agent used last come back after it, from the store. What the running tool cycle needs stays.
 */
export function compactSession(
  settings: TieredFullSettings,
  protects: GuardSettings,
  breakerAfter: number,
): Stage<PerWindow<BlockId>> {
  return {
    name: 'compact_session',
    phase: 'call',
    initial: [],
    *act(view, before, context) {
      const state = sinceReset(before, view, context)
      const used = anchoredUsed(view)
      const level = sessionLevel(view, settings)
      if (used <= level) return skipped(state, 'below_trigger')
      return yield* compacted(view, state, context, settings, {
        ...sessionSummary('compact_session', settings, protects, breakerAfter),
        trigger: above('tokens', used, level, sessionBy(view, settings, level)),
        breaker: context.breaker,
        waits: true,
      })
    },
  }
}

/** The same on a person's request. */
export function manualCompactSession(
  settings: TieredFullSettings,
  protects: GuardSettings,
  breakerAfter: number,
): Stage<PerWindow<BlockId>> {
  return {
    name: 'manual_compact_session',
    phase: 'manual',
    initial: [],
    *act(view, before, context) {
      const state = sinceReset(before, view, context)
      if (!isDue(context.manual)) return skipped(state, 'below_trigger')
      return yield* compacted(view, state, context, settings, {
        ...sessionSummary('manual_compact_session', settings, protects, breakerAfter),
        breaker: { failures: 0, open: false },
        waits: false,
      })
    },
  }
}

/** The setting behind the trigger. */
function sessionBy(
  { limit, reserve }: WindowView,
  { compactAt, compactShare, compactMarginTokens }: TieredFullSettings,
  level: Tokens,
): AllowedBy {
  if (level === limit - reserve) return BY_RESERVE
  return compactAt === 'share'
    ? byShare('tiered_full.compact_share', compactShare, 'limit')
    : byShare('tiered_full.compact_margin_tokens', compactMarginTokens, 'limit less')
}

function* compacted(
  view: WindowView,
  state: PerWindow<BlockId>,
  context: StageContext,
  settings: TieredFullSettings,
  request: SummaryRequest,
): Generator<Ask, StageResult<PerWindow<BlockId>>, Answer> {
  const bounds = {
    files: settings.restoreFiles,
    fileTokens: settings.restoreFileTokens,
    skills: settings.restoreSkills,
  }
  const since = rememberedOf(state, view.window.id) ?? 0
  return yield* summarizeHistory(view, state, context, {
    ...request,
    restore(leaving, freed) {
      const left = new Set(leaving)
      const standing = view.blocks.filter((block, position) => {
        const entry = view.window.entries[position]
        return !left.has(block) && entry !== undefined && inPrompt(entry) && isWhole(entry)
      })
      // Restored content must not bring the window back to the trigger level.
      const headroom = Math.floor(sessionLevel(view, settings) / 2) - (view.window.used - freed)
      return restoredOf(
        pastOf(view, since, new Set(standing), context),
        Math.min(freed, headroom),
        pathsIn(standing, view, context),
        context,
        view,
        bounds,
      )
    },
  })
}

/**
 * Where the memory of files and skills begins in each window: with what arrived when a person reset it. Each stage
 * tracks this itself, so that compaction on demand and automatic compaction know the same.
 */
function sinceReset(state: PerWindow<BlockId>, view: WindowView, context: StageContext): PerWindow<BlockId> {
  if (!context.manual.includes('reset')) return state
  return remembering(state, view.window.id, view.arrived[0] ?? newestBlock(view) + 1)
}

function sessionSummary(
  stage: string,
  settings: TieredFullSettings,
  protects: GuardSettings,
  breakerAfter: number,
): Omit<SummaryRequest, 'breaker' | 'waits'> {
  return {
    stage,
    kind: 'summarize_session',
    protects,
    breakerAfter,
    summaryTokens: settings.summaryTokens,
    tail: 0,
    verb: 'absorb',
    leastMessages: LEAST_MESSAGES,
    read: summaryIn,
  }
}

export const compactSessionEntry = {
  name: 'compact_session',
  label: 'Compact the session',
  meaning: 'The history becomes a summary in nine sections; the newest files and the skills come back.',
  phase: 'call',
  settings: [
    'tiered_full.compact_at',
    'tiered_full.compact_share',
    'tiered_full.compact_margin_tokens',
    'tiered_full.summary_tokens',
    'tiered_full.restore_files',
    'tiered_full.restore_file_tokens',
    'tiered_full.restore_skills',
    BREAKER,
    ...GATES,
  ],
  asks: true,
  build: ({ tieredFull, eviction, compression }) =>
    compactSession(tieredFull, eviction, compression.breakerAfter),
} as const satisfies StageEntry

export const manualCompactSessionEntry = {
  name: 'manual_compact_session',
  label: 'Compact the session on demand',
  meaning: 'By hand: the history becomes a summary in nine sections.',
  phase: 'manual',
  settings: [
    'tiered_full.summary_tokens',
    'tiered_full.restore_files',
    'tiered_full.restore_file_tokens',
    'tiered_full.restore_skills',
    BREAKER,
    ...GATES,
  ],
  asks: true,
  build: ({ tieredFull, eviction, compression }) =>
    manualCompactSession(tieredFull, eviction, compression.breakerAfter),
} as const satisfies StageEntry
