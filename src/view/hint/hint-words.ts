import type { BlockType, Ratio, Tokens } from '../../engine/index.ts'
import { counted, decimal, share, tokens, turnName, whole } from '../sentence/format.ts'
import type { Level, LevelData, Measure } from '../sentence/level.ts'
import type { Reading } from './hint-reading.ts'
import type { Ahead } from './hint-level.ts'
import { stageWords } from '../sentence/stage-words.ts'
import { listed } from '../sentence/words.ts'
import written from './hint-words.json' with { type: 'json' }

/** Hints in words for people: the figures, and what they are shares of. */

type Figures = Pick<LevelData, 'limit' | 'exact'>

/** `Never reached: the fullest window that compaction saw was 61.2 % of the limit (≈ 78,336 of 128,000 tokens, turn 41), below 92 %.` */
export function neverReachedMessage(level: Level, reading: Reading, data: Figures): string {
  return `Never reached in this run: ${HIGHEST[level.measure](level, reading, data)}`
}

/**
 * `Never triggered in this run: compaction frees the window first (reading ≈ 24,042 of 34,400 tokens (≈ 69.9 %) in turn
 * 34). …`
 */
export function neverActsMessage(level: Level, reading: Reading, ahead: Ahead, data: Figures): string {
  const first = `${listed(ahead.stages.map(stageWords))} ${ahead.stages.length === 1 ? 'frees' : 'free'} the window first`
  return (
    `Never triggered in this run: ${first} (at ${held(ahead.value, data)} in ${turnName(ahead.turn)}). ` +
    `The fullest window at ${stageWords(level.stage ?? '')} held ${held(reading.value, data)} in ` +
    `${turnName(reading.turn)}, ${levelWords(level, data)}.`
  )
}

type Phrase = (level: Level, reading: Reading, data: Figures) => string

const HIGHEST: Readonly<Record<Measure, Phrase>> = Object.freeze({
  tokens(level, { value, turn, offered }, data) {
    const saw = level.stage === null ? 'there was' : `at ${stageWords(level.stage)}`
    const fullest = `the fullest window ${saw} held ${held(value, data)} in ${turnName(turn)}, ${levelWords(level, data)}.`
    if (offered === null) return fullest
    return `${fullest} Up to ${share(offered / data.limit, data)} arrived, but earlier stages freed the rest.`
  },
  zone: (level, { value, turn }, data) =>
    `the window held at most ${held(value, data)}, in ${turnName(turn)}, ${levelWords(level, data)}.`,
  messages: ({ at }, { value, turn }) =>
    `the window had at most ${counted(value, 'message')}, in ${turnName(turn)}, and ${whole(at)} are allowed.`,
  minutes: ({ at }, { value, turn }) =>
    `the longest pause was ${tidy(value, 1)} minutes, before ${turnName(turn)}, no longer than ${tidy(at, 1)}.`,
  result: ({ at }, { value, turn }, { exact }) =>
    `the longest tool result has ${tokens(value, { exact })} tokens (${turnName(turn)}), not more than ${whole(at)}.`,
  component: ({ at }, { value, turn }, { exact }) =>
    `no part of the window used more than ${share(value, { exact })} of its budget (${turnName(turn)}), below ${share(at)}.`,
  utilization: ({ at }, { value, turn }, { exact }) =>
    `a request took at most ${share(value, { exact })} of the limit (${turnName(turn)}), not more than ${share(at)}.`,
  eviction_rate: ({ at }, { value, turn }) =>
    `at most ${tidy(value, 2)} blocks were evicted per turn, over ten turns (${turnName(turn)}), not more than ${tidy(at, 2)}.`,
  bloat: ({ at }, { value, turn }, { exact }) =>
    `tool results held at most ${share(value, { exact })} of the used tokens (${turnName(turn)}), not more than ${share(at)}.`,
  fidelity: ({ at }, { value, turn }) =>
    `after every compression at least ${share(value)} of the questions still had an answer (${turnName(turn)}), not below ${share(at)}.`,
})

/** With as many decimals as necessary, up to a maximum: `5`, `4.5`. */
function tidy(value: number, digits: number): string {
  return decimal(value, digits).replace(/\.?0+$/u, '')
}

/** `≈ 78,336 of 128,000 tokens (≈ 61.2 %)`. */
function held(used: Tokens, { limit, exact }: Figures): string {
  return `${tokens(used, { exact })} of ${whole(limit)} tokens (${share(used / limit, { exact })})`
}

/** `below 90 % of the limit`; where it is not that of the window, with what it comes to. */
function levelWords({ at, value, of, included }: Level, { limit }: Figures): string {
  const relation = included ? 'below' : 'not above'
  if (of === null) return `${relation} ${whole(at)}`
  const written = `${relation} ${share(value)} of ${BASES[of]}`
  if (of !== 'limit') return `${written} (${whole(at)} tokens)`
  // If the reserve takes much of a small window, shares of the limit are scaled to the rest (PRES-1).
  return Math.abs(at - value * limit) < 1
    ? written
    : `${written}, which the reserve brings down to ${share(at / limit)} (${whole(at)} tokens)`
}

const BASES: Readonly<Record<NonNullable<Level['of']>, string>> = Object.freeze({
  limit: 'the limit',
  effective: 'the effective window',
  budget: 'its max_tokens',
  component: 'a part’s budget',
  used: 'the used tokens',
  questions: 'the questions',
})

/** The protected part of a window that exceeds a level or a goal. */
export interface FixedPart {
  readonly tokens: Tokens
  /** `system prompt`, `tools`, `the task`: what it is made of. */
  readonly parts: readonly string[]
}

/** What never leaves, by type. */
export const FIXED_WORDS: Readonly<Record<BlockType, string>> = Object.freeze(written)

/** `System prompt, tools and the task hold ≈ 9,300 tokens …, more than the 60 % of the limit (…) …: it cannot be reached.` */
export function cannotConvergeMessage(
  { tokens: fixed, parts }: FixedPart,
  { at, goal }: { readonly at: Tokens; readonly goal: string },
  data: Figures,
): string {
  const what = listed(parts)
  const named = what.charAt(0).toUpperCase() + what.slice(1)
  return `${named} always ${parts.length === 1 && !what.endsWith('s') ? 'stays and holds' : 'stay and hold'} ${held(fixed, data)}, more than ${goal} (${whole(at)} tokens): no edit can reach it.`
}

/** `Placeholders cost more than they save below ≈ 74 tokens on average: …`. */
export function placeholderMessage(
  { below, smaller, made, mean }: PlaceholderFigures,
  { exact }: Figures,
): string {
  return (
    `Placeholders cost more than they save below ${tokens(below, { exact })} tokens on average: ` +
    `those of this run hold ${tokens(mean, { exact })}, and ${whole(smaller)} of the ${counted(made, 'block')} ` +
    `replaced by one ${smaller === 1 ? 'was' : 'were'} smaller than twice ${smaller === 1 ? 'its' : 'their'} placeholder.`
  )
}

export interface PlaceholderFigures {
  /** A block of fewer tokens frees less than a placeholder of mean size holds. */
  readonly below: Tokens
  /** Mean tokens of the run's placeholders. */
  readonly mean: Tokens
  readonly made: number
  /** Blocks that freed less than their own placeholder holds. */
  readonly smaller: number
}

/** `This weight changes nothing here: the same blocks go at 0, 0.5 and 1.` */
export function changesNothingMessage({
  weight,
  from,
  tried,
  recorded,
}: {
  readonly weight: boolean
  readonly from: number
  readonly tried: readonly number[]
  /** The model's answers were reused, assuming that it would answer the same. */
  readonly recorded: boolean
}): string {
  const values = [...tried, from].sort((a, b) => a - b).map(String)
  const given = recorded ? ', given the same answers of the model' : ''
  return weight
    ? `This weight has no effect in this run: the same blocks are evicted at ${listed(values)}${given}.`
    : `This number has no effect in this run: the decisions are the same at ${listed(values)}${given}.`
}

/** `25 % of the limit`. */
export function shareOfLimit(value: Ratio): string {
  return `${share(value)} of the limit`
}
