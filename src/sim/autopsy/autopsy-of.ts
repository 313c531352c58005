import { traceHash } from '../trace/trace-hash.ts'
import { partsOf, textOf } from '../../engine/internal.ts'
import type { Block, BlockId, Message, Turn, WindowId } from '../../engine/index.ts'
import { normalised } from '../run/need/evidence.ts'
import { readers } from '../log/formats.ts'
import type { Reader } from '../log/read/reader.ts'
import type { Intake } from '../trace/intake.ts'
import type { RecordedEdit } from '../trace/trace.ts'
import type { Autopsy, CompactionAutopsy, Found, Item, Passage } from './autopsy.ts'
import { courseOf, timeIn } from './course.ts'
import { reader } from './fate.ts'
import type { Kept } from './fate.ts'
import { itemsOf } from './found.ts'
import { languageOf } from './language.ts'
import { usersWords } from './said.ts'
import { atOnce } from '../trace/at-once.ts'

/**
 * What each compaction of a log did to the rules, decisions, numbers, files and open tasks in its window, and what came
 * after. From the log alone; the same bytes for the same log. Calls and sentences are read once for all compactions; the
 * time grows with the log, and with its calls × the items that can be checked.
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
  const courses = new Map<WindowId, ReturnType<typeof courseOf>>()
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
    hash: traceHash(trace),
    compactions,
    said: languageOf(
      intake.blocks.flatMap((block) => (block.type === 'user_message' ? [usersWords(intake, block)] : [])),
    ),
  }

  function* compactionOf(
    of: Intake,
    edit: RecordedEdit,
    nth: number,
    origin: WindowId,
    { items: before, from }: { readonly items: readonly Found[]; readonly from: Turn },
  ): Generator<unknown, { readonly autopsy: CompactionAutopsy; readonly left: readonly Found[] }, void> {
    const course = courses.get(origin) ?? courseOf(of, origin, origins)
    courses.set(origin, course)
    const { blocks, deeds, against, saidAgain, holding } = course
    // The inputs of the turn after it may have arrived before it: they are read as what came before, results included.
    const isTold = ({ turn }: { readonly turn: Turn }) => turn >= from && turn < edit.turn
    const fresh = itemsOf(of, blocks.filter(isTold), deeds.filter(isTold))
    yield
    const again = new Set(fresh.map(keyOfItem))
    const items = holding(
      [...before.filter((item) => !again.has(keyOfItem(item))), ...fresh],
      from,
      edit.turn,
    )
    const sent = blocks.filter(({ type, turn }) => type === 'memory_injection' && turn === edit.turn)
    const sentReaders: { readonly block: Block; readonly read: (item: Found) => Kept }[] = []
    for (const block of sent) sentReaders.push({ block, read: yield* reader(of.text(block.id), items) })
    const keptIn = edit.summary === undefined ? null : yield* reader(edit.summary, items)
    const stays = edit.stays === undefined ? null : yield* reader(textsOf(edit.stays), items)
    yield
    const made = items.map((item): Item => {
      const { block } = item
      const kept = keptOf(item)
      const { directives, lifted, found } = against(item)
      const later = found.filter(({ turn }) => turn >= edit.turn)
      const isOpen =
        directives.length === 0 ||
        (lifted !== null && lifted.turn <= edit.turn) ||
        later.some(({ clear }) => !clear)
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
        broken: later.find(({ clear }) => clear)?.contradiction ?? (isOpen ? 'undecidable' : 'none'),
        brokenBefore: found.find(({ turn, clear }) => clear && turn < edit.turn)?.contradiction ?? null,
        saidAgain: saidAgain(item, edit.turn),
        sentAgain: resent === undefined ? null : passage(of, resent.block),
      }
    })
    const autopsy: CompactionAutopsy = {
      nth,
      turn: edit.turn,
      ...timeIn(of, edit.turn),
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

function passage(intake: Intake, { id, turn }: { readonly id: BlockId; readonly turn: Turn }): Passage {
  return {
    turn,
    ...timeIn(intake, turn),
    block: id,
    text: intake.text(id).slice(0, 400).replace(/\s+/g, ' ').trim().slice(0, 240),
  }
}
