import { autoCompact, manualCompact } from './auto-compact.ts'
import type { AutoCompactSettings } from './auto-compact.ts'
import { budgetResults } from './budget-results.ts'
import { collapse } from './collapse.ts'
import { compactSession, manualCompactSession } from './compact-session.ts'
import { cutResults } from './cut-results.ts'
import type { StageEntry } from './entry.ts'
import { microcompact } from './microcompact.ts'
import { persistResults } from './persist-results.ts'
import { snipResults } from './snip-results.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { StrategySettings } from './settings.ts'
import type { Tokens } from '../../core/units.ts'
import { TERM_MINUTES } from '../tiered/cache-marks.ts'
import { effectiveWindow } from '../tiered/effective-window.ts'
import { byShare } from '../../policy/edit-trigger.ts'
import { floorShare } from '../../core/number/share.ts'

/** What stages obey that must not take everything. */
const GATES = ['eviction.gates', 'eviction.protected_types']
const BREAKER = 'compression.breaker_after'

/**
 * The stages of “Claude Code from Scratch”, by the name that a pipeline calls them by: the small agent's, then the
 * large one's.
 */
export const tieredStages: Readonly<Record<string, StageEntry>> = Object.freeze({
  persist_results: {
    label: 'Store large results',
    meaning: 'Large results go to the store as they arrive; a preview and a name take their place.',
    phase: 'result',
    settings: ['tiered.persist_above_bytes', 'tiered.preview_lines', 'tiered.preview_bytes', ...GATES],
    asks: false,
    at: null,
    build: ({ tiered, eviction }) =>
      persistResults(
        {
          name: 'persist_results',
          key: 'tiered.persist_above_bytes',
          above: { unit: 'bytes', size: tiered.persistAboveBytes },
          preview: { lines: tiered.previewLines, bytes: tiered.previewBytes },
        },
        eviction,
      ),
  },
  cut_results: {
    label: 'Cut long results',
    meaning: 'A result that is still too long keeps its head and its tail.',
    phase: 'result',
    settings: ['tiered.cut_above_characters', ...GATES],
    asks: false,
    at: null,
    build: ({ tiered, eviction }) => cutResults(tiered.cutAboveCharacters, eviction),
  },
  budget_results: {
    label: 'Budget results',
    meaning: 'The fuller the window, the fewer characters each result may have; cut from the original.',
    phase: 'call',
    settings: [
      'tiered.reserve_tokens',
      'tiered.budget_from',
      'tiered.budget_characters',
      'tiered.tight_budget_from',
      'tiered.tight_budget_characters',
      ...GATES,
    ],
    asks: false,
    at: null,
    build: ({ tiered, eviction }) => budgetResults(tiered, eviction),
  },
  snip_results: {
    label: 'Snip outdated results',
    meaning: 'Older reads of the same file and older results of the same tool give way to a notice.',
    phase: 'call',
    settings: [
      'tiered.reserve_tokens',
      'tiered.snip_from',
      'tiered.snip_tools',
      'tiered.snip_keep_per_tool',
      'tiered.keep_results',
      ...GATES,
    ],
    asks: false,
    at: null,
    build: ({ tiered, eviction }) =>
      snipResults(
        {
          name: 'snip_results',
          from: tiered.snipFrom,
          share: { key: 'tiered.snip_from', of: 'effective' },
          tools: tiered.snipTools,
          keepPerTool: tiered.snipKeepPerTool,
          keepResults: tiered.keepResults,
          window: (view) => effectiveWindow(view, tiered.reserveTokens),
        },
        eviction,
      ),
  },
  microcompact: {
    label: 'Clear after a pause',
    meaning: 'After a pause in which the prompt cache went cold all but the newest results are cleared.',
    phase: 'call',
    settings: ['tiered.idle_minutes', 'tiered.keep_results', ...GATES],
    asks: false,
    at: null,
    build: ({ tiered, eviction }) =>
      microcompact(
        {
          name: 'microcompact',
          keys: { idle: 'tiered.idle_minutes', warm: '' },
          idleMinutes: tiered.idleMinutes,
          keepResults: tiered.keepResults,
          warmFrom: null,
          marks: null,
        },
        eviction,
      ),
  },
  auto_compact: {
    label: 'Compact by itself',
    meaning: 'Between exchanges, or when the window is over its size, the history becomes one summary.',
    phase: 'call',
    settings: [
      'tiered.reserve_tokens',
      'tiered.auto_compact_from',
      'tiered.least_messages',
      'tiered.summary_tokens',
      BREAKER,
      ...GATES,
    ],
    asks: true,
    at: null,
    build: (settings) => autoCompact(compacting(settings), settings.eviction),
  },
  manual_compact: {
    label: 'Compact on demand',
    meaning: 'On demand the history becomes one summary.',
    phase: 'manual',
    settings: ['tiered.least_messages', 'tiered.summary_tokens', BREAKER, ...GATES],
    asks: true,
    at: null,
    build: (settings) => manualCompact(compacting(settings), settings.eviction),
  },
  store_results: {
    label: 'Store results over their limit',
    meaning: 'A result over the limit of characters goes to the store; a short preview takes its place.',
    phase: 'result',
    settings: ['tiered_full.tool_result_characters', 'tiered_full.preview_bytes', ...GATES],
    asks: false,
    at: null,
    build: ({ tieredFull, eviction }) =>
      persistResults(
        {
          name: 'store_results',
          key: 'tiered_full.tool_result_characters',
          above: { unit: 'characters', size: tieredFull.toolResultCharacters },
          preview: { lines: Infinity, bytes: tieredFull.previewBytes },
        },
        eviction,
      ),
  },
  snip_history: {
    label: 'Snip the history',
    meaning: 'Older reads of the same file and older results of the same tool give way to a notice.',
    phase: 'call',
    settings: [
      'tiered_full.snip_from',
      'tiered_full.snip_tools',
      'tiered_full.snip_keep_per_tool',
      'tiered_full.keep_results',
      ...GATES,
    ],
    asks: false,
    at: null,
    build: ({ tieredFull, eviction }) =>
      snipResults(
        {
          name: 'snip_history',
          from: tieredFull.snipFrom,
          share: { key: 'tiered_full.snip_from', of: 'limit' },
          tools: tieredFull.snipTools,
          keepPerTool: tieredFull.snipKeepPerTool,
          keepResults: tieredFull.keepResults,
          window: (view) => view.limit,
        },
        eviction,
      ),
  },
  clear_results: {
    label: 'Clear by the state of the cache',
    meaning: 'On a cold cache old results are edited away; on a warm one the provider clears them in place.',
    phase: 'call',
    settings: [
      'tiered_full.cache_minutes',
      'tiered_full.static_system_until',
      'tiered_full.clear_from',
      'tiered_full.keep_results',
      ...GATES,
    ],
    asks: false,
    at: null,
    build: ({ tieredFull, eviction }) =>
      microcompact(
        {
          name: 'clear_results',
          keys: { idle: 'tiered_full.cache_minutes', warm: 'tiered_full.clear_from' },
          idleMinutes: tieredFull.cacheMinutes,
          keepResults: tieredFull.keepResults,
          warmFrom: tieredFull.clearFrom,
          marks: {
            staticUntil: tieredFull.staticSystemUntil,
            term: tieredFull.cacheMinutes > TERM_MINUTES['5m'] ? '1h' : '5m',
          },
        },
        eviction,
      ),
  },
  collapse: {
    label: 'Collapse',
    meaning: 'Older messages are folded away behind a summary; the history itself stays as it was.',
    phase: 'call',
    settings: [
      'tiered_full.collapse_from',
      'tiered_full.collapse_keep_messages',
      'tiered_full.summary_tokens',
      BREAKER,
      ...GATES,
    ],
    asks: true,
    at: null,
    build: ({ tieredFull, eviction, compression }) =>
      collapse(tieredFull, eviction, compression.breakerAfter),
  },
  compact_session: {
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
    at: null,
    build: ({ tieredFull, eviction, compression }) =>
      compactSession(tieredFull, eviction, compression.breakerAfter),
  },
  manual_compact_session: {
    label: 'Compact the session on demand',
    meaning: 'On demand the history becomes a summary in nine sections.',
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
    at: null,
    build: ({ tieredFull, eviction, compression }) =>
      manualCompactSession(tieredFull, eviction, compression.breakerAfter),
  },
})

function compacting({ tiered, compression }: StrategySettings): AutoCompactSettings {
  const window = (view: WindowView): Tokens => effectiveWindow(view, tiered.reserveTokens)
  return {
    level: (view) => floorShare(tiered.autoCompactFrom, window(view)),
    by: byShare('tiered.auto_compact_from', tiered.autoCompactFrom, 'effective'),
    most: ({ limit, reserve, margin }) => limit - reserve - margin,
    leastMessages: tiered.leastMessages,
    summaryTokens: tiered.summaryTokens,
    breakerAfter: compression.breakerAfter,
  }
}
