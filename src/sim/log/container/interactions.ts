import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, recordOf, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import type { Log } from '../read/reader.ts'
import {
  addressOf,
  asText,
  callOf,
  chatMessage,
  pictureBlock,
  resultOf,
  usageWithin,
} from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'
import { eventsOf } from './streamed.ts'

/** What Gemini’s Interactions API was asked and gave: steps, also streamed; one that goes on names the one before. */
export const interactions: Container = {
  name: 'interactions with Gemini',
  keys: ['steps', 'input', 'event_type', 'interaction'],
  head: /^\uFEFF?(?:event: ?(?:interaction|step)\.|data: ?\{[^\n]*"event_type")/m,
  open(log) {
    const [first = { line: 1, column: 1 }] = log.records
    const messages = valuesOf(log).flatMap(messagesOf)
    return messages.length === 0 ? [] : [{ line: first.line, column: first.column, value: { messages } }]
  },
}

function valuesOf({ shape, text, records }: Log): readonly Json[] {
  const values =
    shape === 'text'
      ? eventsOf(text)
      : records.flatMap(({ value }): readonly Json[] => (isList(value) ? value : [value]))
  const events = values.filter((value) => typeof at(value, 'event_type') === 'string')
  return events.length > 0
    ? [wholeOf(events)]
    : values.flatMap((value) => [at(value, 'request') ?? value, at(value, 'response') ?? null])
}

/** The interaction of a stream. */
function wholeOf(events: readonly Json[]): Json {
  const steps: JsonRecord[] = []
  let whole: JsonRecord = {}
  for (const event of events) {
    whole = { ...whole, ...recordOf(at(event, 'interaction')) }
    const index = Number(at(event, 'index') ?? -1)
    if (index < 0 || index > events.length) continue
    const step = steps[index] ?? {}
    const [started, delta] = [at(event, 'step'), at(event, 'delta')]
    if (isRecord(started)) steps[index] = { ...started, arguments: '' }
    else if (at(delta, 'type') === 'arguments_delta')
      steps[index] = { ...step, arguments: asText(step['arguments']) + asText(at(delta, 'arguments')) }
    else {
      const text = at(delta, 'text') ?? at(delta, 'content', 'text')
      if (typeof text === 'string') steps[index] = { ...step, text: asText(step['text']) + text }
    }
  }
  return { ...whole, object: 'interaction', steps: steps.filter(Boolean) }
}

/** The messages of a request or of an interaction; none of anything else. */
function messagesOf(value: Json): readonly Json[] {
  const isAnswer = at(value, 'object') === 'interaction'
  const input = at(value, 'input')
  const steps = listAt(value, isAnswer ? 'steps' : 'input')
  const isAsked =
    !isAnswer && typeof at(value, 'model') === 'string' && steps.some((step) => SEEN.has(at(step, 'type')))
  if (!isAnswer && !isAsked) return []
  const system = textOf(at(value, 'system_instruction'))
  const messages: Json[] = [
    ...(system === undefined ? [] : [{ role: 'system', content: system }]),
    ...(isAnswer && typeof input === 'string' ? [chatMessage('user', { content: input })] : []),
  ]
  let reply: { texts: string[]; thoughts: string[]; calls: Json[] } | null = null
  const model = at(value, 'model')
  const end = (usage?: Json): void => {
    if (reply === null) return
    const { texts, thoughts, calls } = reply
    messages.push(
      chatMessage('assistant', {
        content: texts.join(''),
        thoughts,
        calls,
        model,
        usage,
        timestamp: at(value, 'created'),
      }),
    )
    reply = null
  }
  for (const step of steps) {
    const type = at(step, 'type')
    if (type === 'user_input' || type === 'function_result') {
      end()
      messages.push(
        type === 'user_input'
          ? chatMessage('user', { content: listAt(step, 'content').flatMap(blockOf) })
          : resultOf(at(step, 'call_id'), resultIn(at(step, 'result')), { name: at(step, 'name') }),
      )
      continue
    }
    reply ??= { texts: [], thoughts: [], calls: [] }
    const said = [...listAt(step, 'content'), ...listAt(step, 'summary')].map((block) =>
      asText(at(block, 'text')),
    )
    const text = asText(at(step, 'text')) + said.join('')
    if (type === 'function_call') {
      const written = at(step, 'arguments')
      const given = typeof written === 'string' ? (valueOf(written || '{}') ?? written) : written
      reply.calls.push(callOf(at(step, 'id'), at(step, 'name'), given))
    } else if (text !== '') (type === 'thought' ? reply.thoughts : reply.texts).push(text)
  }
  const used = at(value, 'usage')
  const [output, thought] = [at(used, 'total_output_tokens'), at(used, 'total_thought_tokens')]
  const isApart = typeof output === 'number' && typeof thought === 'number'
  end(usageWithin({ ...recordOf(used), ...(isApart && { completion_tokens: output + thought }) }))
  return messages
}

const SEEN: ReadonlySet<Json | undefined> = new Set(['user_input', 'model_output', 'function_result'])

function blockOf(block: Json): readonly Json[] {
  const data = textOf(at(block, 'data'))
  if (at(block, 'type') === 'image' && data !== undefined)
    return [pictureBlock(addressOf(data, textOf(at(block, 'mime_type'))))]
  return [block]
}

function resultIn(result: Json | undefined): Json {
  return isList(result) ? result.flatMap(blockOf) : asText(result)
}
