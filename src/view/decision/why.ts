import { guards } from '../../engine/index.ts'
import type {
  Block,
  BlockId,
  Decision,
  Ratio,
  Tick,
  Tokens,
  Trigger,
  Turn,
  Zone,
} from '../../engine/index.ts'
import { named, isStageWith } from '../../engine/internal.ts'
import { asObeyedAt } from '../../sim/internal.ts'
import type { EditedBlock, EditRecord, TimelineData } from '../../sim/index.ts'
import { aftermathOf } from './aftermath.ts'
import type { Aftermath } from './aftermath.ts'
import {
  CARRIED,
  becameSentence,
  carriedSentence,
  keptSentence,
  madeName,
  madeSentence,
} from './compressed-words.ts'
import { compressed } from './compressed.ts'
import type { Compressed } from './compressed.ts'
import { dueOf } from './due.ts'
import type { Due } from './due.ts'
import { reasonOf } from '../layout/ending.ts'
import type { EndReason } from '../layout/ending.ts'
import { cell } from '../layout/piece.ts'
import { keptBecause } from './kept-because.ts'
import { madeBy } from './lineage.ts'
import type { Made } from './lineage.ts'
import { find, labelOf, neighbours, policies, rowsOf } from './ranked-row.ts'
import type { Contribution, RankedRow } from './ranked-row.ts'
import { rungOf } from './rung.ts'
import type { Rung } from './rung.ts'
import { stageConfig } from '../sentence/stage-config.ts'
import { decidesAbout, stageStory } from '../sentence/stage-words.ts'
import type { StageStory } from '../sentence/story.ts'
import { taskOf } from '../layout/task.ts'
import { serialOf } from '../layout/window-at.ts'
import { blockOfTurn, sentences, verbOf } from '../sentence/words.ts'
import type { DecisionWords, RankWords } from '../sentence/words.ts'

/** The figures that made a decision necessary, as recorded (EDIT-1). */
export interface WhyTrigger {
  readonly cause: Trigger['cause'] | 'alert'
  readonly zone: Zone
  readonly used: Tokens
  readonly limit: Tokens
  readonly reserve: Tokens
  /** used / limit. */
  readonly share: Ratio
  readonly target: Tokens
  readonly aim: Tokens
  readonly toFree: Tokens
  readonly freed: Tokens
  readonly shortfall: Tokens
}

/** A veto, not a low weight: the block was not scored. */
export interface WhyGuard {
  readonly name: string
  readonly label: string
  readonly meaning: string
}

/** Why a block was evicted or kept, entirely from the record of the decision. */
export interface Why {
  readonly block: BlockId
  /**
   * `changed`: an edit removed or changed it · `stayed`: it was ranked and survived · `held`: a guard protected it ·
   * `unasked`: no recorded decision names it.
   */
  readonly outcome: 'changed' | 'stayed' | 'held' | 'unasked'
  readonly reason: EndReason | null
  readonly turn: Turn | null
  /** Index in `timeline.edits`. */
  readonly edit: number | null
  /** The decision shown, with its full table if given. */
  readonly decision: Decision | null
  readonly sentence: string
  readonly trigger: WhyTrigger | null
  /** The key that triggered the edit; null if no edit is shown, or it has no key. */
  readonly rung: Rung | null
  /** What exceeded its maximum, for a stage without a ranking; null if no such stage is shown. */
  readonly due: Due | null
  /** The effect of an edit without a policy, with its ratios and what was kept; null for any other. */
  readonly compressed: Compressed | null
  /** How it came about, for a block that a strategy made; null for one that arrived. */
  readonly made: Made | null
  /** Name and label of the policy; null if there was none. */
  readonly policy: { readonly name: string; readonly label: string } | null
  readonly tieBreak: string | null
  /** The row of the block, or of the block that it left with; null if it was not ranked. */
  readonly row: RankedRow | null
  /** Other blocks that left with it. */
  readonly companions: readonly BlockId[]
  readonly candidates: number
  readonly held: number
  /** Rank of the first survivor. */
  readonly cut: number
  /** The nearest row on the other side of the cutoff: the first survivor, or for a survivor the last victim. */
  readonly across: RankedRow | null
  /** Its score minus the block's own. */
  readonly margin: number | null
  /** The last evicted candidates, in order of rank. */
  readonly victims: readonly RankedRow[]
  /** The first survivors, in order of rank. */
  readonly survivors: readonly RankedRow[]
  readonly gates: readonly WhyGuard[]
  /** Needs of the block: for a changed one from the turn of the edit on; for any other all of them. */
  readonly aftermath: readonly Aftermath[]
}

export interface WhyOptions {
  /**
   * Selects the decision of this turn instead of the last one that concerns the block. If there was none in that turn
   * while the block was there, for example after other settings, this is ignored.
   */
  readonly turn?: Turn
  /** Full tables of the decisions of `turn`, from `explain`: they include guards and all survivors. */
  readonly decisions?: readonly Decision[]
}

type WhyData = Pick<
  TimelineData,
  | 'blocks'
  | 'spans'
  | 'turns'
  | 'ended'
  | 'edits'
  | 'needs'
  | 'exact'
  | 'asks'
  | 'spec'
  | 'limit'
  | 'reserve'
  | 'thresholds'
  | 'windows'
  | 'checkpoints'
  | 'notes'
>

/** Results that say more about the block than a score, even if it was ranked. */
const BECAME: ReadonlySet<EndReason> = new Set([
  'summarized',
  'absorbed',
  'delegated',
  'cleared',
  'folded',
  'merged',
  'renewed',
  'left',
])

/** Explains from the record why a block left, or stayed; null for an unknown block. */
export function why(run: WhyData, block: BlockId, options: WhyOptions = {}): Why | null {
  if (run.blocks[block] === undefined) return null
  const { edit, part, decision } = editAbout(run, block, options)
  const data = edit === null ? run : asObeyedAt(run, edit.turn)
  const reason = edit === null || part === null ? null : reasonOf(edit, part)
  const ranked = decision === null ? null : (find(decision.victims, block) ?? find(decision.survivors, block))
  const held = guardsOf(decision, block)
  const outcome =
    part !== null ? 'changed' : ranked !== null ? 'stayed' : held.length > 0 ? 'held' : 'unasked'
  const rows = decision === null ? null : neighbours(data, decision, ranked?.block ?? block)
  const row =
    ranked === null || decision === null
      ? null
      : (rowsOf(data, decision, ranked.block, (one) => one === ranked)[0] ?? null)
  const across = row === null ? undefined : row.taken ? rows?.survivors[0] : rows?.victims.at(-1)
  const answer: Omit<Why, 'sentence'> = {
    block,
    outcome,
    reason,
    turn: edit?.turn ?? null,
    edit: edit?.edit ?? null,
    decision,
    trigger: decision === null ? triggerOfAim(edit) : triggerOf(decision),
    rung: edit === null ? null : rungOf(data, edit),
    due: edit === null ? null : dueOf(data, edit),
    compressed:
      edit === null || reason === null || !(BECAME.has(reason) || isUnranked(edit))
        ? null
        : compressed(data, edit.edit, block),
    made: madeBy(data, block),
    policy: decision === null ? null : { name: decision.policy, label: labelOf(policies, decision.policy) },
    tieBreak: decision?.tieBreak ?? null,
    row,
    companions: ranked?.blocks.filter((one) => one !== block) ?? [],
    candidates: decision?.candidates ?? 0,
    held: decision?.held ?? 0,
    cut: rows?.cut ?? 0,
    across: across ?? null,
    margin: row === null || across === undefined ? null : across.score - row.score,
    victims: rows?.victims ?? [],
    survivors: rows?.survivors ?? [],
    gates: held,
    aftermath: aftermathOf(data, block, part === null || edit === null ? 0 : edit.turn),
  }
  return {
    ...answer,
    sentence: sentenceOf(data, answer, edit, part, decision?.along.includes(block) ?? false),
  }
}

/** Why a block that no guard protects was no candidate; the words of both who talk leave last (EVI-4). */
function noCandidateFor(
  { blocks, edits, spec }: WhyData,
  before: EditRecord,
  id: BlockId,
): Parameters<typeof sentences.noCandidate>[2] {
  const { type, call = null } = blocks[id] ?? {}
  if (call !== null) return 'pair'
  // What an earlier edit left of it cannot become smaller.
  if (edits.slice(0, before.edit).some((edit) => edit.blocks.some((one) => one.block === id))) return 'small'
  const isReply = type === 'assistant_response'
  if ((type === 'user_message' || isReply) && spec.config.eviction.user_share > 0) return 'words'
  return isReply || type === 'thinking' ? 'reply' : 'small'
}

/** An edit without a policy that is not a repair. */
function isUnranked({ decision, stage }: EditRecord): boolean {
  return decision === null && stage !== 'repair'
}

function sentenceOf(
  data: WhyData,
  answer: Omit<Why, 'sentence'>,
  edit: EditRecord | null,
  part: EditedBlock | null,
  along: boolean,
): string {
  const block = data.blocks[answer.block]
  const { row, trigger, policy, made } = answer
  const name = made === null ? (block === undefined ? '' : blockOfTurn(block)) : madeName(made)
  if (part === null && row === null && made !== null) return madeSentence(made, data.exact)
  if (edit === null)
    return cameAt(data, answer.block) === null
      ? sentences.neverCame(name, data.ended?.turn ?? null)
      : sentences.undecided(name)
  if (answer.compressed !== null)
    return becameSentence(name, answer.compressed, namedBy(data, answer.compressed, answer.block))
  const decision: DecisionWords | null =
    trigger === null || policy === null
      ? null
      : { turn: edit.turn, policy: policy.label, trigger, exact: data.exact, candidates: answer.candidates }
  if (part === null) {
    if (edit.opened === null && decision === null && block !== undefined)
      return keptSentence(name, edit, whyKept(data, edit, block))
    if (edit.opened !== null && block !== undefined)
      return carriedSentence(
        name,
        edit.turn,
        serialOf(data.windows, edit.opened),
        whyCarried(data, edit, block),
      )
    if (answer.outcome === 'held')
      return sentences.held(
        name,
        edit.turn,
        answer.gates.map((guard) => guard.label),
      )
    // The full table lists every candidate and every protected block.
    if (row === null && answer.decision !== null && answer.decision.gated !== null)
      return sentences.noCandidate(name, edit.turn, noCandidateFor(data, edit, answer.block))
    return row === null || decision === null
      ? sentences.unlisted(name, edit.turn)
      : sentences.stayed(name, decision, rankWords(answer, row), answer.cut)
  }
  const what = verbOf(part.verb, block?.type ?? 'tool_result')
  if (edit.stage === 'repair')
    return sentences.repaired(name, what, edit.turn, edit.repairs[0]?.reason ?? null)
  if (row === null && decision !== null && along) return sentences.along(name, what, decision)
  if (row === null || decision === null) return sentences.withoutRank(name, what, edit.turn)
  if (part.verb === 'clip') return sentences.clipped(name, decision)
  return sentences.evicted(
    name,
    what,
    decision,
    rankWords(answer, row),
    row.block === answer.block ? null : `the ${row.name}`,
  )
}

function namedBy(data: WhyData, { into }: Compressed, own: BlockId) {
  const block = data.blocks[into ?? -1]
  return {
    into: block === undefined ? '' : blockOfTurn(block),
    type: data.blocks[own]?.type ?? ('tool_result' as const),
    exact: data.exact,
    similarity: data.spec.config.eviction.merge_similarity,
  }
}

function whyKept(data: WhyData, edit: EditRecord, block: Block): string {
  // Ids are in the order of arrival, and so is the conversation, except for moves by repairs.
  return keptBecause(edit, block, storyOf(data, edit, block), (id) => id)
}

function storyOf(
  data: WhyData,
  { stage }: Pick<EditRecord, 'stage'>,
  block: Pick<Block, 'type' | 'call'>,
): StageStory {
  const { config, asWritten } = stageConfig(data, stage)
  return stageStory(stage, config, { block, verb: '', before: 0, after: 0, exact: data.exact }, asWritten)
}

function whyCarried(data: WhyData, edit: EditRecord, block: Block): string {
  const { id, type, window } = block
  if (type === 'system_prompt' || type === 'tool_definition') return CARRIED.fixed
  return taskOf(data, window)?.id === id ? CARRIED.task : whyKept(data, edit, block)
}

function rankWords(answer: Omit<Why, 'sentence'>, row: RankedRow): RankWords {
  const against = (one: Contribution): number => (row.taken ? one.weight - one.share : one.share)
  let signal: Contribution | null = null
  for (const one of row.contributions) if (signal === null || against(one) > against(signal)) signal = one
  return {
    rank: row.rank,
    score: row.score,
    // Clipping has an order but no scores.
    across: row.contributions.length === 0 ? null : (answer.across?.score ?? null),
    keys: [row.key, answer.across?.key ?? row.key],
    tieBreak: answer.across?.key === row.key ? answer.tieBreak : null,
    // With one signal, the score already says it.
    signal: row.contributions.length > 1 ? signal : null,
    byAge: byAge(row, answer.decision),
  }
}

function byAge({ contributions }: RankedRow, decision: Decision | null): boolean | null {
  if (contributions.length !== 1 || contributions[0]?.signal !== 'recency' || decision === null) return null
  const rows = [...decision.victims, ...decision.survivors].sort((a, b) => a.rank - b.rank)
  // What leaves only when nothing else is left is ranked apart, after younger blocks (EVI-4).
  return rows.every(({ key }, at) => key >= (rows[at - 1]?.key ?? key))
}

interface About {
  readonly edit: EditRecord | null
  readonly part: EditedBlock | null
  readonly decision: Decision | null
}

/**
 * The edit to explain: the last that changed the block, else the last whose decision names it, else the last decision
 * of its window.
 */
function editAbout(data: WhyData, id: BlockId, options: WhyOptions): About {
  const about = editOf(data, id, options)
  return about.edit === null && options.turn !== undefined ? editOf(data, id, {}) : about
}

function editOf(data: WhyData, id: BlockId, options: WhyOptions): About {
  const block = data.blocks[id]
  const came = cameAt(data, id)
  const full = fullDecisions(data, options)
  const left = data.edits.find((edit) => edit.blocks.some((one) => one.block === id && one.to === 'gone'))
  let named: About | null = null
  let latest: About | null = null
  for (let index = data.edits.length - 1; index >= 0; index--) {
    const edit = data.edits[index]
    if (edit === undefined || (options.turn !== undefined && edit.turn !== options.turn)) continue
    const decision = full.get(edit.edit) ?? edit.decision
    const part = edit.blocks.find((one) => one.block === id && one.verb !== 'insert')
    if (part !== undefined) return { edit, part, decision }
    const sweeps = block !== undefined && isSweep(data, edit, block)
    if (decision === null && !sweeps) continue
    // Of one turn, the reply comes after the edits.
    if (edit.window !== block?.window || came === null || edit.tick < came) continue
    if (left !== undefined && edit.edit > left.edit) continue
    if (named === null && decision !== null && tells(decision, id)) named = { edit, part: null, decision }
    latest ??= { edit, part: null, decision }
  }
  return named ?? latest ?? { edit: null, part: null, decision: null }
}

/** The change with which a block first came into its window; null for one that never did. */
function cameAt({ spans }: WhyData, id: BlockId): Tick | null {
  let first: Tick | null = null
  for (let row = 0; row < spans.length; row++)
    if (spans.block[row] === id) first = Math.min(first ?? Infinity, cell(spans.fromTick, row))
  return first
}

/** Whether an edit without a policy decided about a block in the window: a compaction, a new window, a trim. */
function isSweep(data: WhyData, edit: EditRecord, block: Block): boolean {
  if (edit.opened !== null || edit.compression?.step === 'conversation_compaction') return true
  if (edit.decision !== null || (edit.kept === undefined && !isStageWith('sweeps', edit.stage))) return false
  return decidesAbout(storyOf(data, edit, block), block.type)
}

/** The full tables by edit: a replay makes the decisions of a turn again, in order. */
function fullDecisions(data: WhyData, { turn, decisions = [] }: WhyOptions): ReadonlyMap<number, Decision> {
  const full = new Map<number, Decision>()
  const decided = data.edits.filter((edit) => edit.turn === turn && edit.decision !== null)
  decided.forEach(({ edit }, index) => {
    const decision = decisions[index]
    if (decision !== undefined) full.set(edit, decision)
  })
  return full
}

function tells(decision: Decision, block: BlockId): boolean {
  return (
    find(decision.victims, block) !== null ||
    find(decision.survivors, block) !== null ||
    decision.gated?.some((held) => held.block === block) === true
  )
}

function triggerOf(decision: Decision): WhyTrigger {
  const { trigger, freed, shortfall } = decision
  return { ...trigger, share: trigger.used / trigger.limit, freed, shortfall }
}

/** The same figures for an edit without a policy, if it had a target. */
function triggerOfAim(edit: EditRecord | null): WhyTrigger | null {
  const { trigger } = edit ?? {}
  if (edit === null || trigger?.target === undefined) return null
  const { cause, measure, zone, used, limit, reserve, target, toFree = 0 } = trigger
  return {
    cause: cause === 'level' ? 'zone' : cause,
    zone,
    used,
    limit,
    reserve,
    share: used / limit,
    target,
    aim: target,
    toFree,
    freed: edit.freed - edit.added,
    // If a cascade step misses the target, the next one continues.
    shortfall: measure === 'share' ? 0 : Math.max(0, edit.after - target),
  }
}

function guardsOf(decision: Decision | null, block: BlockId): WhyGuard[] {
  const held = decision?.gated?.find((one) => one.block === block)
  return (held?.gates ?? []).map((name) => {
    const guard = named(guards, name)
    return { name, label: guard?.label ?? name, meaning: guard?.meaning ?? '' }
  })
}
