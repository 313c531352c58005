import { addNotes } from '../../notes/notes.ts'
import type { BlockId, WindowId } from '../../core/units.ts'
import { quiet } from '../contract/quiet.ts'
import type { Stage } from '../contract/stage.ts'
import type { StageEntry } from './entry.ts'

/** The newest block of each window from which notes were taken. */
export type NotedUntil = readonly (readonly [window: WindowId, block: BlockId])[]

/**
 * Structured note-taking (COMP-6): what a turn decided, found, broke or finished is noted as it happens, before
 * anything can be evicted. The notes are kept outside the window; `carry_notes` writes them in.
 */
export const takeNotes: Stage<NotedUntil> = {
  name: 'take_notes',
  phase: 'call',
  initial: [],
  act: quiet((view, state, context) => {
    const until = new Map(state)
    const last = until.get(view.window.id) ?? -1
    const { entries } = view.window
    const fresh: BlockId[] = []
    let from = entries.length
    // Entries of the trace are in the order of arrival; blocks that a strategy made lie between them.
    while (from > 0) {
      const block = entries[from - 1]?.block ?? -1
      if (view.block(block).message >= 0) {
        if (block <= last) break
        fresh.push(block)
      }
      from -= 1
    }
    const newest = fresh.reduce((most, id) => Math.max(most, id), last)
    until.set(view.window.id, newest)
    const facts = fresh.reverse().flatMap((block) => context.statements(block))
    const { notes } = context.carried
    const next = facts.length === 0 ? notes : addNotes(notes, facts, context.turn)
    return {
      edits: [],
      state: newest === last ? state : [...until],
      outcome: 'skipped',
      note: null,
      ...(next === notes ? {} : { notes: next }),
    }
  }),
}

export const takeNotesEntry = {
  name: 'take_notes',
  label: 'Take notes',
  meaning: 'Decisions, findings and finished work of a turn are noted as they happen.',
  phase: 'call',
  settings: [],
  build: () => takeNotes,
} as const satisfies StageEntry
