import { addNotes } from '../../notes/notes.ts'
import type { BlockId, WindowId } from '../../core/units.ts'
import { quiet } from '../contract/quiet.ts'
import type { Stage } from '../contract/stage.ts'
import type { StageEntry } from './entry.ts'

/** The newest block of each window that notes were taken of. */
export type NotedUntil = readonly (readonly [window: WindowId, block: BlockId])[]

/**
 * Structured note-taking (COMP-6): what a turn decided, found out, broke or finished is written down as it
 * happens, before anything can be evicted. The notes stand beside the window; `carry_notes` puts them in.
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
    // Entries of the trace stand in the order they came; what a strategy made lies between them.
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
