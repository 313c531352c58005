import type { Json, Message, Part, Tokens, ToolCallPart } from '../../../../engine/index.ts'
import type { Usage } from '../../../trace/trace.ts'
import { argumentsOf, OpenCalls } from '../../read/tool.ts'
import type { Translated, Translator } from '../../chat/conversation.ts'
import { instantOf } from '../../read/instant.ts'
import { at, below, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import { partsOfList, resultContentOf } from '../../read/part.ts'
import type { Report } from '../../read/report.ts'
import { Tally, termIn, usageOf, usageOfPrompt } from '../../read/usage.ts'
import { providerBlock } from './block.ts'
import { fieldedOf } from './dialect.ts'

/** Translates messages in order; remembers the calls of the newest reply, for results without an id. */
export function createTranslator(): Translator {
  let open = new OpenCalls([])
  let invented = 0

  const message = (value: Json, path: string, report: Report): Translated | null => {
    const fielded = fieldedOf(value)
    if (!fielded) return wrong(report, path, 'a message', value)
    const { kind, name, fields, inner } = fielded
    const place = `${path}${inner}`
    switch (kind) {
      case 'system':
        return without(plain('system', fields, place, report))
      case 'human':
        return without(plain('user', fields, place, report))
      case 'ai':
        return reply(fields, place, report)
      case 'tool':
      case 'function':
        return without(result(fields, place, report))
      case 'remove':
        report.ignore('type/remove')
        return null
      case null:
        if (name === '') return wrong(report, `${path}.type`, 'human, ai, tool or system', at(value, 'type'))
        report.ignore(`type/${name}`)
        return null
    }
  }

  const reply = (fields: JsonRecord, path: string, report: Report): Translated | null => {
    const plainly = plain('assistant', fields, path, report)
    const calls = callsOf(fields, path, report)
    open = new OpenCalls(calls)
    const response = at(fields, 'response_metadata')
    const around = {
      time: instantOf(at(response, 'created_at') ?? at(response, 'created')),
      usage: usageOfReply(fields, path, report),
      model: textOf(at(response, 'model_name')) ?? textOf(at(response, 'model')) ?? null,
    }
    if (!plainly)
      return calls.length === 0 ? null : { message: { role: 'assistant', content: calls }, ...around }
    const reasoning = textOf(at(fields, 'additional_kwargs', 'reasoning_content'))
    const parts = typeof plainly.content === 'string' ? [] : plainly.content
    const thinks = parts.some((part) => part.type === 'thinking')
    // a call is in `tool_calls` and, with some providers, in the content as well
    const repeated = new Set(calls.map((call) => call.id))
    const own = parts.filter((part) => part.type !== 'tool_use' || !repeated.has(part.id))
    open = new OpenCalls([...own.filter((part) => part.type === 'tool_use'), ...calls])
    if (typeof plainly.content === 'string' && calls.length === 0 && reasoning === undefined)
      return { message: plainly, ...around }
    const text: readonly Part[] =
      typeof plainly.content === 'string' && plainly.content !== ''
        ? [{ type: 'text', text: plainly.content }]
        : own
    const thinking: readonly Part[] =
      reasoning === undefined || thinks ? [] : [{ type: 'thinking', thinking: reasoning }]
    return { message: { role: 'assistant', content: [...thinking, ...text, ...calls] }, ...around }
  }

  /** `tool_calls` and invalid calls, whose arguments are not JSON; in old dumps only the provider's own copy. */
  const callsOf = (fields: JsonRecord, path: string, report: Report): readonly ToolCallPart[] => {
    const calls: ToolCallPart[] = []
    for (const key of ['tool_calls', 'invalid_tool_calls']) {
      const list = at(fields, key)
      if (isList(list))
        for (const [index, call] of list.entries()) {
          const part = callOf(call, `${path}.${key}[${index}]`, report)
          if (part) calls.push(part)
        }
      else if (list !== undefined && list !== null) report.mismatch(`${path}.${key}`, 'a list', list)
    }
    if (calls.length > 0) return calls
    const copies = at(fields, 'additional_kwargs', 'tool_calls')
    const old = at(fields, 'additional_kwargs', 'function_call')
    const list = isList(copies) ? copies : isRecord(old) ? [{ function: old }] : []
    const from = `${path}.additional_kwargs`
    for (const [index, call] of list.entries()) {
      const where = isList(copies) ? `${from}.tool_calls[${index}]` : `${from}.function_call`
      const part = callOf(call, where, report)
      if (part) calls.push(part)
    }
    return calls
  }

  const callOf = (value: Json, path: string, report: Report): ToolCallPart | null => {
    const nested = at(value, 'function')
    const called = isRecord(nested) ? nested : value
    const name = at(called, 'name')
    if (typeof name !== 'string') return wrong(report, `${path}.name`, 'a string', name)
    const id = textOf(at(value, 'id')) ?? `call_without_id_${(invented += 1)}`
    const key = (at(called, 'args') ?? null) === null ? 'arguments' : 'args'
    const written = at(called, key)
    const input = argumentsOf(written, `${path}.${isRecord(nested) ? 'function.' : ''}${key}`, report)
    return report.stands({ type: 'tool_use', id, name, input }, path)
  }

  const result = (fields: JsonRecord, path: string, report: Report): Message | null => {
    const found = at(fields, 'tool_call_id')
    const id = textOf(found) ?? open.first(at(fields, 'name'))
    if (id === undefined) return wrong(report, `${path}.tool_call_id`, 'the id of a call', found)
    open.answer(id)
    const content = at(fields, 'content')
    const blocks = isList(content) ? content.map(providerBlock) : content
    const part: Part = {
      type: 'tool_result',
      tool_use_id: id,
      content: resultContentOf(blocks, `${path}.content`, report),
      ...(at(fields, 'status') === 'error' && { is_error: true }),
    }
    return { role: 'user', content: [report.stands(part, path)] }
  }

  return { message, reply: message }
}

/** A message whose content is a string, a list, or nothing, which is read as ''. */
function plain(role: Message['role'], fields: JsonRecord, path: string, report: Report): Message | null {
  const content = at(fields, 'content')
  if (typeof content === 'string') return { role, content }
  if (content === null || content === undefined) return { role, content: '' }
  if (!isList(content)) return wrong(report, `${path}.content`, 'a string or a list', content)
  const blocks = content.map(providerBlock)
  const parts = partsOfList(blocks, `${path}.content`, report)
  return parts.length === 0 && content.length > 0 ? null : { role, content: parts }
}

function without(message: Message | null): Translated | null {
  return message && { message, time: null, usage: null, model: null }
}

/**
 * `usage_metadata` counts the whole prompt, including cache reads and writes (TOK-2). Older versions have only the
 * uncached rest there: then the provider's own usage beside it has the larger sum.
 */
function usageOfReply(fields: JsonRecord, path: string, report: Report): Usage | null {
  const metadata = at(fields, 'usage_metadata')
  const response = at(fields, 'response_metadata')
  const around = below(path, 'response_metadata')
  const own =
    usageOf(at(response, 'usage'), `${around}.usage`, report) ??
    usageOf(at(response, 'token_usage'), `${around}.token_usage`, report) ??
    camelUsage(at(response, 'tokenUsage'), `${around}.tokenUsage`, report)
  const tally = new Tally(metadata, below(path, 'usage_metadata'), report)
  const input = tally.prompt('input_tokens')
  if (input === null || input === 0) return own
  if (own && own.input > input) return own
  const details = (key: string): Tokens | null => tally.other('input_token_details', key)
  const written = details('cache_creation')
  // where the terms are counted, the sum may be 0
  const termed = (details('ephemeral_5m_input_tokens') ?? 0) + (details('ephemeral_1h_input_tokens') ?? 0)
  return tally.usage({
    input,
    output: tally.other('output_tokens'),
    cacheRead: details('cache_read'),
    cacheWrite: termed > 0 ? termed : written,
    ...termIn(at(metadata, 'input_token_details')),
  })
}

/** The JavaScript version writes `tokenUsage: { promptTokens, completionTokens }`. */
function camelUsage(usage: Json | undefined, path: string, report: Report): Usage | null {
  const tally = new Tally(usage, path, report)
  const input = tally.prompt('promptTokens')
  if (input === null) return null
  return usageOfPrompt(tally, input)
}

function wrong(report: Report, path: string, expected: string, found: Json | undefined): null {
  report.mismatch(path, expected, found)
  return null
}
