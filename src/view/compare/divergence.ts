import type { Block, BlockId, BlockType, Turn } from '../../engine/index.ts'
import { divergenceOf } from '../../sim/index.ts'
import type { CacheColumns, Divergence, MetricRow, TimelineData } from '../../sim/index.ts'
import { reasonOf } from '../layout/ending.ts'
import type { EndReason } from '../layout/ending.ts'
import { countLink, say, sentenceText, turnLink, figure } from '../sentence/sentence.ts'
import type { SentencePart } from '../sentence/sentence.ts'
import { MAIN_WINDOW } from '../layout/axis.ts'
import { taskOf } from '../layout/task.ts'
import { blockName, TYPE_LABELS } from '../sentence/words.ts'

/** The data of a lane for the sentence about a divergence. */
export interface DivergingLane {
  readonly name: string
  readonly label: string
  /** Without the edits, every change is described as an eviction. */
  readonly data: Pick<TimelineData, 'blocks' | 'ended'> & Partial<Pick<TimelineData, 'edits'>>
}

/** The data of a lane for the headline. */
export interface HeadlineLane extends DivergingLane {
  readonly rows: readonly MetricRow[]
  readonly data: TimelineData
  /** By turn, what its prompts did not read from the cache. */
  readonly cache?: Pick<CacheColumns, 'again' | 'fresh'>
}

/** The most informative types of blocks when they leave, in order; others follow by age. */
const TELLING: readonly BlockType[] = ['user_message', 'summary', 'memory_injection', 'assistant_response']

/**
 * `The same until turn 22, then FIFO evicts the user message of turn 0, and Hybrid …`, with links to turns and blocks.
 */
export function divergenceParts(
  divergence: Divergence | null,
  lanes: readonly DivergingLane[],
): SentencePart[] {
  if (divergence === null) return say`${partings.sameThroughout()}`
  const { turn, cause } = divergence
  const [first, second] = divergence.lanes.map((name) => lanes.find((lane) => lane.name === name))
  if (first === undefined || second === undefined) return say`${partings.sameThroughout()}`
  if (cause.code === 'ended') {
    const ending = first.data.ended?.turn === turn ? first : second
    return partings.parting(turn, partings.laneEnds(ending.label))
  }
  if (cause.code === 'fetched') {
    const [lane, ids] = cause.onlyFirst.length > 0 ? [first, cause.onlyFirst] : [second, cause.onlySecond]
    return partings.parting(turn, partings.laneFetches(lane.label, fetchedOf(lane, ids, turn)))
  }
  const parted = sides(cause)
  const [taken, given] = [changeOf(first, parted.first, turn), changeOf(second, parted.second, turn)]
  if (taken !== null && given !== null)
    return partings.parting(turn, partings.both(subject(first, taken), subject(second, given)))
  if (taken !== null) return partings.parting(turn, partings.leftAlone(subject(first, taken), second.label))
  if (given !== null) return partings.parting(turn, partings.leftAlone(subject(second, given), first.label))
  const [ours, theirs] = [wentInto(first, parted.common, turn), wentInto(second, parted.common, turn)]
  if (ours !== null && theirs !== null && ours.doing !== theirs.doing)
    return partings.parting(turn, partings.both(subject(first, ours), subject(second, theirs)))
  const shared = changeOf(first, parted.common, turn)
  const name = shared === null ? say`a block` : shared.block
  return partings.parting(turn, partings.differently(first.label, second.label, name))
}

/** Changes made by only one of two lanes, and blocks that both changed in different ways. */
interface Sides {
  readonly first: readonly BlockId[]
  readonly second: readonly BlockId[]
  readonly common: readonly BlockId[]
}

function sides({ onlyFirst, onlySecond }: Divergence['cause']): Sides {
  const [ones, others] = [new Set(onlyFirst), new Set(onlySecond)]
  return {
    first: onlyFirst.filter((block) => !others.has(block)),
    second: onlySecond.filter((block) => !ones.has(block)),
    common: onlyFirst.filter((block) => others.has(block)),
  }
}

/** What a lane did to the most informative of some blocks. */
interface TellingChange {
  readonly type: BlockType
  readonly doing: Doing
  readonly block: readonly SentencePart[]
  /** The block without its tool's name. */
  readonly brief: readonly SentencePart[]
  readonly others: SentencePart | null
}

function changeOf(lane: DivergingLane, ids: readonly BlockId[], turn: Turn): TellingChange | null {
  const doings = doingsOf(lane, turn)
  // Inserted blocks are not the subject of an edit, unless there is nothing else.
  const taken = ids.filter((id) => doings.get(id) !== 'inserted')
  const [block, ...others] = telling(lane.data.blocks, taken.length > 0 ? taken : ids)
  if (block === undefined) return null
  return {
    type: block.type,
    doing: doings.get(block.id) ?? 'evicted',
    block: blockLink(lane, block, turn, blockName(block)),
    brief: blockLink(lane, block, turn, TYPE_LABELS[block.type]),
    others: others.length === 0 ? null : countLink(others.length, 'other block', turn),
  }
}

/** What a lane did with the blocks absorbed by those that it made; null if there are none. */
function wentInto(lane: DivergingLane, made: readonly BlockId[], turn: Turn): TellingChange | null {
  const into = new Set(made)
  const edits = (lane.data.edits ?? []).filter((edit) => edit.turn === turn)
  const parts = edits.flatMap((edit) => edit.blocks).filter((part) => into.has(part.into ?? -1))
  return changeOf(
    lane,
    parts.map((part) => part.block),
    turn,
  )
}

/** The most informative of the blocks that a lane fetched again, and the number of the others. */
function fetchedOf(lane: DivergingLane, ids: readonly BlockId[], turn: Turn): Parts {
  const [block, ...others] = telling(lane.data.blocks, ids)
  if (block === undefined) return []
  const name = blockLink(lane, block, turn, blockName(block))
  return others.length === 0 ? name : partings.andOthers(name, countLink(others.length, 'other block', turn))
}

/** What a lane did with each block in a turn: of several edits the last one counts. */
function doingsOf({ data }: DivergingLane, turn: Turn): ReadonlyMap<BlockId, Doing> {
  const doings = new Map<BlockId, Doing>()
  for (const edit of data.edits ?? []) {
    if (edit.turn !== turn) continue
    for (const part of edit.blocks) doings.set(part.block, reasonOf(edit, part) ?? 'inserted')
  }
  return doings
}

/**
 * Blocks of a lane, the most informative first. Made blocks have different ids in each lane, so each lane uses its own
 * table.
 */
export function telling(blocks: TimelineData['blocks'], ids: readonly BlockId[]): Block[] {
  return ids.flatMap((id) => blocks[id] ?? []).sort((a, b) => rankOf(a.type) - rankOf(b.type) || a.id - b.id)
}

function rankOf(type: BlockType): number {
  const at = TELLING.indexOf(type)
  return at < 0 ? TELLING.length : at
}

/** `the user message of turn 0`: the block before something happened to it, and the turn in which it arrived. */
function blockLink(lane: DivergingLane, block: Block, turn: Turn, name: string): SentencePart[] {
  const link: SentencePart = { text: `the ${name}`, turn, block: { lane: lane.name, block: block.id } }
  return say`${link} of ${turnLink(block.turn)}`
}

function subject({ label }: DivergingLane, { doing, block, others }: TellingChange): SentencePart[] {
  return partings.laneDoes(label, doing, others === null ? block : partings.andOthers(block, others))
}

/** Longer sentences do not fit the head of a lane. */
const HEAD_LENGTH = 120

/**
 * For the head of the second lane, how it differs from the first: `same as Unprotected FIFO until turn 19, then evicts
 * the tool result of read_file of turn 7 and keeps the user message of turn 0`. Empty for a lane compared with itself.
 */
export function sameUntil(
  first: Omit<HeadlineLane, 'rows'>,
  second: Omit<HeadlineLane, 'rows'>,
): SentencePart[] {
  if (first.name === second.name) return []
  const found = divergenceOf(first.data, second.data)
  if (found === null) return partings.headSame(first.label)
  const { turn, cause } = found
  if (cause.code === 'ended') {
    const does =
      second.data.ended?.turn === turn ? partings.runsOutOfRoom() : partings.goesOnWithout(first.label)
    return partings.headUntil(first.label, turn, does)
  }
  if (cause.code === 'fetched') {
    const does =
      cause.onlySecond.length > 0
        ? partings.fetches(fetchedOf(second, cause.onlySecond, turn))
        : partings.fetchesNot(fetchedOf(first, cause.onlyFirst, turn))
    return partings.headUntil(first.label, turn, does)
  }
  const parted = sides(cause)
  const left = changeOf(first, parted.first, turn)
  const taken = changeOf(second, parted.second, turn)
  const versions = left === null || left.doing === 'inserted' ? [] : [partings.keeps(left.block)]
  if (taken !== null) {
    versions.unshift(partings.does(taken.doing, taken.block))
    if (left !== null && left.doing !== 'inserted') {
      // The more informative one is left out last, and named in full first.
      if (rankOf(left.type) < rankOf(taken.type)) versions.reverse()
      versions.unshift(
        partings.headBoth(partings.does(taken.doing, taken.block), partings.keeps(left.block)),
        partings.headBoth(partings.does(taken.doing, taken.brief), partings.keeps(left.brief)),
      )
    }
  }
  const heads = versions.map((does) => partings.headUntil(first.label, turn, does))
  const head = heads.find((parts) => sentenceText(parts).length <= HEAD_LENGTH) ?? heads.at(-1)
  if (head !== undefined) return head
  const [ours, theirs] = [wentInto(first, parted.common, turn), wentInto(second, parted.common, turn)]
  if (theirs !== null && theirs.doing !== ours?.doing)
    return partings.headUntil(first.label, turn, partings.does(theirs.doing, theirs.block))
  const other = changeOf(second, parted.common, turn)
  return partings.headUntil(first.label, turn, partings.editsDifferently(other?.block ?? []))
}

/**
 * The block that shows best where lanes diverge: the task if one of the two evicted it there, else the most informative
 * block that only one of them changed. Null if they never diverge, or only by an end or by what they fetch again.
 */
export function mostTelling(
  divergence: Divergence | null,
  lanes: readonly Omit<HeadlineLane, 'rows'>[],
): { readonly lane: string; readonly block: BlockId } | null {
  if (divergence === null || divergence.cause.code === 'fetched') return null
  const { turn, cause } = divergence
  const went = divergence.lanes.flatMap((name, side) => {
    const lane = lanes.find((one) => one.name === name)
    if (lane === undefined) return []
    const { first, second, common } = sides(cause)
    const own = side === 0 ? first : second
    const doings = doingsOf(lane, turn)
    const ids = (own.length > 0 ? own : common).filter((id) => doings.get(id) !== 'inserted')
    return telling(lane.data.blocks, ids).map((block) => ({ lane, block }))
  })
  const window = lanes[0]?.data.turns[turn]?.window ?? MAIN_WINDOW
  const task = went.find(({ lane, block }) => taskOf(lane.data, window)?.id === block.id)
  const [most] = telling(
    went.map(({ block }) => block),
    went.map((_, index) => index),
  )
  const found = task ?? went.find(({ block }) => block === most)
  return found === undefined ? null : { lane: found.lane.name, block: found.block.id }
}

type Parts = readonly SentencePart[]

/** What a lane does with a block: why its span ended there, or that it was inserted. */
type Doing = EndReason | 'inserted'

/** The words before and after the block in such a clause. */
export type Around = readonly [before: string, after: string]

/** What a lane does, in the present. */
const DOES: Readonly<Record<Doing, Around>> = Object.freeze({
  evicted: ['evicts', ''],
  replaced: ['evicts', ''],
  clipped: ['clips', ''],
  summarized: ['shortens', ''],
  absorbed: ['summarizes', ''],
  cleared: ['has', ' cleared by the provider'],
  folded: ['folds', ' away'],
  delegated: ['hands', ' to a sub-agent'],
  merged: ['merges', ''],
  renewed: ['replaces', ''],
  left: ['leaves', ' behind at a new window'],
  inserted: ['puts in', ''],
  moved: ['moves', ''],
  repaired: ['changes', ''],
  rewritten: ['has', ' rewritten by hand'],
})

/** Sentences about where lanes diverge, made of parts with links. */
const partings = Object.freeze({
  sameThroughout(): string {
    return 'All lanes do the same in every turn.'
  },
  /** What happened from a turn on. */
  parting(turn: Turn, what: Parts): SentencePart[] {
    return turn === 0
      ? say`Different from the ${figure('first turn', 0)} on: ${what}.`
      : say`The same until ${turnLink(turn - 1)}, then ${what}.`
  },
  laneEnds(lane: string): SentencePart[] {
    return say`${lane} overflows and ends`
  },
  laneDoes(lane: string, doing: Doing, what: Parts): SentencePart[] {
    const [before, after] = DOES[doing]
    return say`${lane} ${before} ${what}${after}`
  },
  laneFetches(lane: string, what: Parts): SentencePart[] {
    return say`${lane} fetches ${what} again`
  },
  leftAlone(taken: Parts, other: string): SentencePart[] {
    return say`${taken}, which ${other} keeps`
  },
  both(first: Parts, second: Parts): SentencePart[] {
    return say`${first}, and ${second}`
  },
  differently(first: string, second: string, block: Parts): SentencePart[] {
    return say`${first} and ${second} keep different parts of ${block}`
  },
  andOthers(what: Parts, others: SentencePart): SentencePart[] {
    return say`${what} and ${others}`
  },

  headSame(lane: string): SentencePart[] {
    return say`same as ${lane} throughout`
  },
  headUntil(lane: string, turn: Turn, does: Parts): SentencePart[] {
    return turn === 0
      ? say`differs from ${lane} from ${turnLink(0)} on: ${does}`
      : say`same as ${lane} until ${turnLink(turn - 1)}, then ${does}`
  },
  headBoth(does: Parts, keeps: Parts): SentencePart[] {
    return say`${does} and ${keeps}`
  },
  does(doing: Doing, block: Parts): SentencePart[] {
    const [before, after] = DOES[doing]
    return say`${before} ${block}${after}`
  },
  fetches(what: Parts): SentencePart[] {
    return say`fetches ${what} again`
  },
  fetchesNot(what: Parts): SentencePart[] {
    return say`does not fetch ${what} again`
  },
  keeps(block: Parts): SentencePart[] {
    return say`keeps ${block}`
  },
  editsDifferently(block: Parts): SentencePart[] {
    return block.length === 0 ? say`edits differently` : say`keeps other parts of ${block}`
  },
  runsOutOfRoom(): SentencePart[] {
    return say`overflows and ends`
  },
  goesOnWithout(lane: string): SentencePart[] {
    return say`continues where ${lane} ends`
  },
})

/** Three lanes that separate the effect of protection from that of the score. */
interface Trio {
  /** A policy without protection. */
  readonly naive: HeadlineLane
  /** The same policy with protection, everything else as before. */
  readonly guarded: HeadlineLane
  /** Another policy with the same protection, everything else as before. */
  readonly scored: HeadlineLane
}

/** The lanes of a comparison as such a trio, in any order; null if they are not one. */
export function trioOf(lanes: readonly HeadlineLane[]): Trio | null {
  if (lanes.length !== 3) return null
  for (const naive of lanes) {
    if (protects(naive)) continue
    const guarded = lanes.find((lane) => protects(lane) && apart(naive, lane) === 'gates')
    const scored = lanes.find((lane) => lane !== guarded && protects(lane))
    if (guarded === undefined || scored === undefined) continue
    if (apart(guarded, scored) === 'policy') return { naive, guarded, scored }
  }
  return null
}

/** Which of the two made more of a difference to the share of needed context that was present. */
export type Verdict = 'protection' | 'score' | 'both' | 'neither'

/**
 * The verdict on two parts of a difference, each in points as shown on the page: protection is from unprotected to
 * protected, score from protected to the other policy. A part that lowers the figure gets no credit.
 */
export function verdictOf(protection: number, score: number): Verdict {
  const [one, other] = [Math.max(0, protection), Math.max(0, score)]
  if (one === 0 && other === 0) return 'neither'
  return one === other ? 'both' : one > other ? 'protection' : 'score'
}

/** The verdict in words, from the points of each: one that did not help gets no share of the credit. */
export function creditText(verdict: Verdict, protection: number, score: number): string {
  const helped = Math.min(protection, score) > 0 ? 'more than' : 'not'
  if (verdict === 'protection') return `Protection made the difference, ${helped} the score`
  if (verdict === 'score') return `The score made the difference, ${helped} protection`
  return verdict === 'both'
    ? 'Protection and score made as much of a difference'
    : 'Neither protection nor score helped'
}

function protects({ data }: HeadlineLane): boolean {
  return data.spec.config.eviction.gates['task'] === true
}

/**
 * The difference between two lanes that only evict; null if there are several, or if a person changed something during
 * a run.
 */
function apart(one: HeadlineLane, other: HeadlineLane): 'gates' | 'policy' | null {
  const [a, b] = [one.data, other.data].map(settingsOf)
  if (a === undefined || b === undefined || a === null || b === null || a.rest !== b.rest) return null
  if (a.policy === b.policy) return a.gates === b.gates ? null : 'gates'
  return a.gates === b.gates ? 'policy' : null
}

function settingsOf({
  spec,
  set = [],
}: TimelineData): { readonly rest: string; readonly gates: string; readonly policy: string } | null {
  const { strategy, eviction, ...config } = spec.config
  if (strategy !== 'evict' || set.length > 0 || spec.interventions.length > 0) return null
  const { policy, weights, gates, ...rest } = eviction
  return {
    rest: JSON.stringify([config, rest]),
    gates: JSON.stringify(gates),
    policy: JSON.stringify([policy, weights]),
  }
}
