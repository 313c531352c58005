import { policyOf } from '../../../../engine/index.ts'
import { BLOCK_TYPES, progressiveAim, progressiveLevel } from '../../../../engine/internal.ts'
import type {
  Block,
  BlockType,
  CompressionSettings,
  ProgressiveLevel,
  Ratio,
  ScoringSettings,
  Signal,
  SignalContext,
  Term,
  Turn,
} from '../../../../engine/index.ts'
import type { Config } from '../../../../config/index.ts'

/** The value of a signal for a block depending only on the turns that passed. */
export interface AgingCurve {
  readonly name: string
  readonly label: string
  readonly meaning: string
  /** Part of the score, including nested policies. */
  readonly share: Ratio
  /**
   * The parts of the share, if a policy uses the signal in several places: its label there, null for its own weight.
   */
  readonly parts: readonly AgingPart[]
  /** For one type, or for every block. */
  readonly type: BlockType | null
  /** From when the turns count: the block's birth, or its last use. */
  readonly since: 'birth' | 'use'
  /** By turn, from 0 on. */
  readonly values: readonly Ratio[]
}

/** A part of the score from a signal directly, or within another signal that uses it. */
export interface AgingPart {
  readonly within: string | null
  readonly share: Ratio
}

/** Signals with decay, and from when they count. */
const AGING: Readonly<Record<string, AgingCurve['since']>> = {
  recency: 'birth',
  type_ttl: 'birth',
  last_reference: 'use',
}

/**
 * Decay by age in a lane's policy, computed with the engine's own signals turn by turn.
 *
 * @param turns how far to look
 */
export function agingCurves({ eviction }: Pick<Config, 'eviction'>, turns: Turn): readonly AgingCurve[] {
  const found = new Map<string, { readonly signal: Signal; share: number; readonly parts: AgingPart[] }>()
  for (const { signal, share, within } of plainTerms(eviction)) {
    const known = found.get(signal.meaning)
    if (known === undefined) found.set(signal.meaning, { signal, share, parts: [{ within, share }] })
    else {
      known.share += share
      known.parts.push({ within, share })
    }
  }
  return [...found.values()].flatMap(({ signal, share, parts }) => {
    const { name, label, meaning } = signal
    const since = AGING[name]
    if (since === undefined) return []
    const curve = (type: BlockType | null): AgingCurve => ({
      name,
      label,
      meaning,
      share,
      parts,
      type,
      since,
      values: worthByTurn(signal, type ?? 'user_message', turns, eviction.type_ttl, since),
    })
    return name === 'type_ttl' ? agingTypes(eviction.type_ttl).map(curve) : [curve(null)]
  })
}

/** The value of a signal in each turn after a block arrived, or after its last use. */
function worthByTurn(
  signal: Signal,
  type: BlockType,
  turns: Turn,
  typeTtl: SignalContext['typeTtl'],
  since: AgingCurve['since'],
): readonly Ratio[] {
  return Array.from({ length: turns + 1 }, (_, age) => {
    const [value] = signal.values([bornAt(0, type)], lookingAt(age, since === 'use', typeTtl))
    return value ?? 0
  })
}

/** A range of ages with the same level of shortening. */
export interface AgeStretch {
  readonly level: ProgressiveLevel
  readonly from: Turn
  /** Its last age; null for the unlimited one. */
  readonly to: Turn | null
  readonly share: Ratio
}

/** Tokens of a block large enough that the floor does not matter. */
const LONG = 10_000_000

/** The level of shortening at each age, computed with the engine turn by turn; a level without an age is left out. */
export function ageStretches(compression: CompressionSettings, turns: Turn): readonly AgeStretch[] {
  const stretches: AgeStretch[] = []
  for (let age = 0; age <= turns; age++) {
    const level = progressiveLevel(age, compression)
    const last = stretches.at(-1)
    if (last?.level === level) stretches[stretches.length - 1] = { ...last, to: age }
    else stretches.push({ level, from: age, to: age, share: progressiveAim(LONG, level, compression) / LONG })
  }
  return stretches.map((one, index) => (index === stretches.length - 1 ? { ...one, to: null } : one))
}

/** The first round number of turns above all of these, so that the axis does not move during a drag. */
export function axisEnd(turns: readonly Turn[]): Turn {
  const most = Math.max(1, ...turns)
  const round = [10, 20, 40, 60, 100, 200, 400, 600, 1_000, 2_000, 4_000, 6_000]
  return round.find((end) => end >= most) ?? 10_000
}

interface PlainTerm extends AgingPart {
  readonly signal: Signal
}

/** The signals of a policy with their parts of the score; nested policies are replaced by their signals. */
function plainTerms({ policy, weights, scoring }: Config['eviction']): readonly PlainTerm[] {
  const settings: ScoringSettings = {
    fifoDecay: scoring.fifo_decay,
    recencyDecay: scoring.recency_decay,
    idleDecay: scoring.idle_decay,
    neverUsed: scoring.never_used,
    birthTurns: scoring.birth_turns,
    reuseFull: scoring.reuse_full,
  }
  try {
    return flattened(policyOf(policy, weights, settings).terms, 1, null)
  } catch {
    return []
  }
}

function flattened(terms: readonly Term[], part: Ratio, within: string | null): readonly PlainTerm[] {
  return terms.flatMap(({ signal, weight }) =>
    signal.terms === undefined
      ? [{ signal, share: weight * part, within }]
      : flattened(signal.terms, weight * part, signal.label),
  )
}

function agingTypes(typeTtl: SignalContext['typeTtl']): readonly BlockType[] {
  return BLOCK_TYPES.filter((type) => Object.hasOwn(typeTtl, type))
}

function bornAt(turn: Turn, type: BlockType): Block {
  return {
    id: 0,
    type,
    tokens: 100,
    turn,
    window: 0,
    message: 0,
    part: 0,
    role: 'user',
    response: false,
    call: null,
    important: false,
    doNotEvict: false,
    inferred: false,
  }
}

/** A window with one block in a given turn; the block was used in its first turn or never. */
function lookingAt(turn: Turn, used: boolean, typeTtl: SignalContext['typeTtl']): SignalContext {
  return {
    turn,
    seed: 0,
    references: { all: [], lastUse: () => (used ? 0 : null), uses: () => (used ? 1 : 0) },
    requests: { replacedAt: () => null, askedBefore: () => false },
    embedding: () => null,
    task: null,
    window: [],
    typeTtl,
  }
}

/** Shares from the whole down to one in two hundred, logarithmic: 5 % and 1 % are different levels. */
export const SMALLEST = 0.005

/** From 0 at the whole block down to 1 at the smallest share drawn. */
export function heightOf(part: number): number {
  return Math.min(1, Math.log(Math.max(SMALLEST, part)) / Math.log(SMALLEST))
}
