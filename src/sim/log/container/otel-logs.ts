import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'
import { nameOf, plainFields, toldBy } from './otel-events.ts'

/**
 * Log records of OpenTelemetry: a message of a call in each, or, from Gemini CLI, the request and the answer of a call in
 * two of them.
 */
export const otelLogs: Container = {
  name: 'log records of OpenTelemetry',
  keys: ['resourceLogs', 'attributes', 'event.name', 'body'],
  open({ records }) {
    const logs = records.flatMap((record) =>
      logsIn(record.value).map((value): LogRecord => ({ ...record, value })),
    )
    const calls = ofGemini(logs)
    return calls.length > 0 ? calls : ofMessages(logs)
  },
}

export function logsIn(value: Json): readonly Json[] {
  if (isList(value)) return value
  const resources = listAt(value, 'resourceLogs')
  if (resources.length === 0) return [value]
  return resources.flatMap((resource) =>
    listAt(resource, 'scopeLogs').flatMap((scope) => listAt(scope, 'logRecords')),
  )
}

/** The records of each span are a call. */
function ofMessages(logs: readonly LogRecord[]): readonly LogRecord[] {
  const spans = new Map<string, LogRecord[]>()
  for (const log of logs) {
    if (!/^gen_ai\.(?:\w+\.message|choice)$/.test(nameOf(log.value))) continue
    const ids = [
      ['traceId', 'trace_id'],
      ['spanId', 'span_id'],
    ]
    const key = ids
      .map(([id = '', other = '']) => asText(at(log.value, id) ?? at(log.value, other)))
      .join(' ')
    const own = spans.get(key) ?? []
    spans.set(key, own)
    own.push(log)
  }
  return [...spans.values()].flatMap((own) => {
    const { input, reply } = toldBy(own.map(({ value }) => value))
    const [first] = own
    if (first === undefined || input.length + (reply === undefined ? 0 : 1) === 0) return []
    return [
      { ...first, value: { input: { messages: input }, ...(reply !== undefined && { output: reply }) } },
    ]
  })
}

function ofGemini(logs: readonly LogRecord[]): readonly LogRecord[] {
  const calls: LogRecord[] = []
  /** Requests that wait for their answer, by their model, of each prompt. */
  const open = new Map<string, Map<string, Json>>()
  for (const log of logs) {
    const fields = plainFields(at(log.value, 'attributes'))
    const name = nameOf(log.value)
    const model = at(fields, 'model') ?? null
    const prompt = asText(at(fields, 'prompt_id'))
    const waiting = open.get(prompt) ?? new Map<string, Json>()
    open.set(prompt, waiting)
    const own = asText(model)
    if (name === 'gemini_cli.api_request') {
      const contents = valueOf(textOf(at(fields, 'request_text')) ?? '')
      waiting.delete(own)
      waiting.set(own, isList(contents) ? { model, contents } : null)
    } else if (name === 'gemini_cli.api_response') {
      // the answer may name a version of the model
      const asked = waiting.has(own) ? own : ([...waiting.keys()].at(-1) ?? own)
      const request = waiting.get(asked) ?? null
      waiting.delete(asked)
      if (request === null) continue
      const told = valueOf(textOf(at(fields, 'response_text')) ?? '')
      const answers = isList(told) ? told : [told ?? null]
      const parts = answers.flatMap((answer) => listAt(listAt(answer, 'candidates')[0], 'content', 'parts'))
      const usageMetadata = {
        promptTokenCount: countIn(at(fields, 'input_token_count')),
        cachedContentTokenCount: countIn(at(fields, 'cached_content_token_count')),
        candidatesTokenCount: countIn(at(fields, 'output_token_count')),
        thoughtsTokenCount: countIn(at(fields, 'thoughts_token_count')),
      }
      const response = {
        candidates: [{ content: { role: 'model', parts } }],
        usageMetadata,
        modelVersion: model,
      }
      calls.push({ ...log, value: { request, ...(parts.length > 0 && { response }) } })
    }
  }
  return calls
}

/** Exporters write whole numbers as texts. */
function countIn(value: Json | undefined): number {
  return Number(value ?? 0)
}
