import { madeBlock } from '../compression/absorb.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import { done, skipped } from '../contract/trigger.ts'
import { bareText } from '../../notes/notes.ts'
import { notesText } from '../../notes/notes-text.ts'
import { isBetweenUs, isQuote, quote, saidIn, subjectOf } from '../../notes/words.ts'
import type { Speaker } from '../../notes/words.ts'
import { newestBlock } from '../tiered/results.ts'
import type { Block, BlockType } from '../../core/message/block.ts'
import type { Change } from '../../core/window/change.ts'
import { overflows } from '../../core/window/ledger.ts'
import type { Note } from '../../notes/note.ts'
import { inConversation, isWhole, ORIGINAL } from '../../core/window/window.ts'
import type { Entry } from '../../core/window/window.ts'
import type { BlockId, Tokens, Turn } from '../../core/units.ts'
import { above, BY_RESERVE } from '../../policy/edit-trigger.ts'
import type { AllowedBy } from '../../policy/edit-trigger.ts'
import { quiet } from '../contract/quiet.ts'
import type { Stage, StageContext, StageResult } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { floorShare } from '../../core/number/share.ts'
import { heldBack, leftUndone } from '../contract/worth.ts'
import type { WorthSettings } from '../contract/worth.ts'
import type { StageEntry } from './entry.ts'
import { CACHE } from './obeyed.ts'

/** Notes never take more than this share of the window, whatever their own limit. */
const MOST_SHARE = 0.08

const CARRIED: AllowedBy = Object.freeze({ key: 'compression.notes', written: 'true', of: null })

const HEADING = '[Notes taken so far; what they tell of may be gone from this window.]\n'

/**
 * Writes the notes into the window, as a memory injection at its end, in turns in which an edit broke the cache anyway.
 * In the remaining room they quote what was said in messages that left, the newest first. The previous notes leave,
 * unless that alone would rewrite more of the cache.
 *
 * @param worth settings that decide whether removing them pays; missing: it does not
 */
export function carryNotes({ notesTokens }: CompressionSettings, worth?: WorthSettings): Stage<Turn> {
  return {
    name: 'carry_notes',
    phase: 'call',
    initial: 0,
    act: quiet((view, before, context) => {
      // What was said before a person reset the window is not quoted.
      const state = context.manual.includes('reset') ? context.turn : before
      if (overflows(view.window.used, view.limit, view.reserve)) return withoutNotes(view, state, context)
      if (!view.edited) return skipped(state, 'below_trigger')
      const maxTokens = Math.min(notesTokens, floorShare(MOST_SHARE, view.limit)) - context.count(HEADING)
      const old = view.window.entries.filter((entry) => isNotes(entry, view.block(entry.block), context))
      const leaving = new Set(old)
      const notes = notesOfWhatLeft(view, context, { old: leaving, from: state, room: maxTokens })
      const { count } = context
      const bare = notesText(
        notes.filter((note) => !isQuote(note)),
        { maxTokens, count },
      )
      const quoting = quotesRoom(view)
      const most = Math.max(count(bare), Math.min(maxTokens, quoting - count(HEADING)))
      const body = quoting === 0 ? bare : notesText(notes, { maxTokens: most, count })
      const text = HEADING + body
      const standing = old.at(-1)
      if (body === '' || (standing !== undefined && context.stored(standing.content) === text)) {
        return skipped(state, 'below_trigger')
      }
      const tokens = context.count(text)
      const room = view.limit - view.reserve - view.window.used
      const freed = old.reduce((sum, entry) => sum + entry.tokens, 0)
      if (tokens - freed > room / 2) return skipped(state, 'not_worth_it', tokens)
      const changes = (position: number): boolean => leaving.has(view.window.entries[position] as Entry)
      const intended = { frees: freed - tokens, changes, anySize: true } as const
      const held = worth === undefined ? null : heldBack(view, worth, intended)
      if (held !== null) return leftUndone(state, held)
      const made = context.makeBlock(
        madeBlock('memory_injection', tokens, { turn: context.turn, window: view.window.id }),
      )
      const list: Change[] = old.map(({ block }) => ({ verb: 'drop', block }))
      const after = placeFor(view, old)
      list.push({ verb: 'insert', block: made.id, content: context.store(text), tokens, after })
      const trigger = above('notes', notes.length, 0, CARRIED)
      return done(state, [{ changes: list, trigger }])
    }),
  }
}

/**
 * Quotes take no more than this share of what a window has beside its system prompt and tools, which may be nearly all
 * of it. Room for fewer tokens than this would hold a few words, and bring the next eviction nearer.
 */
const MOST_QUOTES = 0.07
const LEAST_QUOTES = 200

function quotesRoom({ window, limit, reserve, block }: WindowView): Tokens {
  const fixed = window.entries.reduce(
    (sum, entry) => (FIXED.has(block(entry.block).type) ? sum + entry.tokens : sum),
    0,
  )
  const room = floorShare(MOST_QUOTES, Math.max(0, limit - reserve - fixed))
  return room < LEAST_QUOTES ? 0 : room
}

const FIXED: ReadonlySet<BlockType> = new Set(['system_prompt', 'tool_definition'])

/** At the end, where it costs no cached prefix; if the previous notes open the conversation, in their position. */
function placeFor(view: WindowView, old: readonly Entry[]): BlockId | null {
  const opener = openerBehind(view, old)
  return view.window.entries.at(opener === null ? -1 : opener - 1)?.block ?? null
}

/** The position of the reply that would open the conversation without these notes; null if none would. */
function openerBehind({ window, blocks }: WindowView, old: readonly Entry[]): number | null {
  const leaving = new Set(old)
  const opener = window.entries.findIndex((entry, position) => {
    const block = blocks[position]
    return block !== undefined && inConversation(block) && !leaving.has(entry)
  })
  const first = window.entries[opener]
  const held = old.some(({ order }) => first !== undefined && order < first.order)
  return held && blocks[opener]?.role === 'assistant' ? opener : null
}

/** Notes must not keep a request from fitting: they come back with the next edit that leaves room. */
function withoutNotes(view: WindowView, state: Turn, context: StageContext): StageResult<Turn> {
  const standing = notesIn(view, context)
  if (standing.length === 0) return skipped(state, 'below_trigger')
  const changes: Change[] = standing.map(({ block }) => ({ verb: 'drop', block }))
  const trigger = above('tokens', view.window.used, view.limit - view.reserve, BY_RESERVE)
  return done(state, [{ changes, trigger }])
}

/** The notes of a window that may leave; not those without which a reply would open the conversation. */
function notesIn(view: WindowView, context: Pick<StageContext, 'stored' | 'pinned'>): Entry[] {
  const standing = view.window.entries.filter((entry) => isNotes(entry, view.block(entry.block), context))
  return openerBehind(view, standing) === null ? standing : []
}

/** Tokens of the notes that leave if a request would not fit. */
export function yielding(view: WindowView, context: Pick<StageContext, 'stored' | 'pinned'>): Tokens {
  return notesIn(view, context).reduce((sum, { tokens }) => sum + tokens, 0)
}

/**
 * Characters read of each speaker, in parts of the room in tokens: more would not fit. What the agent said of both who
 * talk is looked for further back, and has up to a half of the room. From the last number on, what else it said comes
 * last, so that there is room for files and numbers.
 */
const READ = 8
const FAR = 128
const OURS = 2
const AGENTS = 2.8

/**
 * What is not in the window: notes of blocks that are not whole in it, and what was said in those that left. What a
 * summary or a bootstrap quotes would only be repeated; of two values of the same thing the newest holds.
 */
function notesOfWhatLeft(
  view: WindowView,
  context: StageContext,
  { old, from, room }: { readonly old: ReadonlySet<Entry>; readonly from: Turn; readonly room: Tokens },
): readonly Note[] {
  const { entries, id: own } = view.window
  const whole = new Set(entries.flatMap((entry) => (isWhole(entry) ? [entry.block] : [])))
  const quoted = entries
    .flatMap((entry) =>
      entry.content !== ORIGINAL && entry.message < 0 && !old.has(entry)
        ? [context.stored(entry.content)]
        : [],
    )
    .join('\n')
  const notes = context.carried.notes.filter(
    (note) => (note.block === undefined || !whole.has(note.block)) && !quoted.includes(bareText(note)),
  )
  const told = new Set(notes.map(bareText))
  const read = { user: 0, agent: 0 }
  let ours = 0
  const isReadOf = (by: Speaker): boolean =>
    read[by] > (by === 'user' || ours > OURS * room ? READ : FAR) * room
  const quotes: Note[] = []
  for (let id = newestBlock(view); id >= 0; id--) {
    if (isReadOf('user') && isReadOf('agent')) break
    const block = view.block(id)
    const by = SPEAKER_OF[block.type]
    if (by === undefined || block.window !== own || block.message < 0) continue
    if (block.turn < from || isReadOf(by)) continue
    const spoken = saidBy(block, by, context)
    const isFar = read[by] > READ * room
    if (isFar) read[by] += spoken.whole.length
    for (const { text, subject, isOurs } of spoken.sentences) {
      if (isFar && !isOurs) continue
      const isKnown = told.has(text) || told.has(subject) || quoted.includes(text)
      told.add(text).add(subject)
      if (isKnown || whole.has(id)) continue
      const isFirst = isOurs && ours <= OURS * room
      if (isFirst) ours += text.length
      else read[by] += text.length
      const later = by === 'agent' && read[by] > AGENTS * room ? 'older' : by
      quotes.push(quote(by, text, block.turn, isFirst ? 'ours' : later))
    }
  }
  return [...notes, ...quotes]
}

const SPEAKER_OF: Readonly<Partial<Record<BlockType, Speaker>>> = {
  user_message: 'user',
  assistant_response: 'agent',
}

interface Said {
  /** A person may have rewritten it since, or in another run. */
  readonly whole: string
  /** The last first. */
  readonly sentences: readonly { readonly text: string; readonly subject: string; readonly isOurs: boolean }[]
}

/** What blocks say, which is read again at every edit. */
const said = new WeakMap<Block, Said>()

function saidBy(block: Block, by: Speaker, context: Pick<StageContext, 'text'>): Said {
  const whole = context.text(block.id)
  const known = said.get(block)
  if (known?.whole === whole) return known
  const sentences = saidIn(by, whole)
    .map((text) => ({
      text,
      subject: `of ${subjectOf(text) ?? text}`,
      isOurs: by === 'agent' && isBetweenUs(text),
    }))
    .toReversed()
  const made = { whole, sentences }
  said.set(block, made)
  return made
}

/** Whether an entry is notes that newer ones replace. */
function isNotes(entry: Entry, block: Block, context: Pick<StageContext, 'stored' | 'pinned'>): boolean {
  const made = block.message < 0 && block.type === 'memory_injection' && !context.pinned.has(block.id)
  return made && context.stored(entry.content).startsWith(HEADING)
}

export const carryNotesEntry = {
  name: 'carry_notes',
  label: 'Carry the notes',
  meaning: 'After any edit of the window, the notes are inserted again.',
  phase: 'call',
  settings: ['compression.notes_tokens', ...CACHE],
  begins: ['compression.notes'],
  build: ({ compression, eviction }) => carryNotes(compression, eviction),
} as const satisfies StageEntry
