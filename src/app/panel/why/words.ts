import {
  counted,
  END_WORDS,
  RESOLUTION_LABELS,
  share,
  STATE_LABELS,
  tokens,
  turnName,
  whole,
} from '../../../view/index.ts'
import { isMissing } from '../../../sim/internal.ts'
import type { Aftermath, Biography, LifeSpan, Why, WhyTrigger } from '../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

/** The end of a block in another lane, for one line. */
export interface Fate {
  readonly spans: readonly LifeSpan[]
  readonly left: Biography['left']
  readonly type: Biography['type']
}

export const WHY_TEXT = Object.freeze({
  ...texts.WHY_TEXT,
  about: (turn: number) => `About the decision of ${turnName(turn)}.`,
  ofOtherTurn: (turn: number, shown: number) =>
    `The picture shows ${turnName(shown)}; this was decided in ${turnName(turn)}.`,
  decidedAt: (turn: number) => `What ${turnName(turn)} decided`,
  instead: (next: number, turn: number) =>
    `${next === turn ? 'Needed in the same turn' : `Needed again ${counted(next - turn, 'turn')} later, in ${turnName(next)}`}: a plan that knows the future keeps it, and drops instead`,
  insteadTitle:
    'The best plan that is known: it knows the future of this conversation, and keeps or drops whole blocks in the same window.',
  neverAfter: '(no later turn needs it)',
  nextIn: (turn: string) => `(next needed in ${turn})`,
  judge: (verdict: string, turn: number) => `${verdict} the need of ${turnName(turn)}, in every lane`,
  restore: (turn: number) => `${turnName(turn)}, restore`,
  identity: (
    life: { turn: number; tokens: number; made: boolean },
    media: string,
    lane: string,
    exact: boolean,
  ) =>
    `${life.made ? 'made' : 'came'} in turn ${life.turn} · ${tokens(life.tokens, { exact })} tokens${media === '' ? '' : `, of them ${media}`} · ${lane}`,
  zone: (trigger: WhyTrigger, exact: boolean) =>
    `${share(trigger.share, { exact })} of the limit, ${trigger.zone}`,
  triggerBar: ({ limit, used, freed }: WhyTrigger, exact: boolean) =>
    `Of ${whole(limit)} tokens ${tokens(used, { exact })} were used; ${tokens(freed, { exact })} were freed.`,
  guardsOff: (held: string) =>
    `This lane’s guards are off, except those that a valid request needs. These protected ${held}.`,
  guardHeld: (names: string, others: string) =>
    `Protected by ${names}: the policy did not score it. ${others} were protected, too.`,
  noGuard: (others: string) => `No guard protected it; ${others} were protected.`,
  guardsPending: (held: string) => `${held} were protected.`,
  guardCount: (held: string) => `Protected ${held}.`,

  score: (policy: string) => `Score by ${policy}`,
  scoreOfOther: (name: string) => `of the ${name} that it is evicted with`,
  cutAt: (...scores: readonly string[]) => `eviction cutoff ${[...new Set(scores)].join(' | ')}`,
  cutTitle: (last: string, first: string) =>
    `The last evicted block had ${last}, the first that stayed ${first}.`,
  sumOf: (terms: number) => `sum of ${terms}`,

  ranking: (candidates: string) => `Ranking of ${candidates}`,
  cut: (count: string, freed: string, wanted: string) =>
    `eviction cutoff: the ${count} above freed ${freed}; ${wanted} had to be freed`,
  /** @param returned what recorded usage had subtracted from the contents before */
  sumNote: (freed: number, sum: number, returned: number) => {
    const more = freed - sum + returned
    const parts = [
      ...(more === 0 ? [] : [`${whole(more)} more for whole messages and paired blocks`]),
      ...(returned === 0 ? [] : [`${whole(returned)} less because of the adjustment to recorded usage`]),
    ]
    return `The sums count contents only. With ${parts.join(' and ')}, ${whole(freed)} were freed.`
  },
  earlier: (count: string) => `⋯ ${count} more evicted`,
  later: (count: string) => `⋯ ${count} more stayed`,
  allCandidates: (count: string) => `all ${count}`,
  moreCandidates: (count: string) => `Show ${count} more`,
  ties: (rule: string, any: boolean) => (any ? `= equal scores: ${rule}.` : `Of equal scores, ${rule}.`),
  historyLabel: (ranked: string, held: string) => `Its score at ${ranked}; guards protected it at ${held}.`,
  historyTitle: (block: string, turn: string) => `Score of the ${block} of ${turn}, over time`,
  times: (count: number) => ` ×${count}`,
  moreNeeds: (count: number) => `and ${count} more`,
  /** @param edits of the turn: the loss of the cache was caused by all of them */
  invalidated: (amount: string, turn: string, edits: number) =>
    `${batches(edits)} changed the cached prefix: ${amount} tokens sent before missed the cache in ${turn}.`,
  nothingInvalidated: (edits: number) => `${batches(edits)} lost nothing that the prompt cache held.`,
  moreReferences: (count: number) => `and ${count} more`,
  evidence: (strings: readonly string[]) => strings.join(' · '),
  lookThere: (lane: string) => `Why, in ${lane}`,
  showAll: (length: string) => `Show all ${length} characters`,
  cutText: (shown: string, length: string) => `The first ${shown} of ${length} characters.`,
  mediaText: (media: string) => `No text: ${media} tokens.`,
})

/** The fate of a block in a lane, in a few words: `in full to the end`, `placeholder since turn 31`. */
export function fateOf({ spans, left, type }: Fate): string {
  if (left !== null) {
    const reason = left.reason === null ? STATE_LABELS.gone : END_WORDS[left.reason].label
    return `${reason} in ${turnName(left.turn)}`
  }
  const last = spans.at(-1)
  if (last === undefined) return 'never in this lane'
  if (last.state === 'live') return `${STATE_LABELS.live} to the end`
  const since = turnName(spans.find((span) => span.state === last.state)?.fromTurn ?? last.fromTurn)
  return last.state === 'placeholder' && type !== 'tool_result'
    ? `replaced by a one-line placeholder in ${since}`
    : `${STATE_LABELS[last.state]} since ${since}`
}

/** Whether its content is lost for good: what a placeholder replaced can be fetched again, prose cannot. */
export function isLost({ spans, left, type }: Fate): boolean {
  if (left !== null) return left.reason === 'evicted'
  return spans.at(-1)?.state === 'placeholder' && type !== 'tool_result'
}

/**
 * How turns that needed a block fared in a lane: `needed 3 times, missing 2`; for a changed block, from the edit on:
 * `needed 3 times from then on, missing 2`. '' if none needed it.
 */
export function needsOf({
  aftermath,
  outcome,
}: {
  readonly aftermath: readonly Pick<Aftermath, 'resolution'>[]
  readonly outcome: Why['outcome']
}): string {
  if (aftermath.length === 0) return ''
  const lost = aftermath.filter(isMissing).length
  const often = aftermath.length === 1 ? 'needed once' : `needed ${whole(aftermath.length)} times`
  const times = outcome === 'changed' ? `${often} from then on` : often
  return lost === 0
    ? times
    : `${times}, ${RESOLUTION_LABELS.lost} ${lost === aftermath.length ? 'each time' : whole(lost)}`
}

function batches(edits: number): string {
  return edits > 1 ? 'The edits of this turn' : 'This edit'
}

export function others(count: number): string {
  return counted(count, 'other block')
}
