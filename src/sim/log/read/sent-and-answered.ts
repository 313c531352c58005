import { at, isList, isRecord } from '../json/guard.ts'
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

/** True for a request with messages beside its answer. */
export function isAnsweredCall(value: JsonRecord): boolean {
  return SENT_AND_ANSWERED.some(([sent, ...answers]) => {
    const messages = [value[sent], at(value, sent, 'messages'), at(value, sent, 'body', 'messages')].find(
      isList,
    )
    const isChat = messages?.some((one) => isRecord(one) && Object.hasOwn(one, 'role')) === true
    return isChat && answers.some((key) => isRecord(value[key]) || isList(value[key]))
  })
}
