import { IMPORTANCES, NOTE_CATEGORIES, isStageWith } from '../../engine/internal.ts'
import type { Importance, Note, Turn, WindowId, HeldBack, StageNote } from '../../engine/index.ts'
import type { NoteRecord, TimelineData } from '../../sim/index.ts'
import { windowAt } from '../layout/window-at.ts'
import { counted, tokens, whole } from '../sentence/format.ts'
import { isByHand, stageWords } from '../sentence/stage-words.ts'

type NotesData = Pick<TimelineData, 'notes' | 'edits' | 'turns' | 'spans' | 'contents'>

/** A note at a turn. */
export interface NoteRow {
  readonly key: string
  readonly text: string
  readonly importance: Importance
  /** Turn that it is about. */
  readonly turn: Turn
  /** Turn in which it was written. */
  readonly written: Turn
  /** Turn since which it has been in the window; null if it is not there now. */
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
  /** Number of them in the window as sent. */
  readonly inWindow: number
  /** The last turn in which they were written into the window; null before the first. */
  readonly carried: Turn | null
}

/**
 * The notes of a turn's window after the turn, by category and importance, newest first (COMP-6); null for a turn that
 * the run did not reach.
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
function standingNotes(data: Pick<TimelineData, 'notes' | 'turns'>, turn: Turn): readonly NoteRecord[] {
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

/** The texts of the notes in a window, one per insertion. */
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

/** A line of the notes without its bullet, importance and turn. */
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

/** Sentences about a stage that did less than required, or nothing, with its sizes. */

/** The context of a sentence about a note. */
export interface NoteContext {
  readonly stage: string
  /** Whether the stage edited in the same turn. */
  readonly edited: boolean
  /** The block of the note, with its turn; '' if it names none. */
  readonly block: string
  readonly exact: boolean
}

/** The subject of a note: a refusal, a missed target, or a gap in the log. */
type NoteKind = 'refused' | 'shortfall' | 'unrecorded'

export function noteKind(
  { code }: Pick<StageNote, 'code'>,
  { stage, edited }: Pick<NoteContext, 'stage' | 'edited'>,
): NoteKind {
  switch (code) {
    case 'system_exceeds_budget':
    case 'reserve_exceeds_limit':
    case 'message_too_large':
      return 'refused'
    case 'kept_exchanges_too_large':
      return edited ? 'shortfall' : 'refused'
    case 'not_recorded':
    case 'not_told_which':
      return 'unrecorded'
    default:
      return isByHand(stage) && !edited ? 'refused' : 'shortfall'
  }
}

/** A note in a line, with its figures: `refused: the tool result of turn 7 has 12,000 tokens, and 9,000 may`. */
export function noteWords(note: StageNote, { stage, edited, block, exact }: NoteContext): string {
  const { code, tokens: amount, allowed, heldBack } = note
  const size = tokens(amount, { exact })
  const may = allowed === undefined ? '' : whole(allowed)
  if (isByHand(stage) && !edited) return `requested by hand, without effect: ${plainly(note, exact)}`
  switch (code) {
    case 'soft_limit':
      return allowed === undefined
        ? `${counted(amount, 'message stays', 'messages stay')}, over the limit`
        : `${counted(amount, 'message stays', 'messages stay')}, ${whole(amount - allowed)} over the limit: all are protected, or paired with protected ones`
    case 'system_exceeds_budget':
      return allowed === undefined
        ? `refused: the system prompt alone exceeds the budget, with ${size} tokens in the window`
        : `refused: system prompt and tools alone have ${size} tokens, and ${may} may be sent`
    case 'reserve_exceeds_limit':
      return allowed === undefined
        ? 'refused: the reserve for the reply leaves no room'
        : `refused: the reserve of ${whole(amount)} tokens uses up all ${may}`
    case 'message_too_large':
      return `refused: ${block === '' ? 'the required blocks' : block} has ${size} tokens${allowed === undefined ? '' : `, and the other required blocks leave room for ${may}`}`
    case 'kept_exchanges_too_large':
      return edited
        ? `the exchanges that stay and the summary have ${size} tokens${allowed === undefined ? '' : `, and ${may} may be sent`}`
        : `refused: the current exchange and the other required blocks have ${size} tokens${allowed === undefined ? '' : `, and ${may} may be sent`}`
    case 'not_recorded':
      if (amount === 0) return 'the log does not say what its client inserted or cleared'
      return edited
        ? `the log does not contain ${size} tokens of what its own client inserted`
        : `the log records no compaction up to here, with ${size} tokens in the window`
    case 'not_told_which':
      return `the log says how many tokens its client cleared, but not in which results: the oldest results with ${size} are assumed`
    case 'held_back':
      return `${stageWords(stage)} held back: ${heldBack === undefined ? `it would free ${size} tokens` : heldBackWords(heldBack, exact)}`
    case 'target_unreachable':
      return `${size} tokens short of the target${allowed === undefined ? '' : ` of ${may}`}`
    case 'nothing_evictable':
      return `nothing could be evicted, ${size} tokens over the limit`
    case 'new_window_no_gain':
      return `a new window would gain too little: ${size} tokens would have to be carried over`
    default:
      return `${stageWords(stage)}: ${plainly(note, exact)}`
  }
}

/** Why an edit was not worth making, with its figures; no model is asked then either. */
function heldBackWords(
  { why, frees, least, rewrites, paysAfter, horizon, saves = 0, leastSaved = 0, grewIn = 0 }: HeldBack,
  exact: boolean,
): string {
  const size = (amount: number): string => tokens(amount, { exact })
  // Notes put in may have more tokens than the edit removes.
  const would = `it would ${frees < 0 ? 'add' : 'free'} ${size(Math.abs(frees))} tokens`
  if (why === 'gain') return `${would}, and a batch frees at least ${whole(least)}`
  if (why === 'saving')
    return `within ${counted(horizon, 'turn')} it would save ${saves > 0 ? `as much as reading ${size(saves)} cached tokens` : 'nothing'}, and an edit has to save at least ${size(leastSaved)} (eviction.min_gain)`
  if (why === 'warm')
    return `${would}, but edits wait until the prompt cache has expired (eviction.cold_cache: require)`
  const pays = paysAfter === null ? 'never pays' : `pays after ${counted(Math.ceil(paysAfter), 'turn')}`
  if (why === 'early')
    return `${would} and rewrite ${size(rewrites)} cached ones, which ${pays}, but grew in only ${counted(Math.ceil(grewIn), 'turn')}: a larger batch later costs less per turn (eviction.wait)`
  return `${would} and rewrite ${size(rewrites)} cached ones, which ${pays}, not within ${whole(horizon)}`
}

function plainly({ code, tokens: amount }: StageNote, exact: boolean): string {
  const size = tokens(amount, { exact })
  switch (code) {
    case 'below_trigger':
      return 'its threshold was not reached'
    case 'not_worth_it':
      return `left undone, not worth ${size} tokens`
    case 'nothing_to_compress':
      return 'nothing that a summary would make smaller'
    case 'summary_discarded':
      return 'the model’s answer was unusable, the originals stay'
    case 'breaker_open':
      return 'the circuit breaker is open, the model was not called'
    case 'nothing_evictable':
      return 'nothing could be evicted'
    case 'gone_before_rewrite':
      return 'the block has changed since it arrived, so its text was not replaced'
    case 'not_that_block':
      return 'another block has its number here, so its text was not replaced'
    case 'not_rewritable':
      return 'this block cannot be replaced by text'
    default:
      return code.replaceAll('_', ' ')
  }
}
