import type { HeldBack, StageNote } from '../engine/index.ts'
import { counted, tokens, whole } from './format.ts'
import { isByHand, stageWords } from './stage-words.ts'

/** What a stage says of a turn in which it did less than asked, or nothing, in words with the sizes it names. */

/** What a sentence about a note knows beside it. */
export interface NoteContext {
  readonly stage: string
  /** Whether the stage edited in the same turn. */
  readonly edited: boolean
  /** The block that the note is about, with its turn; '' where it names none. */
  readonly block: string
  readonly exact: boolean
}

/** What a note is about: a refusal, a target that was missed, or a gap in the log. */
export type NoteKind = 'refused' | 'shortfall' | 'unrecorded'

export function noteKind(
  { code }: Pick<StageNote, 'code'>,
  { stage, edited }: Pick<NoteContext, 'stage' | 'edited'>,
): NoteKind {
  switch (code) {
    case 'system_exceeds_budget':
    case 'reserve_exceeds_limit':
    case 'message_too_large':
      return 'refused'
    case 'kept_exchanges_too_large':
      return edited ? 'shortfall' : 'refused'
    case 'not_recorded':
    case 'not_told_which':
      return 'unrecorded'
    default:
      return isByHand(stage) && !edited ? 'refused' : 'shortfall'
  }
}

/** A note in a line, with its figures: `refused: the tool result of turn 7 has 12,000 tokens, and 9,000 may`. */
export function noteWords(note: StageNote, { stage, edited, block, exact }: NoteContext): string {
  const { code, tokens: amount, allowed, heldBack } = note
  const size = tokens(amount, { exact })
  const may = allowed === undefined ? '' : whole(allowed)
  if (isByHand(stage) && !edited) return `asked for by hand, without effect: ${plainly(note, exact)}`
  switch (code) {
    case 'soft_limit':
      return allowed === undefined
        ? `${counted(amount, 'message')} stay, over the limit`
        : `${counted(amount, 'message')} stay, ${whole(amount - allowed)} over the limit: all are protected, or paired with protected ones`
    case 'system_exceeds_budget':
      return allowed === undefined
        ? `refused: the system prompt alone has more than the budget, with ${size} tokens in the window`
        : `refused: system prompt and tools alone have ${size} tokens, and ${may} may be sent`
    case 'reserve_exceeds_limit':
      return allowed === undefined
        ? 'refused: the reserve for the answer leaves no room'
        : `refused: the reserve of ${whole(amount)} tokens leaves nothing of ${may}`
    case 'message_too_large':
      return `refused: ${block === '' ? 'what must stay' : block} has ${size} tokens${allowed === undefined ? '' : `, and what else must stay leaves room for ${may}`}`
    case 'kept_exchanges_too_large':
      return edited
        ? `the exchanges that stay and the summary have ${size} tokens${allowed === undefined ? '' : `, and ${may} may be sent`}`
        : `refused: the current exchange and what else must stay have ${size} tokens${allowed === undefined ? '' : `, and ${may} may be sent`}`
    case 'not_recorded':
      if (amount === 0) return 'the log does not say what its client put there, or cleared'
      return edited
        ? `of what the log’s own client put there the log does not hold ${size} tokens`
        : `the log records no compaction up to here, with ${size} tokens in the window`
    case 'not_told_which':
      return `the log tells how many tokens its client cleared, and not in which results: the oldest with ${size} stand for them`
    case 'held_back':
      return `${stageWords(stage)} held back: ${heldBack === undefined ? `it would free ${size} tokens` : heldBackWords(heldBack, exact)}`
    case 'target_unreachable':
      return `${size} tokens short of the target${allowed === undefined ? '' : ` of ${may}`}`
    case 'nothing_evictable':
      return `nothing could go, ${size} tokens too many`
    case 'new_window_no_gain':
      return `a new window would gain too little: ${size} tokens would have to go over`
    default:
      return `${stageWords(stage)}: ${plainly(note, exact)}`
  }
}

/** Why an edit was not worth making, with its figures; no model is asked then either. */
function heldBackWords(
  { why, frees, least, rewrites, paysAfter, horizon }: HeldBack,
  exact: boolean,
): string {
  const size = (amount: number): string => tokens(amount, { exact })
  if (why === 'gain') return `it would free ${size(frees)} tokens, and a batch frees at least ${whole(least)}`
  const pays = paysAfter === null ? 'never pays' : `pays after ${counted(Math.ceil(paysAfter), 'turn')}`
  return `it would free ${size(frees)} tokens and rewrite ${size(rewrites)} cached ones, which ${pays}, not within ${whole(horizon)}`
}

function plainly({ code, tokens: amount }: StageNote, exact: boolean): string {
  const size = tokens(amount, { exact })
  switch (code) {
    case 'below_trigger':
      return 'its trigger was not reached'
    case 'not_worth_it':
      return `left undone, not worth ${size} tokens`
    case 'nothing_to_compress':
      return 'nothing to summarize that a summary would make smaller'
    case 'summary_discarded':
      return 'the answer of the model was of no use, the originals stay'
    case 'breaker_open':
      return 'the breaker is open, the model was not asked'
    case 'nothing_evictable':
      return 'nothing could go'
    case 'gone_before_rewrite':
      return 'the block no longer stands as it came, so no text took its place'
    case 'not_that_block':
      return 'another block has its number here, so no text took its place'
    case 'not_rewritable':
      return 'no text can stand in the place of this block'
    default:
      return code.replaceAll('_', ' ')
  }
}
