import { done, trimRoom, BY_RESERVE, above, byAmount, byShare, quiet, skipped } from '../engine/internal.ts'
import type {
  AtomicWindowSettings,
  Block,
  Change,
  EditPlan,
  Stage,
  StageContext,
  TokenTrimSettings,
  WindowView,
} from '../engine/index.ts'
import type { PlannedTrigger } from '../engine/internal.ts'
import { droppedAsWritten } from './atomic-window.ts'
import type { MessageAsWritten } from './atomic-window.ts'
import { fittedAsWritten } from './token-trim.ts'
import type { EntryAsWritten } from './token-trim.ts'

/**
 * The messages of a window in order, each with its entries. The system prompt is the first, as in the articles' lists.
 */
function messagesOf({ window, blocks }: WindowView): { readonly entries: number[]; readonly first: Block }[] {
  const messages: { entries: number[]; first: Block }[] = []
  for (const [at, block] of blocks.entries()) {
    if (block.type === 'tool_definition') continue
    const last = messages.at(-1)
    const joins = last !== undefined && block.message >= 0 && block.message === last.first.message
    if (joins && window.entries[at] !== undefined) last.entries.push(at)
    else messages.push({ entries: [at], first: block })
  }
  return messages
}

/**
 * The trim of “Sliding Message Window” in the turn loop: with the trigger of the correct one, but its own choice of
 * what leaves.
 */
export function slideAsWritten(settings: AtomicWindowSettings): Stage<null> {
  return {
    name: 'slide',
    phase: 'call',
    initial: null,
    act: quiet((view, state, context) => {
      const messages = messagesOf(view)
      const idsOf = (entries: readonly number[], type: Block['type']): string[] =>
        entries.flatMap((at) => (view.blocks[at]?.type === type ? [view.blocks[at].call?.id ?? ''] : []))
      const list = messages.map(({ entries, first }): MessageAsWritten => ({
        system: first.role === 'system',
        calls: idsOf(entries, 'tool_call'),
        results: idsOf(entries, 'tool_result'),
      }))
      const gone = droppedAsWritten(list, settings)
      if (gone.size === 0) return skipped(state, 'below_trigger')
      const leaving = [...gone].toSorted((a, b) => a - b).flatMap((at) => messages[at]?.entries ?? [])
      const by = byAmount('atomic_window.max_messages', settings.maxMessages)
      const trigger = above('messages', list.length, settings.maxMessages, by)
      return done(state, [dropping(view, context, leaving, trigger, settings.preserveSystem)])
    }),
  }
}

/**
 * The trim of “agentfit-rs” in the turn loop. Reordered messages keep their place here, because a window has one order.
 */
export function trimAsWritten(settings: TokenTrimSettings): Stage<null> {
  return {
    name: 'trim',
    phase: 'call',
    initial: null,
    act: quiet((view, state, context) => {
      const { limit, reserve, room } = trimRoom(settings, view.limit, view.limit - view.reserve)
      if (view.window.used <= room) return skipped(state, 'below_trigger')
      const positions: number[] = []
      const list: EntryAsWritten[] = []
      for (const [at, block] of view.blocks.entries()) {
        if (block.type === 'tool_definition') continue
        positions.push(at)
        list.push({
          kind: kindOf(block),
          id: block.call?.id ?? null,
          tokens: view.window.entries[at]?.tokens ?? 0,
          text: String(block.id),
        })
      }
      const kept = fittedAsWritten(list, { maxTokens: limit, reserve, direction: settings.direction })
      if (typeof kept === 'string') {
        return { edits: [], state, outcome: 'refused', note: { code: kept, tokens: view.window.used } }
      }
      const staying = new Set(kept)
      const leaving = positions.filter((_, at) => !staying.has(at))
      if (leaving.length === 0) return skipped(state, 'nothing_evictable')
      const { used } = view.window
      const by =
        limit - reserve === room ? byShare('token_trim.reserve', settings.reserve, 'limit less') : BY_RESERVE
      const trigger = above('tokens', used, room, by, room, used)
      return done(state, [dropping(view, context, leaving, trigger)])
    }),
  }
}

function kindOf({ type, role }: Block): EntryAsWritten['kind'] {
  if (role === 'system') return 'system'
  return type === 'tool_call' ? 'call' : type === 'tool_result' ? 'result' : 'prose'
}

/** Removes entries, except pinned or marked ones, tools, and the system prompt unless that may leave, too. */
function dropping(
  { window, blocks }: WindowView,
  { pinned }: StageContext,
  leaving: readonly number[],
  trigger: PlannedTrigger,
  keepsPrompt = true,
): EditPlan {
  const changes = leaving.flatMap((at): Change[] => {
    const block = blocks[at]
    if (block === undefined || block.doNotEvict || pinned.has(block.id)) return []
    if (keepsPrompt && block.role === 'system' && block.message < 0) return []
    return [{ verb: 'drop', block: window.entries[at]?.block ?? -1 }]
  })
  return { changes, trigger }
}
