import { madeBlock } from '../compression/absorb.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import { done, skipped } from '../contract/trigger.ts'
import { bareText, oneLine } from '../../notes/notes.ts'
import { notesText } from '../../notes/notes-text.ts'
import { sentencesIn, subjectOf } from '../../notes/words.ts'
import type { Speaker, Words } from '../../notes/words.ts'
import { newestBlock } from '../tiered/results.ts'
import type { Block, BlockType } from '../../core/message/block.ts'
import type { Change } from '../../core/window/change.ts'
import { overflows } from '../../core/window/ledger.ts'
import type { Note } from '../../notes/note.ts'
import { inConversation, isWhole } from '../../core/window/window.ts'
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
 * The previous notes leave, unless that alone would rewrite more of the cache.
 *
 * @param worth settings that decide whether removing them pays; missing: it does not
 */
export function carryNotes({ notesTokens }: CompressionSettings, worth?: WorthSettings): Stage<null> {
  return {
    name: 'carry_notes',
    phase: 'call',
    initial: null,
    act: quiet((view, state, context) => {
      if (overflows(view.window.used, view.limit, view.reserve)) return withoutNotes(view, state, context)
      if (!view.edited) return skipped(state, 'below_trigger')
      const maxTokens = Math.min(notesTokens, floorShare(MOST_SHARE, view.limit)) - context.count(HEADING)
      const old = view.window.entries.filter((entry) => isNotes(entry, view.block(entry.block), context))
      const left = leftOf(view, context, old, maxTokens)
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
      const leaving = new Set(old)
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
      const trigger = above('notes', context.carried.notes.length, 0, CARRIED)
      return done(state, [{ changes: list, trigger }])
    }),
  }
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
function withoutNotes(view: WindowView, state: null, context: StageContext): StageResult<null> {
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

/** Characters that are read of one speaker, in parts of the room: more would not fit. */
const READ = 8

/** What is not in the window; what is whole in it, or quoted by a summary or a bootstrap, would only be repeated. */
function leftOf(view: WindowView, context: StageContext, old: readonly Entry[], room: Tokens): Left {
  const { entries, id: own } = view.window
  const whole = new Set(entries.flatMap((entry) => (isWhole(entry) ? [entry.block] : [])))
  const quoted = entries
    .flatMap((entry) =>
      view.block(entry.block).message < 0 && !old.includes(entry) ? [context.stored(entry.content)] : [],
    )
    .join('\n')
  const notes = context.carried.notes.filter(
    (note) => (note.block === undefined || !whole.has(note.block)) && !quoted.includes(bareText(note)),
  )
  const noted = new Set(notes.map(bareText))
  const subjects = new Set<string>()
  const read = { user: 0, agent: 0, output: 0 }
  const words: Words[] = []
  for (let id = newestBlock(view); id >= 0; id--) {
    const block = view.block(id)
    const by = SPEAKER_OF[block.type]
    if (by === undefined || block.window !== own || block.message < 0 || read[by] > READ * room) continue
    const sentences = sentencesIn({ by, turn: block.turn, text: context.text(id) })
    for (const said of sentences.toReversed()) {
      const subject = by === 'output' ? null : subjectOf(said.text)
      const isOld = subject !== null && subjects.has(subject)
      if (subject !== null) subjects.add(subject)
      if (isOld || whole.has(id) || noted.has(oneLine(said.text)) || quoted.includes(said.text)) continue
      noted.add(oneLine(said.text))
      read[by] += said.text.length
      words.push(said)
    }
  }
  return { notes, words: words.reverse() }
}

const SPEAKER_OF: Readonly<Partial<Record<BlockType, Speaker>>> = {
  user_message: 'user',
  assistant_response: 'agent',
  tool_result: 'output',
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
