import type { GuardSettings } from '../../policy/guards/guarded.ts'
import { done, skipped } from '../contract/trigger.ts'
import { fileOfCall } from '../tiered/file-of-call.ts'
import { snippedNotice } from '../tiered/notice.ts'
import { remembering, rememberedOf } from '../tiered/per-window.ts'
import type { PerWindow } from '../tiered/per-window.ts'
import { anchoredUsed } from '../../pressure/pressure.ts'
import { hasContent, LateGuards, newestBlock, resultsIn, resultsSince } from '../tiered/results.ts'
import type { StandingResult } from '../tiered/results.ts'
import type { Block } from '../../core/message/block.ts'
import type { BlockId, Ratio, Tokens } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { quiet } from '../contract/quiet.ts'
import type { Stage, StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { above, byShare } from '../../policy/edit-trigger.ts'
import type { AllowedBase } from '../../policy/edit-trigger.ts'
import { floorShare } from '../../core/number/share.ts'
import type { StageEntry } from './entry.ts'
import { effectiveWindow } from '../tiered/effective-window.ts'
import { GATES } from './obeyed.ts'

/** When results are snipped, and which ones stay. */
export interface SnipSettings {
  /** Name of the stage: the small agent and the large one each have their own. */
  readonly name: string
  readonly from: Ratio
  /** The setting of `from`, and what it is a share of. */
  readonly share: { readonly key: string; readonly of: AllowedBase }
  readonly tools: readonly string[]
  /** Number of newest results of each tool that stay. */
  readonly keepPerTool: number
  /** Number of newest results of the window that stay, of any tool. */
  readonly keepResults: number
  /** The tokens that `from` is a share of. */
  readonly window: (view: WindowView) => Tokens
}

/** Up to where a window was searched, and whether a result was kept only because it was new. */
export interface Snipped {
  readonly upTo: BlockId
  readonly waiting: boolean
}

/**
 * Removes results that newer ones made obsolete (TIER-1): older reads of a file, and of each tool all but the newest.
 * The newest results of the window always stay, and so does every call, so that the model knows what it once looked at.
 */
export function snipResults(settings: SnipSettings, protects: GuardSettings): Stage<PerWindow<Snipped>> {
  const tools = new Set(settings.tools)
  return {
    name: settings.name,
    phase: 'call',
    initial: [],
    act: quiet((view, state, context) => {
      const used = anchoredUsed(view)
      const { from, share } = settings
      const level = floorShare(from, settings.window(view))
      if (used <= level) return skipped(state, 'below_trigger')
      const before = rememberedOf(state, view.window.id) ?? { upTo: -1, waiting: false }
      const fresh = resultsSince(view, before.upTo)
      const due = before.waiting ? fresh.length > 0 : fresh.some((block) => tools.has(toolOf(block)))
      const upTo = newestBlock(view)
      if (!due) return skipped(remembering(state, view.window.id, { ...before, upTo }), 'below_trigger')

      const gates = new LateGuards(view, protects, context)
      const { outdated, waiting } = outdatedResults(view, settings, tools, context)
      const changes: Change[] = []
      for (const result of outdated) {
        const { entry, block } = result
        const notice = snippedNotice(block, argumentsOf(block, context))
        const tokens = context.count(notice)
        if (tokens >= entry.tokens - entry.overhead || !gates.lets(result, 'replace')) continue
        changes.push({ verb: 'replace', block: block.id, content: context.store(notice), tokens })
      }
      const next = remembering(state, view.window.id, { upTo, waiting: waiting || gates.held.length > 0 })
      if (changes.length === 0) return skipped(next, 'below_trigger')
      return done(next, [
        {
          changes,
          kept: { gated: gates.held, tailFrom: null },
          trigger: above('tokens', used, level, byShare(share.key, from, share.of)),
        },
      ])
    }),
  }
}

/** Obsolete results, oldest first, and whether more would be obsolete if they were not among the newest. */
function outdatedResults(
  view: WindowView,
  settings: SnipSettings,
  tools: ReadonlySet<string>,
  context: StageContext,
): { readonly outdated: readonly StandingResult[]; readonly waiting: boolean } {
  const standing = resultsIn(view)
  const filesRead = new Set<string>()
  const ofTool = new Map<string, number>()
  const outdated: StandingResult[] = []
  let waiting = false
  for (let at = standing.length - 1; at >= 0; at--) {
    const result = standing[at] as StandingResult
    const tool = toolOf(result.block)
    if (!tools.has(tool) || !hasContent(result, context)) continue
    const file = fileReadBy(result.block, view, context)
    const count = ofTool.get(tool) ?? 0
    const isOutdated = count >= settings.keepPerTool || (file !== null && filesRead.has(file))
    const isRecent = standing.length - at <= settings.keepResults
    if (isOutdated && !isRecent) {
      outdated.push(result)
      continue
    }
    // It will be obsolete after enough newer results, or newer ones of its kind.
    waiting ||= isRecent
    ofTool.set(tool, count + 1)
    if (file !== null) filesRead.add(file)
  }
  return { outdated: outdated.reverse(), waiting }
}

function fileReadBy(block: Block, view: WindowView, { text }: StageContext): string | null {
  const before = block.call?.before ?? null
  if (before === null || view.block(before).type !== 'tool_call') return null
  const file = fileOfCall(view.block(before), () => text(before))
  return file?.access === 'read' ? file.path : null
}

function argumentsOf({ call }: Block, { text }: StageContext): string {
  const before = call?.before ?? null
  return before === null ? '' : text(before)
}

function toolOf({ call }: Block): string {
  return call?.name ?? ''
}

export const snipResultsEntry = {
  name: 'snip_results',
  label: 'Snip outdated results',
  meaning: 'Older reads of the same file and older results of the same tool are replaced by a notice.',
  phase: 'call',
  settings: [
    'tiered.reserve_tokens',
    'tiered.snip_from',
    'tiered.snip_tools',
    'tiered.snip_keep_per_tool',
    'tiered.keep_results',
    ...GATES,
  ],
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
} as const satisfies StageEntry

export const snipHistoryEntry = {
  name: 'snip_history',
  label: 'Snip the history',
  meaning: 'Older reads of the same file and older results of the same tool are replaced by a notice.',
  phase: 'call',
  settings: [
    'tiered_full.snip_from',
    'tiered_full.snip_tools',
    'tiered_full.snip_keep_per_tool',
    'tiered_full.keep_results',
    ...GATES,
  ],
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
} as const satisfies StageEntry
