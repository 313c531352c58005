import { mustBeCheckable } from './checkable.ts'
import { demandsOf } from './model.ts'
import { draftOf, finished, sweep } from './repair/draft.ts'
import type { Draft } from './repair/draft.ts'
import {
  repairTrailingWhitespace,
  dropBoundThinking,
  dropTrailingThinking,
  leadWithThinking,
  settleLoopThinking,
} from './repair/thinking.ts'
import { repairCalls } from './repair/calls.ts'
import { repairPairs } from './repair/pairs.ts'
import { repairParts } from './repair/parts.ts'
import { declareTools, dropMarkers } from './repair/request.ts'
import { repairBeginning, repairPrefill, repairSystemPlaces, repairUnknownRoles } from './repair/roles.ts'
import type { Demands, ValidityOptions } from './rule/rule.ts'
import { anthropicOf, isList, withMessages } from './shape.ts'
import type { Checkable, Given, Repaired } from './shape.ts'
import type { AnthropicRequest } from '../core/message/request.ts'
import type { Provider } from './rule/violation.ts'
import { mustBeKnown } from './rule/violation.ts'
import { repairedForOpenAi } from './openai.ts'
import { violationsOf } from './validate.ts'

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
export function repair<Input extends Given>(
  input: Input,
  provider: Provider,
  options: ValidityOptions = {},
): Repaired<Input> {
  mustBeKnown(provider)
  mustBeCheckable(input)
  return repaired(input as Input & Checkable, provider, options)
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
  if (provider !== 'anthropic') return repairedForOpenAi(input, provider, demands)
  const draft = draftOf(anthropicOf(input).messages ?? [])
  const changed = forAnthropic(draft, isList(input) ? null : anthropicOf(input), demands)
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
  repairParts(draft)
  sweep(draft, 'final-reply')
  if (demands.calls === 'required') repairCalls(draft)
  repairPairs(draft, { span: 'next', uniqueIn: 'request', spare: 'final-reply' })
  dropTrailingThinking(draft)
  sweep(draft, 'final-reply')
  if (demands.prefill === 'rejected') repairPrefill(draft)
  leadWithThinking(draft, given)
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
