import { NOTE_CATEGORIES } from '../engine/internal.ts'
import type { Note } from '../engine/index.ts'

/** Notes are written only for six categories. */
export const otherCategoriesLost = Object.freeze({
  shown(notes: readonly Note[]): readonly Note[] {
    return NOTE_CATEGORIES.flatMap((category) => notes.filter((note) => note.category === category))
  },
})

/** Two ranks for three levels of importance. */
export const highIsNormal = Object.freeze({
  order(notes: readonly Note[]): readonly Note[] {
    const rank = ({ importance }: Note): number => (importance === 'critical' ? 0 : 1)
    return notes
      .map((note, at) => ({ note, at }))
      .toSorted((a, b) => rank(a.note) - rank(b.note) || b.note.turn - a.note.turn || a.at - b.at)
      .map(({ note }) => note)
  },
})
