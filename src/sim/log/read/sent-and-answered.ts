import type { Json } from '../../../engine/index.ts'
import { at, isList } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'

/** Where recorders of calls have the request and its answer: gateways, batches, traces. */
export const SENT_AND_ANSWERED: readonly (readonly [string, ...string[]])[] = Object.freeze([
  ['request', 'response'],
  ['req', 'resp', 'res'],
  ['body', 'response'],
  ['request_body', 'response_body'],
  ['requestBody', 'responseBody'],
  ['proxy_server_request', 'response'],
  ['input', 'output'],
  ['inputs', 'output', 'outputs'],
  ['prompt_messages', 'completion_message'],
])

/** True for a request with messages beside an answer of OpenAI's chats or one message. */
export function isAnsweredCall(value: JsonRecord): boolean {
  return SENT_AND_ANSWERED.some(([sent, ...answers]) => {
    const messages = at(value, sent, 'messages')
    const isChat = isList(messages) && messages.some((one) => at(one, 'role') !== undefined)
    return isChat && answers.some((key) => isAnswer(value[key]))
  })
}

function isAnswer(value: Json | undefined): boolean {
  const choices = at(value, 'choices')
  return isList(choices) || at(value, 'role') === 'assistant'
}
