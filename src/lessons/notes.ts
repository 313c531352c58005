import { NOTE_CATEGORIES } from '../engine/internal.ts'
import type { Note } from '../engine/index.ts'
import type { AsWritten } from './entry.ts'

/** Notes written for six categories only. */
export const otherCategoriesLost = Object.freeze({
  name: 'other_categories_lost',
  article: 'Agent Context Window Management',
  rule: 'COMP-6',
  defect: 'Notes of any category can be taken, but only those of six known ones are ever written out.',
  harm: 'A note in any other category is lost at the next compression, without a trace.',
  fix: 'Other categories follow after the known ones, by name.',
  shown(notes: readonly Note[]): readonly Note[] {
    return NOTE_CATEGORIES.flatMap((category) => notes.filter((note) => note.category === category))
  },
} satisfies AsWritten & Record<string, unknown>)

/** An order with two ranks for three importances. */
export const highIsNormal = Object.freeze({
  name: 'high_is_normal',
  article: 'Agent Context Window Management',
  rule: 'COMP-6',
  defect: 'Critical notes come first; high and normal ones are one group, by their time.',
  harm: 'A trivial note of a minute ago stands before, and pushes out, one that was marked high.',
  fix: 'Critical before high before normal, the newest first within each.',
  order(notes: readonly Note[]): readonly Note[] {
    const rank = ({ importance }: Note): number => (importance === 'critical' ? 0 : 1)
    return notes
      .map((note, at) => ({ note, at }))
      .toSorted((a, b) => rank(a.note) - rank(b.note) || b.note.turn - a.note.turn || a.at - b.at)
      .map(({ note }) => note)
  },
} satisfies AsWritten & Record<string, unknown>)

/** The rules of notes as “Agent Context Window Management” writes them. */
export const notesAsWritten: readonly AsWritten[] = Object.freeze([otherCategoriesLost, highIsNormal])
