import { mustBeCheckable } from './checkable.ts'
import { demandsOf } from './model.ts'
import { anthropicRules } from './rule/anthropic.ts'
import { judge } from './judge.ts'
import { violationsForOpenAi } from './openai.ts'
import { checkedPartsOf } from './rule/part.ts'
import type { AnthropicSubject, Demands, ValidityOptions } from './rule/rule.ts'
import { anthropicOf, isList } from './shape.ts'
import type { Checkable, Given } from './shape.ts'
import { mustBeKnown } from './rule/violation.ts'
import type { Provider, Violation } from './rule/violation.ts'

/**
 * Everything that a provider would reject in a request, in the words that its users know (VALID-1), ordered by place.
 * Empty if the request is valid. Being too long for the window is not a violation. Linear.
 *
 * For `openai` and `openai-responses`, messages in the engine's shape are first translated as `toOpenAi` and
 * `toResponses` do; places are those of the given list either way. Parts of an OpenAI message count its content first,
 * then its calls. For `anthropic`, messages are checked without translation: an OpenAI list has unknown roles. Tools
 * and cache markers outside the messages are only checked in a request, not in a list.
 *
 * @throws RangeError for an unknown provider
 * @throws ProblemError `not-a-request` for a value whose outer shape is not that of a request, with the place and what
 *   is there
 */
export function validate(input: Given, provider: Provider, options: ValidityOptions = {}): Violation[] {
  mustBeKnown(provider)
  mustBeCheckable(input)
  return violationsOf(input as Checkable, provider, options)
}

/** The same for a value whose shape has been checked. */
export function violationsOf(
  input: Checkable,
  provider: Provider,
  options: ValidityOptions = {},
): Violation[] {
  const demands = demandsOf(options)
  if (provider === 'anthropic') return validateAnthropic(subjectOf(input), demands)
  return violationsForOpenAi(input, provider, demands)
}

/** The input in the Anthropic shape, as its rules read it. */
export function subjectOf(input: Checkable): AnthropicSubject {
  const request = anthropicOf(input)
  const messages = request.messages ?? []
  return { request: isList(input) ? null : request, messages, parts: messages.map(checkedPartsOf) }
}

export function validateAnthropic(subject: AnthropicSubject, demands: Demands): Violation[] {
  return judge(anthropicRules, subject, demands)
}
