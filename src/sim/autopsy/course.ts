import { isFixedPath, partsOfPath, sentencesOf } from '../../engine/internal.ts'
import type { Block, Turn, WindowId } from '../../engine/index.ts'
import type { Intake } from '../trace/intake.ts'
import { saidAgainIn } from './again.ts'
import { allowing, firstAfter } from './allowed.ts'
import type { Contradiction, Directive, Found, Passage, Timed } from './autopsy.ts'
import { isScratch, judged } from './contradiction.ts'
import type { IsRoot } from './contradiction.ts'
import { deedsOf } from './deed.ts'
import type { Deed } from './deed.ts'
import { directivesOf } from './directive.ts'
import { saidIn } from './said.ts'
import type { Said } from './said.ts'
import { wasDone, withdrawnBy } from './withdrawn.ts'
import { subjectWords, unmarked } from './words.ts'

/** A call that does what an item forbids, or may do so. */
interface Against {
  readonly turn: Turn
  readonly contradiction: Contradiction
  readonly clear: boolean
}

/** What is known of an item: what can be checked in it, what lifted it, and the calls against it up to there. */
interface Checked {
  readonly directives: readonly Directive[]
  readonly lifted: Said | null
  readonly found: readonly Against[]
}

/** One conversation, read once for all its compactions. */
interface Course {
  readonly blocks: readonly Block[]
  /** The calls in its own windows. */
  readonly deeds: readonly Deed[]
  readonly against: (item: Found) => Checked
  readonly saidAgain: (item: Found, from: Turn) => Passage | null
  /** The items that still hold after these turns, with those that took the place of others. */
  readonly holding: (items: readonly Found[], from: Turn, until: Turn) => readonly Found[]
}

/**
 * Reads a conversation: the blocks of its windows, the calls of the agent and of its sub-agents, and what the user said.
 *
 * @param origin the first window of its continuations
 * @param origins that of each window
 */
export function courseOf(intake: Intake, origin: WindowId, origins: ReadonlyMap<WindowId, WindowId>): Course {
  const summaries = new Set(intake.trace.recordedEdits.map(({ summary }) => summary))
  const isOwn = ({ window }: Block) => (origins.get(window) ?? window) === origin
  const blocks = intake.blocks.filter(
    (block) => isOwn(block) && !(block.window !== origin && summaries.has(intake.text(block.id))),
  )
  const own = new Set(blocks.map(({ id }) => id))
  const within = windowsIn(intake, origin, origins)
  const deeds = deedsOf(
    intake,
    intake.blocks.filter(({ window }) => within.has(window)),
  )
  const tools = new Set(deeds.map(({ tool }) => tool))
  const isRoot = rootOf(intake, deeds)
  const said = saidIn(intake, blocks)
  const replies = blocks.filter(({ type }) => type === 'assistant_response')
  const allowed = allowing(
    said,
    (before) => {
      const reply = replies.findLast(({ id }) => id < before)
      return reply === undefined ? '' : intake.text(reply.id)
    },
    tools,
  )
  const againOf = saidAgainIn(said, tools)
  const checked = new Map<string, Checked>()
  const repeated = new Map<string, readonly Said[]>()
  return {
    blocks,
    deeds: deeds.filter(({ block }) => own.has(block)),
    holding,
    against,
    saidAgain(item, from) {
      const key = keyOfPlace(item)
      const known = repeated.get(key) ?? againOf(item, against(item).directives)
      repeated.set(key, known)
      const again = known.find(({ turn }) => turn >= from)
      return again === undefined
        ? null
        : { turn: again.turn, ...timeIn(intake, again.turn), block: again.block, text: again.text }
    },
  }

  function against(item: Found): Checked {
    const key = keyOfPlace(item)
    const known = checked.get(key) ?? check(item)
    checked.set(key, known)
    return known
  }

  function holding(items: readonly Found[], from: Turn, until: Turn): readonly Found[] {
    const end = said.findIndex(({ turn }) => turn >= until)
    const before = end < 0 ? said : said.slice(0, end)
    // Of items from earlier turns, what was said before was looked at then.
    const start = before.findIndex(({ turn }) => turn >= from)
    const first = start < 0 ? before.length : start
    const texts = new Set(items.map(({ block, text }) => `${block} ${text}`))
    const held: Found[] = []
    for (const [at, item] of items.entries()) {
      if (item.kind === 'file' || (item.kind === 'task' && isListed(item))) {
        held.push(item)
        continue
      }
      if (item.kind === 'task' && wasDone(item, toldAfter(item, from, until))) continue
      const isNewest = items[at + 1]?.block !== item.block
      const after = firstAfter(before, item.block)
      const next = after < first ? undefined : before[after]?.block
      const by = withdrawnBy(item, before.slice(Math.max(first, after)), next, isNewest)
      if (by === null) held.push(item)
      else if (item.by === 'user' && /\d/.test(by.text) && !texts.has(`${by.block} ${by.text}`)) {
        texts.add(`${by.block} ${by.text}`)
        held.push({ kind: item.kind, by: 'user', text: by.text, turn: by.turn, block: by.block })
      }
    }
    return held.toSorted((a, b) => a.turn - b.turn || a.block - b.block)
  }

  /** A task of the agent's own list, which says itself what is done. */
  function isListed({ block }: Found): boolean {
    return intake.blocks[block]?.type === 'tool_call'
  }

  /** What the agent and the user said after an item. */
  function toldAfter({ block }: Found, from: Turn, until: Turn): readonly Pick<Said, 'text' | 'words'>[] {
    return replies
      .filter(({ id, turn }) => id > block && turn >= from && turn < until)
      .flatMap(({ id }) => sentencesOf(intake.text(id)))
      .map(({ text }) => ({ text, words: subjectWords(unmarked(text)) }))
      .concat(said.slice(firstAfter(said, block)).filter(({ turn }) => turn < until))
  }

  function check(item: Found): Checked {
    const directives = isBinding(item) ? directivesOf(item.text, tools) : []
    if (directives.length === 0) return { directives, lifted: null, found: [] }
    const lifted = allowed.liftedBy(item, directives)
    const found: Against[] = []
    for (const deed of deeds) {
      if (deed.block <= item.block) continue
      if (lifted !== null && (deed.block > lifted.block || deed.turn >= lifted.turn)) break
      for (const directive of directives) {
        const one = judged(directive, deed, isRoot)
        if (one === null) continue
        const clear = one.clear && !allowed.asksFor(directive, one.shown, item.block, deed.block)
        found.push({
          turn: deed.turn,
          clear,
          contradiction: contradictionOf(intake, directive, deed, one.shown),
        })
        break
      }
    }
    return { directives, lifted, found }
  }
}

/**
 * Which folder the user's paths begin at: the one where the client began; where a log does not tell it, any above all
 * changed files, so that a name deeper among them may be another's.
 */
function rootOf({ trace }: Intake, deeds: readonly Deed[]): IsRoot {
  const { folder } = trace.source
  const known = folder === undefined ? null : partsOfPath(folder)
  if (known !== null)
    return (parts) => parts.length === known.length && parts.every((part, at) => part === known[at])
  const paths = deeds
    .flatMap(({ changes }) => changes.map(({ path }) => path))
    .filter((path) => isFixedPath(path) && !isScratch(path))
    .map(partsOfPath)
  const common = paths.reduce((one, two) => one.slice(0, sharedBy(one, two)), paths[0] ?? [])
  return (parts) => parts.length <= common.length && parts.every((part, at) => part === common[at])
}

function sharedBy(one: readonly string[], two: readonly string[]): number {
  const end = one.findIndex((part, at) => part !== two[at])
  return end < 0 ? one.length : end
}

/** The windows of a conversation, and those of its sub-agents. */
function windowsIn(
  { trace }: Intake,
  origin: WindowId,
  origins: ReadonlyMap<WindowId, WindowId>,
): ReadonlySet<WindowId> {
  const within = new Set<WindowId>()
  for (const { id, parent } of trace.windows)
    if ((origins.get(id) ?? id) === origin || (parent !== null && within.has(parent))) within.add(id)
  return within
}

function contradictionOf(
  intake: Intake,
  { rule }: Directive,
  { turn, block, tool }: Deed,
  shown: string,
): Contradiction {
  return { rule, turn, ...timeIn(intake, turn), block, tool, shown }
}

/** The year 2000: clocks that begin with the conversation tell no time of day. */
const FIRST_DAY = 946_684_800_000

/** The time of a turn, where the log has a time of day. */
export function timeIn({ trace }: Intake, turn: Turn): Timed {
  const time = trace.turns[turn]?.time ?? 0
  return time < FIRST_DAY ? {} : { time }
}

function keyOfPlace({ kind, block, text }: Found): string {
  return `${kind} ${block} ${text}`
}

/** Only what somebody demanded or decided can be broken. */
function isBinding({ kind, by }: Found): boolean {
  return (kind === 'rule' || kind === 'decision' || kind === 'number') && by !== 'agent'
}
