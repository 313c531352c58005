import { done, skipped } from '../contract/trigger.ts'
import { clearThinkingEdit } from '../context-editing/declaration.ts'
import type { ContextEditingSettings } from '../context-editing/declaration.ts'
import type { WindowId } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { entryFromEnd } from '../../core/window/window.ts'
import type { Entry } from '../../core/window/window.ts'
import { quiet } from '../contract/quiet.ts'
import type { Stage } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { above, byAmount } from '../../policy/edit-trigger.ts'
import type { StageEntry } from './entry.ts'

/** Windows whose current assistant turn with thinking was already handled. */
export type Looked = readonly WindowId[]

/**
 * Anthropic's `clear_thinking_20251015` (EDITAPI-1): only the newest assistant turns with thinking keep it in the
 * prompt. The API counts a whole tool loop as one assistant turn: everything between two messages by the user. It has
 * no trigger. The client still sends the thinking.
 */
export function clearThinkingStage(settings: ContextEditingSettings): Stage<Looked> {
  const { keepTurns } = settings.clearThinking
  return {
    name: 'clear_thinking',
    phase: 'call',
    initial: [],
    providerEdit: () => clearThinkingEdit(settings),
    act: quiet((view, state) => {
      const { id } = view.window
      const others = state.filter((window) => window !== id)
      const looked = others.length < state.length
      const thinks = !looked && keepTurns > 0 && lastReplyThinks(view)
      const isOver = view.arrived.some((block) => view.block(block).type === 'user_message')
      const next = isOver ? others : thinks ? [...others, id] : state
      // After an assistant turn with thinking, nothing changes until the next one.
      if (keepTurns === 0 || !(thinks || view.edited)) return skipped(next, 'below_trigger')
      const turns = thinkingByTurn(view)
      const older = turns.slice(0, Math.max(0, turns.length - keepTurns)).flat()
      const changes = older.flatMap((entry): Change[] =>
        entry.state === 'live'
          ? [{ verb: 'clear', block: entry.block, content: entry.content, tokens: 0 }]
          : [],
      )
      if (changes.length === 0) return skipped(next, 'below_trigger')
      return done(next, [
        {
          changes,
          kept: { gated: [], tailFrom: turns.at(-keepTurns)?.[0]?.block ?? null },
          trigger: above(
            'turns',
            turns.length,
            keepTurns,
            byAmount('context_editing.clear_thinking.keep_turns', keepTurns),
          ),
        },
      ])
    }),
  }
}

/** Whether the reply before this turn's inputs begins with thinking. */
function lastReplyThinks({ window, block, turn }: WindowView): boolean {
  let back = 0
  let entry = entryFromEnd(window, back)
  while (entry !== undefined && block(entry.block).turn === turn) entry = entryFromEnd(window, ++back)
  const message = entry?.message
  while (entry !== undefined && entry.message === message) {
    if (block(entry.block).type === 'thinking') return true
    entry = entryFromEnd(window, ++back)
  }
  return false
}

/** Remaining thinking by assistant turn; turns without any are left out. */
function thinkingByTurn({ window, blocks }: WindowView): readonly (readonly Entry[])[] {
  const withResults = new Set(
    blocks.flatMap(({ type, message }) => (type === 'tool_result' ? [message] : [])),
  )
  const turns: Entry[][] = []
  let current: Entry[] | null = null
  for (const [position, entry] of window.entries.entries()) {
    const block = blocks[position]
    const own = block?.type === 'user_message' && block.message >= 0
    if (own && !withResults.has(block.message)) current = null
    if (block?.type !== 'thinking' || entry.state !== 'live') continue
    if (current === null) turns.push((current = []))
    current.push(entry)
  }
  return turns
}

export const clearThinkingEntry = {
  name: 'clear_thinking',
  label: 'Provider clears thinking',
  meaning: 'The provider keeps only the thinking of the newest assistant turns in the prompt.',
  phase: 'call',
  providers: ['Anthropic'],
  settings: ['context_editing.clear_thinking'],
  build: ({ contextEditing }) => clearThinkingStage(contextEditing),
} as const satisfies StageEntry
