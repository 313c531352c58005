import { madeBlock } from '../compression/absorb.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import { done, skipped } from '../contract/trigger.ts'
import { bareText } from '../../notes/notes.ts'
import { notesText } from '../../notes/notes-text.ts'
import { sentencesIn } from '../../notes/words.ts'
import type { Speaker, Words } from '../../notes/words.ts'
import { newestBlock } from '../tiered/results.ts'
import type { Block, BlockType } from '../../core/message/block.ts'
import type { Change } from '../../core/window/change.ts'
import { overflows } from '../../core/window/ledger.ts'
import type { Note } from '../../notes/note.ts'
import { inConversation, isWhole, ORIGINAL } from '../../core/window/window.ts'
import type { Entry } from '../../core/window/window.ts'
import type { BlockId, Tokens } from '../../core/units.ts'
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
 * In the remaining room they quote what was said in messages that left, the newest first. The previous notes leave, unless that alone would rewrite more of the cache.
 *
 * @param worth settings that decide whether removing them pays; missing: it does not
 */
export function carryNotes({ notesTokens }: CompressionSettings, worth?: WorthSettings): Stage<QuotedFrom> {
  return {
    name: 'carry_notes',
    phase: 'call',
    initial: -1,
    act: quiet((view, before, context) => {
      const state = context.manual.includes('reset') ? newestBefore(view) : before
      if (overflows(view.window.used, view.limit, view.reserve)) return withoutNotes(view, state, context)
      if (!view.edited) return skipped(state, 'below_trigger')
      const maxTokens = Math.min(notesTokens, floorShare(MOST_SHARE, view.limit)) - context.count(HEADING)
      const old = view.window.entries.filter((entry) => isNotes(entry, view.block(entry.block), context))
      const leaving = new Set(old)
      const left = leftOf(view, context, leaving, { after: state, room: maxTokens })
      const body = notesText(left.notes, { maxTokens, count: context.count }, left.words)
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
      const trigger = above('notes', left.notes.length + left.words.length, 0, CARRIED)
      return done(state, [{ changes: list, trigger }])
    }),
  }
}

/** The newest block when a person last reset the window, −1 without a reset: what was said until then is not quoted. */
export type QuotedFrom = BlockId

function newestBefore(view: WindowView): BlockId {
  const arrived = new Set(view.arrived)
  return view.window.entries.reduce(
    (most, { block, message }) => (message >= 0 && !arrived.has(block) ? Math.max(most, block) : most),
    Math.min(...arrived, newestBlock(view) + 1) - 1,
  )
}

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
function withoutNotes(view: WindowView, state: QuotedFrom, context: StageContext): StageResult<QuotedFrom> {
  const standing = notesIn(view, context)
  if (standing.length === 0) return skipped(state, 'below_trigger')
  const changes: Change[] = standing.map(({ block }) => ({ verb: 'drop', block }))
  const trigger = above('tokens', view.window.used, view.limit - view.reserve, BY_RESERVE)
  return done(state, [{ changes, trigger }])
}

/** The notes of a window that may leave; not those without which a reply would open the conversation. */
function notesIn(view: WindowView, context: Pick<StageContext, 'stored'>): Entry[] {
  const standing = view.window.entries.filter((entry) => isNotes(entry, view.block(entry.block), context))
  return openerBehind(view, standing) === null ? standing : []
}

/** Tokens of the notes that leave if a request would not fit. */
export function yielding(view: WindowView, context: Pick<StageContext, 'stored'>): Tokens {
  return notesIn(view, context).reduce((sum, { tokens }) => sum + tokens, 0)
}

/** What is not in the window: notes of blocks that are not whole in it, and the words of those that left. */
interface Left {
  readonly notes: readonly Note[]
  readonly words: readonly Words[]
}

/**
 * Characters read of each speaker, in parts of the room in tokens: more would not fit. The agent's older words come last
 * from the second number on, so that they leave room for files and numbers.
 */
const READ = 8
const AGENTS = 2.8

/** What is not in the window; what is whole in it, or quoted by a summary or a bootstrap, would only be repeated. */
function leftOf(
  view: WindowView,
  context: StageContext,
  old: ReadonlySet<Entry>,
  { after, room }: { readonly after: QuotedFrom; readonly room: Tokens },
): Left {
  const { entries, id: own } = view.window
  const whole = new Set(entries.flatMap((entry) => (isWhole(entry) ? [entry.block] : [])))
  const made = entries.filter(
    (entry) => entry.content !== ORIGINAL && view.block(entry.block).message < 0 && !old.has(entry),
  )
  const quoted = made.map(({ content }) => context.stored(content)).join('\n')
  const isNew = ({ block }: Note): boolean => block === undefined || !whole.has(block)
  const notes = context.carried.notes.filter((note) => isNew(note) && !quoted.includes(bareText(note)))
  const told = new Set(notes.map(bareText))
  const subjects = new Set<string>()
  const read = { user: 0, agent: 0 }
  const words: Words[] = []
  for (let id = newestBlock(view); id > after; id--) {
    const block = view.block(id)
    const by = SPEAKER_OF[block.type]
    if (by === undefined || block.window !== own || block.message < 0 || read[by] > READ * room) continue
    for (const said of wordsOf(block, by, context).toReversed()) {
      const { subject, text } = said
      const isReplaced = subject !== null && subjects.has(subject)
      if (subject !== null) subjects.add(subject)
      if (isReplaced || whole.has(id) || told.has(text) || quoted.includes(text)) continue
      told.add(text)
      read[by] += text.length
      words.push(by === 'agent' && read[by] > AGENTS * room ? { ...said, kind: 'pasted' } : said)
    }
  }
  return { notes, words: words.reverse() }
}

const SPEAKER_OF: Readonly<Partial<Record<BlockType, Speaker>>> = {
  user_message: 'user',
  assistant_response: 'agent',
}

/** A block of a conversation never changes, and is read again at every edit. */
const read = new WeakMap<Block, readonly Words[]>()

function wordsOf(block: Block, by: Speaker, { text }: Pick<StageContext, 'text'>): readonly Words[] {
  const known = read.get(block)
  if (known !== undefined) return known
  const words = sentencesIn({ by, turn: block.turn, text: text(block.id) })
  read.set(block, words)
  return words
}

function isNotes(entry: Entry, block: Block, context: Pick<StageContext, 'stored'>): boolean {
  const made = block.message < 0 && block.type === 'memory_injection'
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
