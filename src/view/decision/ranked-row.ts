import { named } from '../../engine/internal.ts'
import { policies as rightPolicies, signals, guards } from '../../engine/index.ts'
import type {
  BlockId,
  BlockType,
  Decision,
  Input,
  InputPart,
  Ranked,
  Ratio,
  Tokens,
  Turn,
  Verb,
  Measure,
} from '../../engine/index.ts'
import { asWrittenPolicies } from '../../lessons/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import { blockName, TYPE_LABELS } from '../sentence/words.ts'
import { counted, decimal, whole } from '../sentence/format.ts'

/** Every policy that a decision may name. */
export const policies = Object.freeze({ ...rightPolicies, ...asWrittenPolicies })

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
  /**
   * The measurement in words: `9 of 8 turns`; for a tool group, of how many blocks the value is the mean. '' if there was
   * nothing to measure; null until the full table is there.
   */
  readonly raw: string | null
  /** Its own terms, if the value is a weighted sum; their shares sum to the value. */
  readonly parts: readonly Contribution[]
}

/** One candidate in the ranking of a decision. */
export interface RankedRow {
  readonly block: BlockId
  readonly name: string
  /** Turn in which the block arrived. */
  readonly turn: Turn
  /** 0 is evicted first. */
  readonly rank: number
  readonly score: Ratio
  /** The sort key; differs from the score for policies of one signal. */
  readonly key: number
  readonly frees: Tokens
  /** Tokens freed by it and all candidates ranked before it, without message overhead, as in `frees`. */
  readonly freed: Tokens
  /** What happens to it if selected: for a result, usually `replace`. */
  readonly verb: Verb
  /** True if a neighbour in rank has the same key, so that the tie-break ordered them. */
  readonly tied: boolean
  readonly taken: boolean
  /** True for the requested block, or the one that it leaves with. */
  readonly asked: boolean
  readonly contributions: readonly Contribution[]
}

type RowData = Pick<TimelineData, 'blocks'>

/** Rows shown on either side of the eviction cutoff. */
const NEIGHBOURS = 3

/** All rows of a decision in order of rank; with the full table of `explain`, every candidate. */
export function ranking(data: RowData, decision: Decision, asked: BlockId | null = null): RankedRow[] {
  const row = asked === null ? null : (find(decision.victims, asked) ?? find(decision.survivors, asked))
  return rowsOf(data, decision, row?.block ?? -1)
}

/** Selected rows of a decision, in order of rank, each with the tokens freed up to it and its ties. */
export function rowsOf(
  data: RowData,
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

/** The rows next to the cutoff. If a second ranking was begun, the cutoff is the one within it. */
export function neighbours(data: RowData, decision: Decision, asked: BlockId) {
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
  data: RowData,
  decision: Decision,
  ranked: Ranked,
  place: Pick<RankedRow, 'asked' | 'freed' | 'tied'>,
): RankedRow {
  const block = data.blocks[ranked.block]
  const { rank, score, key, frees, taken, verb, blocks } = ranked
  const members = verb === 'drop' ? blocks.length : 1
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
      return contributionOf(decision.policy, part, ranked.inputs?.[index], block?.type, members)
    }),
  }
}

function contributionOf(
  policy: string,
  { signal, weight, value }: Omit<InputPart, keyof Input>,
  input: Input | undefined,
  type: BlockType | undefined,
  members: number,
): Contribution {
  const raw = members > 1 ? `mean of ${counted(members, 'block')}` : measured(input?.measure ?? null, type)
  return {
    signal,
    ...termOf(policy, signal),
    value,
    weight,
    share: value * weight,
    raw: input === undefined ? null : raw,
    // A nested sum has the name of its policy.
    parts: (input?.parts ?? []).map((part) => contributionOf(signal, part, part, type, members)),
  }
}

/** The row of a block, or of the block that it would leave with; null if neither is ranked. */
export function find(rows: readonly Ranked[], block: BlockId): Ranked | null {
  return rows.find((row) => row.block === block || row.blocks.includes(block)) ?? null
}

/** A policy may know a signal by a name of its own. */
function termOf(policy: string, name: string): { readonly label: string; readonly meaning: string } {
  const term = named(policies, policy)?.terms.find((one) => one.signal.name === name)
  const { label, meaning } = term?.signal ?? named(signals, name) ?? { label: name, meaning: '' }
  return { label, meaning }
}

/** The label of a member of a frozen list; its name if it is unknown. */
export function labelOf(list: Readonly<Record<string, { readonly label: string }>>, name: string): string {
  return named(list, name)?.label ?? name
}

/** A signal's measurement, in words for a narrow column; '' if there was nothing to measure. */
export function measured(measure: Measure | null, type: BlockType | undefined): string {
  if (measure === null) return ''
  const { of, figure, full } = measure
  switch (of) {
    case 'age':
      return full === null ? `${counted(figure, 'turn')} old` : `${whole(figure)} of ${counted(full, 'turn')}`
    case 'idle':
      return figure === 0 ? 'used this turn' : `idle ${counted(figure, 'turn')}`
    case 'unused':
      return `unused ${counted(figure, 'turn')}`
    case 'uses':
      return figure === 0 ? 'never used' : `used in ${counted(figure, 'turn')}`
    case 'cosine':
      return `cosine ${decimal(figure)}`
    case 'tokens':
      return counted(figure, 'token')
    case 'type':
      return type === undefined ? '' : TYPE_LABELS[type]
    case 'mark':
      return figure > 0 ? 'marked' : 'not marked'
  }
}

/** A guard of a run at one decision. */
export interface GuardRow {
  readonly name: string
  readonly label: string
  readonly meaning: string
  /** True for guards that cannot be switched off: without them a request would be refused. */
  readonly always: boolean
  /** False if the config has switched it off. */
  readonly on: boolean
  /** Whether it protected the requested block; null if not recorded. */
  readonly holds: boolean | null
  /** Number of blocks that it protected; null if not recorded. */
  readonly held: number | null
}

/** Every guard, in order, with what a decision of the run recorded about it (EVI-3). */
export function guardRows(
  { spec }: Pick<TimelineData, 'spec'>,
  decision: Pick<Decision, 'gated'> | null,
  block: BlockId,
): GuardRow[] {
  const switches = new Map(Object.entries(spec.config.eviction.gates))
  const gated = decision?.gated ?? null
  return Object.values(guards).map(({ name, label, meaning, always }) => {
    const held = gated?.filter((one) => one.gates.includes(name)) ?? null
    return {
      name,
      label,
      meaning,
      always,
      on: always || switches.get(name) !== false,
      holds: held?.some((one) => one.block === block) ?? null,
      held: held?.length ?? null,
    }
  })
}
