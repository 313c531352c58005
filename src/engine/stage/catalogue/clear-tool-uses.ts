import { done, skipped } from '../contract/trigger.ts'
import { clearToolUsesBy, clearToolUsesEdit, triggersOf } from '../context-editing/declaration.ts'
import type { ContextEditingSettings } from '../context-editing/declaration.ts'
import { anchoredUsed } from '../../pressure/pressure.ts'
import type { Tokens, WindowId } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { inPrompt, isWhole, ORIGINAL } from '../../core/window/window.ts'
import type { ContentId, Entry } from '../../core/window/window.ts'
import { quiet } from '../contract/quiet.ts'
import type { Stage } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { above } from '../../policy/edit-trigger.ts'
import type { StageEntry } from './entry.ts'

/** What the model sees instead of a result that the provider cleared. The API does not document its exact text. */
export const CLEARED_RESULT = '[The provider cleared this tool result to save context.]'

/** A call keeps its name, so that its result has something to answer. */
const CLEARED_INPUT = '{}'

/**
 * By window, the number of tool uses that still have their results: counted as they arrive, and again after an edit.
 */
export type ToolUseCounts = readonly { readonly window: WindowId; readonly uses: number }[]

/**
 * Anthropic's `clear_tool_uses_20250919` (EDITAPI-1): above its trigger, all results except those of the newest tool
 * uses leave the prompt, and with `clear_tool_inputs` the arguments of their calls too. The client still sends them.
 * Cleared results stay cleared, and the trigger counts the rest, so the cache breaks in batches. Excluded tools count
 * among the newest uses, but are not cleared. The provider has no guards: it ignores marks and pins, and clears even
 * unread results if a reply makes more calls than are kept.
 */
export function clearToolUsesStage(settings: ContextEditingSettings): Stage<ToolUseCounts> {
  const { triggerType, keep, clearAtLeast, excludeTools } = settings.clearToolUses
  const excluded = new Set(excludeTools)
  return {
    name: 'clear_tool_uses',
    phase: 'call',
    initial: [],
    providerEdit: (limits) => clearToolUsesEdit(settings, limits),
    act: quiet((view, before, context) => {
      const state = withArrivals(before, view)
      const uses = state.find(({ window }) => window === view.window.id)?.uses ?? 0
      const allowed = triggersOf(settings, view.limit, view.reserve).clearToolUses
      const value = triggerType === 'tool_uses' ? uses : anchoredUsed(view)
      if (value <= allowed || uses <= keep) return skipped(state, 'below_trigger')

      const standing = usesIn(view)
      const older = standing.slice(0, Math.max(0, standing.length - keep))
      const changes: Change[] = []
      /** All cleared results have the same text. */
      const stored = new Map<string, ContentId>()
      let freed = 0
      for (const { call, result } of older) {
        const name = view.block(result.block).call?.name ?? ''
        if (excluded.has(name)) continue
        if (call !== null && clearsInputOf(name))
          clear(call, context.count(name) + context.count(CLEARED_INPUT), CLEARED_INPUT)
        clear(result, context.count(CLEARED_RESULT), CLEARED_RESULT)
      }
      const exact = withCount(state, view, standing.length)
      if (changes.length === 0) return skipped(exact, 'below_trigger')
      if (freed < clearAtLeast) return skipped(exact, 'not_worth_it', freed)
      const cleared = changes.filter(({ block }) => view.block(block).type === 'tool_result').length
      const measure = triggerType === 'tool_uses' ? 'tool_uses' : 'tokens'
      const first = standing[older.length]
      return done(withCount(state, view, standing.length - cleared), [
        {
          changes,
          kept: { gated: [], tailFrom: first === undefined ? null : (first.call ?? first.result).block },
          trigger: above(measure, value, allowed, clearToolUsesBy(settings, allowed)),
        },
      ])

      function storedAs(text: string): ContentId {
        const known = stored.get(text) ?? context.store(text)
        stored.set(text, known)
        return known
      }

      function clear(entry: Entry, tokens: Tokens, text: string): void {
        const content = entry.tokens - entry.overhead
        if (!isSentWhole(entry) || tokens >= content) return
        freed += content - tokens
        changes.push({ verb: 'clear', block: entry.block, content: storedAs(text), tokens })
      }
    }),
  }

  function clearsInputOf(tool: string): boolean {
    const { clearToolInputs, clearInputsOf } = settings.clearToolUses
    return clearToolInputs && (clearInputsOf.length === 0 || clearInputsOf.includes(tool))
  }
}

/** Whether the client sends an entry as it arrived or as a person rewrote it; false for a made-up result. */
function isSentWhole({ state, content }: Entry): boolean {
  return state === 'rewritten' || (state === 'live' && content === ORIGINAL)
}

interface ToolUse {
  readonly call: Entry | null
  readonly result: Entry
}

/** Tool uses whose results are unchanged in the prompt, in the order of their calls. */
function usesIn({ window, block }: WindowView): readonly ToolUse[] {
  const uses = new Map<string, { call: Entry | null; result: Entry | null }>()
  for (const entry of window.entries) {
    const { type, call } = block(entry.block)
    if (call === null || type === 'tool_definition' || !inPrompt(entry)) continue
    const known = uses.get(call.id)
    if (type === 'tool_call') uses.set(call.id, { call: entry, result: known?.result ?? null })
    else if (isWhole(entry)) uses.set(call.id, { call: known?.call ?? null, result: entry })
  }
  return [...uses.values()].flatMap(({ call, result }) => (result === null ? [] : [{ call, result }]))
}

function withArrivals(state: ToolUseCounts, view: WindowView): ToolUseCounts {
  if (view.edited || view.again === true) return withCount(state, view, usesIn(view).length)
  const known = state.find(({ window }) => window === view.window.id)?.uses ?? 0
  const arrived = view.arrived.filter((id) => view.block(id).type === 'tool_result').length
  return arrived === 0 ? state : withCount(state, view, known + arrived)
}

function withCount(state: ToolUseCounts, { window: { id } }: WindowView, uses: number): ToolUseCounts {
  return [...state.filter(({ window }) => window !== id), { window: id, uses }]
}

export const clearToolUsesEntry = {
  name: 'clear_tool_uses',
  label: 'Provider clears tool results',
  meaning: 'Above its threshold, the provider clears all but the newest tool results from the prompt.',
  phase: 'call',
  providers: ['Anthropic'],
  settings: ['context_editing.clear_tool_uses'],
  build: ({ contextEditing }) => clearToolUsesStage(contextEditing),
} as const satisfies StageEntry
