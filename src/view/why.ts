import { gates, policies, signals } from '../engine/index.ts'
import type {
  BlockId,
  BlockType,
  Decision,
  Input,
  InputPart,
  Ranked,
  Ratio,
  Tokens,
  Trigger,
  Turn,
  Verb,
  Zone,
} from '../engine/index.ts'
import type { EditedBlock, EditRecord, NeedKind, Resolution, TimelineData } from '../sim/index.ts'
import { reasonOf } from './ending.ts'
import { measured } from './measure-words.ts'
import { blockName, blockOfTurn, sentences, verbOf } from './words.ts'
import type { DecisionWords, EndReason, RankWords } from './words.ts'

/** The figures that made a decision necessary, as recorded (EDIT-1). */
export interface WhyTrigger {
  readonly cause: Trigger['cause']
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

/** One signal's part of a score; the shares of a row sum to its score. */
export interface Contribution {
  readonly signal: string
  readonly label: string
  /** What the signal measures, in one sentence. */
  readonly meaning: string
  /** 0…1, 1 = keep. */
  readonly value: Ratio
  readonly weight: Ratio
  /** value × weight. */
  readonly share: Ratio
  /** What was measured, in words: `9 of 8 turns`. '' where nothing was; null while the full table is not there. */
  readonly raw: string | null
  /** Its own terms, where the value is a weighted sum; their shares sum to the value. */
  readonly parts: readonly Contribution[]
}

/** One candidate in the ranking of a decision. */
export interface RankedRow {
  readonly block: BlockId
  readonly name: string
  /** Turn in which the block came. */
  readonly turn: Turn
  /** 0 goes first. */
  readonly rank: number
  readonly score: Ratio
  /** What was ranked by; differs from the score for policies of one signal. */
  readonly key: number
  readonly frees: Tokens
  /** What it and all that rank before it free together, message overhead left out like in `frees`. */
  readonly freed: Tokens
  /** What happens to it when it goes: of a result, mostly `replace`. */
  readonly verb: Verb
  /** True where a neighbour in rank has the same key, so that the tie-break put them in order. */
  readonly tied: boolean
  readonly taken: boolean
  /** True for the block that was asked about, or the one it went with. */
  readonly asked: boolean
  readonly contributions: readonly Contribution[]
}

/** A veto. It is no low weight: the policy was never asked. */
export interface WhyGate {
  readonly name: string
  readonly label: string
  readonly meaning: string
}

/** A turn that needed the block, and what it found. */
export interface Aftermath {
  readonly turn: Turn
  readonly kind: NeedKind
  readonly resolution: Resolution
  readonly refetchable: boolean
  /** True where the need was read from a log's references, false for a scenario's ground truth. */
  readonly inferred: boolean
  readonly sentence: string
}

/** Why a block went, or why it is still there. Everything comes from the record of the decision. */
export interface Why {
  readonly block: BlockId
  /**
   * `changed`: an edit took it or changed it · `stayed`: it was ranked and spared · `held`: a gate held it ·
   * `unasked`: no recorded decision names it.
   */
  readonly outcome: 'changed' | 'stayed' | 'held' | 'unasked'
  readonly reason: EndReason | null
  readonly turn: Turn | null
  /** Position in `timeline.edits`. */
  readonly edit: number | null
  /** The decision that is told of, with its full table where that was given. */
  readonly decision: Decision | null
  readonly sentence: string
  readonly trigger: WhyTrigger | null
  /** Name and label of the policy; null where none was asked. */
  readonly policy: { readonly name: string; readonly label: string } | null
  readonly tieBreak: string | null
  /** The row of the block, or of the block it went with; null where it was not ranked. */
  readonly row: RankedRow | null
  /** Blocks that went with it, itself left out. */
  readonly companions: readonly BlockId[]
  readonly candidates: number
  readonly held: number
  /** Rank of the first candidate that stayed. */
  readonly cut: number
  /** The nearest row on the other side of the cut: the first survivor, or for a survivor the last victim. */
  readonly across: RankedRow | null
  /** Its score less the block's own. */
  readonly margin: number | null
  /** The last to go, in order of rank. */
  readonly victims: readonly RankedRow[]
  /** The first to stay, in order of rank. */
  readonly survivors: readonly RankedRow[]
  readonly gates: readonly WhyGate[]
  /** Needs of the block: of one that was changed, those from the turn of the edit on; of any other, all of them. */
  readonly aftermath: readonly Aftermath[]
}

export interface WhyOptions {
  /**
   * Ask about the decision of this turn instead of the last one that concerns the block. Where none was made then
   * while the block stood, as after another setting, it is as if no turn was asked about.
   */
  readonly turn?: Turn
  /** Full tables of the decisions of `turn`, from `explain`: with them, gates and all survivors are known. */
  readonly decisions?: readonly Decision[]
}

type WhyData = Pick<TimelineData, 'blocks' | 'edits' | 'needs' | 'exact'>

/** Rows shown on either side of the cut line. */
const NEIGHBOURS = 3

/** Answers why a block went, or stayed, from what was recorded; null for a block that the run does not know. */
export function why(data: WhyData, block: BlockId, options: WhyOptions = {}): Why | null {
  if (data.blocks[block] === undefined) return null
  const { edit, part, decision } = editAbout(data, block, options)
  const reason = edit === null || part === null ? null : reasonOf(edit, part)
  const ranked = decision === null ? null : (find(decision.victims, block) ?? find(decision.survivors, block))
  const held = gatesOf(decision, block)
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
    trigger: decision === null ? null : triggerOf(decision),
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

function sentenceOf(
  data: WhyData,
  answer: Omit<Why, 'sentence'>,
  edit: EditRecord | null,
  part: EditedBlock | null,
  along: boolean,
): string {
  const block = data.blocks[answer.block]
  const name = block === undefined ? '' : blockOfTurn(block)
  const { row, trigger, policy } = answer
  if (edit === null) return sentences.undecided(name)
  const decision: DecisionWords | null =
    trigger === null || policy === null
      ? null
      : { turn: edit.turn, policy: policy.label, trigger, exact: data.exact, candidates: answer.candidates }
  if (part === null) {
    if (answer.outcome === 'held')
      return sentences.held(
        name,
        edit.turn,
        answer.gates.map((gate) => gate.label),
      )
    // The full table lists everyone that could go, and everyone that a gate held.
    if (row === null && answer.decision !== null && answer.decision.gated !== null)
      return sentences.noCandidate(name, edit.turn, (block?.call ?? null) !== null)
    return row === null || decision === null
      ? sentences.unlisted(name, edit.turn)
      : sentences.stayed(name, decision, rankWords(answer, row), answer.cut)
  }
  const what = verbOf(part.verb, block?.type ?? 'tool_result')
  if (edit.stage === 'repair')
    return sentences.repaired(name, what, edit.turn, edit.repairs[0]?.reason ?? null)
  if (row === null && decision !== null && along) return sentences.along(name, what, decision)
  if (row === null || decision === null) return sentences.edited(name, what, edit.turn, edit.stage)
  if (part.verb === 'clip') return sentences.clipped(name, decision)
  return sentences.evicted(
    name,
    what,
    decision,
    rankWords(answer, row),
    row.block === answer.block ? null : `the ${row.name}`,
  )
}

function rankWords(answer: Omit<Why, 'sentence'>, row: RankedRow): RankWords {
  const against = (one: Contribution): number => (row.taken ? one.weight - one.share : one.share)
  let signal: Contribution | null = null
  for (const one of row.contributions) if (signal === null || against(one) > against(signal)) signal = one
  return {
    rank: row.rank,
    score: row.score,
    // Clipping has an order and no scores.
    across: row.contributions.length === 0 ? null : (answer.across?.score ?? null),
    keys: [row.key, answer.across?.key ?? row.key],
    tieBreak: answer.across?.key === row.key ? answer.tieBreak : null,
    // With one signal, the score has said it already.
    signal: row.contributions.length > 1 ? signal : null,
  }
}

interface About {
  readonly edit: EditRecord | null
  readonly part: EditedBlock | null
  readonly decision: Decision | null
}

/** The edit to tell of: the last that changed the block, else the last whose decision names it, else the last decision of its window. */
function editAbout(data: WhyData, id: BlockId, options: WhyOptions): About {
  const about = editOf(data, id, options)
  return about.edit === null && options.turn !== undefined ? editOf(data, id, {}) : about
}

function editOf(data: WhyData, id: BlockId, options: WhyOptions): About {
  const block = data.blocks[id]
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
    if (decision === null || edit.window !== block?.window || edit.turn < block.turn) continue
    if (left !== undefined && edit.edit > left.edit) continue
    if (named === null && tells(decision, id)) named = { edit, part: null, decision }
    latest ??= { edit, part: null, decision }
  }
  return named ?? latest ?? { edit: null, part: null, decision: null }
}

/** The full tables by the edit they belong to: a replay makes the decisions of a turn again, in their order. */
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

function find(rows: readonly Ranked[], block: BlockId): Ranked | null {
  return rows.find((row) => row.block === block || row.blocks.includes(block)) ?? null
}

/** All rows of a decision in order of rank; with the full table of `explain`, every candidate. */
export function ranking(
  data: Pick<WhyData, 'blocks'>,
  decision: Decision,
  asked: BlockId | null = null,
): RankedRow[] {
  const row = asked === null ? null : (find(decision.victims, asked) ?? find(decision.survivors, asked))
  return rowsOf(data, decision, row?.block ?? -1)
}

/** The rows of a decision that are wanted, in order of rank, each with what freed up to it and its ties. */
function rowsOf(
  data: Pick<WhyData, 'blocks'>,
  decision: Decision,
  asked: BlockId,
  wanted: (ranked: Ranked) => boolean = () => true,
): RankedRow[] {
  const all = [...decision.victims, ...decision.survivors].sort((a, b) => a.rank - b.rank)
  let freed = 0
  return all.flatMap((ranked, place) => {
    freed += ranked.frees
    if (!wanted(ranked)) return []
    const tied = [all[place - 1], all[place + 1]].some(
      (one) => one !== undefined && Math.abs(one.rank - ranked.rank) === 1 && one.key === ranked.key,
    )
    return [rowOf(data, decision, ranked, { asked: ranked.block === asked, freed, tied })]
  })
}

function triggerOf(decision: Decision): WhyTrigger {
  const { trigger, freed, shortfall } = decision
  return { ...trigger, share: trigger.used / trigger.limit, freed, shortfall }
}

/** The rows next to the cut. When a second ranking was begun, the cut is the one within it. */
function neighbours(data: WhyData, decision: Decision, asked: BlockId) {
  const first = decision.survivors[0]?.rank ?? decision.candidates
  const near = new Set([...decision.victims.slice(-NEIGHBOURS), ...decision.survivors.slice(0, NEIGHBOURS)])
  const rows = rowsOf(data, decision, asked, (ranked) => near.has(ranked))
  return {
    cut: first,
    victims: rows.filter((row) => row.taken),
    survivors: rows.filter((row) => !row.taken),
  }
}

function rowOf(
  data: Pick<WhyData, 'blocks'>,
  decision: Decision,
  ranked: Ranked,
  place: Pick<RankedRow, 'asked' | 'freed' | 'tied'>,
): RankedRow {
  const block = data.blocks[ranked.block]
  const { rank, score, key, frees, taken, verb } = ranked
  return {
    block: ranked.block,
    name: block === undefined ? '' : blockName(block),
    turn: block?.turn ?? 0,
    rank,
    score,
    key,
    frees,
    taken,
    verb,
    ...place,
    contributions: decision.terms.map(({ signal, weight }, index) => {
      const part = { signal, weight, value: ranked.values[index] ?? 0 }
      return contributionOf(decision.policy, part, ranked.inputs?.[index], block?.type)
    }),
  }
}

function contributionOf(
  policy: string,
  { signal, weight, value }: Omit<InputPart, keyof Input>,
  input: Input | undefined,
  type: BlockType | undefined,
): Contribution {
  return {
    signal,
    ...termOf(policy, signal),
    value,
    weight,
    share: value * weight,
    raw: input === undefined ? null : measured(input.measure, type),
    // A nested sum goes by the name of its policy.
    parts: (input?.parts ?? []).map((part) => contributionOf(signal, part, part, type)),
  }
}

function gatesOf(decision: Decision | null, block: BlockId): WhyGate[] {
  const held = decision?.gated?.find((one) => one.block === block)
  return (held?.gates ?? []).map((name) => {
    const gate = known(gates, name)
    return { name, label: gate?.label ?? name, meaning: gate?.meaning ?? '' }
  })
}

/** Needs of the block from a turn on: the strategy acts before the call, so the turn's own needs count. */
function aftermathOf(data: WhyData, block: BlockId, from: Turn): Aftermath[] {
  // Another block may hold what is needed, word for word, once this one has left.
  const left = data.edits.find((edit) =>
    edit.blocks.some((part) => part.block === block && part.from === 'live' && part.to !== 'live'),
  )
  return data.needs.flatMap((need): Aftermath[] => {
    if (need.source !== block || need.turn < from) return []
    const { turn, kind, resolution, refetchable, inferred } = need
    const elsewhere = resolution === 'full' && left !== undefined && left.turn <= turn
    const sentence = sentences.need({ ...need, elsewhere })
    return [{ turn, kind, resolution, refetchable, inferred, sentence }]
  })
}

/** A policy may know a signal by a name of its own. */
function termOf(policy: string, name: string): { readonly label: string; readonly meaning: string } {
  const term = known(policies, policy)?.terms.find((one) => one.signal.name === name)
  const { label, meaning } = term?.signal ?? known(signals, name) ?? { label: name, meaning: '' }
  return { label, meaning }
}

function labelOf(list: Readonly<Record<string, { readonly label: string }>>, name: string): string {
  return known(list, name)?.label ?? name
}

/** A member of a frozen list by a recorded name, which may be any string. */
function known<Member>(list: Readonly<Record<string, Member>>, name: string): Member | undefined {
  return Object.hasOwn(list, name) ? list[name] : undefined
}
