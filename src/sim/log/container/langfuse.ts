import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { asText, callOf, chatMessage, usageWithin } from './chat-message.ts'
import { listAt } from './container.ts'
import { parsed, settingsOf } from './langfuse-around.ts'
import { messagesOfParts } from './otel-messages.ts'

/**
 * A call of a model that Langfuse observed, with its input and output in the shape of the library that made it; exports
 * have them as JSON in a text.
 */
export function observationOf(observation: Json, around: readonly Json[]): readonly Json[] {
  const input = parsed(at(observation, 'input'))
  const output = parsed(at(observation, 'output'))
  const name = at(observation, 'model') ?? at(observation, 'provided_model_name')
  const model = typeof name === 'string' ? { model: name } : {}
  const used = parsed(
    at(observation, 'usageDetails') ?? at(observation, 'usage_details') ?? at(observation, 'usage'),
  )
  const counts = countsOf(used)
  if (at(input, 'contents') !== undefined) return [ofGemini(input, output, model, counts)]
  if (isRecord(output) && at(output, 'object') === 'response')
    return [ofResponses(input, output, model, counts)]
  const sent = isList(input) ? input : listAt(input, 'messages')
  const listed = sent.length === 0 && isRecord(input) && ROLES.has(at(input, 'role')) ? [input] : sent
  const told = (listed.length > 0 ? listed : promptIn(input)).flatMap(messageOf)
  const settings = settingsOf(observation, around)
  const hasSystem = told.some((message) => SYSTEMS.has(at(message, 'role')))
  const messages =
    settings.system === '' || hasSystem || told.length === 0
      ? told
      : [chatMessage('system', { content: settings.system }), ...told]
  const usage = counts && usageWithin({ ...counts })
  const reply = replyOf(output)
  const named = at(input, 'tools') ?? listed.flatMap(toolIn)
  const tools = isList(named) && named.length > 0 ? named : settings.tools
  const answer = isRecord(reply) ? { ...model, ...(usage !== undefined && { usage }), ...reply } : reply
  // some instruments lose what was sent
  if (messages.length === 0) return at(answer, 'role') === 'assistant' && listed.length === 0 ? [answer] : []
  return [
    {
      input: { messages, ...model, ...(tools.length > 0 && { tools }) },
      output: answer,
    },
  ]
}

interface Counts {
  readonly input: number
  readonly cache_read: number
  /** Null if no kind names it. */
  readonly cache_write: number | null
  readonly output: Json
}

/** Langfuse names each kind of tokens apart: what was read from the cache or written to it is not in `input`. */
function countsOf(used: Json | undefined): Counts | undefined {
  const count = (...keys: readonly string[]): Json | undefined =>
    keys.map((key) => at(used, key)).find((value) => typeof value === 'number')
  const input = count('input', 'input_tokens', 'prompt_tokens', 'promptTokens')
  if (typeof input !== 'number') return undefined
  const others = Object.entries(isRecord(used) ? used : {}).filter(([key]) =>
    /^(?:cache_|input_)(?!tokens$|cost)/.test(key),
  )
  const sum = (kinds: typeof others): number =>
    kinds.reduce((before, [, value]) => before + (typeof value === 'number' ? value : 0), 0)
  const read = sum(others.filter(([key]) => /cached|cache_read/.test(key)))
  const written = others.filter(([key]) => /cache_(?:creation|write)/.test(key))
  const output = count('output', 'output_tokens', 'completion_tokens', 'completionTokens')
  return {
    input: input + sum(others),
    cache_read: read,
    cache_write: written.length === 0 ? null : sum(written),
    output: output ?? null,
  }
}

/** A call of Gemini’s, of which Google’s library for Python names everything in small letters. */
function ofGemini(input: Json | undefined, output: Json | undefined, model: JsonRecord, used?: Counts): Json {
  const contents = at(input, 'contents')
  const settings = at(input, 'config') ?? input
  const system = textOf(at(settings, 'system_instruction'))
  const tools = at(settings, 'tools')
  const content = at(output, 'content') ?? at(listAt(output, 'candidates')[0], 'content')
  return {
    request: {
      ...model,
      contents: isList(contents) ? contents : [{ role: 'user', parts: [{ text: asText(contents) }] }],
      ...(system !== undefined && { systemInstruction: { parts: [{ text: system }] } }),
      ...(isList(tools) && { tools }),
    },
    response: {
      candidates: [{ content: content ?? { role: 'model', parts: [{ text: textOf(output) ?? '' }] } }],
      ...(used !== undefined && {
        usageMetadata: {
          promptTokenCount: used.input,
          cachedContentTokenCount: used.cache_read,
          candidatesTokenCount: used.output,
        },
      }),
    },
  }
}

function ofResponses(input: Json | undefined, output: JsonRecord, model: JsonRecord, used?: Counts): Json {
  const items = isList(input) ? input : at(input, 'input')
  const system = textOf(at(output, 'instructions'))
  const usage = used && {
    input_tokens: used.input,
    input_tokens_details: { cached_tokens: used.cache_read, cache_write_tokens: used.cache_write },
    output_tokens: used.output,
  }
  return {
    request: {
      ...model,
      ...(system !== undefined && { instructions: system }),
      input: items ?? asText(input),
    },
    response: { ...(usage !== undefined && { usage }), ...output },
  }
}

const ROLES: ReadonlySet<unknown> = new Set(
  'system developer user assistant tool function human ai model'.split(' '),
)
const SYSTEMS: ReadonlySet<unknown> = new Set(['system', 'developer'])
const SPEAKER = /^(system|developer|user|assistant|tool): ?/

/** A prompt as a text, in which each message begins with who says it, or as the argument of a function. */
function promptIn(input: Json | undefined): readonly Json[] {
  const text = textOf(isRecord(input) ? (listAt(input, 'args')[0] ?? at(input, 'prompt')) : input)
  if (text === undefined) return []
  const messages: { role: string; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const [label = '', role] = SPEAKER.exec(line) ?? []
    if (role !== undefined) messages.push({ role, lines: [line.slice(label.length)] })
    else if (messages.length === 0) return [chatMessage('user', { content: text })]
    else messages.at(-1)?.lines.push(line)
  }
  return messages.map(({ role, lines }) => {
    const content = lines.join('\n')
    return chatMessage(role, { content: role === 'assistant' && content === 'None' ? '' : content })
  })
}

/** A definition of a tool that stands among the messages. */
function toolIn(message: Json): readonly Json[] {
  const content = at(message, 'content')
  return at(content, 'type') === 'function' && isRecord(at(content, 'function')) ? [content ?? null] : []
}

function messageOf(message: Json): readonly Json[] {
  const role = at(message, 'role')
  if (!isRecord(message) || typeof role !== 'string' || toolIn(message).length > 0) return []
  if (isList(at(message, 'parts'))) return messagesOfParts(message)
  const content = at(message, 'content')
  // LangGraph names the tool instead
  if (!ROLES.has(role)) return [{ ...message, role: 'tool', name: role }]
  if (role === 'tool' && at(message, 'tool_call_id') === undefined) {
    // Koog gives a call the role of its result
    const calls = textOf(content)?.startsWith('[{') === true ? valueOf(asText(content)) : undefined
    if (isList(calls) && calls.every((call) => textOf(at(call, 'function', 'name')) !== undefined))
      return [chatMessage('assistant', { content: '', calls })]
  }
  const calls = at(message, 'tool_calls') ?? at(message, 'additional_kwargs', 'tool_calls')
  if (!isList(calls)) return [message]
  // LangChain's calls in a message of OpenAI's have their name and arguments outside
  const named = calls.map((call) =>
    at(call, 'args') === undefined ? call : callOf(at(call, 'id'), at(call, 'name'), at(call, 'args')),
  )
  return [{ ...message, tool_calls: named }]
}

/** Some libraries leave the role of an answer out, or have its text or its calls alone. */
function replyOf(value: Json | undefined): Json {
  if (isList(value)) {
    const calls = value.filter((one) => textOf(at(one, 'toolName')) !== undefined)
    if (calls.length > 0)
      return chatMessage('assistant', {
        content: '',
        calls: calls.map((call) =>
          callOf(at(call, 'toolCallId'), at(call, 'toolName'), at(call, 'input') ?? at(call, 'args')),
        ),
      })
    return replyOf(value.at(-1))
  }
  const said = typeof value === 'string' ? { content: value } : (at(value, 'message') ?? value)
  if (!isRecord(said) || at(said, 'choices') !== undefined) return said ?? null
  if (['content', 'tool_calls', 'parts'].every((key) => at(said, key) === undefined)) return null
  return messageOf({ ...said, role: 'assistant' }).at(-1) ?? null
}
