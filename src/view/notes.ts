import { IMPORTANCES, NOTE_CATEGORIES, isStageWith } from '../engine/internal.ts'
import type { Importance, Note, Turn, WindowId } from '../engine/index.ts'
import type { NoteRecord, TimelineData } from '../sim/index.ts'
import { windowAt } from './window-at.ts'

type NotesData = Pick<TimelineData, 'notes' | 'edits' | 'turns' | 'spans' | 'contents'>

/** A note as it stands at a turn. */
export interface NoteRow {
  readonly key: string
  readonly text: string
  readonly importance: Importance
  /** Turn that it tells of. */
  readonly turn: Turn
  /** Turn in which it was written. */
  readonly written: Turn
  /** Turn since which the window's notes have held it; null where they do not hold it now. */
  readonly inWindow: Turn | null
}

export interface NoteGroup {
  readonly category: string
  readonly label: string
  readonly notes: readonly NoteRow[]
}

export interface NotesTable {
  readonly groups: readonly NoteGroup[]
  readonly count: number
  /** How many of them stand in the window as sent. */
  readonly inWindow: number
  /** The last turn in which they were put into the window; null before the first. */
  readonly carried: Turn | null
}

/**
 * The notes of the window of a turn as they stand after it, by category and importance, newest first
 * (COMP-6); null for a turn that the run did not reach.
 */
export function notesTable(data: NotesData, turn: Turn): NotesTable | null {
  const record = data.turns[turn]
  if (record === undefined) return null
  const standing = standingNotes(data, turn)
  const texts = carriedTexts(data, record.window)
  const sent = new Set(windowAt(data, record.points.sent.tick, record.window).map(({ content }) => content))
  const known = texts.filter((one) => one.turn <= turn)
  const now = known.findLast(({ content }) => sent.has(content)) ?? null
  const rows = standing.map((note): NoteRow & { readonly category: string } => ({
    key: `${note.category} ${note.turn} ${note.importance} ${note.text}`,
    category: note.category,
    text: note.text,
    importance: note.importance,
    turn: note.turn,
    written: note.from,
    inWindow: now === null ? null : since(note.text, known, now),
  }))
  return {
    groups: groupsOf(rows),
    count: rows.length,
    inWindow: rows.filter(({ inWindow }) => inWindow !== null).length,
    carried: known.at(-1)?.turn ?? null,
  }
}

/** The notes of a turn's window after the turn, in the order in which they were written. */
export function standingNotes(
  data: Pick<TimelineData, 'notes' | 'turns'>,
  turn: Turn,
): readonly NoteRecord[] {
  const window = data.turns[turn]?.window
  return data.notes.filter(
    (note) => note.window === window && note.from <= turn && (note.to === null || note.to > turn),
  )
}

/** The same as plain notes, for a file. */
export function notesOfTurn(data: Pick<TimelineData, 'notes' | 'turns'>, turn: Turn): readonly Note[] {
  return standingNotes(data, turn).map(({ window: _window, from: _from, to: _to, ...note }) => note)
}

interface CarriedText {
  readonly turn: Turn
  readonly content: number
  readonly lines: ReadonlySet<string>
}

/** The notes as they went into a window, each time anew. */
function carriedTexts({ edits, spans, contents }: NotesData, window: WindowId): CarriedText[] {
  const rows = new Map<number, number>()
  for (let row = 0; row < spans.length; row++) {
    if (!rows.has(spans.block[row] ?? -1)) rows.set(spans.block[row] ?? -1, row)
  }
  return edits.flatMap((edit): CarriedText[] => {
    if (!isStageWith('carries_notes', edit.stage) || edit.window !== window) return []
    const inserted = edit.blocks.find(({ verb }) => verb === 'insert')
    const row = inserted === undefined ? undefined : rows.get(inserted.block)
    if (row === undefined) return []
    const content = spans.content[row] ?? -1
    return [{ turn: edit.turn, content, lines: new Set((contents[content] ?? '').split('\n').map(bareLine)) }]
  })
}

/** A line of the notes without its mark, its importance and its turn. */
function bareLine(line: string): string {
  return line.replace(/^- (?:\[\w+\] )?/, '').replace(/ \(turn \d+\)$/, '')
}

function since(text: string, known: readonly CarriedText[], now: CarriedText): Turn | null {
  const line = text.replace(/\s+/g, ' ').trim()
  if (!now.lines.has(line)) return null
  let first = now.turn
  for (let at = known.indexOf(now) - 1; at >= 0; at--) {
    const before = known[at]
    if (before?.lines.has(line) !== true) break
    first = before.turn
  }
  return first
}

function groupsOf(rows: readonly (NoteRow & { readonly category: string })[]): NoteGroup[] {
  const categories = [...new Set(rows.map(({ category }) => category))].sort(byCategory)
  return categories.map((category) => ({
    category,
    label: categoryLabel(category),
    notes: rows
      .filter((row) => row.category === category)
      .map(({ category: _category, ...row }) => row)
      .map((row, at) => ({ row, at }))
      .sort((a, b) => rankOf(a.row) - rankOf(b.row) || b.row.turn - a.row.turn || b.at - a.at)
      .map(({ row }) => row),
  }))
}

function rankOf({ importance }: NoteRow): number {
  const at = IMPORTANCES.indexOf(importance)
  return at < 0 ? IMPORTANCES.length : at
}

const ORDER: ReadonlyMap<string, number> = new Map(NOTE_CATEGORIES.map((category, at) => [category, at]))

function byCategory(a: string, b: string): number {
  return (ORDER.get(a) ?? ORDER.size) - (ORDER.get(b) ?? ORDER.size) || (a < b ? -1 : a > b ? 1 : 0)
}

/** `task_progress` as a heading says it. */
function categoryLabel(category: string): string {
  const words = category.replaceAll('_', ' ').replace(/\s+/g, ' ').trim()
  return words === '' ? 'Without a category' : words.slice(0, 1).toUpperCase() + words.slice(1)
}
