import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, recordOf, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { asText, callOf, chatMessage, resultOf } from './chat-message.ts'
import { listAt } from './container.ts'

/** What the events of a call tell: the messages of its request, and its reply. */
export interface Told {
  readonly input: readonly Json[]
  readonly reply: Json | undefined
}

/** The messages that events of OpenTelemetry tell, one each: `gen_ai.user.message`, `gen_ai.choice`. */
export function toldBy(events: readonly Json[]): Told {
  const input: Json[] = []
  let reply: Json | undefined
  for (const event of events) {
    const fields = { ...plainFields(at(event, 'attributes')), ...recordOf(event) }
    const name = nameOf(event)
    const [, role] = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name) ?? []
    const told = valueOf(textOf(fields['gen_ai.event.content']) ?? '')
    const body = { ...fields, ...recordOf(plain(at(event, 'body'))), ...recordOf(told) }
    if (isSplit(event)) {
      const [asked = [], said = []] = ['input', 'output'].map((side) =>
        listAt(body, side, 'messages').flatMap(splitMessage),
      )
      // records of tools and of chains have no reply
      if (said.length > 0) for (const message of asked) input.push(message)
      reply ??= said.at(-1)
    } else if (role !== undefined) for (const message of messagesOf(role, body)) input.push(message)
    else if (name === 'gen_ai.choice') {
      const said = parsed(body['message'])
      reply ??= messagesOf(
        'assistant',
        isRecord(said) ? said : { ...body, content: said ?? body['content'] ?? '' },
      )[0]
    } else if (name === 'gen_ai.content.prompt') {
      const prompt = parsed(fields['gen_ai.prompt'])
      for (const message of isList(prompt) ? prompt : []) input.push(message)
    } else if (name === 'gen_ai.content.completion') {
      const said = parsed(fields['gen_ai.completion'])
      reply ??= isList(said) ? said[0] : undefined
    }
  }
  return { input, reply }
}

/** AWS splits the messages off the span into the body of a record: their content is one level further down. */
function splitMessage(message: Json): readonly Json[] {
  const outer = at(message, 'content')
  const role = textOf(at(message, 'role')) ?? 'user'
  const content = parsed(at(outer, 'content') ?? at(outer, 'message') ?? outer ?? '') ?? ''
  if (!isRecord(content)) return messagesOf(role, { content })
  // LangChain's answer
  const generated = listAt(content, 'generations').flat()[0]
  if (generated === undefined) return []
  const calls = listAt(at(generated, 'message'), 'tool_calls').map((call) =>
    callOf(at(call, 'id'), at(call, 'name'), at(call, 'args')),
  )
  return [chatMessage(role, { content: at(generated, 'text') ?? '', calls })]
}

/** True for a record that AWS writes beside a span, with its messages. */
export function isSplit(event: Json): boolean {
  return listAt(plain(at(event, 'body')), 'input', 'messages').length > 0
}

/** The event that has all messages of a call among its attributes. */
export const DETAILS = 'gen_ai.client.inference.operation.details'

/** The name of an event, which logs have among the attributes. */
export function nameOf(event: Json): string {
  const name = plainFields(at(event, 'attributes'))['event.name'] ?? at(event, 'event.name')
  return (
    textOf(name) ??
    textOf(at(event, 'eventName')) ??
    textOf(at(event, 'event_name')) ??
    textOf(at(event, 'name')) ??
    ''
  )
}

/** Attributes as an object, whose values may be typed. */
export function plainFields(attributes: Json | undefined): JsonRecord {
  if (!isList(attributes)) return recordOf(attributes)
  return Object.fromEntries(
    attributes.map((one) => [asText(at(one, 'key')), plain(at(one, 'value')) ?? null]),
  )
}

/** A typed value as the value itself. */
function plain(value: Json | undefined): Json | undefined {
  if (!isRecord(value)) return value
  const list = at(value, 'arrayValue', 'values')
  if (isList(list)) return list.map((one) => plain(one) ?? null)
  const fields = at(value, 'kvlistValue', 'values')
  if (isList(fields)) return plainFields(fields)
  return (
    at(value, 'stringValue') ??
    at(value, 'intValue') ??
    at(value, 'doubleValue') ??
    at(value, 'boolValue') ??
    value
  )
}

function parsed(value: Json | undefined): Json | undefined {
  return typeof value === 'string' ? (valueOf(value) ?? value) : value
}

/** A message; the results among its blocks, which are those of Converse or have a type, are messages of their own. */
function messagesOf(role: string, body: JsonRecord): readonly Json[] {
  const content = parsed(body['content'])
  if (role === 'tool' && !isList(content)) return [resultOf(at(body, 'id'), asText(content))]
  const listed = parsed(body['tool_calls'])
  const { texts, calls, results } = partsIn(isList(content) ? content : [])
  const said = isList(content) ? texts.join('\n\n') : asText(content)
  const all = [...(isList(listed) ? listed : []), ...calls]
  const isEmpty = said === '' && all.length === 0
  return isEmpty && results.length > 0
    ? results
    : [...results, chatMessage(role === 'tool' ? 'user' : role, { content: said, calls: all })]
}

/** Blocks of Converse or of the AI SDK, or texts. */
export function partsIn(blocks: readonly Json[]): {
  readonly texts: readonly string[]
  readonly calls: readonly Json[]
  readonly results: readonly Json[]
} {
  const texts: string[] = []
  const calls: Json[] = []
  const results: Json[] = []
  for (const block of blocks) {
    const [call, result] = [at(block, 'toolUse'), at(block, 'toolResult')]
    const type = at(block, 'type')
    if (typeof block === 'string') texts.push(block)
    else if (call !== undefined)
      calls.push(callOf(at(call, 'toolUseId'), at(call, 'name'), at(call, 'input')))
    else if (result !== undefined) {
      const inner = listAt(result, 'content')
      const own = inner.map((one) => textOf(at(one, 'text')) ?? JSON.stringify(at(one, 'json') ?? one))
      results.push(resultOf(at(result, 'toolUseId'), own.join('\n\n')))
    } else if (type === 'tool-call')
      calls.push(
        callOf(at(block, 'toolCallId'), at(block, 'toolName'), at(block, 'args') ?? at(block, 'input')),
      )
    else if (type === 'tool-result') {
      const output = at(block, 'result') ?? at(block, 'output', 'value') ?? at(block, 'output')
      results.push(resultOf(at(block, 'toolCallId'), asText(output)))
    } else texts.push(asText(at(block, 'text') ?? at(block, 'content')))
  }
  return { texts: texts.filter((text) => text !== ''), calls, results }
}
