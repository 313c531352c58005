import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { ofEach } from './container.ts'
import type { Container } from './container.ts'
import { exchangeOf } from './traffic.ts'

/**
 * What a cloud logs of a call under names of its own, of which one has `request` where the other has `response`: Vertex
 * AI (`full_request`, `request_payload`), the gateway of Azure (`RequestMessages`, `backendRequestBody`).
 */
export const requestLogs: Container = {
  name: 'records of requests and their answers',
  isGuess: true,
  open: ofEach((value) =>
    [value, at(value, 'properties'), at(value, 'jsonPayload')].flatMap((record) =>
      isRecord(record) ? callsIn(record) : [],
    ),
  ),
}

function callsIn(record: JsonRecord): readonly Json[] {
  return Object.keys(record).flatMap((key): readonly Json[] => {
    const other = key.replace(/request/i, (word) => (word.startsWith('R') ? 'Response' : 'response'))
    if (other === key || !Object.hasOwn(record, other)) return []
    const [sent, received] = [record[key], record[other]].map(parsed)
    if (!isMessages(sent)) return exchangeOf(sent, received)
    const response = isMessages(received) ? { messages: received } : (received ?? null)
    return [{ ...record, request: { messages: sent }, response }]
  })
}

function parsed(value: Json | undefined): Json | undefined {
  const one = isList(value) && typeof value[0] === 'string' ? value[0] : value
  return typeof one === 'string' ? (valueOf(one) ?? one) : one
}

function isMessages(value: Json | undefined): value is readonly Json[] {
  return isList(value) && value.some((one) => at(one, 'role') !== undefined)
}
