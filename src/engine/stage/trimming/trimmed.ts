import type { Message } from '../../core/message/message.ts'
import { repair } from '../../validity/repair.ts'
import type { ValidityOptions } from '../../validity/rule/rule.ts'
import type { Provider, Repair } from '../../validity/rule/violation.ts'
import type { StageNote } from '../contract/stage.ts'
import { chars4 } from '../../core/tokens/counter.ts'
import type { TokenCounter } from '../../core/tokens/counter.ts'
import { addModalities, modalityTokens, sumOfModalities } from '../../core/message/modality.ts'
import type { ModalityTokens } from '../../core/message/modality.ts'
import type { Tokens } from '../../core/units.ts'

/** What a trim of a list of messages may be told beside its settings. */
export interface TrimOptions {
  /** Default: `chars4`, an estimate. */
  readonly counter?: TokenCounter
  /** Tokens of what goes beside the list: a system prompt of its own, tools. Default 0. */
  readonly beside?: Tokens
  /** Messages that stay, by index, beside those that say DO_NOT_EVICT. */
  readonly pinned?: ReadonlySet<number>
  /**
   * Repairs the list for this provider: what the caller brought along, and a system message that lost its place in
   * mid-conversation. Default: no repair; a list that was valid for OpenAI stays so, and one that was valid
   * for Anthropic but for such places.
   */
  readonly provider?: Provider
  readonly validity?: ValidityOptions
}

/** A recorded reason for less than was asked for, or for nothing (STRAT-1). */
export interface TrimNote {
  readonly code: StageNote['code']
  /** What is too large: tokens, but messages for `soft_limit`. */
  readonly tokens: number
  readonly allowed: number
  /** Index of the message it is about; null where it is none in particular. */
  readonly message: number | null
}

/** A list of messages after a trim. Nothing of the input is changed. */
export interface Trimmed {
  /** The given list itself where nothing was done. */
  readonly messages: readonly Message[]
  readonly outcome: 'unchanged' | 'trimmed' | 'refused'
  readonly note: TrimNote | null
  /** Indices of the messages that left, ascending. */
  readonly dropped: readonly number[]
  /** Tokens of the given list and of what stays of it, by modality, without what goes beside it. */
  readonly before: ModalityTokens
  readonly after: ModalityTokens
  /** What made the list valid for the provider that was asked for. */
  readonly repairs: readonly Repair[]
}

/** A list whose messages are counted. */
export interface CountedMessages {
  readonly sizes: readonly Tokens[]
  readonly modalities: readonly ModalityTokens[]
  readonly beside: Tokens
  readonly tokens: Tokens
}

export function countMessages(
  messages: readonly Message[],
  { counter = chars4, beside = 0 }: TrimOptions,
): CountedMessages {
  const modalities = messages.map((message) => modalityTokens(message, counter))
  const sizes = modalities.map(sumOfModalities)
  return { sizes, modalities, beside, tokens: sizes.reduce((sum, size) => sum + size, beside) }
}

/** The list without what leaves, as the caller gets it. */
export function trimmed(
  messages: readonly Message[],
  { modalities }: CountedMessages,
  leaving: readonly number[],
  outcome: Trimmed['outcome'],
  note: TrimNote | null,
  { provider, validity }: TrimOptions,
): Trimmed {
  const left = new Set(leaving)
  const rest = left.size === 0 ? messages : messages.filter((_, at) => !left.has(at))
  const { request, repairs } =
    provider === undefined ? { request: rest, repairs: [] } : repair(rest, provider, validity)
  return {
    messages: request,
    outcome,
    note,
    dropped: leaving,
    before: addModalities(modalities),
    after: addModalities(modalities.filter((_, at) => !left.has(at))),
    repairs,
  }
}
