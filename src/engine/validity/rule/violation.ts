import type { AnthropicRequest, OpenAiRequest, ResponsesRequest } from '../../core/message/request.ts'

/** Providers whose rules are known. */
export const PROVIDERS = Object.freeze(['anthropic', 'openai', 'openai-responses'] as const)
export type Provider = (typeof PROVIDERS)[number]

/** Throws a RangeError for a provider whose rules are not known, which plain JavaScript can name. */
export function mustBeKnown(provider: Provider): void {
  if (!PROVIDERS.includes(provider)) {
    throw new RangeError(`known providers are ${PROVIDERS.join(', ')}, not ${String(provider)}`)
  }
}

/** What a provider is sent. */
export interface RequestTo {
  readonly anthropic: AnthropicRequest
  readonly openai: OpenAiRequest
  readonly 'openai-responses': ResponsesRequest
}

/** Something a provider would reject, with the words its users know (VALID-1). */
export interface Violation {
  /** The rule's name: `orphan-result`, `unanswered-call`, … */
  readonly rule: string
  /** Index into the request's messages or items; -1 for the request as a whole. */
  readonly index: number
  readonly part?: number
  /** Call ids concerned, empty where none. */
  readonly ids: readonly string[]
  /** The provider's own message. */
  readonly message: string
}

/**
 * What a repair does. All places are those of the request as it was given, so that a repair can be
 * applied to the blocks its parts came from as well. Repairs are applied in the order they are listed.
 * A message that loses its last part is gone, without an entry of its own.
 *
 * - `drop-part`: part `part` of message `index` goes.
 * - `drop-message`: message `index` goes: one that had no parts to name, a tool message, or an item.
 * - `insert-result`: a result with `text` for the call `ids[0]` stands right after message `index`, behind
 *   what earlier entries put there: at the front of the next message if that is the user’s, else in a new
 *   user message. In the OpenAI shape it is a tool message, in the Responses shape an output item,
 *   and message `index` there is the call, or the output that the stub follows in the order of the calls.
 * - `insert-user`: a user message with `text` stands before message `index`; at the end when `index` is the length.
 * - `move-part`: part `part` of message `index` moves. `to` is the message that calls for it, and it then
 *   stands where an inserted result would. Or `to` is `index` itself: a result moves to the front of its
 *   message, behind the results that lead it; thinking moves to the very front.
 * - `rename-call`: the call or result at `part` gets the id `text`; a call and its result have an entry each.
 * - `change-role`: message `index` becomes a user message.
 * - `trim-text`: the text at `part` becomes `text`, for it ended with white space; of a result at `part`, its
 *   blank texts go (`text` is what the rest reads). Without `part`, in the OpenAI shape: a content that is
 *   missing becomes an empty string, and an empty list of calls goes.
 * - `drop-marker`: the cache marker of the part goes, its content stays; `index` is -1 for a system text and
 *   -2 for a tool (`part` counts those).
 * - `disable-thinking`: the request's `thinking` becomes `{ type: 'disabled' }`, and what it asks the provider to do to
 *   thinking goes; `index` is -1.
 * - `declare-tool`: a tool named `text`, without parameters, is added to the request; `index` is -1.
 */
export type RepairAction =
  | 'drop-part'
  | 'drop-message'
  | 'insert-result'
  | 'insert-user'
  | 'move-part'
  | 'rename-call'
  | 'change-role'
  | 'trim-text'
  | 'drop-marker'
  | 'declare-tool'
  | 'disable-thinking'

/** One change that made a request valid, in the coordinates of the request that was given (VALID-2). */
export interface Repair {
  /** The rule that asked for it. */
  readonly rule: string
  readonly action: RepairAction
  readonly index: number
  readonly part?: number
  /** For `move-part`: where the part goes, see there. */
  readonly to?: number
  readonly ids: readonly string[]
  /** What was inserted or is new: a text, an id, a tool's name. */
  readonly text?: string
  /** One sentence for a person. */
  readonly reason: string
}
