import type { BlockId, Ratio, Turn } from '../../engine/index.ts'
import { creditText } from './divergence.ts'
import type { Verdict, Around } from './divergence.ts'
import { differenceText } from './comparison.ts'
import { counted, share, whole } from '../sentence/format.ts'
import { figure, say, turnLink } from '../sentence/sentence.ts'
import type { Claim, SentencePart } from '../sentence/sentence.ts'
import type { EndReason } from '../layout/ending.ts'

type Parts = readonly SentencePart[]

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

/** A figure of a lane as the table has it, with the turn that shows it. */
export interface LaneFigure {
  /** Name of the lane. */
  readonly lane: string
  readonly label: string
  /** Id of the metric. */
  readonly metric: string
  readonly value: number
  readonly text: string
  readonly turn: Turn | null
}

/** The needed context that was missing in a lane's prompts. */
export interface MissingWords {
  readonly lane: string
  readonly label: string
  readonly count: number
  readonly total: number
  readonly first: Turn | null
  /** The share, as in the table. */
  readonly text: string
  readonly inferred: boolean
}

/** Turns of a lane that needed a block from a turn on, and how many of them had neither it nor its words. */
export interface NeededWords {
  readonly lane: string
  readonly block: BlockId
  readonly from: Turn
  readonly needed: number
  readonly without: number
  readonly first: Turn | null
  /** Whether none of them is the turn `from` itself. */
  readonly after: boolean
}

/** A lane by its name and its label. */
interface Named {
  readonly name: string
  readonly label: string
}

/** Sentences about lanes, made of parts with links. The other sentences of the view are in `words.ts`. */
export const clauses = Object.freeze({
  taskLost(lane: string, reason: EndReason | null, task: SentencePart, turn: Turn): SentencePart[] {
    const [before, after] = DID[reason ?? 'evicted']
    return say`${lane} ${before} ${task}${after} in ${turnLink(turn)}`
  },
  taskMissed(words: NeededWords & { readonly inferred: boolean }): SentencePart[] {
    const { needed, without, first, after, inferred } = words
    const claim = neededClaim(words)
    if (needed === 0) {
      const nobody = inferred ? 'no later turn is known to need it' : 'no later turn needed it'
      return say`and ${figure(nobody, null, claim)}`
    }
    const turns = counted(needed, after ? 'later turn' : 'turn')
    const those = after ? '' : ' from then on'
    if (without === needed)
      return say`and ${figure(turns, first, claim)}${those} needed it and did not have it in context`
    return without === 0
      ? say`and the ${figure(turns, first, claim)}${those} that needed it found it elsewhere, at least in part`
      : say`and ${figure(`${whole(without)} of the ${turns}`, first, claim)}${those} that needed it did not have it in context`
  },
  lostToo(lane: string, reason: EndReason | null, turn: Turn): SentencePart[] {
    const [before, after] = DID[reason ?? 'evicted']
    return say`${lane} ${before} it${after} in ${turnLink(turn)}`
  },
  othersLostToo(count: number, first: Turn): SentencePart[] {
    return say`${lanesLink(count, 'other lane', first)} lost it too`
  },
  /** @param gated whether this lane protects the task from eviction and the other does not, which is then the reason */
  stillHolds(
    { name, label }: Named,
    than: string,
    turn: Turn,
    price: Parts,
    others: number,
    gated = false,
  ): SentencePart[] {
    const who = figure(gated ? `${label}, which protects it from eviction,` : label, null, praise(name, than))
    const more =
      others === 0 ? [] : say`, as ${others === 1 ? 'does' : 'do'} ${lanesLink(others, 'other lane', null)}`
    // The price last: it is that of the named lane alone.
    return say`${who} still holds it in ${turnLink(turn)}${more}${price}`
  },
  /** A lane whose summary gave the task to all turns that needed it. */
  stillTells(
    { name, label }: Named,
    than: string,
    turn: Turn,
    words: NeededWords,
    price: Parts,
  ): SentencePart[] {
    const those = figure(counted(words.needed, 'turn'), words.first, neededClaim(words))
    const found =
      words.needed === 1
        ? say`the ${those} that needed it found it`
        : say`all ${those} that needed it found it`
    return say`${figure(label, null, praise(name, than))} summarized it in ${turnLink(turn)}, where ${found}${price}`
  },
  /**
   * @param more extra cost compared with the other lane, as a share of its cost
   * @param exact false if the counter estimates
   * @param than the other lane, if it is not clear which one
   */
  price(
    more: Ratio,
    exact: boolean,
    turn: Turn | null,
    than: string | null,
    lanes: { readonly lane: string; readonly than: string },
  ): SentencePart[] {
    const claim: Claim = { kind: 'difference', ...lanes, metric: 'cost', value: more }
    const amount = share(Math.abs(more), { exact })
    if (amount === share(0, { exact })) {
      return say`, at ${figure('the same cost', turn, claim)}${than === null ? '' : ` as ${than}`}`
    }
    const text = `${amount} ${more > 0 ? 'higher' : 'lower'} cost`
    return say`, at ${figure(text, turn, claim)}${than === null ? '' : ` than ${than}`}`
  },
  /**
   * In which figure the praised lane is worse than the other one, its own figure first: less of the needed context
   * present, or more of it missing. Null if it is not worse.
   */
  conceded(
    label: string,
    present: readonly [LaneFigure, LaneFigure] | null,
    missing: readonly [MissingWords, MissingWords] | null,
  ): SentencePart[] {
    const less =
      present === null
        ? []
        : say`had less of the needed context, ${shown(present[0])} against ${shown(present[1])}`
    const more =
      missing === null
        ? []
        : say`is missing more of it, ${missingLink(missing[0])} against ${fewerLink(missing[1], missing[0])}`
    const both = less.length > 0 && more.length > 0 ? say`${less}, and ${more}` : [...less, ...more]
    return both.length === 0 ? [] : say`, but ${label} ${both}`
  },

  /** A lane that stopped before the end of its conversation. @param all number of such lanes */
  stopped(reached: LaneFigure, all: number): SentencePart[] {
    return all === 1
      ? say`${reached.label} ran out of space and stopped ${inTurn(reached)}${after(reached)}`
      : say`${lanesLink(all, 'lane', reached.turn)} ran out of space and stopped, the first of them ${reached.label} ${inTurn(reached)}${after(reached)}`
  },
  /**
   * @param among lanes that sent something over the limit; `worst` is one that did so most often
   * @param alike how many of them did so equally often
   */
  overLimit(
    worst: LaneFigure & { readonly of: number },
    among: readonly string[],
    alike: number,
  ): SentencePart[] {
    const all = among.length
    if (all === 1) return say`${worst.label} sent ${overLink(worst)} over the limit that this comparison sets`
    const most: Claim = { kind: 'most', lane: worst.lane, metric: worst.metric, among }
    const many = withClaims(overLink(worst), most)
    const sent = say`${lanesLink(all, 'lane', null)} sent requests over the limit that this comparison sets`
    if (alike === all) return say`${sent}, ${many} each`
    return alike === 1
      ? say`${sent}, ${worst.label} the most, ${many}`
      : say`${sent}, ${worst.label} and ${lanesLink(alike - 1, 'other', null)} the most, ${many} each`
  },
  /**
   * @param fell clauses about lanes that stopped
   * @param among lanes that reached the end, of which `best` is over the limit least often
   */
  noneWithin(
    fell: Parts,
    best: LaneFigure & { readonly of: number },
    among: readonly string[],
  ): SentencePart[] {
    const even = {
      ...overLink(best),
      claims: [claimOf(best), { kind: 'least', lane: best.lane, metric: best.metric, among } as const],
    }
    const none =
      fell.length === 0
        ? say`No lane stays within the limit`
        : say`${fell}; no other lane stays within the limit`
    return say`${none}: even ${best.label} sent ${even} over it`
  },
  /** @param all lanes, all of which stopped */
  noneReached(furthest: LaneFigure, all: readonly string[]): SentencePart[] {
    const most: Claim = { kind: 'most', lane: furthest.lane, metric: furthest.metric, among: all }
    return say`No lane reached the end: ${furthest.label} got furthest and stopped ${inTurn(furthest)}${after(furthest, most)}`
  },
  /** @param than lanes that did not */
  cameThrough(
    { name, label }: Named,
    than: readonly string[],
    present: LaneFigure | null,
    inferred: boolean,
  ): SentencePart[] {
    const who = figure(label, null, ...than.map((other) => praise(name, other)))
    const context =
      present === null ? [] : say`, with ${shown(present)} of the ${neededContext(inferred)} present`
    return say`${who} reached the end within the limit${context}`
  },

  /** Two lanes, or the extremes of several: which had the least and which the most of the needed context. */
  hadContext(
    least: LaneFigure,
    most: LaneFigure,
    {
      low,
      high,
      among,
    }: {
      readonly low: readonly Pick<LaneFigure, 'label'>[]
      readonly high: readonly unknown[]
      readonly among: readonly string[]
    },
    inferred: boolean,
  ): SentencePart[] {
    const lanes = among
    const best = figure(most.text, most.turn, claimOf(most), praise(most.lane, least.lane), {
      kind: 'most',
      lane: most.lane,
      metric: most.metric,
      among: lanes,
    })
    const worst = figure(least.text, least.turn, claimOf(least), {
      kind: 'least',
      lane: least.lane,
      metric: least.metric,
      among: lanes,
    })
    if (among.length === 2)
      return say`${least.label} had ${worst} of the ${neededContext(inferred)} present, ${most.label} ${best}`
    const who =
      low.length > 2 ? lanesLink(low.length, 'lane', least.turn) : low.map(({ label }) => label).join(' and ')
    const also = high.length === 1 ? [] : say`, as did ${lanesLink(high.length - 1, 'other', null)}`
    return say`Of ${lanesLink(among.length, 'lane', null)}, ${who} had the least of the ${neededContext(inferred)} present, ${worst}, and ${most.label} the most, ${best}${also}`
  },
  /**
   * The effects of protection and of the score, with the share of needed context in each of the three lanes.
   *
   * @param lost that the unprotected lane lost the task, as a clause; empty if it did not
   */
  credit(
    verdict: Verdict,
    lost: Parts,
    { naive, guarded, scored }: Readonly<Record<'naive' | 'guarded' | 'scored', LaneFigure>>,
    { protection, score }: { readonly protection: number; readonly score: number },
    inferred: boolean,
  ): SentencePart[] {
    const had = (one: LaneFigure): SentencePart => figure(one.text, one.turn, claimOf(one))
    const by = (one: LaneFigure, than: LaneFigure, value: number): SentencePart =>
      figure(differenceText(value, 'share'), one.turn, {
        kind: 'points',
        lane: one.lane,
        than: than.lane,
        metric: one.metric,
        value,
      })
    const who = lost.length === 0 ? say`${naive.label}` : say`${lost} and`
    // If all had everything, there was no difference to make.
    const nothing = [naive, guarded, scored].every(({ value }) => value === 1)
    const what = nothing ? 'No needed context was missing' : creditText(verdict, protection, score)
    const beyond = (one: LaneFigure, than: LaneFigure, value: number, more: string): SentencePart[] =>
      value === 0
        ? say`${one.label} ${{ ...by(one, than, 0), text: 'the same' }}`
        : say`${one.label} ${had(one)} (${by(one, than, value)}${more})`
    return say`${what}: ${who} had ${had(naive)} of the ${neededContext(inferred)} present, ${beyond(guarded, naive, protection, '')}, ${beyond(scored, guarded, score, ` over ${guarded.label}`)}`
  },
  /** What is missing in the lane with less context and in the one with more, in this order. */
  missingBeside(low: MissingWords, high: MissingWords): SentencePart[] {
    if (low.count === 0 && high.count === 0) return []
    if (high.count * low.total > low.count * high.total)
      return say`; but ${high.label} is missing more in total, ${missingLink(high)} against ${fewerLink(low, high)}${firstOf(high)}`
    if (low.text === high.text) {
      const both = withClaims(missingLink(low), ...(missingLink(high).claims ?? []))
      return say`; both are missing ${both}`
    }
    return say`; ${low.label} is missing ${missingLink(low)}${firstOf(low)}, ${high.label} ${fewerLink(high, low)}`
  },
  missed(most: MissingWords, least: MissingWords, among: readonly string[]): SentencePart[] {
    const worst = withClaims(missingLink(most), { kind: 'most', lane: most.lane, metric: 'lost-rate', among })
    const best = withClaims(fewerLink(least, most), praise(least.lane, most.lane), {
      kind: 'least',
      lane: least.lane,
      metric: 'lost-rate',
      among,
    })
    return among.length === 2
      ? say`${most.label} is missing ${worst}${firstOf(most)}; ${least.label} ${best}`
      : say`Of ${lanesLink(among.length, 'lane', null)}, ${most.label} is missing the most, ${worst}${firstOf(most)}; ${least.label} the least, ${best}`
  },
  asMuchPresent(present: LaneFigure): SentencePart[] {
    return say`; both had ${shown(present)} of the needed context present`
  },

  made(lane: string, edits: LaneFigure): SentencePart[] {
    if (edits.turn === null) return say`${lane} made ${figure('no edit', null, claimOf(edits))}`
    return say`${lane} made ${editsLink(edits, edits.turn)}`
  },
  /** The largest prompt, as the table has it. */
  peaked(peak: LaneFigure, exact: boolean, turn: Turn): SentencePart[] {
    const text = exact ? peak.text : `≈ ${peak.text}`
    return say`; its prompt was largest in ${turnLink(turn)}, ${figure(text, turn, claimOf(peak))} of the limit`
  },
  /** After the largest prompt: why it did not fit although it is below the limit. */
  noRoomToReply(lane: string, reserve: number): SentencePart[] {
    const room = figure(`${whole(reserve)} tokens`, null, { kind: 'reserve', lane, tokens: reserve })
    return say`, and left less than the ${room} reserved for the reply`
  },
  andMisses(missing: MissingWords): SentencePart[] {
    return say`, and is missing ${missingLink(missing, true)}`
  },
  allSame(lanes: readonly string[]): SentencePart[] {
    return lanes.length === 2
      ? say`${lanes.join(' and ')} do the same in every turn`
      : say`All ${lanesLink(lanes.length, 'lane', null)} do the same in every turn`
  },
  sameEdits(edits: LaneFigure, first: Turn): SentencePart[] {
    return say`: ${editsLink(edits, first)}`
  },
  sameMisses(missing: MissingWords): SentencePart[] {
    return say`, and ${missingLink(missing, true)} missing`
  },
  nothingToEdit(): SentencePart[] {
    return say`, because nothing had to be edited`
  },
  twoSentences(first: Parts, second: Parts): SentencePart[] {
    return say`${first} ${second}`
  },
  /** A whole sentence of clauses. */
  sentence(...parts: readonly Parts[]): SentencePart[] {
    return say`${parts.flat()}.`
  },
  semicolon(first: Parts, ...more: readonly Parts[]): SentencePart[] {
    return more.reduce<SentencePart[]>((text, clause) => say`${text}; ${clause}`, [...first])
  },
  andThen(first: Parts, second: Parts): SentencePart[] {
    return say`${first}, and ${second}`
  },
  comma(first: Parts, second: Parts): SentencePart[] {
    return say`${first}, ${second}`
  },
})

function claimOf({ lane, metric, value }: LaneFigure): Claim {
  return { kind: 'figure', lane, metric, value }
}

function praise(lane: string, than: string): Claim {
  return { kind: 'praise', lane, than }
}

function neededClaim({ lane, block, from, needed, without }: NeededWords): Claim {
  return { kind: 'needed', lane, block, from, needed, without }
}

function withClaims(part: SentencePart, ...claims: readonly Claim[]): SentencePart {
  return { ...part, claims: [...(part.claims ?? []), ...claims] }
}

/** A figure as the table writes it. */
function shown(one: LaneFigure): SentencePart {
  return figure(one.text, one.turn, claimOf(one))
}

/** `3 lanes`: a count of lanes of the sentence. */
function lanesLink(count: number, one: string, turn: Turn | null): SentencePart {
  return figure(counted(count, one), turn, { kind: 'lanes', count })
}

/** `in turn 24`: turns are numbered from 0. */
function inTurn({ turn }: LaneFigure): SentencePart[] {
  return turn === null ? [] : say`in ${turnLink(turn)}`
}

/** `, after 24 of 56 turns`: apart from the turn's number, because a count and a number from 0 differ by one. */
function after(reached: LaneFigure, ...claims: readonly Claim[]): SentencePart[] {
  return say`, after ${figure(`${reached.text} turns`, reached.turn, claimOf(reached), ...claims)}`
}

/** `2 of 94 requests`. */
function overLink(over: LaneFigure & { readonly of: number }): SentencePart {
  return figure(`${whole(over.value)} of ${counted(over.of, 'request')}`, over.turn, claimOf(over))
}

/** `none`, or `6 of 97 needs`. @param all whether "none" is followed by the total */
function missingLink({ lane, count, total, first, inferred }: MissingWords, all = false): SentencePart {
  const claim: Claim = { kind: 'figure', lane, metric: 'lost-rate', value: total === 0 ? 0 : count / total }
  const needs = counted(total, inferred ? 'inferred need' : 'need')
  if (count === 0) return figure(all ? `none of ${needs}` : 'none', null, claim)
  return figure(`${whole(count)} of ${needs}`, first, claim)
}

/** `2`: the same for a lane mentioned after another one, if both needed equally much. */
function fewerLink(missing: MissingWords, after: MissingWords): SentencePart {
  const part = missingLink(missing)
  return missing.count > 0 && missing.total === after.total ? { ...part, text: whole(missing.count) } : part
}

function neededContext(inferred: boolean): string {
  return inferred ? 'needed context (inferred)' : 'needed context'
}

/** `12 edits, the first in turn 3`. */
function editsLink(edits: LaneFigure, first: Turn): SentencePart[] {
  const count = figure(counted(edits.value, 'edit'), first, claimOf(edits))
  return edits.value === 1
    ? say`${count}, in ${turnLink(first)}`
    : say`${count}, the first in ${turnLink(first)}`
}

/** With a single missing need, the figure already links there. */
function firstOf({ count, first }: MissingWords): SentencePart[] {
  if (first === null) return []
  return count === 1 ? say`, in ${turnLink(first)}` : say`, the first in ${turnLink(first)}`
}
