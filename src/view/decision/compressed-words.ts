import { toldOf } from '../sentence/told.ts'
import type { BlockType, Ratio, Tokens, Turn } from '../../engine/index.ts'
import type { EditRecord } from '../../sim/index.ts'
import type { AgeLevel, Compressed, CompressedFigures } from './compressed.ts'
import { dueClause } from './due.ts'
import { upper } from '../sentence/event-words.ts'
import { counted, decimal, share, tokens, turnName, whole } from '../sentence/format.ts'
import type { Made } from './lineage.ts'
import { rungClause } from './rung.ts'
import { isByHand, stageWords } from '../sentence/stage-words.ts'
import { verbOf } from '../sentence/words.ts'

/** Sentences about blocks that no policy ranked, and about blocks that a strategy made. */

/** Names in a sentence about an edit, besides its figures. */
interface Named {
  /** The block that contains it now: `the summary of turn 16`; '' if there is none. */
  readonly into: string
  readonly type: BlockType
  readonly exact: boolean
  /** Cosine from which two blocks count as near-duplicates. */
  readonly similarity: Ratio
}

/** Why a block was shortened, absorbed, merged, or kept: what exceeded what, the result, and the cost. */
export function becameSentence(
  block: string,
  one: Compressed,
  { into, type, exact, similarity }: Named,
): string {
  const { turn, others, before, after, figures, story } = one
  const when = `in ${turnName(turn)}`
  const because = whyClause(one, exact)
  // The verb already says who did it.
  const since = one.due === null ? ` ${because}` : `: ${dueClause(one.due, exact)}`
  const along = others.length === 0 ? '' : ` with ${counted(others.length, 'other block')}`
  const [was, is] = [tokens(before, { exact }), tokens(after, { exact })]
  switch (one.reason) {
    case 'summarized':
      return `${upper(block)} was shortened in place ${when} ${because}. Its ${was} tokens became ${is}.${levelSentence(one.level, exact)}`
    case 'absorbed':
      return `${upper(block)} was compacted into ${into}${along} ${when} ${because}.${behind(story.stands)}${spanSentence(figures, exact)}`
    case 'folded':
      return `${upper(block)} was folded behind ${into}${along} ${when} ${because}. The conversation keeps it; the request leaves it out.${spanSentence(figures, exact)}`
    case 'cleared':
      return `${upper(block)} was ${story.did ?? 'cleared by the provider'}${along} ${when}${since}.${behind(story.stands)}`
    case 'delegated':
      return `${upper(block)} was handed to a sub-agent${along} ${when} ${because}. Its report, ${into}, replaces it.${spanSentence(figures, exact)}`
    case 'merged':
      return one.into === null
        ? `${upper(block)} was merged with its near-duplicates into one text ${when} ${because}: ${was} tokens became ${is}.`
        : `${upper(block)} was merged into ${into}${along} ${when} ${because}. The two are more alike than ${decimal(similarity)} (eviction.merge_similarity); a pointer of ${is} tokens replaces its ${was}.`
    case 'left':
      return `${upper(block)} was left behind ${when}, when a new window was opened${along}, ${because}. No guard protected it; only what the checkpoint says of it continues.`
    case 'renewed':
      return `${upper(block)} was replaced by newer notes ${when}, after an edit had broken the cached prefix anyway.`
    case 'evicted':
      return `${upper(block)} was ${story.did ?? 'evicted'}${along} ${when}${since}.`
    case 'replaced':
    case 'clipped': {
      const verb = one.reason === 'clipped' ? 'clip' : 'replace'
      const stands = story.stands === '' ? `Its ${was} tokens became ${is}.` : story.stands
      return `${upper(block)} was ${story.did ?? verbOf(verb, type)} ${when}${since}. ${stands}`
    }
    case 'rewritten':
      return `${upper(block)} was rewritten ${when} ${because}. Its ${was} tokens became ${is}.`
    case 'moved':
    case 'repaired':
      return `${upper(block)} was ${one.reason} ${when} ${because}.`
  }
}

/** Which stage acted and what exceeded what: `by snipping outdated results: the window held …`, `by hand`. */
function whyClause({ rung, due, stage }: Pick<Compressed, 'rung' | 'due' | 'stage'>, exact: boolean): string {
  if (isByHand(stage)) return 'by hand'
  if (due !== null) return `by ${stageWords(stage)}: ${dueClause(due, exact)}`
  return rung === null ? `by ${stageWords(stage)}` : rungClause(rung, exact)
}

function behind(sentence: string): string {
  return sentence === '' ? '' : ` ${sentence}`
}

function spanSentence(figures: CompressedFigures | null, exact: boolean): string {
  if (figures === null) return ''
  return ` Together ${tokens(figures.before, { exact })} tokens became ${tokens(figures.after, { exact })}.`
}

function levelSentence(level: AgeLevel | null, exact: boolean): string {
  if (level === null) return ''
  const { name, age, share: part, aim, floor } = level
  const aims = aim === floor ? `at least ${whole(floor)} tokens` : `${tokens(aim, { exact })} tokens`
  return ` At an age of ${counted(age, 'turn')} it is shortened to ${name}: the aim is ${share(part)} of the original, ${aims}.`
}

/** What a block made by a strategy is, and from what it was made. */
export function madeSentence(made: Made, exact: boolean): string {
  const { kind, turn, took, tokens: size, checkpoint, serial, notes } = made
  const when = `in ${turnName(turn)}`
  const because = whyClause(made, exact)
  const own = `${tokens(size, { exact })} tokens`
  switch (kind) {
    case 'summary':
      return `This summary of ${own} replaced ${counted(took.length, 'block')} ${when} ${because}.`
    case 'report':
      return `This report of a sub-agent, ${own}, replaced ${counted(took.length, 'block')} ${when} ${because}.`
    case 'bootstrap':
      return `This bootstrap of ${own} opened window ${whole(serial)} ${when}${checkpoint === null ? '' : `, made of checkpoint ${whole(checkpoint)}`}, ${because}.`
    case 'notes':
      return `These notes, ${own}, were added to the window ${when}, after an edit had broken the cached prefix anyway (compression.notes). Of ${counted(notes ?? 0, 'note')}, they hold the most important and newest.`
    case 'restored':
      return `This text of ${own} was restored from the store ${when}, behind the summary ${isByHand(made.stage) ? 'made by hand' : `made by ${stageWords(made.stage)}`}, so that the agent need not reread what it used last.`
    case 'unseen':
      return `This block of ${own} replaces, from ${turnName(turn)} on, text that the log’s own client inserted and the log does not contain. Its size is derived from the recorded usage.`
    case 'placeholder':
      return `This block of ${own} was inserted ${when} ${because}.`
  }
}

/**
 * `the summary of turn 16`, `the notes of turn 25`: blocks made by strategies are named by their kind, not by their
 * type.
 */
export function madeName({ kind, turn }: Pick<Made, 'kind' | 'turn'>): string {
  const names = {
    summary: 'summary',
    report: 'report',
    bootstrap: 'bootstrap',
    notes: 'notes',
    restored: 'restored text',
    unseen: 'unrecorded text',
    placeholder: 'placeholder',
  }
  return `the ${names[kind]} of ${turnName(turn)}`
}

/** A block that an edit kept although it could have removed it. */
export function keptSentence(
  block: string,
  { turn, stage, compression }: Pick<EditRecord, 'turn' | 'stage' | 'compression'>,
  because: string,
): string {
  const took = toldOf(stage)?.took
  const taken = compression === null && took === undefined ? null : (took ?? 'older messages')
  const room = taken === null ? 'made room' : `summarized ${taken}`
  const acted = isByHand(stage) ? 'the window was edited by hand' : `${stageWords(stage)} ${room}`
  return `${upper(block)} stayed in ${turnName(turn)}, when ${acted}: ${because}.`
}

/** A block that was carried over into a new window. */
export function carriedSentence(block: string, turn: Turn, serial: number, why: string): string {
  return `${upper(block)} was carried into window ${whole(serial)} in ${turnName(turn)}: ${why}.`
}

export const CARRIED = Object.freeze({
  fixed: 'system prompt and tools open every window',
  task: 'the task is carried over word for word',
})

/** A ratio together with what was kept: `compression ratio 7.8 × (14,862 → 1,912 tokens), 11 of 20 questions kept`. */
export function ratioWords(
  ratio: Ratio,
  [before, after]: readonly [Tokens, Tokens],
  { probes, kept }: Pick<CompressedFigures, 'probes' | 'kept'>,
  exact: boolean,
): string {
  const sizes = `${tokens(before, { exact })} → ${tokens(after, { exact })} tokens`
  return `compression ratio ${decimal(ratio, 1)} × (${sizes}), ${keptWords({ probes, kept })}`
}

/** `11 of 20 questions kept`, or that there were no questions. */
export function keptWords({ probes, kept }: Pick<CompressedFigures, 'probes' | 'kept'>): string {
  return probes === 0 ? 'no questions asked' : `${whole(kept)} of ${counted(probes, 'question')} kept`
}
