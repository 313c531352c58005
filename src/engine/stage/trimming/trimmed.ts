import { tokensOf } from '../../core/message/content.ts'
import type { Message } from '../../core/message/message.ts'
import { mustBeMessages } from '../../validity/checkable.ts'
import { repair } from '../../validity/repair.ts'
import type { ValidityOptions } from '../../validity/rule/rule.ts'
import type { Provider, Repair } from '../../validity/rule/violation.ts'
import type { StageNote } from '../contract/stage.ts'
import { chars4, checkedCounter } from '../../core/tokens/counter.ts'
import type { TokenCounter } from '../../core/tokens/counter.ts'
import { MEDIA, mediaOf, sumOfMedia } from '../../core/message/modality.ts'
import type { MediaTokens, ModalityTokens } from '../../core/message/modality.ts'
import type { Tokens } from '../../core/units.ts'

/** Options of a trim of a list of messages, in addition to its settings. */
export interface TrimOptions {
  /** Default: `chars4`, an estimate. */
  readonly counter?: TokenCounter
  /** Tokens outside the list: a separate system prompt, tools. Default 0. */
  readonly beside?: Tokens
  /** Indices of messages that stay, in addition to those with DO_NOT_EVICT. */
  readonly pinned?: ReadonlySet<number>
  /**
   * Repairs the list for this provider: violations in the input, and a system message that has lost its valid position
   * in mid-conversation. Default: no repair; a list that was valid for OpenAI stays valid, and one that was valid for
   * Anthropic too, except for such positions.
   */
  readonly provider?: Provider
  readonly validity?: ValidityOptions
}

/** A recorded reason for doing less than required, or nothing (STRAT-1). */
export interface TrimNote {
  readonly code: StageNote['code']
  /** Size of what is too large: tokens, but messages for `soft_limit`. */
  readonly tokens: number
  readonly allowed: number
  /** Index of the message that it is about; null if there is none. */
  readonly message: number | null
}

/** A list of messages after a trim. The input is not changed. */
export interface Trimmed<Each = Message> {
  /** The given list itself if nothing was done. */
  readonly messages: Each[]
  readonly outcome: 'unchanged' | 'trimmed' | 'refused'
  readonly note: TrimNote | null
  /** Indices of the messages that left, ascending. */
  readonly dropped: readonly number[]
  /** Tokens of the given list and of the rest, by modality, without tokens outside the list. */
  readonly before: ModalityTokens
  readonly after: ModalityTokens
  /** Repairs that made the list valid for the given provider. */
  readonly repairs: readonly Repair[]
}

/** A list with counted messages. */
export interface CountedMessages {
  readonly sizes: readonly Tokens[]
  /** Of messages that have other tokens than those of text. */
  readonly media: ReadonlyMap<number, readonly MediaTokens[]>
  readonly beside: Tokens
  readonly tokens: Tokens
}

/** @throws ProblemError for what is no message, or counts nothing, RangeError for a wrong `beside` */
export function countMessages(
  messages: readonly Message[],
  { counter: given = chars4, beside = 0 }: TrimOptions,
): CountedMessages {
  mustBeMessages(messages)
  const counter = checkedCounter(given)
  if (!Number.isFinite(beside) || beside < 0)
    throw new RangeError(`beside has to be a number from 0 up, not ${beside}`)
  const sizes: Tokens[] = []
  const media = new Map<number, MediaTokens[]>()
  let tokens = beside
  for (let at = 0; at < messages.length; at++) {
    const { content } = messages[at] as Message
    let size = counter.messageOverhead
    if (typeof content === 'string') size += counter.count(content)
    else
      for (const part of content) {
        size += tokensOf(part, counter)
        const own = mediaOf(part, counter.images)
        if (own !== null) media.set(at, [...(media.get(at) ?? []), own])
      }
    sizes.push(size)
    tokens += size
  }
  return { sizes, media, beside, tokens }
}

/** What some messages cost, by modality. */
function modalitiesOf({ sizes, media }: CountedMessages, counts: (at: number) => boolean): ModalityTokens {
  const total = { text: 0, images: 0, documents: 0, audio: 0 }
  for (let at = 0; at < sizes.length; at++) if (counts(at)) total.text += sizes[at] as Tokens
  for (const [at, list] of media) {
    if (!counts(at)) continue
    for (const own of list) {
      total.text -= sumOfMedia(own)
      for (const kind of MEDIA) total[kind] += own[kind]
    }
  }
  return total
}

/** The list without the messages that leave, as returned to the caller. */
export function trimmed<Each>(
  messages: readonly Message[],
  known: CountedMessages,
  leaving: readonly number[],
  outcome: Trimmed['outcome'],
  note: TrimNote | null,
  { provider, validity }: TrimOptions,
): Trimmed<Each> {
  const left = new Uint8Array(messages.length)
  for (const at of leaving) left[at] = 1
  const rest = leaving.length === 0 ? messages : messages.filter((_, at) => left[at] === 0)
  const { request, repairs } =
    provider === undefined ? { request: rest, repairs: [] } : repair(rest, provider, validity)
  return {
    messages: request as readonly unknown[] as Each[],
    outcome,
    note,
    dropped: leaving,
    before: modalitiesOf(known, () => true),
    after: modalitiesOf(known, (at) => left[at] === 0),
    repairs,
  }
}
