import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf, recordOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { asText, chatMessage, usageBeside, usageWithin } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** Calls of a model as PostHog, Datadog, LangWatch and OpenAI’s evals record them: what was sent and what came back, under own names. */
export const tracedCalls: Container = {
  name: 'calls recorded by PostHog, Datadog, LangWatch or OpenAI’s evals',
  keys: ['properties', 'meta', 'data', 'spans', 'results', 'traces'],
  open: ofEach((value) => {
    const data = at(value, 'data') ?? null
    // Datadog is sent its spans in one envelope or in several
    const sent = (isList(data) ? data : [data]).flatMap((one) => listAt(one, 'attributes', 'spans'))
    const traces = listAt(value, 'traces').flatMap((trace) => listAt(trace, 'spans'))
    const spans = [
      value,
      ...traces,
      ...listAt(value, 'spans'),
      ...listAt(value, 'results'),
      ...listAt(value, 'data'),
    ]
    return [...spans, ...sent].flatMap((span) => callIn(span))
  }),
}

function callIn(span: Json): readonly Json[] {
  const attributes = at(span, 'attributes')
  const own = isRecord(attributes) && at(attributes, 'meta') !== undefined ? attributes : span
  const { properties, meta, data } = isRecord(own) ? own : {}
  if (at(properties, '$ai_input') !== undefined)
    return ofCall({
      sent: at(properties, '$ai_input'),
      received: at(properties, '$ai_output_choices') ?? at(properties, '$ai_output'),
      model: at(properties, '$ai_model'),
      tools: at(properties, '$ai_tools'),
      usage: usageIn(properties),
      timestamp: at(own, 'timestamp'),
    })
  if (isList(at(meta, 'input', 'messages')))
    return ofCall({
      sent: at(meta, 'input', 'messages'),
      received: at(meta, 'output', 'messages'),
      model: at(meta, 'model_name') ?? at(meta, 'metadata', 'model_name'),
      tools: at(meta, 'tool_definitions'),
      usage: usageWithin(at(own, 'metrics')),
      timestamp: endOf(at(own, 'start_ns'), at(own, 'duration')),
    })
  if (at(own, 'type') === 'sampling' && at(data, 'prompt') !== undefined)
    return ofCall({
      sent: at(data, 'prompt'),
      received: at(data, 'sampled'),
      model: at(data, 'model'),
      tools: undefined,
      usage: undefined,
      timestamp: at(own, 'created_at'),
    })
  if (at(own, 'type') === 'llm' && isRecord(at(own, 'timestamps')))
    return ofCall({
      sent: at(own, 'input', 'value'),
      received: at(own, 'output', 'value') ?? at(listAt(own, 'outputs')[0], 'value'),
      model: at(own, 'model'),
      tools: at(own, 'params', 'tools'),
      usage: usageWithin(at(own, 'metrics')),
      timestamp: at(own, 'timestamps', 'finished_at'),
    })
  return []
}

/** When a span ended, in milliseconds; its own times are in nanoseconds. */
function endOf(start: Json | undefined, duration: Json | undefined): Json | undefined {
  return typeof start === 'number' && typeof duration === 'number'
    ? Math.round((start + duration) / 1_000_000)
    : undefined
}

/** PostHog's counts are the provider's: Anthropic's prompt is without what the cache has. */
function usageIn(properties: Json | undefined): Json | undefined {
  const used: { [key: string]: Json } = {}
  for (const [key, value] of Object.entries(recordOf(properties)))
    if (key.startsWith('$ai_') && key.endsWith('_tokens')) used[key.slice('$ai_'.length)] = value
  return (at(properties, '$ai_cache_reporting_exclusive') ??
    at(properties, '$ai_provider') === 'anthropic') === true
    ? usageBeside(used)
    : usageWithin(used)
}

interface Call {
  readonly sent: Json | undefined
  readonly received: Json | undefined
  readonly model: Json | undefined
  readonly tools: Json | undefined
  readonly usage: Json | undefined
  readonly timestamp: Json | undefined
}

/** The call as its request and the first of its answers. */
function ofCall({ sent, received, model, tools, usage, timestamp }: Call): readonly Json[] {
  const request = parsed(sent)
  const messages = isList(request) ? request : [chatMessage('user', { content: asText(request) })]
  const answers = parsed(received)
  const first = isList(answers) ? (answers[0] ?? null) : (answers ?? null)
  const reply = at(first, 'message') ?? first
  const around = {
    ...(usage !== undefined && { usage }),
    ...(timestamp !== undefined && { timestamp }),
    ...(typeof model === 'string' && { model }),
  }
  const response = isRecord(reply)
    ? { ...reply, role: 'assistant', ...around }
    : { role: 'assistant', content: asText(reply), ...around }
  return [
    {
      request: {
        ...(typeof model === 'string' && { model }),
        ...(isList(tools) && { tools }),
        messages: messages.filter(isRecord),
      },
      ...(answers !== undefined && answers !== null && { response }),
    },
  ]
}

function parsed(value: Json | undefined): Json | undefined {
  return textOf(value) !== undefined && /^\s*[[{]/.test(asText(value))
    ? (valueOf(asText(value)) ?? value)
    : value
}
