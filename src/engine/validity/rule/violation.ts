import type { AnthropicRequest, OpenAiRequest, ResponsesRequest } from '../../core/message/request.ts'

/** Providers with known rules. */
export const PROVIDERS = Object.freeze(['anthropic', 'openai', 'openai-responses'] as const)
export type Provider = (typeof PROVIDERS)[number]

/** Throws a RangeError for an unknown provider, which plain JavaScript can pass. */
export function mustBeKnown(provider: Provider): void {
  if (!PROVIDERS.includes(provider)) {
    throw new RangeError(`known providers are ${PROVIDERS.join(', ')}, not ${String(provider)}`)
  }
}

/** The request type of each provider. */
export interface RequestTo {
  readonly anthropic: AnthropicRequest
  readonly openai: OpenAiRequest
  readonly 'openai-responses': ResponsesRequest
}

/** Something that a provider would reject, in the words that its users know (VALID-1). */
export interface Violation {
  /** The rule's name: `orphan-result`, `unanswered-call`, … */
  readonly rule: string
  /** Index into the request's messages or items; -1 for the request as a whole. */
  readonly index: number
  readonly part?: number
  /** Ids of the calls concerned, possibly empty. */
  readonly ids: readonly string[]
  /** The provider's own message. */
  readonly message: string
}

/**
 * What a repair does. All places are those of the original request, so that a repair can also be applied to the blocks
 * that its parts came from. Repairs are applied in the order of the list. A message that loses its last part is
 * removed, without an entry of its own.
 *
 * - `drop-part`: removes part `part` of message `index`.
 * - `drop-message`: removes message `index`: one without parts, a tool message, or an item.
 * - `insert-result`: inserts a result with `text` for the call `ids[0]` right after message `index`, behind what
 *   earlier entries inserted there: at the front of the next message if that is the user’s, else in a new user message.
 *   In the OpenAI shape it is a tool message, in the Responses shape an output item, and message `index` there is the
 *   call, or the output that it follows in the order of the calls.
 * - `insert-user`: inserts a user message with `text` before message `index`; at the end if `index` is the length.
 * - `move-part`: moves part `part` of message `index`. `to` is the message with its call, and the part then goes where
 *   an inserted result would. Or `to` is `index` itself: a result moves to the front of its message, behind the results
 *   already there; thinking moves to the very front.
 * - `rename-call`: the call or result at `part` gets the id `text`; a call and its result have an entry each.
 * - `rename-tool`: the call at `part`, or with `index` -2 the declared tool, calls its tool `text`.
 * - `change-role`: message `index` becomes a user message.
 * - `trim-text`: the text at `part` becomes `text`, because it ended with white space; of a result at `part`, its blank
 *   texts are removed (`text` is the rest). Without `part`, in the OpenAI shape: missing content becomes an empty
 *   string, and an empty list of calls is removed.
 * - `drop-marker`: removes the cache marker of the part, not its content; `index` is -1 for a system text and -2 for a
 *   tool (`part` counts those).
 * - `disable-thinking`: the request's `thinking` becomes `{ type: 'disabled' }`, and the edits of thinking that it asks
 *   of the provider are removed; `index` is -1.
 * - `wrap-input`: the arguments of the call at `part`, which are no object, become the only field of one: `arguments`.
 *   If they are missing, it is empty.
 * - `declare-tool`: a tool named `text`, without parameters, is added to the request; `index` is -1.
 */
export type RepairAction = (typeof REPAIR_ACTIONS)[number]

export const REPAIR_ACTIONS = Object.freeze([
  'drop-part',
  'drop-message',
  'insert-result',
  'insert-user',
  'move-part',
  'rename-call',
  'rename-tool',
  'change-role',
  'trim-text',
  'drop-marker',
  'declare-tool',
  'disable-thinking',
  'wrap-input',
] as const)

/** One change that made a request valid, with places in the original request (VALID-2). */
export interface Repair {
  /** The violated rule. */
  readonly rule: string
  readonly action: RepairAction
  readonly index: number
  readonly part?: number
  /** For `move-part`: where the part goes, see there. */
  readonly to?: number
  readonly ids: readonly string[]
  /** The inserted or new text, id, or tool name. */
  readonly text?: string
  /** One sentence for a person. */
  readonly reason: string
}
