import { absorbed, madeBlock, standingTokens } from '../compression/absorb.ts'
import { sourceAt } from '../compression/source.ts'
import { positionsOf, unitsOf } from '../compression/stretch.ts'
import type { BlockId, Tokens } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { ORIGINAL } from '../../core/window/window.ts'
import { providerCompacted } from './provider-compaction.ts'
import type { EditPlan, Logged, RecordedAct, StageContext, StageNote } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { wholeView } from '../contract/whole-view.ts'
import { UNSEEN } from './unseen.ts'

/**
 * In the log, nothing was protected from the client's summary, not even marked blocks; a block that a person pins in
 * this run is.
 */
const PINNED_ALONE = Object.freeze({
  protectedTypes: [],
  gates: { task: false, current_user_message: false, running_results: false, carried_state: false },
})

/** Share of the next call's usage that may be missing without a note: counters err by as much. */
const WITHIN_ERROR = 0.05

interface Done {
  readonly edits: readonly EditPlan[]
  readonly note: StageNote | null
}

/** What repeats one act that a log has. @param touched blocks that an act before the same call changed */
export function repeated(
  act: RecordedAct,
  view: WindowView,
  touched: ReadonlySet<BlockId>,
  context: StageContext,
): Done {
  return act.kind === 'compaction' ? compacted(view, act, context) : cleared(view, act, touched, context)
}

function nothing(code: StageNote['code'], tokens: Tokens = 0): Done {
  return { edits: [], note: { code, tokens } }
}

function compacted(standing: WindowView, act: RecordedAct, context: StageContext): Done {
  if (act.byProvider === true) {
    const edit = providerCompacted(standing, context)
    if (edit === null) return nothing('nothing_to_compress')
    return { edits: [{ ...edit, logged: loggedOf(act) }], note: null }
  }
  const view = wholeView(standing)
  // What a person pinned may belong to the running loop, which then goes on behind the summary.
  const endsLoop = context.pinned.size === 0
  const units = unitsOf(unmarked(view), { ...PINNED_ALONE, endsLoop }, context, 0)
  const stays = new Set(act.stays)
  const isStaying = (position: number): boolean => stays.has(view.blocks[position]?.id ?? -1)
  const goes = units.all.filter((unit) => !unit.held && !positionsOf([unit]).every(isStaying))
  // A call that stayed keeps its results.
  const free = positionsOf(stays.size === 0 ? goes : units.closed(goes))
  const old = new Set(
    free.flatMap((position) => {
      const block = view.blocks[position]
      return block !== undefined && block.turn < view.turn ? [block.id] : []
    }),
  )
  const isFree = new Set(free)
  const leaving = [...view.blocks.keys()].filter((position) => {
    const block = view.blocks[position]
    if (block === undefined) return false
    // What the log has no text for was conversation, too.
    if (old.has(block.id) || (block.unexplained === true && block.turn < view.turn)) return true
    // Arrivals came after the compaction, except results of calls that it absorbed.
    return isFree.has(position) && block.type === 'tool_result' && answersOneOf(old, block.id, view)
  })
  if (leaving.length === 0) return nothing('nothing_to_compress')
  const before = standingTokens(view, leaving)
  const { summary, unseen } = replacementOf(
    act,
    standingTokens(view, [...view.blocks.keys()]) - before,
    context,
  )
  const after = (summary?.tokens ?? 0) + (unseen?.tokens ?? 0)
  if (after >= before) return nothing('summary_discarded', after - before)
  const [first, second] = [summary, unseen].filter((one) => one !== null)
  if (first === undefined) return nothing('not_recorded')
  const changes = [...absorbed(view, leaving, first.text, first.tokens, context)]
  if (second !== undefined) {
    const made = { turn: context.turn, window: view.window.id }
    const block = context.makeBlock({ ...madeBlock('memory_injection', second.tokens, made), inferred: true })
    const { tokens, text } = second
    const below = changes.at(-1)?.block ?? null
    changes.push({ verb: 'insert', block: block.id, content: context.store(text), tokens, after: below })
  }
  const edit: EditPlan = {
    changes,
    kept: { gated: units.gated, tailFrom: null },
    logged: loggedOf(act),
    compression: {
      step: 'own_summary',
      sources: leaving.map((position) => sourceAt(view, position, context)),
      before,
      // What the client added by itself, such as files that it read again, no model wrote.
      after: first.tokens,
      asks: 0,
      subagent: null,
    },
  }
  return { edits: [edit], note: unseen === null ? null : { code: 'not_recorded', tokens: unseen.tokens } }
}

/** A window without the author's marks in its texts. */
function unmarked(view: WindowView): WindowView {
  if (view.blocks.every(({ doNotEvict }) => !doNotEvict)) return view
  return { ...view, blocks: view.blocks.map((block) => ({ ...block, doNotEvict: false })) }
}

/** Whether a result belongs to a call among some blocks; others of its group may lie between them. */
function answersOneOf(blocks: ReadonlySet<BlockId>, result: BlockId, { block }: WindowView): boolean {
  for (let at = block(result).call?.before ?? null; at !== null; at = block(at).call?.before ?? null) {
    if (blocks.has(at)) return true
  }
  return false
}

/** A text that replaces others. */
interface Replacement {
  readonly text: string
  readonly tokens: Tokens
}

/** The recorded summary, and an unknown rest: content that the usage shows but the log does not have. */
function replacementOf(
  { summary, tokensBefore, tokensAfter }: RecordedAct,
  kept: Tokens,
  { count }: StageContext,
): { readonly summary: Replacement | null; readonly unseen: Replacement | null } {
  // An empty one says nothing, and every provider rejects it.
  const told = summary === null || summary.trim() === '' ? null : { text: summary, tokens: count(summary) }
  const missing = (tokensAfter ?? 0) - kept - (told?.tokens ?? 0)
  if (told !== null && missing <= WITHIN_ERROR * (tokensAfter ?? 0)) return { summary: told, unseen: null }
  const text =
    told === null
      ? `[${UNSEEN.summary}${tokensBefore === null ? '' : ` of ${tokensBefore} tokens`}; the log does not hold its words.]`
      : `[${UNSEEN.more}, which the log does not hold.]`
  return { summary: told, unseen: { text, tokens: Math.max(count(text), missing) } }
}

const CLEARED = '[Cleared by the client that wrote the log.]'
const CLEARED_BEFORE = '[The client that wrote the log cleared results from before it here.]'

function cleared(
  view: WindowView,
  act: RecordedAct,
  touched: ReadonlySet<BlockId>,
  context: StageContext,
): Done {
  const calls = new Set(act.cleared)
  const isTold = calls.size > 0
  const wanted = isTold ? Infinity : (act.tokensFreed ?? 0)
  if (wanted === 0) return nothing('not_recorded')
  const tokens = context.count(CLEARED)
  const changes: Change[] = []
  let freed = 0
  let found = 0
  for (const [position, entry] of view.window.entries.entries()) {
    const block = view.blocks[position]
    if (freed >= wanted) break
    if (block?.type !== 'tool_result' || block.call === null) continue
    // Results that just arrived are not cleared.
    if (isTold ? !calls.has(block.call.id) : block.turn >= view.turn) continue
    found += 1
    const held = touched.has(block.id) || context.pinned.has(block.id)
    const isWhole = entry.content === ORIGINAL || entry.state === 'rewritten'
    if (held || !isWhole || entry.tokens - entry.overhead <= tokens) continue
    changes.push({ verb: 'replace', block: block.id, content: context.store(CLEARED), tokens })
    freed += entry.tokens - entry.overhead - tokens
  }
  // Results of calls that are not in the log are among what it lacks of its beginning.
  const rest = isTold && found < calls.size ? (act.tokensFreed ?? 0) - freed : 0
  const before = view.window.entries.find(
    ({ block }) => view.block(block).unexplained === true && !touched.has(block),
  )
  const left = before === undefined ? 0 : before.tokens - before.overhead - rest
  if (before !== undefined && rest > 0 && left > 0)
    changes.push({
      verb: 'replace',
      block: before.block,
      content: context.store(CLEARED_BEFORE),
      tokens: Math.max(left, context.count(CLEARED_BEFORE)),
    })
  if (changes.length === 0) return nothing('nothing_to_compress')
  return {
    edits: [{ changes, logged: loggedOf(act) }],
    note: isTold ? null : { code: 'not_told_which', tokens: freed },
  }
}

function loggedOf({ tokensBefore, tokensAfter }: RecordedAct): Logged {
  return { before: tokensBefore, after: tokensAfter }
}
