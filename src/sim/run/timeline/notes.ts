import type { Note, Turn, WindowId } from '../../../engine/index.ts'
import type { NoteRecord } from './timeline.ts'

/** Follows the notes of each window from turn to turn, and records when each was written and when it was replaced. */
export class NoteRecorder {
  readonly #records: NoteRecord[] = []
  /** The last list, and the record index of each of its notes. */
  readonly #standing = new Map<WindowId, { list: readonly Note[]; rows: ReadonlyMap<Note, number> }>()

  follow(window: WindowId, turn: Turn, notes: readonly Note[]): void {
    const before = this.#standing.get(window)
    if (before?.list === notes) return
    const rows = new Map<Note, number>()
    const gone = new Map(before?.rows)
    // Most notes are the same objects as before; only the others are compared by content.
    for (const note of notes) {
      const row = gone.get(note)
      if (row !== undefined) rows.set(note, row)
      gone.delete(note)
    }
    const same = new Map([...gone].map(([note, row]) => [wordingOf(note), { note, row }]))
    for (const note of notes) {
      if (rows.has(note)) continue
      const known = same.get(wordingOf(note))
      if (known !== undefined) gone.delete(known.note)
      rows.set(note, known?.row ?? this.#records.push({ ...note, window, from: turn, to: null }) - 1)
    }
    for (const row of gone.values()) {
      const record = this.#records[row]
      if (record !== undefined) this.#records[row] = { ...record, to: turn }
    }
    this.#standing.set(window, { list: notes, rows })
  }

  records(): readonly NoteRecord[] {
    return this.#records.slice()
  }
}

function wordingOf({ category, importance, text, turn }: Note): string {
  return JSON.stringify([category, importance, text, turn])
}
