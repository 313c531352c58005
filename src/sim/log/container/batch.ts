import type { Json, Problem } from '../../../engine/index.ts'
import { at, isList, isRecord } from '../json/guard.ts'
import type { Log } from '../read/reader.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** Answers of a batch, from OpenAI and those that copy it or from Anthropic; the requests are in another file. */
export const batch: Container = {
  name: 'results of a batch, which are without the requests',
  keys: ['custom_id'],
  open: ofEach((value) => {
    const answer = answerOf(value)
    return answer === null ? [] : [answer]
  }),
  lost: (_, log) => failed(log),
}

/** Requests of a batch of Anthropic's; those of OpenAI's have theirs in `body`, where a reader looks for it. */
export const batchRequests: Container = {
  name: 'requests of a batch',
  keys: ['custom_id', 'requests'],
  open: ofEach((value) => {
    const listed = listAt(value, 'requests')
    return (listed.length > 0 ? listed : [value]).flatMap((one) => {
      const request = at(one, 'params')
      return at(one, 'custom_id') !== undefined && isList(at(request, 'messages')) ? [request ?? null] : []
    })
  }),
}

/** Null for a request that failed, and for other values. */
function answerOf(value: Json): Json | null {
  if (at(value, 'custom_id') === undefined) return null
  const message = at(value, 'result', 'message')
  if (isRecord(message)) return { messages: [message] }
  const body = at(value, 'response', 'body')
  return isRecord(body) && !isRecord(at(body, 'error')) ? { ...body, service_tier: 'batch' } : null
}

function failed({ records }: Log): readonly Problem[] {
  const all = records.flatMap((record) =>
    (isList(record.value) ? record.value : [record.value]).map((value) => ({ ...record, value })),
  )
  const without = all.filter(({ value }) => answerOf(value) === null)
  const [first] = without
  if (first === undefined) return []
  const message = `${without.length} of ${all.length} results have no answer: their requests failed, expired or were cancelled`
  const { line, column } = first
  return [{ severity: 'warning', code: 'failed-requests', message, line, column }]
}
