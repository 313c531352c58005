import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, recordOf, textOf } from '../json/guard.ts'
import { answeredAt, timed } from '../read/answered-at.ts'
import type { Log, LogRecord } from '../read/reader.ts'
import { callOf, usageWithin } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'
import { above, isOuter, withResults } from './langfuse-around.ts'
import { observationOf } from './langfuse.ts'
import { messagesInPrompt } from './templates.ts'

/** Runs of LangSmith, observations of Langfuse: only those of a model have messages, and the newest may come first. */
export const recordedCalls: Container = {
  name: 'calls that LangSmith or Langfuse recorded',
  keys: ['run_type', 'runs', 'observations', 'type', 'data'],
  open: (log) => readIn(log).calls,
  lost: (_, log) => {
    const { around } = readIn(log)
    const message = `calls left out, because the calls inside them are read: ${around}`
    return around === 0 ? [] : [{ severity: 'note', code: 'spans-of-agents', message }]
  },
}

function readIn({ records }: Log): { readonly calls: readonly LogRecord[]; readonly around: number } {
  const all = records
    .flatMap(({ value, line, column }) => recordsIn(value).map((one) => ({ value: one, line, column })))
    .toSorted(byTime)
  const values = all.map(({ value }) => value)
  const around = above(values)
  const taken = values
    .filter(isOfModel)
    .flatMap((record) => callIn(record, around(record)).map((call) => ({ record, call })))
  const isAround = isOuter(taken, around)
  const inner = taken.filter((one) => !isAround(one))
  const places = new Map(all.map((record) => [record.value, record]))
  const calls = withResults(inner, values, around).flatMap(({ record, call }) => {
    const place = places.get(record)
    return place === undefined ? [] : [{ ...place, value: call }]
  })
  return { calls, around: taken.length - inner.length }
}

function recordsIn(value: Json): readonly Json[] {
  for (const list of [value, at(value, 'runs'), at(value, 'observations'), at(value, 'data')])
    if (isList(list)) return list.flatMap(withChildren)
  return withChildren(value)
}

/** A run of LangSmith with those that it started. */
function withChildren(run: Json): readonly Json[] {
  return [run, ...listAt(run, 'child_runs').flatMap(withChildren)]
}

function byTime(a: LogRecord, b: LogRecord): number {
  const [from, to] = [startOf(a.value), startOf(b.value)]
  return from < to ? -1 : from > to ? 1 : 0
}

/** An instant as text, which sorts like the time; empty if none is recorded. */
function startOf(record: Json): string {
  return textOf(at(record, 'start_time')) ?? textOf(at(record, 'startTime')) ?? ''
}

function isOfModel(record: Json): boolean {
  return at(record, 'run_type') === 'llm' || textOf(at(record, 'type'))?.toUpperCase() === 'GENERATION'
}

function callIn(record: Json, around: readonly Json[]): readonly Json[] {
  if (at(record, 'run_type') === 'llm') return runOf(record)
  const time = answeredAt(record)
  return observationOf(record, around).map((call) => {
    const key = ['output', 'response'].find((one) => at(call, one) !== undefined)
    return key === undefined
      ? timed(call, time)
      : { ...recordOf(call), [key]: timed(at(call, key) ?? null, time) }
  })
}

/** A run of LangSmith, with messages of OpenAI or, in a list of lists, of LangChain. */
function runOf(run: Json): readonly Json[] {
  const inputs = at(run, 'inputs')
  const outputs = at(run, 'outputs')
  const listed = listAt(inputs, 'messages')
  const messages = listed.length > 0 ? listed : listAt(inputs, 'prompts').slice(0, 1).flatMap(promptOf)
  if (messages.length === 0) return []
  const settings = at(run, 'extra', 'invocation_params')
  const model =
    at(settings, 'model') ?? at(settings, 'model_name') ?? at(run, 'extra', 'metadata', 'ls_model_name')
  const input = withSettings({ messages }, model, at(settings, 'tools') ?? at(inputs, 'tools'))
  // the reader of LangChain's messages knows where their answers are
  if (!messages.some((message) => at(message, 'role') !== undefined))
    return [{ name: at(run, 'name') ?? null, inputs: input, outputs: outputs ?? null }]
  const generated = listAt(outputs, 'generations').flat()[0]
  const said = listAt(outputs, 'messages').at(-1) ?? at(generated, 'text') ?? at(outputs, 'output') ?? outputs
  const usage = usageWithin({
    input: at(run, 'prompt_tokens'),
    prompt_token_details: at(run, 'prompt_token_details'),
    output: at(run, 'completion_tokens'),
  })
  return [{ input, output: timed(replyOf(said, model, usage), answeredAt(run)) }]
}

/** A model without messages is given a text. */
function promptOf(prompt: Json): readonly Json[] {
  const text = textOf(prompt)
  if (text === undefined) return []
  const told = messagesInPrompt(text)
  return told.length > 0 ? told : [{ role: 'user', content: text }]
}

function withSettings(
  input: { readonly messages: readonly Json[] },
  model: Json | undefined,
  tools: Json | undefined,
): Json {
  return { ...input, ...named(model), ...(isList(tools) && { tools }) }
}

function named(model: Json | undefined): { readonly model?: Json } {
  return typeof model === 'string' ? { model } : {}
}

/** Some exports leave the role of an answer out, or have its text alone. */
function replyOf(value: Json | undefined, model: Json | undefined, usage: Json | undefined): Json {
  const said = typeof value === 'string' ? { content: value } : value
  if (!isRecord(said) || at(said, 'choices') !== undefined) return said ?? null
  if (at(said, 'content') === undefined && at(said, 'tool_calls') === undefined) return null
  return messageOf({ ...named(model), ...(usage !== undefined && { usage }), ...said, role: 'assistant' })
}

/** LangChain's calls in a message of OpenAI's have their name and arguments outside. */
function messageOf(message: Json): Json {
  const calls = at(message, 'tool_calls')
  if (!isRecord(message) || !isList(calls)) return message
  return {
    ...message,
    tool_calls: calls.map((call) =>
      at(call, 'args') === undefined ? call : callOf(at(call, 'id'), at(call, 'name'), at(call, 'args')),
    ),
  }
}
