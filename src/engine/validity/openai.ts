import type { Part, Role } from '../core/message/message.ts'
import { toOpenAiPart } from '../core/message/openai-part.ts'
import { toOpenAi, translate } from '../core/message/openai.ts'
import type { AnthropicRequest, OpenAiMessage, ResponsesItem } from '../core/message/request.ts'
import { itemsFrom, toResponses, toResponsesPart } from '../core/message/responses.ts'
import { byPlace, judge } from './judge.ts'
import { renameDraft, renameOpenAi, renameResponses } from './repair/names.ts'
import { draftOf, dropParts, finished, sweep } from './repair/draft.ts'
import type { Draft } from './repair/draft.ts'
import { repairOpenAi } from './repair/openai.ts'
import { repairPairs } from './repair/pairs.ts'
import { wrongRole } from './repair/parts.ts'
import type { Fault } from './repair/parts.ts'
import { repairResponses } from './repair/responses.ts'
import { repairBeginning, repairUnknownRoles } from './repair/roles.ts'
import { dropLooseThinking } from './repair/thinking.ts'
import { standsRight } from './rule/anthropic.ts'
import { mayHoldBlock, openAiResponsesRules, typeOfBlock } from './rule/openai-responses.ts'
import { mayHold, openAiRules, typeOfPart } from './rule/openai.ts'
import type { Demands, ResponsesSubject } from './rule/rule.ts'
import type { Provider, Repair, RequestTo, Violation } from './rule/violation.ts'
import { anthropicOf, isEngineShape, isList, itemsOf, messagesOf, withMessages } from './shape.ts'
import type { Checkable, Repaired } from './shape.ts'

/** The two APIs of OpenAI. The worker fetches this file when it is first asked for one of them: see `openai-on-demand.ts`. */
export type OpenAi = Exclude<Provider, 'anthropic'>

/** A request of the engine's as each of them takes it. */
export const translated: { readonly [To in OpenAi]: (request: AnthropicRequest) => RequestTo[To] } =
  Object.freeze({ openai: toOpenAi, 'openai-responses': toResponses })

/** What they would reject in a request; see `validate`. */
export function violationsForOpenAi(input: Checkable, provider: OpenAi, demands: Demands): Violation[] {
  if (provider === 'openai-responses') return validateResponses(input, demands)
  if (!isEngineShape(input))
    return judge(
      openAiRules,
      { messages: messagesOf(input) as readonly OpenAiMessage[], tools: toolsOf(input) },
      demands,
    )
  const { messages, origins } = translate(anthropicOf(input))
  return placed(judge(openAiRules, { messages, tools: toolsOf(input) }, demands), origins)
}

function validateResponses(input: Checkable, demands: Demands): Violation[] {
  const items = itemsOf(input)
  if (items !== null)
    return judge(
      openAiResponsesRules,
      { items, tools: toolsOf(input), continues: continues(input, items) },
      demands,
    )
  const translated = itemsFrom({ messages: anthropicOf(input).messages ?? [] })
  const subject: ResponsesSubject = { items: translated.items, tools: toolsOf(input), continues: false }
  return placed(judge(openAiResponsesRules, subject, demands), translated.origins)
}

/** The declared tools, in any of the shapes. */
function toolsOf(input: Checkable): readonly object[] {
  return isList(input) ? [] : ((input.tools ?? []) as readonly object[])
}

/** Whether a request continues items that are not in it. */
function continues(input: Checkable, items: readonly ResponsesItem[]): boolean {
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

/** A request that they would reject, made valid; see `repair`. */
export function repairedForOpenAi<Input extends Checkable>(
  input: Input,
  provider: OpenAi,
  { calls }: Demands,
): Repaired<Input> {
  const given = calls === 'ignored' ? [] : toolsOf(input)
  const items = provider === 'openai-responses' ? itemsOf(input) : null
  if (items !== null) {
    const repairs: Repair[] = []
    const named = calls === 'ignored' ? { items, tools: given } : renameResponses(items, given, repairs)
    const made = repairResponses(named.items, continues(input, items))
    repairs.push(...made.repairs)
    return { request: withTools(withItems(input, made.items), given, named.tools), repairs }
  }
  if (provider === 'openai' && !isEngineShape(input)) {
    const before: Repair[] = []
    const list = messagesOf(input) as readonly OpenAiMessage[]
    const named = calls === 'ignored' ? { messages: list, tools: given } : renameOpenAi(list, given, before)
    const { messages, repairs } = repairOpenAi(named.messages)
    return {
      request: withTools(withMessages(input, messages), given, named.tools),
      repairs: [...before, ...repairs],
    }
  }
  const draft = draftOf(anthropicOf(input).messages ?? [])
  const tools = calls === 'ignored' ? given : renameDraft(draft, given, provider)
  if (provider === 'openai') forOpenAi(draft, isList(input) ? null : anthropicOf(input))
  else forResponses(draft)
  return { request: withTools(withMessages(input, finished(draft)), given, tools), repairs: draft.repairs }
}

/** The request with other tools, if some were renamed. */
function withTools<Input extends Checkable>(
  input: Input,
  before: readonly object[],
  tools: readonly object[],
): Input {
  return before === tools ? input : { ...input, tools }
}

/** The engine's shape that will be sent to OpenAI, which requires less than Anthropic. */
function forOpenAi(draft: Draft, request: AnthropicRequest | null): void {
  repairUnknownRoles(draft, 'openai', 'allowed')
  dropUnfit(draft, 'openai')
  sweep(draft, 'empty-string')
  repairPairs(draft, { span: 'run', uniqueIn: 'reply', spare: 'empty-string' })
  const hasSystem = (request?.system?.length ?? 0) > 0
  if (draft.messages.length === 0 && !hasSystem) repairBeginning(draft)
}

/** The same for the Responses API, which finds results anywhere, but requires something after reasoning. */
function forResponses(draft: Draft): void {
  repairUnknownRoles(draft, 'openai-responses', 'allowed')
  dropUnfit(draft, 'openai-responses')
  sweep(draft, 'empty-string')
  repairPairs(draft, { span: 'rest', uniqueIn: 'request', spare: 'empty-string' })
  dropLooseThinking(draft)
  sweep(draft, 'empty-string')
  if (draft.messages.length === 0) repairBeginning(draft)
}

function dropUnfit(draft: Draft, provider: OpenAi): void {
  for (const message of draft.messages)
    dropParts(draft, message, ({ value }) => openAiFault(value, message.role, provider))
}

function openAiFault(part: Part, role: string, provider: OpenAi): Fault {
  // A bare text among the parts, which items of the Responses API may contain and messages may not.
  if (typeof (part as unknown) === 'string')
    return ['part-role', `A message of role ${role} holds no part without a type.`]
  // Calls, results and thinking are the same for both; the rest is judged as it would be sent.
  if (part.type === 'tool_use' || part.type === 'tool_result' || part.type.endsWith('thinking')) {
    return standsRight(part, role) ? null : wrongRole(part, role)
  }
  const fits =
    provider === 'openai'
      ? mayHold(role, typeOfPart(toOpenAiPart(part)))
      : mayHoldBlock(role, typeOfBlock(toResponsesPart(part, role as Role)))
  return fits ? null : wrongRole(part, role)
}

function withItems<Input extends Checkable>(input: Input, items: readonly ResponsesItem[]): Input {
  return (isList(input) ? items : { ...input, input: items }) as unknown as Input
}
