import type { Json, Problem } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf, recordOf } from '../json/guard.ts'
import { partsOfUsage } from '../read/usage-names.ts'
import {
  asText,
  callOf,
  chatMessage,
  injectedMessage,
  mediaBlock,
  resultOf,
  summaryOf,
  usageWithin,
  withMedia,
} from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** A session of Google's Agent Development Kit: its events, or a list of them; or a set of conversations for its evaluation. */
export const adk: Container = {
  name: 'a session of the Agent Development Kit',
  keys: ['events', 'sessionEvents', 'author', 'eval_cases', 'evalCases'],
  open: ofWhole((value) => {
    const cases = either(value, 'evalCases', 'eval_cases')
    if (isList(cases)) return cases.flatMap(conversationOf)
    const events = eventsOf(value)
    return events.some(isSaid)
      ? [{ id: at(value, 'id') ?? null, messages: toldOf(withoutRewound(events)) }]
      : []
  }),
  lost: (_, { records }) =>
    records.flatMap(({ value, line, column }): readonly Problem[] => {
      const events = eventsOf(value)
      const left = events.filter(isSaid).length - withoutRewound(events).filter(isSaid).length
      if (left === 0) return []
      const message = `the user took back ${left} events: later requests do not have them, and they are left out`
      return [{ severity: 'warning', code: 'taken-back', message, line, column }]
    }),
}

/** What was said, summarized or taken back; a piece of a reply comes again with the whole. */
function eventsOf(value: Json): readonly Json[] {
  // the second name is that of Vertex AI, which keeps such sessions
  const events = isList(value) ? value : [...listAt(value, 'events'), ...listAt(value, 'sessionEvents')]
  return events.filter(
    (event) =>
      (isSaid(event) || isSummary(event) || rewoundTo(event) !== undefined) && at(event, 'partial') !== true,
  )
}

function isSaid(event: Json): boolean {
  return isList(at(event, 'content', 'parts')) && at(event, 'author') !== undefined
}

/** The invocation from which on the user took everything back. */
function rewoundTo(event: Json): string | undefined {
  return textOf(either(at(event, 'actions'), 'rewindBeforeInvocationId', 'rewind_before_invocation_id'))
}

/** Events that were taken back are in no later request. */
function withoutRewound(events: readonly Json[]): readonly Json[] {
  const standing: Json[] = []
  for (const event of events) {
    const id = rewoundTo(event)
    const first =
      id === undefined ? -1 : standing.findIndex((one) => either(one, 'invocationId', 'invocation_id') === id)
    if (first >= 0) standing.splice(first)
    if (id === undefined) standing.push(event)
  }
  return standing
}

interface Summary {
  readonly start: number
  readonly end: number
  readonly text: string
}

function isSummary(event: Json): boolean {
  return summaryIn(event) !== null
}

/** A compaction: the text that stands for the events between two times. */
function summaryIn(event: Json): Summary | null {
  const compaction = at(event, 'actions', 'compaction')
  const content = either(compaction, 'compactedContent', 'compacted_content')
  const [start, end] = [
    either(compaction, 'startTimestamp', 'start_timestamp'),
    either(compaction, 'endTimestamp', 'end_timestamp'),
  ]
  if (!isRecord(content) || typeof start !== 'number' || typeof end !== 'number') return null
  const texts = listAt(content, 'parts').flatMap((part) => textOf(at(part, 'text')) ?? [])
  return { start, end, text: texts.join('\n\n') }
}

function toldOf(events: readonly Json[]): readonly Json[] {
  return withNewestResults(summarized(events))
}

/**
 * A call that runs for long has several results. The newest counts: before the next reply it takes the place of the one
 * before, and after that it is what the client says.
 */
function withNewestResults(messages: readonly Json[]): readonly Json[] {
  const told: Json[] = []
  const places = new Map<string, number>()
  let reply = -1
  for (const message of messages) {
    const id = at(message, 'role') === 'tool' ? textOf(at(message, 'tool_call_id')) : undefined
    const place = id === undefined ? undefined : places.get(id)
    if (at(message, 'role') === 'assistant') {
      reply = told.length
      for (const call of listAt(message, 'tool_calls')) places.delete(asText(at(call, 'id')))
    }
    if (id !== undefined && place === undefined) places.set(id, told.length)
    if (place === undefined) told.push(message)
    else if (place > reply) told[place] = message
    else told.push(injectedMessage(at(message, 'content') ?? '', at(message, 'timestamp')))
  }
  return told
}

/** Events as messages. Summaries of other times stay beside a new one, and so does what came after its end. */
function summarized(events: readonly Json[]): readonly Json[] {
  let summaries: readonly Summary[] = []
  const counts: { readonly time: number; readonly count: number }[] = []
  return events.flatMap((event): readonly Json[] => {
    const summary = summaryIn(event)
    if (summary === null) {
      const messages = messagesOf(event)
      counts.push({ time: Number(at(event, 'timestamp') ?? 0), count: messages.length })
      return messages
    }
    const others = summaries.filter(({ start, end }) => start < summary.start || end > summary.end)
    summaries = [...others, summary].toSorted((a, b) => a.start - b.start)
    const last = counts.findLastIndex(({ time }) => time <= summary.end)
    const stays = counts.slice(last + 1).reduce((sum, { count }) => sum + count, 0)
    return [summaryOf(summaries.map(({ text }) => text).join('\n\n'), undefined, stays)]
  })
}

/** A field in either spelling. */
function either(value: Json | undefined, camel: string, snake: string): Json | undefined {
  return at(value, camel) ?? at(value, snake)
}

/** A case of an evaluation: what the user said, what was called for it, and the reply, of each turn. */
function conversationOf(value: Json): readonly Json[] {
  const messages = listAt(value, 'conversation').flatMap((turn) => {
    const said = (content: Json | undefined, author: string): readonly Json[] =>
      isRecord(content) ? messagesOf({ author, content }) : []
    const between = either(turn, 'intermediateData', 'intermediate_data')
    const listed = (camel: string, snake: string): readonly Json[] => {
      const list = either(between, camel, snake)
      return isList(list) ? list : []
    }
    // the older form has the calls, the results and the replies each in a list
    const calls = listed('toolUses', 'tool_uses').map((functionCall): Json => ({ functionCall }))
    const results = listed('toolResponses', 'tool_responses').map((functionResponse): Json => ({
      functionResponse,
    }))
    return [
      ...said(either(turn, 'userContent', 'user_content'), 'user'),
      ...listed('invocationEvents', 'invocation_events').flatMap((event) =>
        said(at(event, 'content'), 'agent'),
      ),
      ...said({ parts: calls }, 'agent'),
      ...said({ parts: results }, 'user'),
      ...listed('intermediateResponses', 'intermediate_responses').flatMap((reply) =>
        isList(reply) ? said({ parts: reply[1] ?? [] }, 'agent') : [],
      ),
      ...said(either(turn, 'finalResponse', 'final_response'), 'agent'),
    ]
  })
  return messages.length > 0 ? [{ id: either(value, 'evalId', 'eval_id') ?? null, messages }] : []
}

/** What the model wrote to be run where it runs, or what came of it: the next request has it. */
function codeIn(part: Json): readonly string[] {
  return [
    at(either(part, 'executableCode', 'executable_code'), 'code'),
    at(either(part, 'codeExecutionResult', 'code_execution_result'), 'output'),
  ].flatMap((text) => textOf(text) ?? [])
}

/** An event as messages: its results, and what was said and called. */
export function messagesOf(event: Json): readonly Json[] {
  const parts = listAt(event, 'content', 'parts')
  const timestamp = at(event, 'timestamp')
  const results = parts.flatMap((part): readonly Json[] => {
    const result = either(part, 'functionResponse', 'function_response')
    if (!isRecord(result)) return []
    const response = at(result, 'response')
    const output = at(response, 'output')
    const isAll = isRecord(response) && Object.keys(response).length === 1 && output !== undefined
    const told = asText(isAll ? output : response)
    return [resultOf(at(result, 'id'), told, { name: at(result, 'name'), timestamp })]
  })
  const calls = parts.flatMap((part): readonly Json[] => {
    const call = either(part, 'functionCall', 'function_call')
    return isRecord(call) ? [callOf(at(call, 'id'), at(call, 'name'), at(call, 'args'))] : []
  })
  const said = parts
    .filter((part) => at(part, 'thought') !== true)
    .flatMap((part) => textOf(at(part, 'text')) ?? codeIn(part))
  const thoughts = parts
    .filter((part) => at(part, 'thought') === true)
    .flatMap((part) => textOf(at(part, 'text')) ?? [])
  const media = parts.flatMap((part): readonly Json[] => {
    const file = either(part, 'inlineData', 'inline_data') ?? either(part, 'fileData', 'file_data')
    const place = textOf(at(file, 'data') ?? either(file, 'fileUri', 'file_uri'))
    return place === undefined ? [] : [mediaBlock(place, textOf(either(file, 'mimeType', 'mime_type')))]
  })
  if (said.length + calls.length + thoughts.length + media.length === 0) return results
  const usage = at(event, 'usageMetadata') ?? at(event, 'usage_metadata')
  const { output } = partsOfUsage(usage)
  const thought = at(usage, 'thoughtsTokenCount') ?? at(usage, 'thoughts_token_count')
  const isUser = at(event, 'author') === 'user' || at(event, 'content', 'role') === 'user'
  const own = chatMessage(isUser ? 'user' : 'assistant', {
    content: withMedia(said.join('\n\n'), media),
    thoughts,
    calls,
    timestamp,
    ...(!isUser && {
      model: at(event, 'modelVersion') ?? at(event, 'model_version'),
      usage: usageWithin({
        ...recordOf(usage),
        // only Gemini counts thoughts apart
        ...(typeof output === 'number' &&
          typeof thought === 'number' &&
          at(event, 'author') !== undefined && { completion_tokens: output + thought }),
      }),
    }),
  })
  return [...results, own]
}
