import type { Block } from '../core/message/block.ts'
import type { WindowView } from './window/view.ts'
import type { BlockId, Tokens, Ratio } from '../core/units.ts'
import type { Applied } from '../core/window/change.ts'
import type { Entry } from '../core/window/window.ts'
import type { Candidates } from './candidate.ts'
import type { Decision, Held, Input, Ranked, Trigger, InputPart } from './decision.ts'
import { REPLACED } from './candidate.ts'
import type { GuardTable } from './guards/guarded.ts'
import { weightOf } from './group-score.ts'
import { score } from './signals/score.ts'
import type { Scores } from './signals/score.ts'
import type { Policy, SignalContext, Signal, Term } from './signals/signal.ts'
import { membersOf } from './window/tool-groups.ts'
import type { ToolGroups } from './window/tool-groups.ts'

/** Survivors kept in a recorded decision; `explain` returns all of them. */
const SURVIVORS_KEPT = 5

/** Candidates with their scores, in order, and how many of them, from the front, were evicted. */
export interface Ranking {
  readonly candidates: Candidates
  /** Computed when first needed: ranking by age alone needs no scores. */
  readonly scores: () => Scores
  readonly order: Int32Array
  taken: number
}

/** The parts of a batch eviction, for its record. */
interface Batch {
  /** Name of the stage that decided. */
  readonly stage: string
  readonly view: WindowView
  readonly policy: Policy
  /** The input of the policy's signals. */
  readonly signals: SignalContext
  readonly trigger: Trigger
  readonly gates: GuardTable
  readonly groups: ToolGroups
  /** First choice, then last choice if it was needed. */
  readonly rankings: readonly Ranking[]
  /** Positions that had to leave with the evicted ones. */
  readonly along: readonly number[]
  readonly freed: Tokens
  readonly rewrites: Tokens
  readonly paysAfter: number | null
  readonly placeholderTokens: (position: number) => Tokens
  /** Tokens of the marker that replaces the message at an evicted position; 0 if there is none. */
  readonly markerTokens: (position: number) => Tokens
}

/** The decision as recorded in the audit log (EDIT-1); `detail` keeps every candidate and every protected block. */
export function decisionOf(batch: Batch, detail: boolean): Decision {
  const { view, policy, trigger, gates, rankings, along, freed } = batch
  const blockAt = (position: number): BlockId => (view.blocks[position] as Block).id
  let offset = 0
  const rows: Ranked[] = []
  for (const ranking of rankings) {
    for (const row of ranked(batch, ranking, offset, detail)) rows.push(row)
    offset += ranking.order.length
  }
  return {
    stage: batch.stage,
    policy: policy.name,
    trigger,
    terms: policy.terms.map((term) => ({ signal: term.signal.name, weight: term.weight })),
    tieBreak: 'older turn first, then lower block number',
    candidates: offset,
    held: gates.marked.length,
    cut: rankings.reduce((taken, ranking) => taken + ranking.taken, 0),
    victims: rows.filter((row) => row.taken),
    survivors: rows.filter((row) => !row.taken),
    gated: detail ? heldBlocks(view, gates) : null,
    along: along.map(blockAt),
    freed,
    rewrites: batch.rewrites,
    paysAfter: batch.paysAfter,
    shortfall: Math.max(0, view.window.used - freed - trigger.target),
  }
}

/** A decision with the tokens that its edit actually freed; a stage knows only what it meant to free. */
export function asDone(decision: Decision, { before, after }: Applied): Decision {
  const { used, target } = decision.trigger
  const freed = before - after
  return freed === decision.freed
    ? decision
    : { ...decision, freed, shortfall: Math.max(0, used - freed - target) }
}

/** Rows of a ranking: the evicted ones and the first survivors, or all of them. */
function ranked(batch: Batch, ranking: Ranking, offset: number, detail: boolean): Ranked[] {
  const { view, groups } = batch
  const { candidates } = ranking
  const { values, scores, keys } = ranking.scores()
  const inputs = detail ? inputsFor(batch, candidates) : null
  const rows: Ranked[] = []
  ranking.order.subarray(0, detail ? undefined : ranking.taken + SURVIVORS_KEPT).forEach((row, place) => {
    const position = candidates.positions[row] as number
    const block = view.blocks[position] as Block
    const verb = candidates.fates[row] === REPLACED ? 'replace' : 'drop'
    const group = verb === 'drop' && block.call !== null ? membersOf(position, groups) : [position]
    const frees = freedBy(batch, group)
    const own: Ranked = {
      block: block.id,
      blocks: group.map((at) => (view.blocks[at] as Block).id),
      verb,
      rank: offset + place,
      values: values.map((column) => column[row] as number),
      score: scores[row] as number,
      key: keys[row] as number,
      frees: verb === 'replace' ? frees - batch.placeholderTokens(position) : frees,
      taken: place < ranking.taken,
    }
    rows.push(inputs === null ? own : withInputs(own, inputs(row)))
  })
  return rows
}

/** Apart from the other rows: with a field that some have, V8 makes each of thousands of rows field by field. */
function withInputs(
  { block, blocks, verb, rank, values, ...others }: Ranked,
  inputs: readonly Input[],
): Ranked {
  return { block, blocks, verb, rank, values, inputs, ...others }
}

/** By row of the candidates. The inputs of a group that leaves whole are the means of its members', as its scores are. */
function inputsFor(
  { view, policy, signals, groups }: Batch,
  { positions, fates }: Candidates,
): (row: number) => readonly Input[] {
  const leaving = Array.from(positions, (position, row) => {
    const group = fates[row] === REPLACED ? [] : membersOf(position, groups)
    return group.length === 0 ? [position] : group
  })
  const members = leaving.flat()
  const blocks = members.map((position) => view.blocks[position] as Block)
  const inputs = inputsOf(policy.terms, score(policy, blocks, signals).values, blocks, signals)
  const weights = members.map((position) => weightOf(contentOf(view, position)))
  let from = 0
  const starts = leaving.map(({ length }) => (from += length) - length)
  return (row) => {
    const start = starts[row] as number
    const size = (leaving[row] as readonly number[]).length
    if (size === 1) return inputs(start)
    const own = Array.from({ length: size }, (_, place) => inputs(start + place))
    const share = weights.slice(start, start + size)
    return policy.terms.map((_, term) =>
      meanOf(
        own.map((all) => all[term] as Input),
        share,
      ),
    )
  }
}

/** Several measurements have no single one. */
function meanOf(inputs: readonly Input[], weights: readonly number[]): Input {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const parts = (inputs[0] as Input).parts.map(({ signal, weight }, index): InputPart => {
    const same = inputs.map(({ parts: all }) => all[index] as InputPart)
    const sum = same.reduce((all, { value }, place) => all + value * (weights[place] as number), 0)
    return { signal, weight, value: sum / total, ...meanOf(same, weights) }
  })
  return { measure: null, parts }
}

/**
 * Tokens of the entries' content, less those of markers in their place. Overhead leaves with a message's last entry,
 * which one row cannot know.
 */
function freedBy({ view, markerTokens }: Batch, positions: readonly number[]): Tokens {
  let total = 0
  for (const at of positions) total += contentOf(view, at) - markerTokens(at)
  return total
}

function contentOf({ window }: WindowView, position: number): Tokens {
  const { tokens, overhead } = window.entries[position] as Entry
  return tokens - overhead
}

function heldBlocks(view: WindowView, gates: GuardTable): Held[] {
  return view.blocks.flatMap((block, position) => {
    const names = gates.names(position)
    return names.length === 0 ? [] : [{ block: block.id, gates: names }]
  })
}

/**
 * The sources of the blocks' values, for the full table of a decision (EDIT-1). Every signal is evaluated for the same
 * turn, with the same context, as when the blocks were ranked.
 *
 * @param values of each term, in the order of the blocks
 * @returns the inputs of a block by its index, in the order of the terms
 */
export function inputsOf(
  terms: readonly Term[],
  values: readonly ArrayLike<Ratio>[],
  blocks: readonly Block[],
  context: SignalContext,
): (place: number) => readonly Input[] {
  const columns = terms.map(({ signal }, index) =>
    inputColumn(signal, values[index] as ArrayLike<Ratio>, blocks, context),
  )
  return (place) => columns.map((column) => column(place))
}

function inputColumn(
  signal: Signal,
  values: ArrayLike<Ratio>,
  blocks: readonly Block[],
  context: SignalContext,
): (place: number) => Input {
  const terms = signal.terms ?? []
  const parts = terms.map((term) => partColumn(term, blocks, context))
  return (place) => {
    const measure = signal.measure?.(blocks[place] as Block, values[place] as number, context)
    return { measure: measure ?? null, parts: parts.map((part) => part(place)) }
  }
}

function partColumn(
  { signal, weight }: Term,
  blocks: readonly Block[],
  context: SignalContext,
): (place: number) => InputPart {
  const values = signal.values(blocks, context)
  const input = inputColumn(signal, values, blocks, context)
  return (place) => ({ signal: signal.name, weight, value: values[place] as number, ...input(place) })
}
