import type { Tokens, Turn } from '../../engine/index.ts'
import type { BesideRecorded, CallCost, MissCause, RunCost, TimelineData } from '../../sim/index.ts'
import { MISS_CAUSES, money } from '../../sim/internal.ts'
import { share, whole } from '../sentence/format.ts'
import { stageWords } from '../sentence/stage-words.ts'
import type { Sheet } from './sheet.ts'

/** Why tokens were not read from the prompt cache, for people. */
export const CAUSE_WORDS: Readonly<Record<MissCause, { readonly label: string; readonly meaning: string }>> =
  Object.freeze({
    first_sight: { label: 'new', meaning: 'Sent for the first time: no cache can hold it yet.' },
    edit: {
      label: 'edits',
      meaning:
        'Sent before, but an edit changed something in front of it, or the last mark that is still valid stands further in front.',
    },
    expired: { label: 'expired', meaning: 'The cache was not used for longer than the provider keeps it.' },
    model: {
      label: 'another model',
      meaning: 'A cache belongs to one model, and this call went to another.',
    },
    minimum: {
      label: 'too short',
      meaning: 'Below the minimum length, or rounded down to the provider’s step.',
    },
    look_back: {
      label: 'too far back',
      meaning: 'The provider looks a limited number of blocks back from a mark for what it holds.',
    },
    client: { label: 'client', meaning: 'The client changed tools, system prompt or an earlier message.' },
  })

/** A line of the bill. */
export interface BillRow {
  readonly id: 'read' | MissCause | 'output' | 'extra'
  readonly label: string
  readonly meaning: string
  readonly tokens: Tokens | null
  /** Of all prompt tokens; null for what is none. */
  readonly part: string | null
  /** What these tokens cost. */
  readonly usd: string
  /** What they cost more than if they had been read from the cache; null where they could not have been. */
  readonly wasted: string | null
}

/** What a run paid for, line by line: the sums of tokens are the prompts, the sum of money is the run's cost. */
export function billOf(cost: RunCost): readonly BillRow[] {
  const of = (tokens: Tokens): string => share(cost.prompt === 0 ? 0 : tokens / cost.prompt)
  const causes = MISS_CAUSES.filter((cause) => cost.missed[cause] > 0).map((cause): BillRow => ({
    id: cause,
    label: `Not read: ${CAUSE_WORDS[cause].label}`,
    meaning: CAUSE_WORDS[cause].meaning,
    tokens: cost.missed[cause],
    part: of(cost.missed[cause]),
    usd: money(cost.parts.missed[cause]),
    wasted: cause === 'first_sight' ? null : money(cost.wasted[cause]),
  }))
  return [
    {
      id: 'read',
      label: 'Read from the cache',
      meaning: 'Prompt tokens that an earlier call had left in the cache.',
      tokens: cost.read,
      part: of(cost.read),
      usd: money(cost.parts.read),
      wasted: null,
    },
    ...causes,
    {
      id: 'output',
      label: 'Replies',
      meaning: 'What the model wrote, as recorded or made up by the scenario.',
      tokens: cost.output,
      part: null,
      usd: money(cost.parts.output),
      wasted: null,
    },
    ...(cost.parts.extra === 0
      ? []
      : [
          {
            id: 'extra' as const,
            label: 'Extra calls',
            meaning: 'What the strategy asked a model itself: summaries, merges, checkpoints, sub-agents.',
            tokens: null,
            part: null,
            usd: money(cost.parts.extra),
            wasted: null,
          },
        ]),
  ]
}

/** A call that wrote again what had been sent before. */
export interface MissRow {
  readonly turn: Turn
  readonly tokens: Tokens
  readonly usd: string
  /** `Eviction` for an edit's stage, else the cause. */
  readonly because: string
}

/** The calls that lost most of the cache, the dearest first. */
export function worstMisses(
  cost: RunCost,
  { edits }: Pick<TimelineData, 'edits'>,
  most = 10,
): readonly MissRow[] {
  const again = ({ missed, prompt, read }: CallCost): Tokens => prompt - read - missed.first_sight
  return cost.calls
    .filter((call) => again(call) > 0)
    .toSorted((a, b) => b.wasted - a.wasted || a.turn - b.turn)
    .slice(0, most)
    .map((call): MissRow => {
      const [cause] = MISS_CAUSES.filter((one) => one !== 'first_sight').toSorted(
        (a, b) => call.missed[b] - call.missed[a],
      )
      const stage = call.edit === null ? undefined : edits[call.edit]?.stage
      const because =
        cause === 'edit' && stage !== undefined ? stageWords(stage) : CAUSE_WORDS[cause ?? 'client'].label
      return { turn: call.turn, tokens: again(call), usd: money(call.wasted), because }
    })
}

/** What the log itself says of the cache, beside what was expected of its requests and times. */
export function recordedSentence({
  calls,
  read,
  expectedRead,
  missed,
  expectedMissed,
}: BesideRecorded): string {
  const off = (expected: number, recorded: number): string =>
    recorded === 0 ? '' : ` (${share(expected / recorded)} of it)`
  return `The log recorded its cache in ${whole(calls)} calls: ${whole(read)} tokens read and ${whole(missed)} not. From requests and times alone the lab expects ${whole(expectedRead)} read${off(expectedRead, read)} and ${whole(expectedMissed)} not${off(expectedMissed, missed)}.`
}

/** Every call with its tokens and its price, as a table. */
export function costSheet({ calls }: RunCost): Sheet {
  return [
    [
      'turn',
      'prompt tokens',
      'read',
      'written',
      'uncached',
      'output',
      ...MISS_CAUSES.map((cause) => `not read: ${CAUSE_WORDS[cause].label}`),
      'US dollars',
    ],
    ...calls.map((call) => [
      call.turn,
      call.prompt,
      call.read,
      call.written,
      call.uncached,
      call.output,
      ...MISS_CAUSES.map((cause) => call.missed[cause]),
      Number(call.usd.toFixed(6)),
    ]),
  ]
}

/** Prompts of a run, or the mean of some in a row: what was read, what was paid for again, what was new. */
export interface CacheBin {
  /** The first turn of the bin. */
  readonly turn: Turn
  readonly read: Tokens
  readonly again: Tokens
  readonly fresh: Tokens
}

/** The prompts of a run in at most `most` bins. */
export function cacheBins({ calls }: RunCost, most = 400): readonly CacheBin[] {
  const each = Math.max(1, Math.ceil(calls.length / most))
  return Array.from({ length: Math.ceil(calls.length / each) }, (_, bin): CacheBin => {
    const some = calls.slice(bin * each, (bin + 1) * each)
    const mean = (of: (call: CallCost) => Tokens): Tokens =>
      some.reduce((sum, call) => sum + of(call), 0) / Math.max(1, some.length)
    return {
      turn: some[0]?.turn ?? 0,
      read: mean(({ read }) => read),
      again: mean(({ prompt, read, missed }) => prompt - read - missed.first_sight),
      fresh: mean(({ missed }) => missed.first_sight),
    }
  })
}
