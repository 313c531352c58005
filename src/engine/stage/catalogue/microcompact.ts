import type { GuardSettings } from '../../policy/guards/guarded.ts'
import { done, skipped } from '../contract/trigger.ts'
import { anchoredUsed } from '../../pressure/pressure.ts'
import { TERM_MINUTES } from '../tiered/cache-marks.ts'
import type { CacheMarking, Stage, StageContext } from '../contract/stage.ts'
import { clearedNotice } from '../tiered/notice.ts'
import { remembering, rememberedOf } from '../tiered/per-window.ts'
import type { PerWindow } from '../tiered/per-window.ts'
import { hasContent, LateGuards, newestBlock, resultsIn, resultsSince } from '../tiered/results.ts'
import type { BlockId, Milliseconds, Ratio } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { quiet } from '../contract/quiet.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { above, byAmount, byShare } from '../../policy/edit-trigger.ts'
import type { PlannedTrigger } from '../../policy/edit-trigger.ts'
import { floorShare } from '../../core/number/share.ts'
import type { StageEntry } from './entry.ts'
import { GATES } from './obeyed.ts'

export interface MicrocompactSettings {
  /** Name of the stage: the small agent and the large one each have their own. */
  readonly name: string
  /** After a longer pause the prompt cache is cold; with marks, also after the term that they request. */
  readonly idleMinutes: number
  /** The settings of the pause, and of the share. */
  readonly keys: { readonly idle: string; readonly warm: string }
  /** Newest results that stay. */
  readonly keepResults: number
  /**
   * From this share of the limit on, results are cleared on a warm cache too, by asking the provider: it deletes them
   * in place, and the cached prefix stays valid. Null: only a cold cache is edited.
   */
  readonly warmFrom: Ratio | null
  /** How requests ask for caching; null if the provider caches by itself. */
  readonly marks: CacheMarking | null
}

const MINUTE: Milliseconds = 60_000

/**
 * Clears all results except the newest after a pause so long that the prompt cache is cold: the whole prompt is read
 * again anyway, so editing it costs nothing extra (TIER-1). The pause is measured by the trace's clock, from the
 * window's last call to this one; without a clock no cache is known to be cold.
 */
export function microcompact(
  settings: MicrocompactSettings,
  protects: GuardSettings,
): Stage<PerWindow<BlockId>> {
  return {
    name: settings.name,
    phase: 'call',
    initial: [],
    cacheLife: lifeOf(settings),
    ...(settings.marks === null ? {} : { cacheMarks: settings.marks }),
    act: quiet((view, state, context) => {
      const { id } = view.window
      const due = dueOf(view, settings, rememberedOf(state, id) ?? -1, context)
      if (due === null) return skipped(state, 'below_trigger')
      const next = due.verb === 'clear' ? remembering(state, id, newestBlock(view)) : state
      const gates = new LateGuards(view, protects, context)
      const changes: Change[] = []
      for (const result of resultsIn(view).slice(0, -settings.keepResults || undefined)) {
        if (!hasContent(result, context)) continue
        const { entry, block } = result
        const notice = clearedNotice(block)
        const tokens = context.count(notice)
        if (tokens >= entry.tokens - entry.overhead || !gates.lets(result, 'replace')) continue
        changes.push({ verb: due.verb, block: block.id, content: context.store(notice), tokens })
      }
      if (changes.length === 0) return skipped(next, 'below_trigger')
      return done(next, [
        {
          changes,
          kept: { gated: gates.held, tailFrom: null },
          trigger: due.trigger,
        },
      ])
    }),
  }
}

/** Whether results are to be cleared now, and how; null if not. `upTo`: already checked on a warm cache. */
function dueOf(
  view: WindowView,
  settings: MicrocompactSettings,
  upTo: BlockId,
  { idle }: StageContext,
): { readonly verb: 'replace' | 'clear'; readonly trigger: PlannedTrigger } | null {
  const { warmFrom } = settings
  const life = lifeOf(settings)
  if (idle !== null && idle > life) {
    const by = byAmount(settings.keys.idle, settings.idleMinutes)
    return { verb: 'replace', trigger: above('milliseconds', idle, life, by) }
  }
  if (warmFrom === null) return null
  const used = anchoredUsed(view)
  const level = floorShare(warmFrom, view.limit)
  if (used <= level || resultsSince(view, upTo).length === 0) return null
  return {
    verb: 'clear',
    trigger: above('tokens', used, level, byShare(settings.keys.warm, warmFrom, 'limit')),
  }
}

/** How long the cache is assumed to live: no provider keeps marked content longer than the requested term. */
function lifeOf({ idleMinutes, marks }: MicrocompactSettings): Milliseconds {
  return MINUTE * (marks === null ? idleMinutes : Math.min(idleMinutes, TERM_MINUTES[marks.term]))
}

export const microcompactEntry = {
  name: 'microcompact',
  label: 'Clear after a pause',
  meaning: 'After a pause in which the prompt cache expired, all but the newest results are cleared.',
  phase: 'call',
  settings: ['tiered.idle_minutes', 'tiered.keep_results', ...GATES],
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
} as const satisfies StageEntry

export const clearResultsEntry = {
  name: 'clear_results',
  label: 'Clear by the state of the cache',
  meaning:
    'If the cache has expired, old results are removed; if it is warm, the provider clears them in place.',
  phase: 'call',
  settings: [
    'tiered_full.cache_minutes',
    'tiered_full.static_system_until',
    'tiered_full.clear_from',
    'tiered_full.keep_results',
    ...GATES,
  ],
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
} as const satisfies StageEntry
