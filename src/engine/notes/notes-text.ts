import { fitted } from './fit.ts'
import type { Room } from './fit.ts'
import { NOTE_CATEGORIES } from './note.ts'
import type { Note } from './note.ts'
import { oneLine, rank } from './notes.ts'
import { isQuote } from './words.ts'

/**
 * Notes as they are written into a window (COMP-6): a heading per category in the order of NOTE_CATEGORIES, other
 * categories after them by name; critical before high before normal, newest first. Never longer than `maxTokens`: if
 * that is too little, the most important notes of all categories stay, and the last line says how many were left out.
 * '' if there are none, or if not even that line fits. Quotes of what was said fill the room in their turn, and are not
 * counted as left out.
 */
export function notesText(notes: readonly Note[], room: Room): string {
  if (notes.length === 0) return ''
  const shown = inOrder(notes)
  const ranked = shown
    .map((note, at) => ({ note, at }))
    .toSorted((a, b) => rank(a.note) - rank(b.note) || b.note.turn - a.note.turn || a.at - b.at)
  const write = (kept: ReadonlySet<number>): string => {
    const staying = new Set([...kept].map((line) => ranked[line]?.at))
    const lines = sections(shown.filter((_, at) => staying.has(at)))
    const left = shown.filter((note, at) => !staying.has(at) && !isQuote(note)).length
    if (left > 0) lines.push(`(${left} ${left === 1 ? 'note was' : 'notes were'} left out for room.)`)
    return lines.join('\n')
  }
  const lines = ranked.map(({ note }) => lineOf(note))
  return fitted(lines, write, room)?.text ?? ''
}

/** All notes as the text of a Markdown file; '' if there are none. */
export function notesToMarkdown(notes: readonly Note[]): string {
  return notes.length === 0 ? '' : `# Notes\n\n${sections(inOrder(notes)).join('\n')}\n`
}

/** `task_progress` as a heading. */
export function headingOf(category: string): string {
  const words = oneLine(category.replaceAll('_', ' '))
  return words === '' ? 'Without a category' : words.charAt(0).toUpperCase() + words.slice(1)
}

function sections(notes: readonly Note[]): string[] {
  const lines: string[] = []
  let category: string | null = null
  for (const note of notes) {
    if (note.category !== category) {
      if (category !== null) lines.push('')
      lines.push(`## ${headingOf(note.category)}`)
      category = note.category
    }
    lines.push(lineOf(note))
  }
  return lines
}

function lineOf(note: Note): string {
  const { importance, text, turn } = note
  const said = `${importance === 'normal' ? '' : `[${importance}] `}${oneLine(text)}`
  return isQuote(note) ? `- ${said}` : `- ${said} (turn ${turn})`
}

const ORDER: ReadonlyMap<string, number> = new Map(NOTE_CATEGORIES.map((category, at) => [category, at]))

function inOrder(notes: readonly Note[]): Note[] {
  return notes
    .map((note, at) => ({ note, at }))
    .toSorted(
      (a, b) =>
        byCategory(a.note.category, b.note.category) ||
        rank(a.note) - rank(b.note) ||
        b.note.turn - a.note.turn ||
        b.at - a.at,
    )
    .map(({ note }) => note)
}

function byCategory(a: string, b: string): number {
  const first = ORDER.get(a) ?? ORDER.size
  const second = ORDER.get(b) ?? ORDER.size
  return first - second || (a < b ? -1 : a > b ? 1 : 0)
}
