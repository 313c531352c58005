import { partsOf, sentencesOf, strongTokens, textOf } from '../../engine/internal.ts'
import type { Block, BlockId, Message, Turn, WindowId } from '../../engine/index.ts'
import { normalised } from '../run/need/evidence.ts'
import { readers } from '../log/formats.ts'
import type { Reader } from '../log/read/reader.ts'
import type { Intake } from '../trace/intake.ts'
import type { RecordedEdit } from '../trace/trace.ts'
import type { Autopsy, CompactionAutopsy, Contradiction, Directive, Found, Item, Passage } from './autopsy.ts'
import { contradicts, deedOf } from './contradiction.ts'
import type { Deed } from './contradiction.ts'
import { directivesOf } from './directive.ts'
import { reader } from './fate.ts'
import type { Kept } from './fate.ts'
import { isClientsNote, itemsOf } from './found.ts'
import { languageOf } from './language.ts'
import { modalOf, subjectWords, unmarked } from './words.ts'
import { atOnce } from '../trace/at-once.ts'

/**
 * What each compaction of a log did to the rules, decisions, numbers, files and open tasks in its window, and what came
 * after. From the log alone; the same bytes for the same log. The time grows with the log, and with its calls × the
 * items that can be checked.
 */
export function autopsyOf(intake: Intake): Autopsy {
  return atOnce(autopsySteps(intake))
}

/** The same in steps, several for each compaction. */
export function* autopsySteps(intake: Intake): Generator<unknown, Autopsy, void> {
  const { trace } = intake
  const edits = trace.recordedEdits.filter(({ kind }) => kind === 'compaction')
  const origins = originsOf(intake)
  const compactions: CompactionAutopsy[] = []
  /** What is still in each conversation's window, and the turn up to which it was read. */
  const standing = new Map<WindowId, { items: readonly Found[]; from: Turn }>()
  for (const edit of edits) {
    const origin = origins.get(edit.window) ?? edit.window
    const own = standing.get(origin) ?? { items: [], from: 0 }
    const { autopsy, left } = yield* compactionOf(intake, edit, compactions.length + 1, origin, own)
    compactions.push(autopsy)
    standing.set(origin, { items: left, from: edit.turn })
  }
  const client = Object.values<Reader>(readers).find(({ name }) => name === trace.source.name)
  return {
    version: 1,
    client: client?.title ?? trace.source.title,
    title: trace.source.title,
    compactions,
    said: languageOf(messagesOfUser(intake)),
  }

  function* compactionOf(
    of: Intake,
    edit: RecordedEdit,
    nth: number,
    origin: WindowId,
    { items: before, from }: { readonly items: readonly Found[]; readonly from: Turn },
  ): Generator<unknown, { readonly autopsy: CompactionAutopsy; readonly left: readonly Found[] }, void> {
    const isOwn = ({ window }: Block) => (origins.get(window) ?? window) === origin
    const summaries = new Set(edits.map(({ summary }) => summary))
    const blocks = of.blocks.filter(
      (block) => isOwn(block) && !(block.window !== origin && summaries.has(of.text(block.id))),
    )
    // The inputs of the turn after it may have arrived before it: they are read as what came before, results included.
    const told = blocks.filter(({ turn }) => turn >= from && turn < edit.turn)
    const after = blocks.filter(({ turn }) => turn >= edit.turn)
    const fresh = itemsOf(of, told)
    yield
    const again = new Set(fresh.map(keyOfItem))
    const items = [...before.filter((item) => !again.has(keyOfItem(item))), ...fresh]
    const sent = after.filter(({ type, turn }) => type === 'memory_injection' && turn === edit.turn)
    const sentReaders: { readonly block: Block; readonly read: (item: Found) => Kept }[] = []
    for (const block of sent) sentReaders.push({ block, read: yield* reader(of.text(block.id), items) })
    const keptIn = edit.summary === undefined ? null : yield* reader(edit.summary, items)
    const stays = edit.stays === undefined ? null : yield* reader(textsOf(edit.stays), items)
    yield
    const deeds = blocks.flatMap((block) => deedOf(of, block) ?? [])
    const tools = new Set(deeds.map(({ tool }) => tool))
    const spoken = statementsOf(of, blocks)
    yield
    const made = items.map((item): Item => {
      const { block } = item
      const kept = keptOf(item)
      const directives = isBinding(item) ? directivesOf(item.text, tools) : []
      const until = liftedAt(item, directives, spoken)
      const first = (among: readonly Deed[]) => firstAgainst(directives, among, item, until)
      const later = first(deeds.filter(({ turn }) => turn >= edit.turn))
      const isChecked = directives.length > 0 && until > edit.turn
      const resent = sentReaders.find(({ read }) => read(item).fate === 'verbatim')
      return {
        kind: item.kind,
        by: item.by,
        turn: item.turn,
        block,
        text: item.text,
        fate: kept?.fate ?? 'unknown',
        missing: kept?.missing ?? [],
        nearest: kept?.nearest ?? null,
        broken: later ?? (isChecked ? 'none' : 'undecidable'),
        brokenBefore: first(deeds.filter(({ turn }) => turn < edit.turn)),
        saidAgain: saidAgain(item, spoken, edit.turn),
        sentAgain: resent === undefined ? null : passage(of, resent.block),
      }
    })
    const autopsy: CompactionAutopsy = {
      nth,
      turn: edit.turn,
      window: edit.window,
      trigger: edit.trigger,
      version: edit.version ?? null,
      tokensBefore: edit.tokensBefore,
      summary: edit.summary?.length ?? null,
      items: made,
      sentAgain: sent.map((block) => passage(of, block)),
    }
    return { autopsy, left: made.filter(({ fate, sentAgain: resent }) => fate !== 'gone' || resent !== null) }

    /** What of an item is in the summary, or in messages that stayed; null if it is not known. */
    function keptOf(item: Found): Kept | null {
      const unchanged = stays?.(item) ?? null
      return unchanged?.fate === 'verbatim' ? unchanged : (keptIn?.(item) ?? null)
    }
  }
}

/** The texts of messages, and the arguments of their calls. */
function textsOf(messages: readonly Message[]): string {
  return messages.flatMap((message) => partsOf(message).map((part) => textOf(part))).join('\n\n')
}

/** The first window of each chain of continuations. */
function originsOf({ trace }: Intake): ReadonlyMap<WindowId, WindowId> {
  const origins = new Map<WindowId, WindowId>()
  for (const { id, kind, parent } of trace.windows)
    origins.set(id, kind === 'continuation' && parent !== null ? (origins.get(parent) ?? parent) : id)
  return origins
}

function keyOfItem({ kind, text }: Found): string {
  return `${kind} ${normalised(text)}`
}

/** Only what somebody demanded or decided can be broken. */
function isBinding({ kind, by }: Found): boolean {
  return (kind === 'rule' || kind === 'decision' || kind === 'number') && by !== 'agent'
}

/** A sentence that the user said. */
interface Said extends Passage {
  readonly words: ReadonlySet<string>
}

/** What the user said, sentence by sentence. */
function statementsOf(intake: Intake, blocks: readonly Block[]): readonly Said[] {
  return blocks.filter(isUsers(intake)).flatMap(({ id, turn }) =>
    sentencesOf(intake.text(id)).map((sentence) => ({
      turn,
      block: id,
      text: sentence.text,
      words: subjectWords(unmarked(sentence.text)),
    })),
  )
}

function isUsers(intake: Intake): (block: Block) => boolean {
  return ({ id, type }) => type === 'user_message' && !isClientsNote(intake.text(id))
}

function messagesOfUser(intake: Intake): readonly string[] {
  return intake.blocks.filter(isUsers(intake)).map(({ id }) => intake.text(id))
}

/**
 * The turn in which the user allowed what an item forbids, or said something about it that may do so: from there on it
 * is not known whether the item still holds. Infinity if there is none.
 */
function liftedAt(item: Found, directives: readonly Directive[], spoken: readonly Said[]): Turn {
  const names = directives.flatMap((directive) => {
    switch (directive.rule) {
      case 'path':
        return [directive.path]
      case 'command':
        return [directive.words.filter((word) => word !== 'git').at(0) ?? 'git']
      case 'tool':
        return [directive.tool]
      case 'value':
        return [directive.name]
    }
  })
  const lifting = spoken.find(({ block, text }) => {
    if (block <= item.block) return false
    const said = normalised(text)
    return (
      names.some((name) => name !== '' && said.includes(normalised(name))) &&
      !isDemand(text) &&
      directivesOf(text, NO_TOOLS).length === 0
    )
  })
  return lifting?.turn ?? Infinity
}

const NO_TOOLS: ReadonlySet<string> = new Set()

/** A sentence that forbids or demands allows nothing. */
function isDemand(text: string): boolean {
  const modal = modalOf(text)
  return modal !== null && (modal.firm || modal.forbids)
}

function firstAgainst(
  directives: readonly Directive[],
  deeds: readonly Deed[],
  item: Found,
  until: Turn,
): Contradiction | null {
  if (directives.length === 0) return null
  for (const deed of deeds) {
    if (deed.block <= item.block || deed.turn >= until) continue
    for (const directive of directives) {
      const shown = contradicts(directive, deed)
      if (shown !== null)
        return { rule: directive.rule, turn: deed.turn, block: deed.block, tool: deed.tool, shown }
    }
  }
  return null
}

/** At least this share of an item's words is in a sentence that says it again; of a rule, in one with the same modal. */
const AGAIN = 0.7
const RULE_AGAIN = 0.6
/** So many words, or all of a shorter rule; so many strong tokens, or the only one of a rule. */
const LEAST_AGAIN = 3
const TOKENS_AGAIN = 2

/** The user's first sentence from a turn on that has the strong tokens of an item, or most of its words. */
function saidAgain(item: Found, spoken: readonly Said[], from: Turn): Passage | null {
  if (item.by !== 'user' || item.kind === 'file' || item.kind === 'task') return null
  const own = subjectWords(unmarked(item.text))
  const tokens = [...new Set(strongTokens(unmarked(item.text)).map(({ text }) => normalised(text)))]
  const modal = item.kind === 'rule' ? modalOf(item.text) : null
  const again = spoken.find(({ turn, block, text, words }) => {
    if (turn < from || block === item.block) return false
    if (modal !== null && modalOf(text)?.forbids !== modal.forbids) return false
    const shared = [...own].filter((word) => words.has(word)).length
    const said = normalised(text)
    const told = tokens.filter((token) => said.includes(token)).length
    if (told > 0 && told >= Math.min(TOKENS_AGAIN, modal === null ? TOKENS_AGAIN : tokens.length)) return true
    const least = modal === null ? LEAST_AGAIN : Math.min(LEAST_AGAIN, own.size)
    return shared >= least && shared >= (modal === null ? AGAIN : RULE_AGAIN) * own.size
  })
  return again === undefined ? null : { turn: again.turn, block: again.block, text: again.text }
}

function passage(intake: Intake, { id, turn }: { readonly id: BlockId; readonly turn: Turn }): Passage {
  return { turn, block: id, text: intake.text(id).slice(0, 400).replace(/\s+/g, ' ').trim().slice(0, 240) }
}
