import { isChange } from '../core/extract/fact.ts'
import type { Fact, FactKind } from '../core/extract/fact.ts'
import { strongTokens } from '../core/reference/token.ts'
import { remembered } from '../core/remembered.ts'
import type { Turn } from '../core/units.ts'
import { IMPORTANCES } from './note.ts'
import type { Importance, Note } from './note.ts'
import { isQuote } from './words.ts'

/** Maximum number of notes; beyond it the least important and oldest are dropped. */
export const MOST_NOTES = 500

/**
 * Adds the facts of a turn to notes (COMP-6). Of notes with the same key in a category the newest stays: a plan and its
 * completion are one note. At most `MOST_NOTES` are kept, the most important and newest; a separate note says how many
 * were dropped. The input is not changed.
 *
 * @param turn of facts that have no turn of their own
 */
export function addNotes(notes: readonly Note[], facts: readonly Fact[], turn: Turn): readonly Note[] {
  if (facts.length === 0) return notes
  const kept = new Map<string, Note>()
  const put = (note: Note): void => {
    const key = keyOf(note)
    const before = kept.get(key)
    if (before !== undefined && before.turn > note.turn) return
    kept.delete(key)
    kept.set(key, note)
  }
  for (const note of notes) put(note)
  facts.forEach((fact, at) => put(noteOf(fact, at, facts, turn)))
  return bounded([...kept.values()])
}

/** Notes stay for many turns, and each turn asks. */
const keyOf = /* @__PURE__ */ remembered(
  (note: Note): string => `${note.category}\n${note.key ?? plain(note.text)}`,
)

interface Wording {
  readonly category: string
  readonly importance: Importance
  readonly lead: string
  /** Facts of the same strand replace each other. */
  readonly strand: string
}

const WORDINGS: Readonly<Record<FactKind, Wording>> = Object.freeze({
  goal: { category: 'task_progress', importance: 'critical', lead: 'Goal: ', strand: 'goal' },
  constraint: { category: 'constraints', importance: 'critical', lead: '', strand: 'constraint' },
  decision: { category: 'decisions', importance: 'high', lead: '', strand: 'decision' },
  done: { category: 'task_progress', importance: 'normal', lead: 'Done: ', strand: 'plan' },
  current: { category: 'task_progress', importance: 'high', lead: 'In progress: ', strand: 'plan' },
  next: { category: 'task_progress', importance: 'high', lead: 'Planned, not done: ', strand: 'plan' },
  file: { category: 'misc', importance: 'normal', lead: 'File: ', strand: 'file' },
  number: { category: 'misc', importance: 'normal', lead: '', strand: 'number' },
  error: { category: 'bugs', importance: 'high', lead: 'Error: ', strand: 'error' },
  fix: { category: 'bugs', importance: 'normal', lead: 'Fix: ', strand: 'fix' },
  open: { category: 'bugs', importance: 'high', lead: 'Open: ', strand: 'open' },
  learning: { category: 'learnings', importance: 'normal', lead: '', strand: 'learning' },
})

function noteOf(fact: Fact, at: number, facts: readonly Fact[], turn: Turn): Note {
  const { category, importance, lead, strand } = WORDINGS[fact.kind]
  const place = category === 'bugs' ? placeOf(fact, at, facts) : ''
  return {
    category,
    importance,
    text: `${lead}${oneLine(fact.text)}${place}`,
    turn: Number.isSafeInteger(fact.turn) ? fact.turn : turn,
    key: `${strand} ${plain(fact.key === '' ? fact.text : fact.key)}`,
    block: fact.block,
  }
}

/**
 * Where a bug was seen, for a reader without the conversation: a path, if there is one nearby. Every note has its turn.
 */
function placeOf(fact: Fact, at: number, facts: readonly Fact[]): string {
  if (strongTokens(fact.text).some(({ kind }) => kind === 'path')) return ''
  for (let before = at - 1; before >= 0; before--) {
    const other = facts[before]
    if (other?.kind !== 'file' || other.turn !== fact.turn) continue
    const path = strongTokens(other.text).find(({ kind }) => kind === 'path')?.text
    if (path !== undefined) return ` (near ${path})`
  }
  return ''
}

/** The words of a note, without what `addNotes` wrote before and after them. */
export function bareText({ text }: Pick<Note, 'text'>): string {
  const lead = LEADS.find((one) => text.startsWith(one)) ?? ''
  return text.slice(lead.length).replace(/ \(near [^)]{1,240}\)$/, '')
}

const LEADS = Object.values(WORDINGS).flatMap(({ lead }) => (lead === '' ? [] : [lead]))

const GIVEN_WAY = /^(\d+) older notes gave way/
const GIVEN_WAY_KEY = 'given way'

function bounded(notes: readonly Note[]): readonly Note[] {
  if (notes.length <= MOST_NOTES) return notes
  const said = notes.find(({ key }) => key === GIVEN_WAY_KEY)
  const others = notes.filter((note) => note !== said)
  const ranked = others
    .map((note, at) => ({ note, at, rank: rank(note) }))
    .toSorted((a, b) => a.rank - b.rank || b.note.turn - a.note.turn || b.at - a.at)
  const staying = new Set(ranked.slice(0, MOST_NOTES - 1).map(({ note }) => note))
  const gone = others.length - staying.size + Number(GIVEN_WAY.exec(said?.text ?? '')?.[1] ?? 0)
  const turn = others.reduce((newest, note) => Math.max(newest, note.turn), 0)
  const text = `${gone} older notes gave way, since no more than ${MOST_NOTES} are kept.`
  return [
    ...others.filter((note) => staying.has(note)),
    { category: 'misc', importance: 'normal', text, turn, key: GIVEN_WAY_KEY },
  ]
}

/**
 * 0 for the most important; an unknown importance comes last. What the agent said of both who talk and what the user
 * said come before normal notes, what else the agent said after them; then files that were only read, then numbers
 * outside of sentences: most are from output, of which there is much, and which can be produced again.
 */
export const rank = /* @__PURE__ */ remembered((note: Note): number => {
  const { importance, key = '', text } = note
  const at = IMPORTANCES.indexOf(importance)
  const place = at < 0 ? IMPORTANCES.length : at
  if (isQuote(note)) return place + (QUOTES[key] ?? 0)
  if (/^number .*[^.?。]$/.test(`${key} ${text}`)) return place + 0.5
  const isRead = key.startsWith('file ') && !isChange({ kind: 'file', text: bareText(note) })
  return isRead ? place + 0.3 : place
})

const QUOTES: Readonly<Record<string, number>> = { ours: -0.6, user: -0.5, agent: 0.1, older: 1 }

function plain(text: string): string {
  return oneLine(text).toLowerCase()
}

/** A note is one line: line breaks become spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
