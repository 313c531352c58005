import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, recordOf, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { listAt } from './container.ts'
import { listIn } from './otel-messages.ts'

/** Sentry’s names of attributes, and those of OpenTelemetry. */
const NAMES: Readonly<Record<string, string>> = {
  'gen_ai.request.messages': 'gen_ai.input.messages',
  'gen_ai.request.available_tools': 'gen_ai.tool.definitions',
}

/** The spans of a transaction of Sentry, or of its streams of spans, that are about a model, as OpenTelemetry has them. */
export function spansOfSentry(event: Json): readonly Json[] {
  const root = at(event, 'contexts', 'trace')
  const whole = isRecord(root) ? [{ ...root, timestamp: at(event, 'timestamp') ?? null }] : []
  return [...listAt(event, 'spans'), ...listAt(event, 'items'), ...whole].flatMap((span) => {
    const data = plain(recordOf(at(span, 'data') ?? at(span, 'attributes')))
    const kind = textOf(at(span, 'op') ?? data['sentry.op'])
    if (kind?.startsWith('gen_ai.') !== true) return []
    const named = Object.entries(data).map(([key, value]) => [NAMES[key] ?? key, value] as const)
    const output = answerIn(data)
    return [
      {
        trace_id: at(span, 'trace_id') ?? null,
        span_id: at(span, 'span_id') ?? null,
        parent_span_id: at(span, 'parent_span_id') ?? null,
        end_time: at(span, 'timestamp') ?? at(span, 'end_timestamp') ?? null,
        attributes: {
          'gen_ai.operation.name': kind.slice('gen_ai.'.length),
          ...(output.length > 0 && { 'gen_ai.output.messages': [{ role: 'assistant', parts: output }] }),
          ...Object.fromEntries(named),
        },
      },
    ]
  })
}

/** How many spans of a transaction have messages that Sentry cut, because they were too long. */
export function cutIn(event: Json): number {
  const spans = Object.values(recordOf(at(event, '_meta', 'spans')))
  const isCut = (span: Json): boolean =>
    Object.entries(recordOf(at(span, 'data'))).some(
      ([key, told]) => key.endsWith('.messages') && at(told, '', 'len') !== undefined,
    )
  return spans.filter(isCut).length
}

/** Streamed spans have the type of each value beside it. */
function plain(data: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      isRecord(value) ? (at(value, 'value') ?? value) : value,
    ]),
  )
}

/** An answer whose texts and calls stand in attributes of their own. */
function answerIn(data: JsonRecord): readonly Json[] {
  const text = textOf(data['gen_ai.response.text'])
  const told = valueOf(text ?? '')
  const texts = isList(told) ? told.flatMap((one) => textOf(one) ?? textOf(at(one, 'content')) ?? []) : [text]
  const calls = listIn(data['gen_ai.response.tool_calls'])
  return [
    ...texts.flatMap((content) => (content === undefined ? [] : [{ type: 'text', content }])),
    ...calls.map((call) => ({
      type: 'tool_call',
      id: at(call, 'id') ?? null,
      name: at(call, 'function', 'name') ?? at(call, 'name') ?? null,
      arguments: at(call, 'function', 'arguments') ?? at(call, 'arguments') ?? at(call, 'input') ?? null,
    })),
  ]
}
