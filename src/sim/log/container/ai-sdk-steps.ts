import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import { usageWithin } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/**
 * What the AI SDK gives back: each step is one request to the model, with its usage. The messages in a step are those of
 * all steps up to it. As a result with its steps, or one step per line, as they end.
 */
export const aiSdkSteps: Container = {
  name: 'results of the AI SDK, step by step',
  keys: ['steps', 'response'],
  open({ records }) {
    const results = records.flatMap((record) => {
      const steps = listAt(record.value, 'steps')
      return steps.length > 0 && steps.every(isStep) ? [talkOf(record, steps)] : []
    })
    if (results.length > 0) return results
    const steps = records.flatMap((record) =>
      (isList(record.value) ? record.value : [record.value]).map((value) => ({ ...record, value })),
    )
    return steps.every(({ value }) => isStep(value)) ? runsOf(steps) : []
  },
}

function isStep(value: Json): boolean {
  const usage = at(value, 'usage')
  const isCounted = ['inputTokens', 'promptTokens'].some((key) => at(usage, key) !== undefined)
  return isCounted && typeof at(value, 'response', 'modelId') === 'string' && at(value, 'role') === undefined
}

/** Steps one after the other: a run begins where the messages are no longer those of the step before and more. */
function runsOf(steps: readonly LogRecord[]): readonly LogRecord[] {
  const runs: { readonly first: LogRecord; readonly steps: Json[] }[] = []
  let before = 0
  for (const step of steps) {
    const told = listAt(step.value, 'response', 'messages').length
    const run = runs.at(-1)
    if (run === undefined || (told > 0 && told <= before)) runs.push({ first: step, steps: [step.value] })
    else run.steps.push(step.value)
    before = told
  }
  return runs.map((run) => talkOf({ ...run.first, value: null }, run.steps))
}

function talkOf({ value, ...place }: LogRecord, steps: readonly Json[]): LogRecord {
  const [system, prompt] = [textOf(at(value, 'system')), textOf(at(value, 'prompt'))]
  const messages: readonly Json[] = [
    ...(system === undefined ? [] : [{ role: 'system', content: system }]),
    ...listAt(value, 'messages'),
    ...(prompt === undefined ? [] : [{ role: 'user', content: prompt }]),
    ...steps.flatMap(messagesOf),
  ]
  return { ...place, value: { messages } }
}

function messagesOf(step: Json): readonly Json[] {
  const parts = partsOf(step).flatMap(partOf)
  const isResult = (part: Json): boolean =>
    at(part, 'type') === 'tool-result' && at(part, 'providerExecuted') !== true
  const results = parts.filter(isResult)
  const said = parts.filter((part) => !isResult(part))
  const usage = usageWithin(at(step, 'usage'))
  const timestamp = at(step, 'response', 'timestamp') ?? null
  const around = { model: at(step, 'response', 'modelId') ?? null, timestamp, ...(usage && { usage }) }
  return [
    ...(said.length > 0 ? [{ role: 'assistant', content: said, ...around }] : []),
    ...(results.length > 0 ? [{ role: 'tool', content: results, timestamp }] : []),
  ]
}

/** Before version 5 a step had what was said, called and answered each by itself. */
function partsOf(step: Json): readonly Json[] {
  const content = at(step, 'content')
  if (isList(content)) return content
  const told = (type: string, text: Json | undefined): readonly Json[] =>
    textOf(text) === undefined ? [] : [{ type, text: text ?? '' }]
  return [
    ...told('reasoning', at(step, 'reasoning')),
    ...told('text', at(step, 'text')),
    ...listAt(step, 'toolCalls'),
    ...listAt(step, 'toolResults'),
  ]
}

/** A part as it is sent back with the next request: sources are not. */
function partOf(part: Json): readonly Json[] {
  const [type, error, file] = ['type', 'error', 'file'].map((key) => at(part, key))
  if (!isRecord(part) || type === 'source') return []
  if (type === 'file' && isRecord(file)) return [{ ...file, type, data: at(file, 'base64Data') ?? null }]
  if (type !== 'tool-error') return [part]
  const value = textOf(error) ?? textOf(at(error, 'message')) ?? JSON.stringify(error ?? null)
  return [{ ...part, type: 'tool-result', output: { type: 'error-text', value } }]
}
