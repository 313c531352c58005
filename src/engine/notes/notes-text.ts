import { fitted } from './fit.ts'
import type { Room } from './fit.ts'
import { NOTE_CATEGORIES } from './note.ts'
import type { Note } from './note.ts'
import { oneLine, rank } from './notes.ts'
import type { Turn } from '../core/units.ts'
import { SPEAKERS } from './words.ts'
import type { Speaker, Words } from './words.ts'

/**
 * Notes as they are written into a window (COMP-6): a heading per category in the order of NOTE_CATEGORIES, other
 * categories after them by name; critical before high before normal, newest first. Never longer than `maxTokens`: if
 * that is too little, the most important notes of all categories stay, and the last line says how many were left out.
 * '' if there are none, or if not even that line fits.
 *
 * @param words what was said, oldest first; it fills the room in its turn and is not counted as left out
 */
export function notesText(notes: readonly Note[], room: Room, words: readonly Words[] = []): string {
  if (notes.length === 0 && words.length === 0) return ''
  const shown = inOrder(notes)
  const ranked: readonly Ranked[] = [
    ...shown.map((note, at) => ({ note, at, rank: rank(note), turn: note.turn, line: lineOf(note) })),
    ...words.map((said, at) => ({
      said,
      at,
      rank: RANKS[said.by][said.kind],
      turn: said.turn,
      line: `- ${oneLine(said.text)}`,
    })),
  ].toSorted((a, b) => a.rank - b.rank || b.turn - a.turn || a.at - b.at)
  const write = (kept: ReadonlySet<number>): string => {
    const staying = new Set([...kept].map((line) => ranked[line]))
    const stays = ranked.filter((one) => staying.has(one)).toSorted((a, b) => a.at - b.at)
    const lines = sections(stays.flatMap(({ note }) => note ?? []))
    for (const by of SPEAKERS) {
      const own = stays.filter(({ said }) => said?.by === by)
      if (own.length > 0)
        lines.push(...(lines.length > 0 ? [''] : []), HEADINGS[by], ...own.map(({ line }) => line))
    }
    const left = shown.length - stays.filter(({ note }) => note !== undefined).length
    if (left > 0) lines.push(`(${left} ${left === 1 ? 'note was' : 'notes were'} left out for room.)`)
    return lines.join('\n')
  }
  const lines = ranked.map(({ line }) => line)
  return fitted(lines, write, room)?.text ?? ''
}

/** A line that is offered: a note, or a sentence that was said. */
interface Ranked {
  readonly note?: Note
  readonly said?: Words
  /** Position among the lines of its section. */
  readonly at: number
  /** Lower has the room first, see `rank`. */
  readonly rank: number
  readonly turn: Turn
  readonly line: string
}

const HEADINGS: Readonly<Record<Speaker, string>> = {
  user: '## Said by the user',
  agent: '## Said by the agent',
}

/** What the user said comes before normal notes, what the agent said after them: it may say it again. */
const RANKS: Readonly<Record<Speaker, Readonly<Record<Words['kind'], number>>>> = {
  user: { sentence: 1.5, fragment: 1.8, pasted: 2.2 },
  agent: { sentence: 2.1, fragment: 3, pasted: 3 },
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

function lineOf({ importance, text, turn }: Note): string {
  return `- ${importance === 'normal' ? '' : `[${importance}] `}${oneLine(text)} (turn ${turn})`
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
