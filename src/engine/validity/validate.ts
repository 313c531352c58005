import { translate } from '../core/message/openai.ts'
import { itemsFrom } from '../core/message/responses.ts'
import { mustBeCheckable } from './checkable.ts'
import { demandsOf } from './model.ts'
import { anthropicRules } from './rule/anthropic.ts'
import { openAiResponsesRules } from './rule/openai-responses.ts'
import { openAiRules } from './rule/openai.ts'
import { checkedPartsOf } from './rule/part.ts'
import type { AnthropicSubject, Demands, ResponsesSubject, Rule, ValidityOptions } from './rule/rule.ts'
import { anthropicOf, isEngineShape, isList, itemsOf, messagesOf } from './shape.ts'
import type { Checkable } from './shape.ts'
import { mustBeKnown } from './rule/violation.ts'
import type { OpenAiMessage, ResponsesItem } from '../core/message/request.ts'
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
export function validate(input: Checkable, provider: Provider, options: ValidityOptions = {}): Violation[] {
  mustBeKnown(provider)
  mustBeCheckable(input)
  return violationsOf(input, provider, options)
}

/** The same for a value whose shape has been checked. */
export function violationsOf(
  input: Checkable,
  provider: Provider,
  options: ValidityOptions = {},
): Violation[] {
  const demands = demandsOf(options)
  if (provider === 'anthropic') return validateAnthropic(subjectOf(input), demands)
  if (provider === 'openai-responses') return validateResponses(input, demands)
  if (!isEngineShape(input)) {
    return judge(openAiRules, { messages: messagesOf(input) as readonly OpenAiMessage[] }, demands)
  }
  const { messages, origins } = translate(anthropicOf(input))
  return placed(judge(openAiRules, { messages }, demands), origins)
}

function validateResponses(input: Checkable, demands: Demands): Violation[] {
  const items = itemsOf(input)
  if (items !== null)
    return judge(openAiResponsesRules, { items, continues: continues(input, items) }, demands)
  const translated = itemsFrom({ messages: anthropicOf(input).messages ?? [] })
  const subject: ResponsesSubject = { items: translated.items, continues: false }
  return placed(judge(openAiResponsesRules, subject, demands), translated.origins)
}

/** Whether a request continues items that are not in it. */
export function continues(input: Checkable, items: readonly ResponsesItem[]): boolean {
  const previous = isList(input) || !('input' in input) ? undefined : input.previous_response_id
  return (previous ?? '') !== '' || items.some(({ type }) => type === 'item_reference')
}

/** Violations of a translation at the places that they come from. */
function placed(
  found: readonly Violation[],
  origins: readonly { readonly index: number; readonly parts: readonly number[] }[],
): Violation[] {
  const moved = found.map((violation): Violation => {
    const origin = origins[violation.index]
    if (origin === undefined) return violation
    const { part: given, ...rest } = violation
    const part = given === undefined ? undefined : origin.parts[given]
    return { ...rest, index: origin.index, ...(part === undefined ? {} : { part }) }
  })
  return moved.toSorted(byPlace)
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

function judge<Subject>(
  rules: Readonly<Record<string, Rule<Subject>>>,
  subject: Subject,
  demands: Demands,
): Violation[] {
  const found: Violation[] = []
  for (const [name, rule] of Object.entries(rules)) {
    for (const finding of rule.check(subject, demands)) found.push({ rule: name, ...finding })
  }
  return found.toSorted(byPlace)
}

/** By message and part; several violations of one place stay in the order of the rules, because the sort is stable. */
function byPlace(left: Violation, right: Violation): number {
  return left.index - right.index || (left.part ?? -1) - (right.part ?? -1)
}
