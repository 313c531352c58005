import { guardedWindow } from '../../policy/guards/guarded.ts'
import { sourceAt, taskText } from '../compression/source.ts'
import { done, skipped, whereAsked } from '../contract/trigger.ts'
import { fieldOf, firstCandidates } from '../../policy/candidate.ts'
import { clustersOf } from '../../policy/clusters.ts'
import type { Decision, Ranked, Trigger } from '../../policy/decision.ts'
import { placeholdersIn } from '../../policy/placeholder.ts'
import type { EvictionSettings } from '../../policy/settings.ts'
import { aimOf, causeOf, editTriggerOf, fromOrange } from '../eviction/trigger.ts'
import type { Answer, Ask, AskSource } from '../../core/llm/ask.ts'
import { BLOCK_TYPES } from '../../core/message/block.ts'
import type { Block, BlockType } from '../../core/message/block.ts'
import type { BlockId, Tokens } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { isWhole } from '../../core/window/window.ts'
import { startAsking } from '../contract/asking.ts'
import type { Stage, StageContext, StageResult } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { heldBack, leftUndone } from '../contract/worth.ts'
import type { StageEntry } from './entry.ts'
import { BATCH, BREAKER } from './obeyed.ts'
import { orange } from './rung.ts'

/**
 * Types that can be merged: not calls, whose shape the provider checks, nor signed thinking, nor blocks outside the
 * conversation.
 */
const MERGED: readonly BlockType[] = BLOCK_TYPES.filter(
  (type) => !['system_prompt', 'tool_definition', 'thinking', 'tool_call'].includes(type),
)

/**
 * Merges near-duplicates (EVI-6): of blocks of one type with nearly the same text, the older become pointers and the
 * newest gets one text for all of them, which a model writes. It acts when eviction would, and before it; it merges the
 * most promising clusters until the target is reached, and leaves the rest to eviction. A text that is empty, failed,
 * or does not make its cluster smaller is discarded, and the originals stay (COMP-3).
 *
 * @param breakerAfter failures in a row after which no model is asked
 */
export function mergeStage(settings: EvictionSettings, breakerAfter = 3): Stage<null> {
  return {
    name: 'merge',
    phase: 'call',
    initial: null,
    *act(view, state, context) {
      const cause = causeOf(view, settings)
      if (cause === null) return skipped(state, 'below_trigger')
      const { trigger, plans } = prepared(view, settings, context, cause)
      if (trigger === 'below_trigger') return skipped(state, trigger)
      if (typeof trigger === 'string' || plans.length === 0) return skipped(state, 'nothing_to_compress')
      const promised = promisedBy(plans, trigger.toFree)
      const touched = new Set(
        promised.plans.flatMap(({ head, older }) => [head.id, ...older.map(({ id }) => id)]),
      )
      // Eviction frees the rest of the batch.
      const held = heldBack(
        view,
        { ...settings, minFreeShare: 0 },
        {
          frees: promised.frees,
          growth: view.reading.velocity,
          changes: (position) => touched.has(view.blocks[position]?.id ?? -1),
        },
      )
      if (held !== null) return leftUndone(state, held)
      const asking = startAsking(context.breaker, breakerAfter)
      if (!asking.allowed()) return skipped(state, 'breaker_open')
      return yield* merged(view, settings, context, trigger, plans, asking)
    },
  }
}

/** A cluster that would become smaller, before a model is asked. */
interface MergePlan {
  readonly head: Block
  /** Blocks that will point to the head, from old to new; those smaller than a pointer are left out. */
  readonly older: readonly Block[]
  readonly pointer: { readonly text: string; readonly tokens: Tokens }
  readonly before: Tokens
  /** Tokens of the longest block, the maximum for the merged text. */
  readonly longest: Tokens
  /** Tokens freed if the text keeps to it. */
  readonly promises: Tokens
}

/** Clusters, the most promising first, and the aim of the batch, which is the same as for an eviction. */
function prepared(
  view: WindowView,
  settings: EvictionSettings,
  context: StageContext,
  cause: Trigger['cause'],
): { readonly trigger: ReturnType<typeof aimOf>; readonly plans: readonly MergePlan[] } {
  const gated = guardedWindow(view, settings, context)
  const { gates } = gated
  const field = fieldOf(gated)
  const placeholders = settings.placeholders
    ? placeholdersIn(view.blocks, context, settings.placeholderTokens)
    : null
  const { movable } = firstCandidates(field, placeholders, false)
  const trigger = aimOf(view, settings, cause, { floor: view.window.used - movable })
  if (typeof trigger === 'string') return { trigger, plans: [] }
  const task = view.blocks.find((block) => block.type === 'user_message')?.message
  const ofType = new Map<BlockType, Block[]>(MERGED.map((type) => [type, []]))
  const content = new Map<BlockId, Tokens>()
  for (const [position, entry] of view.window.entries.entries()) {
    const block = view.blocks[position]
    if (block === undefined || !isWhole(entry) || block.inferred) continue
    if (block.type === 'user_message' && block.message === task) continue
    if (!gates.free(position, 'replace') || !gates.free(position, 'summarize')) continue
    if (context.text(block.id) === '') continue
    ofType.get(block.type)?.push(block)
    content.set(block.id, entry.tokens - entry.overhead)
  }
  const plans: MergePlan[] = []
  for (const blocks of ofType.values()) {
    for (const cluster of clustersOf(blocks, context.embedding, settings.mergeSimilarity)) {
      const plan = planOf(cluster, content, context, settings.placeholderTokens)
      if (plan !== null) plans.push(plan)
    }
  }
  return { trigger, plans: plans.sort((a, b) => b.promises - a.promises || a.head.id - b.head.id) }
}

function planOf(
  cluster: readonly Block[],
  content: ReadonlyMap<BlockId, Tokens>,
  context: StageContext,
  most: Tokens,
): MergePlan | null {
  const head = cluster.at(-1)
  if (head === undefined) return null
  const pointer = pointerTo(head, context.count, most)
  const sizeOf = (block: Block): Tokens => content.get(block.id) ?? 0
  const older = cluster.slice(0, -1).filter((block) => sizeOf(block) > pointer.tokens)
  let before = sizeOf(head)
  let longest = before
  for (const block of older) {
    before += sizeOf(block)
    longest = Math.max(longest, sizeOf(block))
  }
  const promises = before - longest - older.length * pointer.tokens
  return promises > 0 ? { head, older, pointer, before, longest, promises } : null
}

const NOUNS: Readonly<Partial<Record<BlockType, string>>> = {
  tool_result: 'result',
  user_message: 'message',
  assistant_response: 'answer',
  memory_injection: 'memory',
  summary: 'summary',
}

/**
 * The text of an older near-duplicate after merging: where its content went, in at most as many tokens as a
 * placeholder.
 */
function pointerTo(head: Block, count: (text: string) => Tokens, most: Tokens): MergePlan['pointer'] {
  const tool = head.type === 'tool_result' ? (head.call?.name ?? '') : ''
  const noun = NOUNS[head.type] ?? 'block'
  const full = `[Merged into the ${noun} of turn ${head.turn}${tool === '' ? '' : `, ${tool}`}, which says nearly the same.]`
  const tokens = count(full)
  if (tokens <= most) return { text: full, tokens }
  const short = `[Merged into turn ${head.turn}.]`
  return { text: short, tokens: count(short) }
}

/** What the batch changes and frees if every text has the expected length. */
function promisedBy(
  plans: readonly MergePlan[],
  toFree: Tokens,
): { readonly plans: readonly MergePlan[]; readonly frees: Tokens } {
  let frees = 0
  let taken = 0
  for (; taken < plans.length && frees < toFree; taken++) frees += plans[taken]?.promises ?? 0
  return { plans: plans.slice(0, taken), frees }
}

/** Asks for a text for each cluster until enough is free. */
function* merged(
  view: WindowView,
  settings: EvictionSettings,
  context: StageContext,
  trigger: Trigger,
  plans: readonly MergePlan[],
  asking: ReturnType<typeof startAsking>,
): Generator<Ask, StageResult<null>, Answer> {
  const positions = new Map(view.window.entries.map((entry, position) => [entry.block, position]))
  const placeOf = (block: BlockId): number => positions.get(block) ?? -1
  const changes: Change[] = []
  const sources: AskSource[] = []
  const freedBy = new Map<MergePlan, Tokens>()
  const task = taskText(view, context)
  let before = 0
  let freed = 0
  for (const plan of plans) {
    if (freed >= trigger.toFree || !asking.allowed()) break
    const blocks = [...plan.older, plan.head].sort((a, b) => placeOf(a.id) - placeOf(b.id))
    const told = blocks.map((block) => sourceAt(view, placeOf(block.id), context))
    const heading = headingOf(blocks)
    const answer = yield* asking.ask({
      kind: 'merge',
      ...whereAsked(view, context, 'merge'),
      sources: told,
      task,
      previous: null,
      update: 'regenerate',
      maxTokens: Math.max(1, plan.longest - context.count(heading)),
    })
    if (answer === null) continue
    const text = heading + answer
    const tokens = context.count(text)
    const saves = plan.before - tokens - plan.older.length * plan.pointer.tokens
    if (saves < 1) {
      asking.settle('not_smaller')
      continue
    }
    asking.settle('used')
    changes.push({ verb: 'summarize', block: plan.head.id, content: context.store(text), tokens })
    const pointer = context.store(plan.pointer.text)
    for (const { id } of plan.older) {
      const { tokens: cost } = plan.pointer
      changes.push({ verb: 'replace', block: id, content: pointer, tokens: cost, into: plan.head.id })
    }
    for (const source of told) sources.push(source)
    freedBy.set(plan, saves)
    before += plan.before
    freed += saves
  }
  const { verdicts } = asking
  if (changes.length === 0) return skipped(null, 'summary_discarded', 0, verdicts)
  const compression = {
    step: 'semantic_merge' as const,
    sources,
    before,
    after: before - freed,
    asks: verdicts.length,
    subagent: null,
  }
  return done(
    null,
    [
      {
        changes: changes.sort((a, b) => placeOf(a.block) - placeOf(b.block)),
        decision: () => decisionOf(view, trigger, plans, freedBy, freed, context.detail),
        trigger: editTriggerOf(view, settings, trigger),
        compression,
      },
    ],
    { verdicts },
  )
}

/** Marks a merged text as merged, so that nobody takes it for the original. */
function headingOf(blocks: readonly Block[]): string {
  let [from, to] = [Infinity, -Infinity]
  for (const { turn } of blocks) [from, to] = [Math.min(from, turn), Math.max(to, turn)]
  return `[Merged from ${blocks.length} near-duplicates of turns ${from} to ${to}]\n`
}

/** Clusters kept in the record that were not merged; `explain` returns all of them. */
const SURVIVORS_KEPT = 5

/**
 * A row for each cluster, under its newest block: first the merged ones, then those that were not needed or whose text
 * was discarded, both in the order of the tokens that they promise to free.
 */
function decisionOf(
  view: WindowView,
  trigger: Trigger,
  plans: readonly MergePlan[],
  freedBy: ReadonlyMap<MergePlan, Tokens>,
  freed: Tokens,
  detail: boolean,
): Decision {
  const ordered = [
    ...plans.filter((plan) => freedBy.has(plan)),
    ...plans.filter((plan) => !freedBy.has(plan)),
  ]
  const rows = ordered.map((plan, rank): Ranked => {
    return {
      block: plan.head.id,
      blocks: [plan.head, ...plan.older].map(({ id }) => id),
      verb: 'summarize',
      rank,
      values: [],
      score: 0,
      key: -plan.promises,
      frees: freedBy.get(plan) ?? plan.promises,
      taken: freedBy.has(plan),
    }
  })
  const survivors = rows.slice(freedBy.size)
  return {
    stage: 'merge',
    policy: 'semantic_merge',
    trigger,
    terms: [],
    tieBreak: 'lower block number',
    candidates: rows.length,
    held: 0,
    cut: freedBy.size,
    victims: rows.slice(0, freedBy.size),
    survivors: detail ? survivors : survivors.slice(0, SURVIVORS_KEPT),
    gated: null,
    along: [],
    freed,
    shortfall: Math.max(0, view.window.used - freed - trigger.target),
  }
}

export const mergeEntry = {
  name: 'merge',
  label: 'Merge near-duplicates',
  meaning: 'When eviction is due, near-duplicates are first merged into the newest of them.',
  phase: 'call',
  settings: ['eviction.merge_similarity', ...BATCH, BREAKER],
  asks: true,
  begins: ['pressure.thresholds.orange'],
  makesRoom: true,
  at: orange,
  build: (settings, at) => mergeStage(fromOrange(settings, at), settings.compression.breakerAfter),
} as const satisfies StageEntry
