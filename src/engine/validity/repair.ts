import { mustBeCheckable } from './checkable.ts'
import { demandsOf } from './model.ts'
import { draftOf, finished, sweep } from './repair/draft.ts'
import type { Draft } from './repair/draft.ts'
import {
  repairTrailingWhitespace,
  dropBoundThinking,
  dropLooseThinking,
  dropTrailingThinking,
  leadWithThinking,
  settleLoopThinking,
} from './repair/thinking.ts'
import { repairOpenAi } from './repair/openai.ts'
import { repairPairs } from './repair/pairs.ts'
import { repairParts } from './repair/parts.ts'
import { declareTools, dropMarkers } from './repair/request.ts'
import { repairBeginning, repairPrefill, repairSystemPlaces, repairUnknownRoles } from './repair/roles.ts'
import { repairResponses } from './repair/responses.ts'
import type { Demands, ValidityOptions } from './rule/rule.ts'
import { anthropicOf, isEngineShape, isList, itemsOf, messagesOf } from './shape.ts'
import type { Checkable } from './shape.ts'
import type { AnthropicRequest, OpenAiMessage, ResponsesItem } from '../core/message/request.ts'
import type { Provider, Repair } from './rule/violation.ts'
import { mustBeKnown } from './rule/violation.ts'
import { continues, violationsOf } from './validate.ts'

export interface Repaired<Input extends Checkable> {
  /** The input itself if nothing was wrong; else a new value of its shape that shares what did not change. */
  readonly request: Input
  /** What was done, in order; see `RepairAction` for how each is applied. */
  readonly repairs: readonly Repair[]
}

/**
 * Makes a request valid with as few changes as possible, and lists them (VALID-2): for every input,
 * `validate(repair(input, provider, options).request, provider, options)` is empty, unless `alternation` is strict.
 * Joining neighbours is not a repair: a caller that must alternate passes the messages through `mergeNeighbours`
 * afterwards, which leaves them valid. Linear.
 *
 * For `openai` and `openai-responses` both shapes are accepted, and returned in the shape of the input.
 *
 * @throws RangeError for an unknown provider
 * @throws ProblemError `not-a-request` for a value whose outer shape is not that of a request, with the place and what
 *   is there
 */
export function repair<Input extends Checkable>(
  input: Input,
  provider: Provider,
  options: ValidityOptions = {},
): Repaired<Input> {
  mustBeKnown(provider)
  mustBeCheckable(input)
  return repaired(input, provider, options)
}

/** The same for a value whose shape has been checked. */
export function repaired<Input extends Checkable>(
  input: Input,
  provider: Provider,
  options: ValidityOptions = {},
): Repaired<Input> {
  const demands = demandsOf(options)
  if (violationsOf(input, provider, { ...options, alternation: 'merged' }).length === 0)
    return { request: input, repairs: [] }
  const items = provider === 'openai-responses' ? itemsOf(input) : null
  if (items !== null) {
    const made = repairResponses(items, continues(input, items))
    return { request: withItems(input, made.items), repairs: made.repairs }
  }
  if (provider === 'openai' && !isEngineShape(input)) {
    const { messages, repairs } = repairOpenAi(messagesOf(input) as readonly OpenAiMessage[])
    return { request: withMessages(input, messages), repairs }
  }
  const draft = draftOf(anthropicOf(input).messages ?? [])
  const request = isList(input) ? null : anthropicOf(input)
  const changed =
    provider === 'anthropic'
      ? forAnthropic(draft, request, demands)
      : provider === 'openai'
        ? forOpenAi(draft, request)
        : forResponses(draft, request)
  return {
    request: withMessages(changed === null ? input : (changed as Input), finished(draft)),
    repairs: draft.repairs,
  }
}

/**
 * Each step keeps what earlier steps fixed: roles before parts, because a part is judged by its message's role; pairs
 * before thinking and system messages, because that moves messages; prefill before thinking, because it can make
 * another reply the last; and bound thinking at the end, because every change counts.
 */
function forAnthropic(
  draft: Draft,
  given: AnthropicRequest | null,
  demands: Demands,
): AnthropicRequest | null {
  repairUnknownRoles(draft, 'anthropic', demands.systemMessages)
  repairParts(draft, 'anthropic')
  sweep(draft, 'final-reply')
  repairPairs(draft, { span: 'next', uniqueIn: 'request', spare: 'final-reply' })
  dropTrailingThinking(draft)
  sweep(draft, 'final-reply')
  if (demands.prefill === 'rejected') repairPrefill(draft)
  leadWithThinking(draft)
  const settled = settleLoopThinking(draft, given)
  repairSystemPlaces(draft)
  repairTrailingWhitespace(draft)
  repairBeginning(draft)
  const declared = settled === null || demands.tools === 'ignored' ? settled : declareTools(settled, draft)
  const request = dropMarkers(declared, draft)
  if (demands.boundThinkingFrom === undefined) return request
  dropBoundThinking(draft, demands.boundThinkingFrom)
  // The thinking that began the running loop may have been bound.
  return settleLoopThinking(draft, request)
}

/** The same for the engine's shape that will be sent to OpenAI, which requires less. */
function forOpenAi(draft: Draft, request: AnthropicRequest | null): AnthropicRequest | null {
  repairUnknownRoles(draft, 'openai', 'allowed')
  repairParts(draft, 'openai')
  sweep(draft, 'empty-string')
  repairPairs(draft, { span: 'run', uniqueIn: 'reply', spare: 'empty-string' })
  if (draft.messages.length === 0 && !hasSystem(request)) repairBeginning(draft)
  return request
}

/** The same for the Responses API, which finds results anywhere, but requires something after reasoning. */
function forResponses(draft: Draft, request: AnthropicRequest | null): AnthropicRequest | null {
  repairUnknownRoles(draft, 'openai-responses', 'allowed')
  repairParts(draft, 'openai-responses')
  sweep(draft, 'empty-string')
  repairPairs(draft, { span: 'rest', uniqueIn: 'request', spare: 'empty-string' })
  dropLooseThinking(draft)
  sweep(draft, 'empty-string')
  if (draft.messages.length === 0) repairBeginning(draft)
  return request
}

function hasSystem(request: AnthropicRequest | null): boolean {
  return (request?.system?.length ?? 0) > 0
}

function withItems<Input extends Checkable>(input: Input, items: readonly ResponsesItem[]): Input {
  return (isList(input) ? items : { ...input, input: items }) as unknown as Input
}

function withMessages<Input extends Checkable>(input: Input, messages: readonly unknown[]): Input {
  // The shape of the messages is that of the input; the types cannot express this, but the fuzz laws check it.
  return (isList(input) ? messages : { ...input, messages }) as unknown as Input
}
