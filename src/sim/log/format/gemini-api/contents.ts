import type { Json, Place } from '../../../../engine/index.ts'
import type { Envelope } from '../../chat/envelope.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import type { Log } from '../../read/reader.ts'
import { field } from '../gemini-cli/part.ts'

/** Where a list of contents may be: a request, what a chat saved, a recorded call, the configuration of a tuning. */
const LISTS: readonly (readonly string[])[] = Object.freeze([
  ['contents'],
  ['history'],
  ['request', 'contents'],
  ['body', 'contents'],
  ['request', 'body', 'contents'],
])

/** Fields of a part that no other provider has. */
const PART_FIELDS = Object.freeze([
  'functionCall',
  'functionResponse',
  'inlineData',
  'fileData',
  'executableCode',
  'codeExecutionResult',
])

/** The conversations of a text in the contents of the Gemini API; empty if it has no certain sign of them. */
export function contentsIn(log: Log): readonly Envelope[] {
  const envelopes: Envelope[] = []
  let loose: { messages: Json[]; places: Place[] } | null = null
  for (const { value, line, column } of log.records) {
    const place = log.shape === 'json' ? null : { line, column }
    if (place !== null && isContent(value)) {
      if (!loose) {
        loose = { messages: [], places: [] }
        envelopes.push({ ...BARE, path: 'line', ...loose })
      }
      loose.messages.push(value)
      loose.places.push(place)
      continue
    }
    for (const envelope of fromValue(value, place)) envelopes.push(envelope)
  }
  return envelopes.some(({ messages, reply }) => messages.some(isContent) || reply !== null) ? envelopes : []
}

const BARE = Object.freeze({ label: null, holder: null, reply: null, replyPath: '', base: '' })

function fromValue(value: Json, place: Place | null): readonly Envelope[] {
  if (isRecord(value)) return fromObject(value, '', place)
  if (!isList(value)) return []
  if (value.some(isContent)) return [{ ...BARE, path: '', messages: value, places: place }]
  return value.flatMap((entry, index) => (isRecord(entry) ? fromObject(entry, `[${index}].`, place) : []))
}

function fromObject(value: JsonRecord, base: string, place: Place | null): readonly Envelope[] {
  for (const keys of LISTS) {
    const found = at(value, ...keys)
    const messages = typeof found === 'string' ? [{ role: 'user', parts: [{ text: found }] }] : found
    if (!isList(messages) || !(messages.some(isContent) || answerOf(value) !== null)) continue
    const holder = keys.length === 1 ? value : at(value, ...keys.slice(0, -1))
    return [
      {
        label: textOf(at(value, 'id')) ?? null,
        path: `${base}${keys.join('.')}`,
        messages,
        places: place,
        holder: holderOf(isRecord(holder) ? holder : value),
        reply: answerOf(value),
        replyPath: `${base}response.candidates[0].content`,
        base,
      },
    ]
  }
  return []
}

/** A recorded answer: its content, with the usage and the model beside it. */
function answerOf(value: JsonRecord): Json {
  for (const response of [at(value, 'response'), value]) {
    const candidates = at(response, 'candidates')
    const content = isList(candidates) ? at(candidates[0], 'content') : undefined
    if (!isRecord(content)) continue
    const usage = field(response, 'usageMetadata')
    const model = field(response, 'modelVersion')
    return {
      role: 'model',
      ...content,
      ...(usage !== undefined && { usageMetadata: usage }),
      ...(model !== undefined && { modelVersion: model }),
    }
  }
  return null
}

/** The system prompt and the tools, under the names of other chats. */
function holderOf(value: JsonRecord): JsonRecord {
  const config = at(value, 'config') ?? at(value, 'generationConfig')
  const system = field(value, 'systemInstruction') ?? field(config, 'systemInstruction')
  const tools = at(value, 'tools') ?? at(config, 'tools')
  const model = textOf(at(value, 'model'))
  return {
    ...(model !== undefined && { model: model.replace(/^models\//, '') }),
    ...(system !== undefined && system !== null && { system: textsOf(system) }),
    ...(isRecord(tools) && { tools: declarationsOf(tools) }),
    ...(isList(tools) && { tools: tools.flatMap(declarationsOf) }),
  }
}

/** An instruction: a text, a content, or a list of parts. */
function textsOf(system: Json): string {
  if (typeof system === 'string') return system
  const parts = isList(system) ? system : (at(system, 'parts') ?? system)
  const list = isList(parts) ? parts : [parts]
  return list.map((part) => (typeof part === 'string' ? part : (textOf(at(part, 'text')) ?? ''))).join('\n\n')
}

function declarationsOf(tool: Json): readonly Json[] {
  const declared = field(tool, 'functionDeclarations')
  if (!isList(declared))
    // a search, or code that the provider runs: its name is its only key
    return isRecord(tool) ? Object.keys(tool).map((name) => ({ name })) : []
  return declared.flatMap((one): readonly Json[] => {
    if (!isRecord(one)) return []
    const parameters = at(one, 'parameters') ?? field(one, 'parametersJsonSchema')
    return [{ ...one, ...(parameters !== undefined && { parameters }) }]
  })
}

/** True for a content that only this API could have written: others have neither these roles nor such parts. */
function isContent(value: Json): boolean {
  const parts = at(value, 'parts')
  if (!isRecord(value) || !(isList(parts) || isRecord(parts))) return false
  const list = isList(parts) ? parts : [parts]
  if (list.some((part) => typeof at(part, 'type') === 'string')) return false
  return list.some(
    (part) =>
      PART_FIELDS.some((name) => field(part, name) !== undefined) || typeof at(part, 'text') === 'string',
  )
}
