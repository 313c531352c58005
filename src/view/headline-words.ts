import type { Ratio, Turn } from '../engine/index.ts'
import { counted, share, whole } from './format.ts'
import { countLink, figure, say, turnLink } from './sentence.ts'
import type { SentencePart } from './sentence.ts'
import type { EndReason } from './end-words.ts'

type Parts = readonly SentencePart[]

/** What a lane does with a block: why its stretch ended there, or that it was put in. */
export type Doing = EndReason | 'inserted'

/** Words before and after the block that something is done with. */
type Around = readonly [before: string, after: string]

/** What a lane does, in the present. */
const DOES: Readonly<Record<Doing, Around>> = Object.freeze({
  evicted: ['takes out', ''],
  replaced: ['takes out', ''],
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

/** What a lane did, in the past. */
const DID: Readonly<Record<EndReason, Around>> = Object.freeze({
  evicted: ['dropped', ''],
  replaced: ['dropped', ''],
  clipped: ['clipped', ''],
  summarized: ['shortened', ''],
  absorbed: ['took', ' into a summary'],
  cleared: ['had', ' cleared by the provider'],
  folded: ['folded', ' away'],
  delegated: ['handed', ' to a sub-agent'],
  merged: ['merged', ''],
  renewed: ['replaced', ''],
  left: ['left', ' behind at a new window'],
  moved: ['moved', ''],
  repaired: ['changed', ''],
  rewritten: ['had', ' rewritten by hand'],
})

/** Lost needs of a lane, or needs left with a pointer. */
export interface NeedWords {
  readonly count: number
  readonly total: number
  readonly first: Turn | null
  readonly inferred: boolean
}

/** Turns that needed the task once it was lost, and how many of them did not find it. */
export interface MissWords {
  readonly missed: number
  readonly needed: number
  readonly first: Turn | null
  /** Whether none of them is the turn in which it was lost. */
  readonly after: boolean
  readonly inferred: boolean
}

/** Sentences about lanes, of parts that carry links. What the other sentences of the view say stands in `words.ts`. */
export const clauses = Object.freeze({
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
  leftAlone(taken: Parts, other: string): SentencePart[] {
    return say`${taken}, which ${other} leaves alone`
  },
  both(first: Parts, second: Parts): SentencePart[] {
    return say`${first}, and ${second}`
  },
  differently(first: string, second: string, block: Parts): SentencePart[] {
    return say`${first} and ${second} leave different remains of ${block}`
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
  keeps(block: Parts): SentencePart[] {
    return say`keeps ${block}`
  },
  editsDifferently(block: Parts): SentencePart[] {
    return block.length === 0 ? say`edits differently` : say`keeps other remains of ${block}`
  },
  runsOutOfRoom(): SentencePart[] {
    return say`overflows and ends`
  },
  goesOnWithout(lane: string): SentencePart[] {
    return say`goes on where ${lane} ends`
  },

  taskLost(lane: string, reason: EndReason | null, task: SentencePart, turn: Turn): SentencePart[] {
    const [before, after] = DID[reason ?? 'evicted']
    return say`${lane} ${before} ${task}${after} in ${turnLink(turn)}`
  },
  taskMissed({ missed, needed, first, after, inferred }: MissWords): SentencePart[] {
    if (needed === 0)
      return inferred ? say`and no later turn is known to need it` : say`and no later turn needed it`
    const turns = counted(needed, after ? 'later turn' : 'turn')
    if (missed === needed && !inferred)
      return say`and ${figure(turns, first)}${after ? '' : ' from then on'} needed it`
    const those = inferred ? 'with an inferred need of it' : 'that still needed it'
    if (missed === needed)
      return say`and ${figure(counted(needed, 'turn'), first)} ${those} had to do without`
    const they = needed === 1 ? 'it' : 'they'
    return missed === 0
      ? say`and the ${figure(counted(needed, 'turn'), first)} ${those} found what ${they} needed elsewhere`
      : say`and ${figure(`${whole(missed)} of the ${counted(needed, 'turn')}`, first)} ${those} had to do without`
  },
  lostToo(lane: string, reason: EndReason | null, turn: Turn): SentencePart[] {
    const [before, after] = DID[reason ?? 'evicted']
    return say`${lane} ${before} it${after} in ${turnLink(turn)}`
  },
  othersLostToo(count: number, first: Turn): SentencePart[] {
    return say`${countLink(count, 'other lane', first)} lost it too`
  },
  /** @param gated whether a gate of this lane protects the task and none of the other's does: then that is the reason */
  stillHolds(lane: string, turn: Turn, price: Parts, others: number, gated = false): SentencePart[] {
    const who = gated ? `${lane}, whose gate protects it,` : lane
    const more =
      others === 0 ? '' : `, and so ${others === 1 ? 'does' : 'do'} ${counted(others, 'other lane')}`
    return say`${who} still holds it in ${turnLink(turn)}${price}${more}`
  },
  /** A lane whose summary told the task to all turns that needed it. */
  stillTells(lane: string, turn: Turn, needed: number, price: Parts): SentencePart[] {
    const those =
      needed === 1
        ? 'the turn that needed it found it'
        : `all ${counted(needed, 'turn')} that needed it found it`
    return say`${lane} took it into a summary in ${turnLink(turn)}, where ${those}${price}`
  },
  /** Requests that a lane sent although they were longer than the limit. */
  tooLong(count: number, first: Turn): SentencePart[] {
    const requests = figure(counted(count, 'of its requests', 'of its requests'), first)
    return say`but ${requests} ${count === 1 ? 'is' : 'are'} too long to be answered`
  },
  /**
   * @param more prompt tokens above the other lane's, as a share of them
   * @param exact false where the counter estimates
   * @param than the other lane, where it is not clear which one
   */
  price(more: Ratio, exact: boolean, turn: Turn | null, than: string | null): SentencePart[] {
    const amount = share(Math.abs(more), { exact })
    if (amount === share(0, { exact })) {
      return say`, for ${figure('as many prompt tokens', turn)}${than === null ? '' : ` as ${than}`}`
    }
    const text = `${amount} ${more > 0 ? 'more' : 'fewer'} prompt tokens`
    return say`, for ${figure(text, turn)}${than === null ? '' : ` than ${than}`}`
  },

  /** @param all lanes that ended so */
  ranOut(lane: string, turn: Turn, all: number): SentencePart[] {
    return all === 1
      ? say`${lane} ran out of room in ${turnLink(turn)} and ended there`
      : say`${countLink(all, 'lane', turn)} ran out of room and ended, the first of them ${lane} in ${turnLink(turn)}`
  },
  reached(lane: string, turn: Turn, lost: Parts): SentencePart[] {
    return say`${lane} reached ${turnLink(turn)}${lost}`
  },
  alsoLost({ count, total, first, inferred }: NeedWords): SentencePart[] {
    if (total === 0) return []
    const all = needs(total, inferred)
    return count === 0
      ? say` and lost none of ${all}`
      : say` and lost ${figure(`${whole(count)} of ${all}`, first)}`
  },
  /** @param lane the one that is over the limit least often, in `over` of its `turns` */
  tooSmall(all: number, lane: string, over: number, turns: number, first: Turn): SentencePart[] {
    const of = figure(`${whole(over)} of ${counted(turns, 'request')}`, first)
    return say`The window is too small for all ${counted(all, 'lane')}: even of ${lane}, ${of} are over the limit, the first in ${turnLink(first)}`
  },
  overLimit(lane: string, turns: number, first: Turn): SentencePart[] {
    return turns === 1
      ? say`${lane} was over the limit in ${turnLink(first)}`
      : say`${lane} was over the limit in ${countLink(turns, 'turn', first)}, the first of them ${turnLink(first)}`
  },
  neverOver(lane: string): SentencePart[] {
    return say`${lane} never was`
  },

  lostNeeds(lane: string, { count, total, first, inferred }: NeedWords): SentencePart[] {
    return say`${lane} lost ${figure(`${whole(count)} of ${needs(total, inferred)}`, first)}${firstOf(count, first)}`
  },
  /** @param total where it is not that of the other lane */
  lostFewer(lane: string, { count, first }: NeedWords, total: number | null): SentencePart[] {
    return say`${lane} lost ${amount(count, first, total)}`
  },
  lostMost(
    all: number,
    lanes: readonly string[],
    { count, total, first, inferred }: NeedWords,
  ): SentencePart[] {
    const who = lanes.length > 2 ? whole(lanes.length) : lanes.join(' and ')
    const most = `the most ${inferred ? 'inferred needs' : 'needs'}`
    const each = lanes.length > 1 ? ' each' : ''
    const of = figure(`${whole(count)} of ${whole(total)}`, first)
    return say`Of ${counted(all, 'lane')}, ${who} lost ${most}, ${of}${each}${firstOf(count, first)}`
  },
  lostFewest(
    lane: string,
    { count, first }: NeedWords,
    total: number | null,
    others: number,
  ): SentencePart[] {
    const fewest = count === 0 ? '' : 'the fewest, '
    const more = others === 0 ? '' : `, as did ${counted(others, 'other')}`
    return say`${lane} lost ${fewest}${amount(count, first, total)}${more}`
  },
  onlyPointers(lane: string, { count, total, first, inferred }: NeedWords): SentencePart[] {
    const of = figure(`${whole(count)} of ${needs(total, inferred)}`, first)
    return say`${lane} left ${of} with only a pointer${firstOf(count, first)}`
  },
  fewerPointers(lane: string, { count, first }: NeedWords, total: number | null): SentencePart[] {
    return say`${lane} left ${amount(count, first, total)}`
  },

  madeEdits(lane: string, edits: number, first: Turn): SentencePart[] {
    return edits === 1
      ? say`${lane} made ${figure('1 edit', first)}, in ${turnLink(first)},`
      : say`${lane} made ${figure(counted(edits, 'edit'), first)}, the first in ${turnLink(first)},`
  },
  freed(amount: string, turn: Turn): SentencePart[] {
    return say` and freed ${figure(`${amount} tokens`, turn)}`
  },
  madeNone(lane: string, turns: number, last: Turn): SentencePart[] {
    return say`${lane} made no edit in ${countLink(turns, 'turn', last)}`
  },
  peaked(at: Ratio, exact: boolean, turn: Turn): SentencePart[] {
    return say`; its prompt was largest in ${turnLink(turn)}, ${figure(share(at, { exact }), turn)} of the limit`
  },
  ranOutUnedited(lane: string, turn: Turn, at: Ratio, exact: boolean): SentencePart[] {
    const prompt = figure(share(at, { exact }), turn)
    return at > 1
      ? say`${lane} made no edit and ran out of room in ${turnLink(turn)}: its prompt was ${prompt} of the limit`
      : say`${lane} made no edit and ran out of room in ${turnLink(turn)}: its prompt, ${prompt} of the limit, left less than the reserve`
  },
  endedThere(turn: Turn): SentencePart[] {
    return say`; it ran out of room in ${turnLink(turn)} and ended there`
  },
  allSame(lanes: readonly string[]): SentencePart[] {
    return lanes.length === 2
      ? say`${lanes.join(' and ')} do the same in every turn`
      : say`All ${counted(lanes.length, 'lane')} do the same in every turn`
  },
  sameEdits(edits: number, first: Turn): SentencePart[] {
    return edits === 1
      ? say`: ${figure('1 edit', first)}, in ${turnLink(first)}`
      : say`: ${figure(counted(edits, 'edit'), first)}, the first in ${turnLink(first)}`
  },
  sameLost({ count, total, first, inferred }: NeedWords): SentencePart[] {
    if (total === 0) return []
    const all = needs(total, inferred)
    return say`, and ${count === 0 ? `none of ${all}` : figure(`${whole(count)} of ${all}`, first)} lost`
  },
  nothingToEdit(): SentencePart[] {
    return say`, because nothing had to be edited`
  },
  /** A whole sentence of clauses. */
  sentence(...parts: readonly Parts[]): SentencePart[] {
    return say`${parts.flat()}.`
  },
  semicolon(first: Parts, ...more: readonly Parts[]): SentencePart[] {
    return more.reduce<SentencePart[]>((text, clause) => say`${text}; ${clause}`, [...first])
  },
  comma(first: Parts, second: Parts): SentencePart[] {
    return say`${first}, ${second}`
  },
})

function needs(total: number, inferred: boolean): string {
  return counted(total, inferred ? 'inferred need' : 'need')
}

/** Where one need was lost, the figure leads there already. */
function firstOf(count: number, first: Turn | null): SentencePart[] {
  if (first === null) return []
  return count === 1 ? say`, in ${turnLink(first)}` : say`, the first in ${turnLink(first)}`
}

/** `none`, `3`, or `3 of 60`. */
function amount(count: number, first: Turn | null, total: number | null): SentencePart {
  if (count === 0) return { text: 'none' }
  return figure(total === null ? whole(count) : `${whole(count)} of ${whole(total)}`, first)
}
