import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { countsInAttributes } from '../read/usage-names.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText, callOf, chatMessage, resultOf, usageWithin } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'
import { plainFields } from './otel-events.ts'

/** Spans of any-agent: only the first call of an agent has messages, the later ones what was said and the tools gave since. */
export const anyAgent: Container = {
  name: 'spans of any-agent',
  keys: ['spans', 'attributes'],
  open({ records }) {
    const spans = records.flatMap((record) =>
      spansIn(record.value).map((span) => ({
        place: record,
        span,
        fields: plainFields(at(span, 'attributes')),
      })),
    )
    if (!spans.some(({ fields }) => isCall(fields))) return []
    const talks = new Map<string, { readonly place: LogRecord; readonly messages: Json[] }>()
    /** The calls of each agent that have no result yet. */
    const open = new Map<string, string[]>()
    for (const { place, span, fields } of spans) {
      const agent = JSON.stringify(at(span, 'parent') ?? at(span, 'parent_span_id') ?? null)
      if (isCall(fields)) {
        const listed = valueOf(textOf(fields['gen_ai.input.messages']) ?? '')
        if (isList(listed)) talks.set(agent, { place, messages: [...listed] })
        const talk = talks.get(agent)
        const calls = callsIn(fields, talk?.messages.length ?? 0)
        const ids = calls.map((call) => asText(at(call, 'id')))
        open.set(agent, ids)
        talk?.messages.push(replyOf(span, fields, calls))
      } else if (fields['gen_ai.operation.name'] === 'execute_tool') {
        const id = open.get(agent)?.shift()
        const result = id === undefined ? null : resultOf(id, asText(fields['gen_ai.output']))
        if (result !== null) talks.get(agent)?.messages.push(result)
      }
    }
    return [...talks.values()].map(({ place, messages }) => ({ ...place, value: { messages } }))
  },
}

function spansIn(value: Json): readonly Json[] {
  if (isList(value)) return value
  return at(value, 'attributes') === undefined ? listAt(value, 'spans') : [value]
}

/** Other libraries have their output as messages. */
function isCall(fields: JsonRecord): boolean {
  const isCounted = fields['gen_ai.usage.input_tokens'] !== undefined
  return (
    isCounted && fields['gen_ai.output'] !== undefined && fields['gen_ai.operation.name'] !== 'invoke_agent'
  )
}

function callsIn(fields: JsonRecord, index: number): readonly Json[] {
  const listed = valueOf(textOf(fields['gen_ai.output']) ?? '')
  return (isList(listed) ? listed : []).flatMap((call, place): readonly Json[] =>
    textOf(at(call, 'tool.name')) === undefined
      ? []
      : [callOf(`call_${index}_${place}`, at(call, 'tool.name'), at(call, 'tool.args'))],
  )
}

function replyOf(span: Json, fields: JsonRecord, calls: readonly Json[]): Json {
  const ended = at(span, 'end_time')
  const usage = usageWithin(countsInAttributes(Object.entries(fields)))
  return chatMessage('assistant', {
    content: calls.length > 0 ? '' : asText(fields['gen_ai.output']),
    calls,
    model: fields['gen_ai.request.model'],
    timestamp: typeof ended === 'number' ? ended / 1e6 : (ended ?? null),
    ...(usage !== undefined && { usage }),
  })
}
